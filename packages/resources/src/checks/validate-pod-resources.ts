import { FieldError, type FieldProblem, type PodLike } from '@kubesem/core';
import { FieldProblems } from '@kubesem/core/internal';
import { type MapList, mapSpecLists, mapStatusLists } from '../effective/resource-lists.js';
import { readAmounts, readPod } from '../read.js';

/**
 * Why a Pod cannot be read.
 *
 * - `INVALID_QUANTITY`: an amount is not a quantity
 * - `INVALID_TYPE`: a field has the wrong JSON type, such as a list instead of an object
 * - `NOT_A_POD`: the object is of another kind
 */
export type PodResourceProblemCode = 'INVALID_QUANTITY' | 'INVALID_TYPE' | 'NOT_A_POD';

/** A field of a Pod that cannot be read. */
export type PodResourceProblem = FieldProblem<PodResourceProblemCode>;

/**
 * Lists everything in the requests and limits of a Pod that cannot be read. `podRequests` and the other computations
 * throw the first such problem.
 *
 * Checks the resource lists of all containers, of the Pod as a whole, of its overhead and of their statuses, and the
 * resource claims. To check whether the amounts make sense and the claims exist, call `podResourceWarnings`.
 *
 * A field of the wrong type is one of the problems.
 *
 * @param pod - a Pod, a Pod template or a Pod spec, or anything else; it is not changed
 * @returns the problems; empty if there are none
 *
 * @example
 * ```ts
 * import { validatePodResources } from '@kubesem/resources';
 *
 * const problems = validatePodResources({
 *   containers: [{ resources: { requests: { cpu: '1 core' }, limits: { cpu: 2, memory: '2GB' } } }],
 * });
 * problems.map(({ code }) => code) // => ['INVALID_QUANTITY', 'INVALID_QUANTITY']
 * problems.map(({ path }) => path) // => ['containers[0].resources.limits[memory]', 'containers[0].resources.requests[cpu]']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.UnmarshalJSON`; one such error fails the whole
 * object there.
 */
export function validatePodResources(pod: PodLike): readonly PodResourceProblem[] {
  const problems = new FieldProblems<PodResourceProblemCode>();
  const check: MapList = (list) => {
    readAmounts(list);
    return list.value;
  };
  try {
    const { spec, status } = readPod(pod, problems);
    mapSpecLists(spec, check);
    mapStatusLists(status, check);
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    problems.report(() => error.problem);
  }
  return problems.list();
}
