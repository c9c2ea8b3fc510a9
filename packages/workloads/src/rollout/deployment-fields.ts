import {
  type Condition,
  childPath,
  controllerOf,
  type Deployment,
  type DeploymentCondition,
  FieldReader,
  INT64_RANGE,
  objectNamespace,
  objectsOf,
  type ReplicaSet,
  type StringMap,
  timestampMs,
} from '@kubesem/core';
import { DEPLOYMENT } from '@kubesem/core/kinds';
import { labelSelectorRequirements, matchesLabelSelector } from '@kubesem/selectors';
import { rollingUpdateLimits } from './limits.js';
import { templatesEqual } from './templates-equal.js';

/** What the controller reads of a ReplicaSet. */
export interface ReplicaSetFields {
  readonly name: string;
  readonly uid: string;
  /** Its place among the ReplicaSets of the Deployment, the oldest first. */
  readonly order: number;
  readonly annotations: StringMap;
  readonly minReadySeconds: number;
  /** Desired Pods. */
  readonly replicas: number;
  /** Pods that are not terminating. */
  readonly actual: number;
  readonly ready: number;
  readonly available: number;
  /** Pods that are terminating; undefined if a controller that does not count them has written the status. */
  readonly terminating: number | undefined;
  readonly failure: Condition | undefined;
}

/** What the controller reads of a Deployment. */
export interface DeploymentFields {
  readonly name: string;
  readonly generation: number;
  readonly annotations: StringMap;
  readonly replicas: number;
  readonly minReadySeconds: number;
  /** The update strategy, such as `RollingUpdate`. */
  readonly strategy: string;
  readonly isPaused: boolean;
  readonly isDeleted: boolean;
  /** Seconds without progress; undefined if the rollout never fails. */
  readonly deadlineSeconds: number | undefined;
  readonly surge: number;
  /** From how many available Pods on the Deployment is available; also with the strategy `Recreate`. */
  readonly minAvailable: number;
  /** Its last status. */
  readonly status: DeploymentStatusFields;
}

/** What the controller reads of the status of a Deployment. */
export interface DeploymentStatusFields {
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly collisionCount: number | undefined;
  readonly conditions: readonly DeploymentCondition[];
}

const NO_DEADLINE = 2147483647;
const [META, SPEC, STATUS] = ['metadata', 'spec', 'status'] as const;
const at = (field: string) => childPath(undefined, field);

/** Reads a Deployment. Defaults apply. */
export function deploymentFields(deployment: Deployment): DeploymentFields {
  const reader = new FieldReader();
  const metadata = reader.object<object>(deployment, META, undefined) ?? {};
  const spec = reader.object<object>(deployment, SPEC, undefined) ?? {};
  const strategy = reader.object<object>(spec, 'strategy', at(SPEC)) ?? {};
  const workload = { ...deployment, apiVersion: DEPLOYMENT.apiVersion, kind: DEPLOYMENT.kind };
  const { surge, unavailable } = rollingUpdateLimits(workload);
  const replicas = reader.integer(spec, 'replicas', at(SPEC)) ?? 1;
  const deadline = reader.integer(spec, 'progressDeadlineSeconds', at(SPEC)) ?? 600;
  return {
    name: reader.text(metadata, 'name', at(META)),
    generation: reader.integer(metadata, 'generation', at(META), INT64_RANGE) ?? 0,
    annotations: reader.object<StringMap>(metadata, 'annotations', at(META)) ?? {},
    replicas,
    minReadySeconds: reader.integer(spec, 'minReadySeconds', at(SPEC)) ?? 0,
    strategy: reader.text(strategy, 'type', childPath(at(SPEC), 'strategy')) || 'RollingUpdate',
    isPaused: reader.flag(spec, 'paused', at(SPEC)) === true,
    isDeleted: (deployment.metadata?.deletionTimestamp ?? undefined) !== undefined,
    deadlineSeconds: deadline === NO_DEADLINE ? undefined : deadline,
    surge,
    minAvailable: replicas - unavailable,
    status: deploymentStatusFields(deployment),
  };
}

/** Reads the status of a Deployment. */
export function deploymentStatusFields(deployment: Deployment): DeploymentStatusFields {
  const reader = new FieldReader();
  const status = reader.object<object>(deployment, STATUS, undefined) ?? {};
  const count = (field: string) => reader.integer(status, field, at(STATUS)) ?? 0;
  return {
    replicas: count('replicas'),
    updatedReplicas: count('updatedReplicas'),
    readyReplicas: count('readyReplicas'),
    availableReplicas: count('availableReplicas'),
    collisionCount: reader.integer(status, 'collisionCount', at(STATUS)),
    conditions: reader
      .objects<DeploymentCondition>(status, 'conditions', at(STATUS))
      .map(({ entry }) => entry),
  };
}

/** Reads a ReplicaSet. */
export function replicaSetFields(set: ReplicaSet, order: number): ReplicaSetFields {
  const reader = new FieldReader();
  const metadata = reader.object<object>(set, META, undefined) ?? {};
  const spec = reader.object<object>(set, SPEC, undefined) ?? {};
  const status = reader.object<object>(set, STATUS, undefined) ?? {};
  const count = (field: string) => reader.integer(status, field, at(STATUS)) ?? 0;
  const isObserved =
    (reader.integer(status, 'observedGeneration', at(STATUS), INT64_RANGE) ?? 0) !== 0;
  const terminating = reader.integer(status, 'terminatingReplicas', at(STATUS));
  return {
    name: reader.text(metadata, 'name', at(META)),
    uid: reader.text(metadata, 'uid', at(META)),
    order,
    annotations: reader.object<StringMap>(metadata, 'annotations', at(META)) ?? {},
    minReadySeconds: reader.integer(spec, 'minReadySeconds', at(SPEC)) ?? 0,
    replicas: reader.integer(spec, 'replicas', at(SPEC)) ?? 1,
    actual: count('replicas'),
    ready: count('readyReplicas'),
    available: count('availableReplicas'),
    terminating: terminating ?? (isObserved ? undefined : 0),
    failure: reader
      .objects<Condition>(status, 'conditions', at(STATUS))
      .map(({ entry }) => entry)
      .find(({ type }) => type === 'ReplicaFailure'),
  };
}

/** The ReplicaSets of a Deployment. */
export interface DeploymentReplicaSets {
  /** The oldest one with the template of the Deployment. */
  readonly latest: ReplicaSetFields | undefined;
  /** All others, the oldest first. */
  readonly old: readonly ReplicaSetFields[];
}

/** Whether the selector is `{}`, with which the controller does nothing. */
export function selectsAll({ spec }: Deployment): boolean {
  const selector = spec?.selector ?? undefined;
  const { matchLabels, matchExpressions } = selector ?? {};
  return selector !== undefined && (matchLabels ?? matchExpressions ?? undefined) === undefined;
}

/** Reads the ReplicaSets of a Deployment. */
export function deploymentReplicaSets(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
): DeploymentReplicaSets {
  const { claimed, latest } = claimReplicaSets(deployment, replicaSets);
  const sets = claimed.map(replicaSetFields);
  return { latest: sets[latest], old: sets.filter(({ order }) => order !== latest) };
}

/**
 * Returns the ReplicaSets that a Deployment owns or adopts, and its selector selects, the oldest first, and the index of the
 * one with its template, or -1.
 *
 * Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `ClaimReplicaSets` and `ReplicaSetsByCreationTimestamp`;
 * `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `FindNewReplicaSet` and `FindOldReplicaSets`.
 */
export function claimReplicaSets(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
): { readonly claimed: readonly ReplicaSet[]; readonly latest: number } {
  const selector = deployment.spec?.selector ?? undefined;
  const requirements = selector && labelSelectorRequirements(selector);
  const namespace = objectNamespace(deployment);
  const { uid, deletionTimestamp } = deployment.metadata ?? {};
  const adopts = (deletionTimestamp ?? undefined) === undefined;
  const claimed = objectsOf(replicaSets).filter((set) => {
    const owner = controllerOf(set);
    const isDeleted = (set.metadata?.deletionTimestamp ?? undefined) !== undefined;
    return (
      objectNamespace(set) === namespace &&
      matchesLabelSelector(requirements, set.metadata?.labels) &&
      (owner === undefined ? adopts && !isDeleted : owner.uid === uid)
    );
  });
  claimed.sort(compareByCreation);
  const template = deployment.spec?.template;
  const latest = claimed.findIndex((set) => templatesEqual(set.spec?.template, template));
  return { claimed, latest };
}

function compareByCreation({ metadata: a }: ReplicaSet, { metadata: b }: ReplicaSet): number {
  const [first, second] = [a, b].map((metadata) => {
    const ms = timestampMs(metadata?.creationTimestamp);
    return Number.isNaN(ms) ? -Infinity : ms;
  }) as [number, number];
  if (first !== second) {
    return first < second ? -1 : 1;
  }
  return (a?.name ?? '') < (b?.name ?? '') ? -1 : 1;
}
