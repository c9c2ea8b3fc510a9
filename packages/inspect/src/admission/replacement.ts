import {
  addQuotaUsage,
  type QuotaAdmission,
  type QuotaObject,
  type QuotaOptions,
  quotaAdmission,
} from '@kubesem/admission';
import type { ResourceQuota } from '@kubesem/core';

/** Pods of a version before that new ones replace, step by step. */
export interface ReplacedPods {
  /** What each of them counts: the Pod, and then its ephemeral claims. */
  readonly objects: readonly QuotaObject[];
  /** How many there are. */
  readonly running: number;
  /** How many Pods the workload has in the end, old and new ones. */
  readonly total: number;
  /** How many of these may be missing. */
  readonly unavailable: number;
  /** How many of the old ones are not replaced. */
  readonly kept: number;
}

/**
 * Replaces Pods as a rolling update does, if each new Pod becomes available: an old Pod is deleted as soon as enough others are
 * available, and its controller tries again to create a Pod until it fits. It creates missing old Pods at first.
 *
 * @param quotas - the quotas with the old Pods
 * @param pod - a new Pod
 * @param count - how many new Pods are desired; 0 only deletes Pods
 * @param replaced - the old Pods
 * @param options - the current time
 * @returns as `quotaAdmission`; the rollout stops before the first Pod that is not admitted
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `rolloutRolling` and `sync`;
 * `…/statefulset`, `updateStatefulSet`; `…/daemon`, `rollingUpdate`.
 */
export function replacePods(
  quotas: readonly ResourceQuota[],
  pod: QuotaObject,
  count: number,
  replaced: ReplacedPods,
  options: QuotaOptions,
): QuotaAdmission {
  const { objects, running, total, unavailable, kept } = replaced;
  const missing = Math.max(total - running, 0);
  const [old = {}] = objects;
  const more =
    missing > 0 ? quotaAdmission(quotas, old, { ...options, count: missing }).admitted : 0;
  const most = Math.min(running, total) + more;
  const add = (before: readonly ResourceQuota[], added: readonly QuotaObject[], many: number) =>
    added.reduce((sum, each) => addQuotaUsage(sum, each, { ...options, count: many }), before);
  const none = add(quotas, objects, -running);
  /** The quotas when some new Pods exist. */
  const at = (created: number) => {
    const left = Math.max(Math.min(most, total - unavailable - created), Math.min(kept, most));
    return add(add(none, objects, left), [pod], created);
  };
  const admits = (created: number) =>
    quotaAdmission(at(created), pod, options).violations.length === 0;
  // What is used is linear in the number of Pods until all old ones are gone, and then it grows: so it fits up to a number.
  let admitted = lastOf(count + 1, (created) => admits(created - 1));
  admitted = Math.min(admitted, count);
  const after = at(admitted);
  const next = quotaAdmission(after, pod, options);
  return admitted < count
    ? { admitted, fitting: next.fitting, violations: next.violations, quotas: after }
    : {
        admitted,
        fitting: next.fitting === undefined ? undefined : admitted + next.fitting,
        violations: [],
        quotas: after,
      };
}

/** The last number below a limit for which something holds, by halving; it holds up to that number. */
function lastOf(limit: number, holds: (tried: number) => boolean): number {
  let [last, next] = [0, limit];
  for (let middle = 1; last < middle && middle < next; middle = Math.floor((last + next) / 2)) {
    [last, next] = holds(middle) ? [middle, next] : [last, middle];
  }
  return last;
}
