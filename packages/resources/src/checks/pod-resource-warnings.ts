import {
  CONTAINER_FIELDS,
  FieldError,
  type Fields,
  fields,
  keyPath,
  type Pod,
  type PodLike,
  type PodSpec,
  type ResourceList,
  type ResourceRequirements,
  THROW,
} from '@kubesem/core';
import type { Amounts } from '../amounts.js';
import { defaultedSpec, storedPod } from '../defaults/defaults.js';
import { readPod } from '../read.js';
import { fineCpuProblem } from './amount-problems.js';
import { warnOfClaims } from './claim-warnings.js';
import { warnOfPodLevel } from './pod-level-warnings.js';
import { warnOfOverhead, warnOfRequirements } from './requirement-warnings.js';
import { type PodResourceWarning, toWarning, type Warn } from './warning.js';

/**
 * Lists the requests, limits and resource claims of a new Pod that the API server rejects or rounds, and other probable
 * mistakes.
 *
 * Like the API server, the function applies defaults first (`applyPodDefaults`). So a warning about a limit also concerns
 * the request that is filled in from it, and values are those that would be stored. A Pod that cannot be read has no
 * warnings: `validatePodResources` lists what is broken.
 *
 * @param pod - a Pod, a Pod template or a Pod spec, or anything else; it is not changed
 * @returns the warnings; empty if there are none or if the Pod cannot be read. The
 * segments of each lead to the amount, while the API server names only the list in some
 *
 * @example
 * ```ts
 * import { podResourceWarnings } from '@kubesem/resources';
 *
 * const warnings = podResourceWarnings({
 *   containers: [{ name: 'app', resources: { requests: { cpu: '0.5m', memory: '400m' }, limits: { memory: '0.2' } } }],
 * });
 * warnings.map(({ code, apiServer }) => `${code} ${apiServer}`) // => ['FRACTIONAL_BYTES warns', 'FRACTIONAL_BYTES warns', 'REQUEST_ABOVE_LIMIT rejects', 'CPU_FINER_THAN_MILLI rounds']
 * warnings[2]?.path // => 'containers[0].resources.requests'
 * warnings[2]?.segments // => ['containers', 0, 'resources', 'requests', 'memory']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateResourceRequirements`, `validatePodResources` and
 * `validateEphemeralContainers`; `k8s.io/kubernetes/pkg/api/pod` v1.37.1, `warningsForPodSpecAndMeta`. (The documentation
 * calls cpu finer than `1m` invalid; the released code rounds it up.)
 */
export function podResourceWarnings(pod: PodLike): readonly PodResourceWarning[] {
  try {
    return specWithWarnings(readPod(pod, THROW).spec).warnings;
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return [];
  }
}

/**
 * A Pod with the defaults of the API server, and the warnings about it.
 *
 * @internal
 */
export interface PodWithWarnings {
  /** The result of `applyPodDefaults`. */
  readonly pod: Pod;
  /** The result of `podResourceWarnings`. */
  readonly warnings: readonly PodResourceWarning[];
}

/**
 * Applies the defaults and lists the warnings. This takes less time than one after the other, because the warnings are
 * about the amounts with their defaults.
 *
 * @param pod - a Pod or a Pod template; it is not changed
 * @returns a new Pod, and its warnings
 * @throws the errors of `applyPodDefaults`
 *
 * @internal
 */
export function podDefaultsWithWarnings(pod: Pod): PodWithWarnings {
  const parts = readPod(pod, THROW);
  const { spec, warnings } = specWithWarnings(parts.spec);
  return { pod: storedPod(parts.pod.value, spec, parts), warnings };
}

/** The spec with its defaults, whose amounts are still quantities, and the warnings about it. */
function specWithWarnings(written: Fields<PodSpec>): {
  readonly spec: PodSpec;
  readonly warnings: readonly PodResourceWarning[];
} {
  const warnings: PodResourceWarning[] = [];
  const ofRounding: PodResourceWarning[] = [];
  const warnOfRounding: Warn = (details) => ofRounding.push(toWarning(details));
  const spec = defaultedSpec(written, (list, amounts) =>
    warnOfFineCpu(list, amounts, warnOfRounding),
  );
  const stored = fields(spec, THROW, written.path);
  warnOfSpec(stored, (details) => warnings.push(toWarning(details)));
  return { spec, warnings: [...warnings, ...ofRounding] };
}

function warnOfSpec(spec: Fields<PodSpec>, warn: Warn): void {
  const claims = new Set(spec.objects('resourceClaims').map(({ value: { name } }) => name));
  for (const field of CONTAINER_FIELDS) {
    spec.each(field, (container) => {
      const resources = container.at('resources');
      if (field === 'ephemeralContainers' && hasResources(resources.value)) {
        const message = 'ephemeral containers cannot have resources';
        warn({ code: 'RESOURCES_FORBIDDEN', path: resources.path, message });
      }
      warnOfRequirements(resources, 'container', warn);
      warnOfClaims(resources, claims, warn);
    });
  }
  const resources = spec.at('resources');
  if (resources.isPresent && spec.value.os?.name === 'windows') {
    const message = 'a Pod for Windows cannot have Pod-level resources';
    warn({ code: 'RESOURCES_FORBIDDEN', path: resources.path, message });
  } else if (resources.isPresent) {
    if (resources.has('claims')) {
      const message = 'only containers can have claims';
      warn({ code: 'CLAIMS_FORBIDDEN', path: resources.pathOf('claims'), message });
    }
    warnOfRequirements(resources, 'pod', warn);
    warnOfClaims(resources, claims, warn);
    warnOfPodLevel(spec, warn);
  }
  warnOfOverhead(spec.at('overhead'), warn);
}

/** Empty lists also count. */
function hasResources({ requests, limits, claims }: ResourceRequirements): boolean {
  return Boolean(requests || limits || claims);
}

/** Checks an amount as it is written, because the defaults round it. */
function warnOfFineCpu(list: Fields<ResourceList>, amounts: Amounts, warn: Warn): void {
  const { cpu } = list.value;
  const amount = amounts.get('cpu');
  const value = typeof cpu === 'object' ? `${amount}` : `${cpu}`;
  const problem = amount && fineCpuProblem(amount, value);
  if (problem) {
    warn({ apiServer: 'rounds', ...problem, path: keyPath(list.path, 'cpu'), value });
  }
}
