import { controllerOf, ignoreProblem, objectOf, type Pod } from '@kubesem/core';
import { isDeleted, isFinished, nameOf } from '../lenient.js';
import type { PodReplacement } from './timeline.js';

/**
 * How long a Job waits after its first failure, and a deleted Pod is one.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `DefaultJobPodFailureBackOff`, `isPodFailed`.
 */
const JOB_BACKOFF_SECONDS = 10;

/** Options of {@link controllerReplacement}. */
export interface ReplacementOptions {
  /** Seconds until a new Pod is ready; absent if it never is. */
  readonly readyAfterSeconds?: number | undefined;
  /** Name of the node of a new Pod; by default none of the nodes that are drained. */
  readonly nodeName?: ((pod: Pod) => string | undefined) | undefined;
}

/**
 * Returns what the controllers of Kubernetes create instead of an evicted Pod, for {@link simulateDrain}.
 *
 * A StatefulSet waits until the old Pod is gone, and uses its name again. A DaemonSet and a Pod without a controller have no
 * replacement. Others create one as soon as the old Pod is being deleted, a Job 10 seconds later; its name here is that of
 * the old Pod with `-new`. They have already replaced a Pod that has finished or is being deleted. A Job is assumed to have
 * no other failures, and to be below its `backoffLimit`.
 *
 * @param options - how long a new Pod takes, and its node
 * @returns a function for the option `replacement`
 *
 * @example
 * ```ts
 * import { controllerReplacement } from '@kubesem/disruption';
 *
 * const replace = controllerReplacement({ readyAfterSeconds: 10 });
 * const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'u1', controller: true };
 * replace({ metadata: { name: 'db-0', ownerReferences: [owner] } })?.when // => 'GONE'
 * replace({ metadata: { name: 'debug' } }) // => undefined
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `FilterActivePods`, `statefulset`, `job`.
 */
export function controllerReplacement({
  readyAfterSeconds,
  nodeName,
}: ReplacementOptions = {}): (pod: Pod) => PodReplacement | undefined {
  return (pod) => {
    const kind = controllerOf(pod, ignoreProblem)?.kind;
    const isStateful = kind === 'StatefulSet';
    // A controller counts only active Pods, so it has replaced the others before. A StatefulSet needs their names.
    const isReplaced = !isStateful && (isFinished(pod) || isDeleted(pod));
    if (kind === undefined || kind === 'DaemonSet' || kind === 'Node' || isReplaced) {
      return undefined;
    }
    const name = isStateful ? nameOf(pod) : `${nameOf(pod)}-new`;
    const { labels, namespace, ownerReferences } = objectOf(objectOf(pod).metadata);
    return {
      pod: {
        metadata: { name, namespace, labels, ownerReferences },
        spec: { ...objectOf(objectOf(pod).spec), nodeName: nodeName?.(pod) },
        status: { phase: 'Pending' },
      },
      when: isStateful ? 'GONE' : 'TERMINATING',
      ...(kind === 'Job' && { createdAfterSeconds: JOB_BACKOFF_SECONDS }),
      readyAfterSeconds,
    };
  };
}
