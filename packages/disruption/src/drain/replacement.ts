import { controllerOf, ignoreProblem, objectOf, type Pod } from '@kubesem/core';
import { nameOf } from '../lenient.js';
import type { PodReplacement } from './timeline.js';

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
 * A StatefulSet waits until the old Pod is gone, and uses its name again. A Job, a DaemonSet and a Pod without a controller
 * have no replacement. Others create one as soon as the old Pod is being deleted; its name here is that of the old Pod
 * with `-new`.
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
 */
export function controllerReplacement({
  readyAfterSeconds,
  nodeName,
}: ReplacementOptions = {}): (pod: Pod) => PodReplacement | undefined {
  return (pod) => {
    const kind = controllerOf(pod, ignoreProblem)?.kind;
    if (kind === undefined || kind === 'Job' || kind === 'DaemonSet' || kind === 'Node') {
      return undefined;
    }
    const isStateful = kind === 'StatefulSet';
    const name = isStateful ? nameOf(pod) : `${nameOf(pod)}-new`;
    const { labels, namespace, ownerReferences } = objectOf(objectOf(pod).metadata);
    return {
      pod: {
        metadata: { name, namespace, labels, ownerReferences },
        spec: { ...objectOf(objectOf(pod).spec), nodeName: nodeName?.(pod) },
        status: { phase: 'Pending' },
      },
      when: isStateful ? 'GONE' : 'TERMINATING',
      readyAfterSeconds,
    };
  };
}
