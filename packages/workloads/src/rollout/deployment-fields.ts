import {
  type Condition,
  controllerOf,
  type Deployment,
  type DeploymentCondition,
  isBeingDeleted,
  objectNamespace,
  type ReplicaSet,
  type StringMap,
} from '@kubesem/core';
import { ABSENT, fields, INT64_RANGE, THROW, timestampMs } from '@kubesem/core/internal';
import { DEPLOYMENT } from '@kubesem/core/kinds';
import { labelSelectorRequirements, matchesLabelSelector } from '@kubesem/selectors';
import { rollingUpdateLimits } from './limits.js';
import { isSameTemplate } from './same-template.js';

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

/** Reads a Deployment. Defaults apply. */
export function deploymentFields(deployment: Deployment): DeploymentFields {
  const object = fields(deployment, THROW);
  const metadata = object.at('metadata');
  const spec = object.at('spec');
  const strategy = spec.at('strategy');
  const workload = { ...deployment, apiVersion: DEPLOYMENT.apiVersion, kind: DEPLOYMENT.kind };
  const { surge, unavailable } = rollingUpdateLimits(workload);
  const replicas = spec.integer('replicas') ?? 1;
  const deadline = spec.integer('progressDeadlineSeconds') ?? 600;
  return {
    name: metadata.text('name'),
    generation: metadata.integer('generation', INT64_RANGE) ?? 0,
    annotations: metadata.at('annotations').value,
    replicas,
    minReadySeconds: spec.integer('minReadySeconds') ?? 0,
    strategy: strategy.text('type') || 'RollingUpdate',
    isPaused: spec.flag('paused') === true,
    isDeleted: metadata.has('deletionTimestamp'),
    deadlineSeconds: deadline === NO_DEADLINE ? undefined : deadline,
    surge,
    minAvailable: replicas - unavailable,
    status: deploymentStatusFields(deployment),
  };
}

/** Reads the status of a Deployment. */
export function deploymentStatusFields(deployment: Deployment): DeploymentStatusFields {
  const status = fields(deployment, THROW).at('status');
  return {
    replicas: status.integer('replicas') ?? 0,
    updatedReplicas: status.integer('updatedReplicas') ?? 0,
    readyReplicas: status.integer('readyReplicas') ?? 0,
    availableReplicas: status.integer('availableReplicas') ?? 0,
    collisionCount: status.integer('collisionCount'),
    conditions: status.each('conditions', ({ value }) => value),
  };
}

/** Reads a ReplicaSet. */
export function replicaSetFields(set: ReplicaSet, order: number): ReplicaSetFields {
  const object = fields(set, THROW);
  const metadata = object.at('metadata');
  const spec = object.at('spec');
  const status = object.at('status');
  const isObserved = (status.integer('observedGeneration', INT64_RANGE) ?? 0) !== 0;
  const terminating = status.integer('terminatingReplicas');
  return {
    name: metadata.text('name'),
    uid: metadata.text('uid'),
    order,
    annotations: metadata.at('annotations').value,
    minReadySeconds: spec.integer('minReadySeconds') ?? 0,
    replicas: spec.integer('replicas') ?? 1,
    actual: status.integer('replicas') ?? 0,
    ready: status.integer('readyReplicas') ?? 0,
    available: status.integer('availableReplicas') ?? 0,
    terminating: terminating ?? (isObserved ? undefined : 0),
    failure: status
      .each('conditions', ({ value }) => value)
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
  const uid = deployment.metadata?.uid;
  const adopts = !isBeingDeleted(deployment);
  const sets = fields({ replicaSets }, ABSENT).each('replicaSets', ({ value }) => value);
  const claimed = sets.filter((set) => {
    const owner = controllerOf(set);
    return (
      objectNamespace(set) === namespace &&
      matchesLabelSelector(requirements, set.metadata?.labels) &&
      (owner === undefined ? adopts && !isBeingDeleted(set) : owner.uid === uid)
    );
  });
  claimed.sort(compareByCreation);
  const template = deployment.spec?.template;
  const latest = claimed.findIndex((set) => isSameTemplate(set.spec?.template, template));
  return { claimed, latest };
}

/** A name of the wrong type is reported when the set is read. */
function nameIn(metadata: ReplicaSet['metadata']): string {
  return fields(metadata, ABSENT).text('name');
}

function compareByCreation({ metadata: a }: ReplicaSet, { metadata: b }: ReplicaSet): number {
  const [first, second] = [a, b].map((metadata) => {
    const ms = timestampMs(metadata?.creationTimestamp);
    return Number.isNaN(ms) ? -Infinity : ms;
  }) as [number, number];
  if (first !== second) {
    return first < second ? -1 : 1;
  }
  return nameIn(a) < nameIn(b) ? -1 : 1;
}
