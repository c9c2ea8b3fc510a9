import { KubesemError, type PodLike, type PodSpec, type ResourceRequirements } from '@kubesem/core';
import { defaultedSpec } from '../defaults/defaults.js';
import { type MapList, mapSpecLists } from '../defaults/resource-lists.js';
import { type PodParts, podParts } from '../effective/pod-parts.js';
import { entryPath, raise, readAmounts } from '../read.js';
import { warnOfClaims } from './claim-warnings.js';
import { warnOfPodLevel } from './pod-level-warnings.js';
import type { PodResourceProblem, PodResourceProblemType } from './problems.js';
import { warnOfOverhead, warnOfRequirements } from './requirement-warnings.js';

/**
 * What is odd about the requests and limits of a Pod.
 *
 * Of one amount:
 * - `RESOURCE_NAME_INVALID`: its name is no qualified name, or none of Kubernetes itself (of a container, `cpu`, `memory`,
 *   `ephemeral-storage` and huge pages are)
 * - `RESOURCE_NOT_SUPPORTED`: the resource cannot be set for a whole Pod; `cpu`, `memory` and huge pages can
 * - `NEGATIVE`: it is below zero
 * - `FRACTIONAL_BYTES`: memory or ephemeral storage is not a whole number of bytes; `400m` of memory is 0.4 bytes
 * - `CPU_FINER_THAN_MILLI`: cpu is not a whole number of thousandths; it is rounded up
 * - `FRACTIONAL_EXTENDED_RESOURCE`: an extended resource, or one that quotas count, is not a whole number
 * - `HUGE_PAGES_NOT_MULTIPLE`: huge pages are no multiple of the page size in their name
 *
 * Of the requests and limits in one place:
 * - `REQUEST_ABOVE_LIMIT`: a request is higher than the limit
 * - `REQUEST_NOT_LIMIT`: request and limit differ for huge pages or an extended resource, which cannot be overcommitted
 * - `LIMIT_MISSING`: huge pages or an extended resource are requested without a limit
 * - `HUGE_PAGES_ALONE`: there are huge pages and neither cpu nor memory
 * - `RESOURCES_FORBIDDEN`: there can be none: those of an ephemeral container, or of a whole Pod for Windows
 *
 * Of the Pod as a whole:
 * - `POD_REQUEST_TOO_LOW`: its request is lower than what the containers request together
 * - `POD_LIMIT_TOO_LOW`: its limit of huge pages is lower than those of the containers together
 * - `LIMIT_ABOVE_POD_LIMIT`: the limit of an app container is higher than that of the Pod
 *
 * Of resource claims:
 * - `CLAIMS_FORBIDDEN`: a Pod as a whole cannot have them
 * - `CLAIM_NAME_MISSING`: it does not say which claim of the Pod it is
 * - `CLAIM_NOT_FOUND`: the Pod's `resourceClaims` have none of that name
 * - `CLAIM_DUPLICATE`: the same claim, or the same request of it, is listed twice
 * - `CLAIM_REQUEST_INVALID`: the name of a request in it is no DNS-1123 label
 */
export type PodResourceWarningCode =
  | 'RESOURCE_NAME_INVALID'
  | 'RESOURCE_NOT_SUPPORTED'
  | 'NEGATIVE'
  | 'FRACTIONAL_BYTES'
  | 'CPU_FINER_THAN_MILLI'
  | 'FRACTIONAL_EXTENDED_RESOURCE'
  | 'HUGE_PAGES_NOT_MULTIPLE'
  | 'REQUEST_ABOVE_LIMIT'
  | 'REQUEST_NOT_LIMIT'
  | 'LIMIT_MISSING'
  | 'HUGE_PAGES_ALONE'
  | 'RESOURCES_FORBIDDEN'
  | 'POD_REQUEST_TOO_LOW'
  | 'POD_LIMIT_TOO_LOW'
  | 'LIMIT_ABOVE_POD_LIMIT'
  | 'CLAIMS_FORBIDDEN'
  | 'CLAIM_NAME_MISSING'
  | 'CLAIM_NOT_FOUND'
  | 'CLAIM_DUPLICATE'
  | 'CLAIM_REQUEST_INVALID';

/** Something in a Pod that can be read and yet is odd. */
export interface PodResourceWarning extends PodResourceProblem {
  /** Stable identifier; programs and tests match on this. */
  readonly code: PodResourceWarningCode;
  /** What the API server does with it on creation: most of it is refused, some rounded up, some taken with a warning. */
  readonly apiServer: 'refuses' | 'rounds' | 'warns' | 'accepts';
}

/**
 * What the API server refuses about the requests, limits and resource claims of a new Pod, and what else is odd about
 * them.
 *
 * The Pod is looked at after the defaults of `applyPodDefaults`, as the API server does it: what is odd about a limit is
 * odd about the request that is filled in from it, too, and values are those that would be stored. Of a Pod that cannot
 * be read there are no warnings: `validatePodResources` lists what is broken.
 *
 * @param pod - what should be a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the warnings, empty if there are none or if it is no Pod. They name the amount where Kubernetes names only the
 * list that it is in, or should be in
 * @example
 * ```ts
 * import { podResourceWarnings } from '@kubesem/resources';
 *
 * const warnings = podResourceWarnings({
 *   containers: [{ resources: { requests: { cpu: '0.5m', memory: '400m' }, limits: { memory: '0.2' } } }],
 * });
 * warnings.map(({ code, apiServer }) => `${code} ${apiServer}`) // => ['FRACTIONAL_BYTES warns', 'FRACTIONAL_BYTES warns', 'REQUEST_ABOVE_LIMIT refuses', 'CPU_FINER_THAN_MILLI rounds']
 * warnings[2]?.path // => 'containers[0].resources.requests.memory'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateResourceRequirements`, `validatePodResources` and
 * `validateEphemeralContainers`; `k8s.io/kubernetes/pkg/api/pod` v1.37.1, `warningsForPodSpecAndMeta`. (The documentation
 * calls cpu finer than `1m` invalid; the released code rounds it up.)
 */
export function podResourceWarnings(pod: PodLike): readonly PodResourceWarning[] {
  const warnings: PodResourceWarning[] = [];
  const warn: Warn = (apiServer, code, path, value, message) => {
    const type = TYPES[code] ?? 'FieldValueInvalid';
    warnings.push({ type, path, value, code, apiServer, message });
  };
  try {
    const parts = podParts(pod);
    warnOfSpec(defaultedSpec(parts, raise), parts.specPrefix, warn);
    warnOfFineCpu(parts, warn);
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
  }
  return warnings;
}

/** Takes down a warning. */
export type Warn = (
  apiServer: PodResourceWarning['apiServer'],
  code: PodResourceWarningCode,
  path: string,
  value: string | undefined,
  message: string,
) => void;

/** The codes whose type is not `FieldValueInvalid`. */
const TYPES: { readonly [code in PodResourceWarningCode]?: PodResourceProblemType } = {
  RESOURCE_NOT_SUPPORTED: 'FieldValueNotSupported',
  LIMIT_MISSING: 'FieldValueRequired',
  HUGE_PAGES_ALONE: 'FieldValueForbidden',
  RESOURCES_FORBIDDEN: 'FieldValueForbidden',
  CLAIMS_FORBIDDEN: 'FieldValueForbidden',
  CLAIM_NAME_MISSING: 'FieldValueRequired',
  CLAIM_NOT_FOUND: 'FieldValueNotFound',
  CLAIM_DUPLICATE: 'FieldValueDuplicate',
};

/** Looks at the amounts as they are written: the defaults round them. */
function warnOfFineCpu({ spec, specPrefix }: PodParts, warn: Warn): void {
  const warnOfList: MapList = (list, path) => {
    const amount = readAmounts(list, path).get('cpu');
    const rounded = amount?.roundUp(-3);
    if (amount && rounded?.equals(amount) === false) {
      const message = `expected thousandths of cpu; ${rounded} is stored`;
      const value = typeof list.cpu === 'object' ? `${amount}` : `${list.cpu}`;
      warn('rounds', 'CPU_FINER_THAN_MILLI', entryPath(path, 'cpu'), value, message);
    }
    return list;
  };
  mapSpecLists(spec, specPrefix, warnOfList, raise);
}

function warnOfSpec(spec: PodSpec, prefix: string, warn: Warn): void {
  const claims = new Set(spec.resourceClaims?.map(({ name }) => name));
  for (const field of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    spec[field]?.forEach(({ resources }, index) => {
      const path = `${prefix}${field}[${index}].resources`;
      if (resources) {
        if (field === 'ephemeralContainers' && hasResources(resources)) {
          warn('refuses', 'RESOURCES_FORBIDDEN', path, undefined, 'expected none');
        }
        warnOfRequirements(resources, path, 'container', warn);
        warnOfClaims(resources.claims, `${path}.claims`, claims, warn);
      }
    });
  }
  const { resources, overhead } = spec;
  const path = `${prefix}resources`;
  if (resources && spec.os?.name === 'windows') {
    warn('refuses', 'RESOURCES_FORBIDDEN', path, undefined, 'expected none for Windows');
  } else if (resources) {
    if (resources.claims) {
      warn('refuses', 'CLAIMS_FORBIDDEN', `${path}.claims`, undefined, 'expected none');
    }
    warnOfRequirements(resources, path, 'pod', warn);
    warnOfClaims(resources.claims, `${path}.claims`, claims, warn);
    warnOfPodLevel(spec, prefix, warn);
  }
  if (overhead) {
    warnOfOverhead(overhead, `${prefix}overhead`, warn);
  }
}

/** Empty lists count, too. */
function hasResources({ requests, limits, claims }: ResourceRequirements): boolean {
  return Boolean(requests || limits || claims);
}
