import {
  attempt,
  COUNT_RANGE,
  childPath,
  type Deployment,
  type FieldPath,
  type LimitRange,
  objectOf,
  type Pod,
  type ReplicaSet,
  type ResourceQuota,
  type RuntimeClass,
  readInteger,
} from '@kubesem/core';
import { applyPodDefaults } from '@kubesem/resources';
import { applyLimitRanges } from '../limit-range/defaults.js';
import { applyRuntimeClass } from '../runtime-class/apply.js';
import { addQuotaUsage, admitToQuotas } from './admit.js';
import { quotaMessage } from './message.js';
import { sharesNamespace } from './objects.js';
import { applyQuotaStatus } from './usage.js';

/** What decides about the new Pods of a Deployment. */
export interface RolloutAdmissionOptions {
  /** The ReplicaSets of the Deployment before the rollout. */
  readonly replicaSets: readonly ReplicaSet[];
  /** The ResourceQuotas; those of other namespaces are skipped. */
  readonly quotas: readonly ResourceQuota[];
  /** The LimitRanges that change new Pods; those of other namespaces are skipped. None by default. */
  readonly limitRanges?: readonly LimitRange[] | undefined;
  /** The RuntimeClasses of the cluster. A Pod whose RuntimeClass is missing or does not fit stays as it is. */
  readonly runtimeClasses?: readonly RuntimeClass[] | undefined;
}

/** A ReplicaSet of a Deployment and the number of its Pods. */
export interface CountedReplicaSet {
  /** The ReplicaSet. Without a Pod spec, it has that of the Deployment. */
  readonly replicaSet: ReplicaSet;
  /** How many Pods it has, including terminating ones. */
  readonly count: number;
}

/** What quotas do with new Pods of a ReplicaSet. */
export interface AdmittedPods {
  /** How many of the Pods are admitted. */
  readonly admitted: number;
  /** The message of the API server about the first that is not; undefined if all are admitted. */
  readonly message: string | undefined;
}

/**
 * Decides how many new Pods of a ReplicaSet the quotas admit.
 *
 * @param replicaSet - the ReplicaSet
 * @param count - how many Pods it creates
 * @param existing - all ReplicaSets of the Deployment that have Pods
 * @returns how many Pods are admitted, and why not all of them
 */
export type RolloutAdmission = (
  replicaSet: ReplicaSet,
  count: number,
  existing: readonly CountedReplicaSet[],
) => AdmittedPods;

/**
 * Returns what the ResourceQuotas of a namespace decide about new Pods while a Deployment is rolled out. Pass it to
 * `simulateRollout` of `@kubesem/workloads` as the option `admit`.
 *
 * The status of a quota includes the Pods that exist before the rollout. A quota without a status counts only the Pods of the
 * Deployment. New Pods have the defaults of the API server, of their RuntimeClass and of the LimitRanges; violations of
 * LimitRanges are not checked.
 *
 * @param deployment - the Deployment as it is rolled out
 * @param options - its ReplicaSets, and what decides about their Pods; nothing is changed
 * @returns the decision about new Pods; undefined if the namespace has no quotas
 * @throws the errors of `checkQuota`, `applyLimitRanges` and `applyPodDefaults`; the returned function also throws them
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the replicas of a ReplicaSet are not a
 * whole number from 0
 *
 * @example
 * ```ts
 * import { rolloutAdmission } from '@kubesem/admission';
 *
 * const deployment = { metadata: { name: 'web' }, spec: { template: { spec: { containers: [{ name: 'app' }] } } } };
 * const old = { metadata: { name: 'web-1' }, spec: { replicas: 3 } };
 * const status = { hard: { pods: '5' }, used: { pods: '4' } };
 * const quotas = [{ metadata: { name: 'team' }, status }];
 * const admit = rolloutAdmission(deployment, { replicaSets: [old], quotas });
 * admit?.({ metadata: { name: 'web-2' } }, 2, [{ replicaSet: old, count: 3 }]) // => {
 *   admitted: 1,
 *   message: 'exceeded quota: team, requested: pods=1, used: pods=5, limited: pods=5',
 * }
 * rolloutAdmission(deployment, { replicaSets: [old], quotas: [] }) // => undefined
 * ```
 *
 * Source: as `checkQuota`.
 */
export function rolloutAdmission(
  deployment: Deployment,
  { replicaSets, runtimeClasses = [], ...objects }: RolloutAdmissionOptions,
): RolloutAdmission | undefined {
  const quotas = objects.quotas.filter((quota) => sharesNamespace(quota, deployment));
  if (quotas.length === 0) {
    return undefined;
  }
  const limitRanges = (objects.limitRanges ?? []).filter((limitRange) =>
    sharesNamespace(limitRange, deployment),
  );
  const admit = (pod: Pod) => {
    const classed = attempt(() => applyRuntimeClass(pod, runtimeClasses)).value ?? pod;
    return applyLimitRanges(classed, limitRanges);
  };
  const { namespace } = objectOf(deployment.metadata);
  const ownSpec = podSpecOf(deployment);
  const pods = new Map<unknown, Pod>();
  const podOf = (replicaSet: ReplicaSet): Pod => {
    const { name } = objectOf(replicaSet.metadata);
    const spec = podSpecOf(replicaSet) ?? ownSpec;
    const created: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace }, spec };
    const pod = pods.get(name) ?? applyPodDefaults(created, { admit });
    pods.set(name, pod);
    return pod;
  };
  const withPods = (before: readonly ResourceQuota[], sets: readonly CountedReplicaSet[]) =>
    sets.reduce(
      (sum, { replicaSet, count }) => addQuotaUsage(sum, podOf(replicaSet), { count }),
      before,
    );
  // The usage without the Pods of the Deployment.
  const ownPods = replicaSets.map((replicaSet, index) => ({
    replicaSet,
    count: -replicasOf(replicaSet, childPath(childPath(undefined, 'replicaSets'), index)),
  }));
  const others = quotas.flatMap((quota) =>
    objectOf(quota.status).used ? withPods([quota], ownPods) : applyQuotaStatus(quota, []),
  );
  return (replicaSet, count, existing) => {
    const used = withPods(others, existing);
    const { admitted, violations } = admitToQuotas(used, podOf(replicaSet), { count });
    return { admitted, message: quotaMessage(violations) };
  };
}

/** How many Pods a ReplicaSet wants. */
function replicasOf({ spec }: ReplicaSet, path: FieldPath): number {
  const replicasPath = childPath(childPath(path, 'spec'), 'replicas');
  return readInteger(objectOf(spec).replicas, replicasPath, COUNT_RANGE) ?? 1;
}

/** The Pod spec in the template of an object. */
function podSpecOf({ spec }: Deployment | ReplicaSet) {
  return objectOf(objectOf(spec).template).spec;
}
