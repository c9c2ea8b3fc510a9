import {
  addQuotaUsage,
  admitToQuotas,
  applyLimitRanges,
  applyQuotaStatus,
  applyRuntimeClass,
  quotaMessage,
} from '@kubesem/admission';
import {
  attempt,
  type Deployment,
  type LimitRange,
  objectOf,
  type Pod,
  type ReplicaSet,
  type ResourceQuota,
  type RuntimeClass,
} from '@kubesem/core';
import { applyPodDefaults } from '@kubesem/resources';
import type { AdmitPods } from '@kubesem/workloads';
import { identityOf } from '../../../io/lenient.js';

/** What decides about new Pods of a namespace. */
export interface AdmissionObjects {
  readonly quotas: readonly ResourceQuota[];
  readonly limitRanges: readonly LimitRange[];
  readonly runtimeClasses: readonly RuntimeClass[];
}

/**
 * Asks the ResourceQuotas of the namespace about new Pods of a Deployment. Their statuses include the Pods that exist at
 * the start; a quota without a status counts only the Pods of the Deployment.
 *
 * @param deployment - the Deployment
 * @param replicaSets - its ReplicaSets at the start
 * @param objects - the quotas, and what changes new Pods
 * @returns undefined without quotas
 */
export function quotaAdmission(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
  { quotas: all, limitRanges, runtimeClasses }: AdmissionObjects,
): AdmitPods | undefined {
  const { namespace } = identityOf(deployment);
  const isNear = (object: ResourceQuota | LimitRange) => identityOf(object).namespace === namespace;
  const quotas = all.filter(isNear);
  const ranges = limitRanges.filter(isNear);
  const admit = (pod: Pod) => {
    // The RuntimeClasses of the cluster may not be in the input.
    const classed = attempt(() => applyRuntimeClass(pod, runtimeClasses)).value ?? pod;
    return applyLimitRanges(classed, ranges);
  };
  const pods = new Map<string, Pod>();
  const podOf = (replicaSet: ReplicaSet): Pod => {
    const { name } = identityOf(replicaSet);
    const spec =
      objectOf(objectOf(replicaSet.spec).template).spec ??
      objectOf(objectOf(deployment.spec).template).spec;
    const created: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace }, spec };
    const pod = pods.get(name) ?? applyPodDefaults(created, { admit });
    pods.set(name, pod);
    return pod;
  };
  // The usage without the Pods of the Deployment.
  const others = quotas.map((quota) =>
    objectOf(quota.status).used
      ? replicaSets.reduce<ResourceQuota>((rest, set) => {
          const count = -(objectOf(set.spec).replicas ?? 1);
          return addQuotaUsage([rest], podOf(set), { count })[0] ?? rest;
        }, quota)
      : applyQuotaStatus(quota, []),
  );
  return quotas.length === 0
    ? undefined
    : (replicaSet, count, existing) => {
        const used = existing.reduce(
          (sum, each) => addQuotaUsage(sum, podOf(each.replicaSet), { count: each.count }),
          others as readonly ResourceQuota[],
        );
        const { admitted, violations } = admitToQuotas(used, podOf(replicaSet), { count });
        return { admitted, message: quotaMessage(violations) };
      };
}
