import { KubesemError } from '@kubesem/core';

/**
 * Why the kubelet's numbers cannot be computed.
 *
 * - `UNKNOWN_CONTAINER`: the Pod has no container of that name
 * - `INVALID_OPTION`: an option is outside of what the kubelet takes
 * - `INVALID_USAGE`: what was measured is not a whole number of zero or more, or of another shape than the kubelet
 * reports it in
 */
export type QosErrorCode = 'UNKNOWN_CONTAINER' | 'INVALID_OPTION' | 'INVALID_USAGE';

/**
 * Thrown where an argument beside the Pod is wrong; `path` names it. What is wrong within the Pod is told by
 * {@link @kubesem/resources!PodResourcesError | PodResourcesError}.
 *
 * @example
 * ```ts
 * import { containerOomScoreAdj } from '@kubesem/qos';
 *
 * containerOomScoreAdj({ containers: [{ name: 'app' }] }, 'log', { nodeMemoryCapacity: '8Gi' }) // throws UNKNOWN_CONTAINER
 * ```
 */
export class QosError extends KubesemError<QosErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'QosError';
}

/** An option is not what it must be. */
export function invalidOption(path: string, expected: string, input: unknown): QosError {
  const message = `${path}: expected ${expected}`;
  return new QosError({ code: 'INVALID_OPTION', message, path, input });
}
