import {
  type ClusterLists,
  type ClusterObjects,
  type Deployment,
  type FieldProblem,
  formatFieldProblem,
  type Pod,
  type ReplicaSet,
  type ResourceQuota,
} from '@kubesem/core';
import { COUNT_RANGE, clusterLists, fields, THROW } from '@kubesem/core/internal';
import { POD, REPLICA_SET } from '@kubesem/core/kinds';
import { type NewPodRules, newPod } from '../creation/new-pod.js';
import { limitRangeMessages } from '../limit-range/message.js';
import { podLimitRangeViolations } from '../limit-range/violations.js';
import { addQuotaUsage, quotaAdmission } from './admit.js';
import { quotaMessage } from './message.js';
import { sharesNamespace } from './objects.js';
import { applyQuotaStatus } from './usage.js';

/**
 * What decides about the new Pods of a Deployment: its ReplicaSets before the rollout, and quotas and LimitRanges, of which those
 * of other namespaces are skipped. Without RuntimeClasses, or with none, they are unknown: those of Pods are then ignored.
 */
export interface RolloutAdmissionCluster
  extends ClusterLists<'replicaSets' | 'resourceQuotas'>,
    Pick<ClusterObjects, 'limitRanges' | 'runtimeClasses'> {}

/** Options of {@link rolloutAdmission}. */
export interface RolloutAdmissionOptions {
  /** Lists why the API server rejects a new Pod: `validatePod` of `@kubesem/validation/pod`. Default: each Pod is valid */
  readonly validate?: ((pod: Pod) => readonly FieldProblem[]) | null | undefined;
}

/** A ReplicaSet of a Deployment and the number of its Pods. */
export interface CountedReplicaSet {
  /** The ReplicaSet. Without a Pod spec, it has that of the Deployment. */
  readonly replicaSet: ReplicaSet;
  /** How many Pods it has, including terminating ones. */
  readonly count: number;
}

/** What admission does with new Pods of a ReplicaSet. */
export interface AdmittedPods {
  /** How many of the Pods are admitted. */
  readonly admitted: number;
  /** The message of the API server about the first that is not; undefined if all are admitted. */
  readonly message: string | undefined;
}

/**
 * Decides how many new Pods of a ReplicaSet the API server admits.
 *
 * @param replicaSet - the ReplicaSet
 * @param count - how many Pods it creates; 0 asks about the ReplicaSet itself, if it is new
 * @param existing - all ReplicaSets of the Deployment that have Pods
 * @returns how many Pods are admitted, and why not all of them
 */
export type RolloutAdmission = (
  replicaSet: ReplicaSet,
  count: number,
  existing: readonly CountedReplicaSet[],
) => AdmittedPods;

/**
 * Returns what the RuntimeClasses, LimitRanges and ResourceQuotas of a namespace decide about new Pods while a Deployment
 * is rolled out. Pass it to `simulateRollout` of `@kubesem/workloads` as the option `admit`.
 *
 * The status of a quota includes the objects that exist before the rollout. A quota without a status counts only those of the
 * Deployment. New Pods have the defaults of the API server, of their RuntimeClass and of the LimitRanges. A new ReplicaSet
 * also counts; if a quota rejects it, none of its Pods is created. The message for 0 Pods is about the ReplicaSet alone.
 *
 * @param deployment - the Deployment as it is rolled out
 * @param cluster - its ReplicaSets, and what decides about their Pods; nothing is changed
 * @param options - what validates a new Pod, which LimitRanges can make invalid
 * @returns the decision about new Pods; undefined if nothing is known that decides about them
 * @throws the errors of `quotaViolations`, `podLimitRangeViolations` and `applyResourceDefaults`; the returned function also throws
 * them
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type, or the
 * replicas of a ReplicaSet are not a whole number from 0
 *
 * @example
 * ```ts
 * import { rolloutAdmission } from '@kubesem/admission';
 *
 * const deployment = { metadata: { name: 'web' }, spec: { template: { spec: { containers: [{ name: 'app' }] } } } };
 * const old = { metadata: { name: 'web-1' }, spec: { replicas: 3 } };
 * const status = { hard: { pods: '5' }, used: { pods: '4' } };
 * const resourceQuotas = [{ metadata: { name: 'team' }, status }];
 * const admit = rolloutAdmission(deployment, { replicaSets: [old], resourceQuotas });
 * const existing = [{ replicaSet: old, count: 3 }];
 * admit?.({ metadata: { name: 'web-2' } }, 2, existing) // => {
 * //   admitted: 1,
 * //   message: 'exceeded quota: team, requested: pods=1, used: pods=5, limited: pods=5',
 * // }
 * ```
 *
 * Source: as `quotaViolations`.
 */
export function rolloutAdmission(
  deployment: Deployment,
  cluster: RolloutAdmissionCluster,
  options?: RolloutAdmissionOptions | null,
): RolloutAdmission | undefined {
  const lists = clusterLists(
    cluster,
    ...(['limitRanges', 'replicaSets', 'resourceQuotas', 'runtimeClasses'] as const),
  );
  const { replicaSets, runtimeClasses } = lists;
  const quotas = lists.resourceQuotas.filter((quota) => sharesNamespace(quota, deployment));
  const limitRanges = lists.limitRanges.filter((limitRange) =>
    sharesNamespace(limitRange, deployment),
  );
  if (quotas.length + limitRanges.length + runtimeClasses.length === 0) {
    return undefined;
  }
  const validate = fields(options, THROW).value.validate ?? (() => []);
  const namespace = fields(deployment, THROW).at('metadata').text('namespace');
  const ownSpec = podSpecOf(deployment);
  const known = new Map<string, CreatedPod>();
  const created = (replicaSet: ReplicaSet): CreatedPod => {
    const name = nameOf(replicaSet);
    const spec = podSpecOf(replicaSet) ?? ownSpec;
    const asked: Pod = {
      apiVersion: POD.apiVersion,
      kind: POD.kind,
      metadata: { namespace, generateName: `${name}-` },
      spec,
    };
    const pod = known.get(name) ?? createdPod(asked, { limitRanges, runtimeClasses }, validate);
    known.set(name, pod);
    return pod;
  };
  const ofReplicaSet = {
    apiVersion: REPLICA_SET.apiVersion,
    kind: REPLICA_SET.kind,
    metadata: { namespace },
  };
  const old = new Set(replicaSets.map(nameOf));
  const withPods = (before: readonly ResourceQuota[], sets: readonly CountedReplicaSet[]) =>
    sets.reduce(
      (sum, { replicaSet, count }) => addQuotaUsage(sum, created(replicaSet).pod, { count }),
      before,
    );
  // The usage without the Pods of the Deployment.
  const ownPods = fields({ replicaSets }, THROW).each('replicaSets', (replicaSet) => ({
    replicaSet: replicaSet.value,
    count: -(replicaSet.at('spec').integer('replicas', COUNT_RANGE) ?? 1),
  }));
  const others = quotas.flatMap((quota) =>
    fields(quota, THROW).at('status').has('used')
      ? withPods([quota], ownPods)
      : applyQuotaStatus(
          quota,
          replicaSets.map(() => ofReplicaSet),
        ),
  );
  return (replicaSet, count, existing) => {
    const own = old.has(nameOf(replicaSet))
      ? { violations: [], quotas: others }
      : quotaAdmission(others, ofReplicaSet);
    const rejected = quotaMessage(own.violations);
    if (count === 0) {
      return { admitted: 0, message: rejected };
    }
    const { pod, rejection } = created(replicaSet);
    const message = rejected ?? rejection;
    if (message !== undefined) {
      return { admitted: 0, message };
    }
    const used = withPods(own.quotas, existing);
    const { admitted, violations } = quotaAdmission(used, pod, { count });
    return { admitted, message: quotaMessage(violations) };
  };
}

/** A new Pod of a ReplicaSet. */
interface CreatedPod {
  readonly pod: Pod;
  /** Why the API server rejects it before it asks quotas. */
  readonly rejection: string | undefined;
}

/**
 * Creates a Pod. In a request, mutating admission fails for a RuntimeClass, then the Pod is validated, and validating admission
 * compares it with the bounds of LimitRanges, and at last with quotas.
 *
 * Source: `k8s.io/apiserver/pkg/endpoints/handlers` v0.37.1, `createHandler`;
 * `k8s.io/apiserver/pkg/registry/generic/registry` v0.37.1, `(*Store).create`; `k8s.io/kubernetes/pkg/kubeapiserver/options`
 * v1.37.1, `AllOrderedPlugins`.
 */
function createdPod(
  asked: Pod,
  rules: NewPodRules,
  validate: (pod: Pod) => readonly FieldProblem[],
): CreatedPod {
  const { pod, runtimeClassProblem } = newPod(asked, rules);
  const [invalid] = runtimeClassProblem === undefined ? validate(pod) : [];
  const rejection =
    runtimeClassProblem?.message ??
    (invalid && formatFieldProblem(invalid)) ??
    limitRangeMessages(podLimitRangeViolations(pod, rules));
  return { pod, rejection };
}

function nameOf(replicaSet: ReplicaSet): string {
  return fields(replicaSet, THROW).at('metadata').text('name');
}

/** The Pod spec in the template of an object. */
function podSpecOf(workload: Deployment | ReplicaSet) {
  return fields(workload, THROW).at('spec').at('template').raw('spec');
}
