import { KubesemError, type PodLike } from '@kubesem/core';
import { defaultedPod } from '../defaults/defaults.js';
import { type PodResourceProblem, toProblem } from './problems.js';

/**
 * All that cannot be read among the requests and limits of a Pod: where `podRequests` and its like throw the first such
 * error that they meet, this lists them.
 *
 * Looked at are the resource lists of all containers, of the Pod as a whole, of its overhead, and of their statuses, and
 * the resource claims. Whether the amounts make sense, and whether the claims are there, is the matter of
 * `podResourceWarnings`.
 *
 * @param pod - what should be a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the problems, empty if there are none; their codes are `INVALID_QUANTITY` and `INVALID_TYPE`, as those of
 * {@link PodResourcesError}, or `NOT_A_POD`
 * @example
 * ```ts
 * import { validatePodResources } from '@kubesem/resources';
 *
 * const problems = validatePodResources({
 *   containers: [{ resources: { requests: { cpu: '1 core' }, limits: { cpu: 2, memory: '2GB' } } }],
 * });
 * problems.map(({ code }) => code) // => ['INVALID_QUANTITY', 'INVALID_QUANTITY']
 * problems.map(({ path }) => path) // => ['containers[0].resources.limits.memory', 'containers[0].resources.requests.cpu']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.UnmarshalJSON`, where one such error fails the
 * whole object.
 */
export function validatePodResources(pod: PodLike): readonly PodResourceProblem[] {
  const problems: PodResourceProblem[] = [];
  try {
    defaultedPod(pod, (error) => problems.push(toProblem(error)));
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
    problems.push(toProblem(error));
  }
  return problems;
}
