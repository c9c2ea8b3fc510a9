import { isBeingDeleted, type Pod } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { DAEMON_SET, JOB, NODE, STATEFUL_SET } from '@kubesem/core/kinds';
import { isFinished, nameOf, ownerOf } from '../stored.js';
import { jobMetadata, LiveJobs } from './live-jobs.js';
import type { DrainCluster, PodReplacement } from './timeline.js';

/** Options of {@link controllerReplacement}. */
export interface ReplacementOptions {
  /** Seconds until a new Pod is ready; absent if it never is. */
  readonly readyAfterSeconds?: number | undefined;
  /** Name of the node of a new Pod; by default none of the nodes that are drained. */
  readonly nodeName?: ((pod: Pod) => string | undefined) | undefined;
  /** The Pods and Jobs at the start; without the Jobs, each is assumed to need the Pods that it has. */
  readonly cluster?: Pick<DrainCluster, 'pods' | 'jobs'> | undefined;
  /** `--disable-eviction`: Pods are deleted, so they have no condition `DisruptionTarget`, which pod failure policies match. */
  readonly disableEviction?: boolean | undefined;
}

/**
 * Returns what the controllers of Kubernetes create instead of an evicted Pod, for {@link simulateDrain}.
 *
 * A StatefulSet waits until the old Pod is gone, and uses its name again. A DaemonSet and a Pod without a controller have no
 * replacement. Others create one as soon as the old Pod is being deleted; its name here is that of the old Pod with `-new`.
 * They have already replaced a Pod that has finished or is being deleted.
 *
 * A Job counts the Pod as failed, and waits 10 seconds, after each further failure twice as long. It creates no Pod if it ends
 * with this failure (`backoffLimit`, `backoffLimitPerIndex`, `podFailurePolicy`), or needs no more Pods. With the
 * `podReplacementPolicy` `Failed`, it waits until the old Pod has stopped. The Pod is assumed to match no rule about exit
 * codes, and the Job to have had no failures shortly before. Pods that a failed Job deletes are not simulated.
 *
 * @param options - how long a new Pod takes, and its node
 * @returns a function for the option `replacement` of one simulation
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
  cluster = { pods: [] },
  disableEviction = false,
}: ReplacementOptions = {}): (pod: Pod) => PodReplacement | undefined {
  const jobs = new LiveJobs(cluster, !disableEviction);
  return (pod) => {
    const kind = ownerOf(pod)?.kind;
    if (kind === undefined || kind === DAEMON_SET.kind || kind === NODE.kind) {
      return undefined;
    }
    const timing = kind === JOB.kind ? jobs.replacementOf(pod) : timingOf(pod, kind);
    if (timing === undefined) {
      return undefined;
    }
    const name = kind === STATEFUL_SET.kind ? nameOf(pod) : `${nameOf(pod)}-new`;
    const object = fields(pod, ABSENT);
    const { labels, namespace, ownerReferences } = object.at('metadata').value;
    return {
      pod: {
        metadata: {
          ...{ name, namespace, labels, ownerReferences },
          ...(kind === JOB.kind && jobMetadata(pod)),
        },
        spec: { ...object.at('spec').value, nodeName: nodeName?.(pod) },
        status: { phase: 'Pending' },
      },
      ...timing,
      readyAfterSeconds,
    };
  };
}

/** A controller counts only active Pods, so it has replaced the others before. A StatefulSet needs their names. */
function timingOf(pod: Pod, kind: string): Pick<PodReplacement, 'when'> | undefined {
  if (kind === STATEFUL_SET.kind) {
    return { when: 'GONE' };
  }
  return isFinished(pod) || isBeingDeleted(pod) ? undefined : { when: 'TERMINATING' };
}
