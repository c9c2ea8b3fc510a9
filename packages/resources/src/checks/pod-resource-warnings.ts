import {
  dns1123LabelErrors,
  FieldError,
  type FieldPath,
  type Pod,
  type PodLike,
  type PodSpec,
  type ResourceList,
  type ResourceRequirements,
} from '@kubesem/core';
import {
  CONTAINER_FIELDS,
  type Fields,
  fields,
  keyPath,
  THROW,
  writtenPath,
} from '@kubesem/core/internal';
import type { Amounts } from '../amounts.js';
import { defaultedSpec, storedPod } from '../defaults/resource-defaults.js';
import { podLimits, podRequests } from '../effective/pod-resources.js';
import { isHugePages } from '../names/resource-names.js';
import { readAmounts, readPod, resourceLists } from '../read.js';
import { fineCpuProblem } from './amount-problems.js';
import { warnOfOverhead, warnOfRequirements } from './requirement-warnings.js';
import { type PodResourceWarning, toWarning, type Warn } from './warning.js';

/**
 * Lists the requests, limits and resource claims of a new Pod that the API server rejects or rounds, and other probable
 * mistakes.
 *
 * Like the API server, the function applies defaults first (`applyResourceDefaults`). So a warning about a limit also concerns
 * the request that is filled in from it, and values are those that would be stored. A Pod that cannot be read has no
 * warnings: `validatePodResources` lists what is broken.
 *
 * A field of the wrong type counts as absent.
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
  /** The result of `applyResourceDefaults`. */
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
 * @throws the errors of `applyResourceDefaults`
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

/**
 * Warns of amounts of a whole Pod that are below those of its containers.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validatePodResourceConsistency`.
 */
function warnOfPodLevel(spec: Fields<PodSpec>, warn: Warn): void {
  const { containers, initContainers } = spec.value;
  const { requests, limits } = resourceLists(spec.at('resources'));
  const containerRequests = podRequests({ containers, initContainers });
  for (const [name, request] of readAmounts(requests)) {
    const total = containerRequests[name];
    if (total && total.cmp(request) > 0) {
      warn({
        code: 'POD_REQUEST_TOO_LOW',
        path: keyPath(requests.path, name),
        value: `${request}`,
        message: `must be at least ${total}, which the containers request together`,
      });
    }
  }
  const podLimitAmounts = readAmounts(limits);
  const containerLimits = podLimits({ containers, initContainers });
  for (const [name, limit] of podLimitAmounts) {
    const total = containerLimits[name];
    // The limits of other resources may add up to more than the limit of the Pod.
    if (isHugePages(name) && total && total.cmp(limit) > 0) {
      warn({
        code: 'POD_LIMIT_TOO_LOW',
        path: keyPath(limits.path, name),
        value: `${limit}`,
        message: `must be at least ${total}, the limit of the containers together`,
      });
    }
  }
  spec.each('containers', (container, index) => {
    for (const [name, limit] of readAmounts(container.at('resources').at('limits'))) {
      const podLimit = podLimitAmounts.get(name);
      if (podLimit && limit.cmp(podLimit) > 0) {
        warn({
          code: 'LIMIT_ABOVE_POD_LIMIT',
          path: misplacedPath(spec.path, index, name),
          value: `${limit}`,
          message: `must be at most ${podLimit}, the limit of the Pod`,
        });
      }
    }
  });
}

/** The path of a container's limit, as the API server writes it: `spec.resources.containers[0][cpu].limits`. */
function misplacedPath(specPath: FieldPath | undefined, index: number, name: string): FieldPath {
  const resources = specPath === undefined ? 'resources' : '.resources';
  const listPath = writtenPath(specPath, 'containers', `${resources}.containers`);
  const path = writtenPath(listPath, index, undefined);
  const { written } = keyPath(path, name);
  const limitsPath = writtenPath(writtenPath(path, 'resources', written), 'limits', undefined);
  return writtenPath(limitsPath, name, '');
}

/**
 * Warns of references to resource claims that the Pod does not have, or that are duplicates.
 *
 * A reference without a request is the whole claim, and so it duplicates every request of the claim.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateResourceClaimNames`.
 */
function warnOfClaims(
  resources: Fields<ResourceRequirements>,
  claims: ReadonlySet<string | null | undefined>,
  warn: Warn,
): void {
  const seen = new Set<string>();
  const partly = new Set<string>();
  resources.each('claims', (reference) => {
    const { path } = reference;
    const { name, request } = reference.value;
    if (!name) {
      const message = 'set the name of one of the resourceClaims of the Pod';
      warn({ code: 'CLAIM_NAME_MISSING', path, message });
      return;
    }
    const key = request ? `${name}/${request}` : name;
    if (seen.has(name) || seen.has(key) || (!request && partly.has(name))) {
      const message = 'duplicate claim';
      warn({ code: 'CLAIM_DUPLICATE', path, value: key, message });
    }
    if (request && !seen.has(name) && dns1123LabelErrors(request).length > 0) {
      warn({
        code: 'CLAIM_REQUEST_INVALID',
        path: reference.pathOf('request'),
        value: request,
        message: 'must be a DNS-1123 label, such as "gpu-0"',
      });
    }
    // After the whole claim, its requests are not checked.
    if (!seen.has(name)) {
      seen.add(key);
      if (key.includes('/')) {
        partly.add(key.slice(0, key.indexOf('/')));
      }
    }
    if (!claims.has(name)) {
      const message = 'the resourceClaims of the Pod have no claim of this name';
      warn({ code: 'CLAIM_NOT_FOUND', path, value: name, message });
    }
  });
}
