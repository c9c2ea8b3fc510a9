import type { DrainEvent, DrainedPod, DrainRule } from '@kubesem/disruption';

const DRAIN_TEXTS: { readonly [rule in DrainRule]: string } = {
  MANAGED: 'its controller replaces it',
  FINISHED: 'it has finished',
  FORCED: 'it has no controller, and --force is given',
  ORPHANED_DAEMON_SET_POD: 'its DaemonSet does not exist, and --force is given',
  TERMINATING: 'it has been terminating for too long',
  DAEMON_SET_POD: 'its DaemonSet would create it again',
  MIRROR_POD: 'the kubelet runs it from a file',
  NEEDS_IGNORE_DAEMON_SETS: 'a DaemonSet manages it; use --ignore-daemonsets',
  NEEDS_DELETE_EMPTY_DIR_DATA: 'it has local storage; use --delete-emptydir-data',
  NEEDS_FORCE: 'it has no controller; use --force',
  DAEMON_SET_NOT_FOUND: 'its DaemonSet does not exist; use --force',
};

/**
 * Describes why `kubectl drain` evicts, skips or rejects a Pod.
 *
 * @param pod - a Pod of {@link @kubesem/disruption!drainPlan | drainPlan}; with the action `stay`, kubectl would evict
 *   it, but rejects another Pod of the node
 * @returns the reason, whether data is lost, and the finalizers that keep the Pod
 *
 * @example
 * ```ts
 * import { drainReason } from '@kubesem/inspect';
 *
 * drainReason({ rule: 'NEEDS_FORCE', losesEmptyDirData: false }) // => 'it has no controller; use --force'
 * drainReason({ rule: 'MANAGED', losesEmptyDirData: true }) // => 'its controller replaces it; the data of its emptyDir volumes is lost'
 * ```
 */
export function drainReason({
  rule,
  losesEmptyDirData,
  finalizers = [],
  action,
}: Pick<DrainedPod, 'rule' | 'losesEmptyDirData'> &
  Partial<Pick<DrainedPod, 'finalizers'>> & {
    readonly action?: string | undefined;
  }): string {
  if (action === 'stay') {
    return 'kubectl evicts no Pod of the node, because it rejects another one';
  }
  return [
    DRAIN_TEXTS[rule],
    ...(losesEmptyDirData ? ['the data of its emptyDir volumes is lost'] : []),
    ...(finalizers.length > 0
      ? [`it stays until its finalizers are removed: ${finalizers.join(', ')}`]
      : []),
  ].join('; ');
}

/** What happens in a drain, in a few words. */
export const DRAIN_EVENT_TEXTS: { readonly [type in DrainEvent['type']]: string } = {
  CORDONED: 'cordoned',
  REJECTED: 'rejected',
  EVICTED: 'evicted',
  BLOCKED: 'blocked',
  FAILED: 'failed',
  HELD: 'held by finalizers',
  SKIPPED: 'no longer waited for',
  GONE: 'gone',
  CREATED: 'replacement created',
  READY: 'replacement ready',
  DRAINED: 'drained',
};
