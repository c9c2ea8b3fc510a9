import {
  controllerOf,
  type Deployment,
  type DeploymentCondition,
  type DeploymentStatus,
  isPodTerminal,
  type Pod,
  type ReplicaSet,
  type Timestamp,
} from '@kubesem/core';
import { ABSENT, fields, readNow, THROW } from '@kubesem/core/internal';
import { REPLICA_SET } from '@kubesem/core/kinds';
import {
  findCondition,
  newCondition,
  pausedConditions,
  progressConditions,
  withCondition,
  withoutCondition,
} from './deployment-conditions.js';
import {
  type DeploymentFields,
  type DeploymentReplicaSets,
  deploymentFields,
  deploymentReplicaSets,
  type ReplicaSetFields,
  selectsAll,
} from './deployment-fields.js';
import { needsUpdate } from './new-replica-set.js';
import {
  annotatedCount,
  DESIRED_REPLICAS,
  oldPodCount,
  type RolloutScaling,
  ScalingPlan,
} from './scaling-plan.js';

/** Options of {@link nextRolloutStep}. */
export interface RolloutStepOptions {
  /** The ReplicaSets of the cluster. */
  readonly replicaSets: readonly ReplicaSet[];
  /** The Pods of the cluster; the strategy `Recreate` waits until old ones have ended. */
  readonly pods?: readonly Pod[] | undefined;
  /** The current time. */
  readonly now: Timestamp;
  /** Name of a ReplicaSet that is created, for messages; the real one ends with a hash. By default `NAME-new`. */
  readonly newReplicaSetName?: string | undefined;
}

/**
 * What the controller does.
 *
 * - `SELECTS_ALL`: nothing, because the selector is empty
 * - `DELETED`: it only writes the status, because the Deployment is being deleted
 * - `PAUSED`: it only resizes ReplicaSets
 * - `RESIZE`: it resizes ReplicaSets, because `spec.replicas` has changed
 * - `ROLLING_UPDATE`: it replaces Pods step by step
 * - `RECREATE`: it removes all old Pods, then creates new ones
 * - `UNKNOWN_STRATEGY`: nothing, because it does not know the strategy
 */
export type RolloutMode =
  | 'SELECTS_ALL'
  | 'DELETED'
  | 'PAUSED'
  | 'RESIZE'
  | 'ROLLING_UPDATE'
  | 'RECREATE'
  | 'UNKNOWN_STRATEGY';

/** The result of {@link nextRolloutStep}. */
export interface RolloutStep {
  /** What the controller does. */
  readonly mode: RolloutMode;
  /** What it scales, in order. A ReplicaSet can appear twice. */
  readonly scalings: readonly RolloutScaling[];
  /** The status that it writes. */
  readonly status: DeploymentStatus;
  /** How many Pods there should be. */
  readonly desired: number;
  /** How many Pods there may be during the rollout. */
  readonly maxPods: number;
  /** Number of available Pods that the Deployment needs to be available. A rolling update keeps that many. */
  readonly minAvailable: number;
  /** Whether the strategy `Recreate` waits until old Pods have ended. */
  readonly waitsForOldPods: boolean;
}

/**
 * Returns what the controller of a Deployment does next: which ReplicaSets it scales, and the status that it writes.
 *
 * It reads the sizes and the status of the ReplicaSets, not their Pods. The new ReplicaSet is the one with the template of the
 * Deployment, both as they are stored. The deprecated annotation for rollbacks is ignored.
 *
 * @param deployment - the Deployment; defaults apply, and it is not changed
 * @param options - the ReplicaSets and Pods of the cluster, and the current time
 * @returns the scalings in order, the status and the limits of the rollout
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time, or a field that counts has the wrong type
 * @throws the errors of {@link rollingUpdateLimits}
 * @throws the errors of {@link @kubesem/selectors!labelSelectorRequirements | labelSelectorRequirements} if the selector is invalid
 *
 * @example
 * ```ts
 * import { nextRolloutStep } from '@kubesem/workloads';
 *
 * const labels = { app: 'web' };
 * const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:2' }] } };
 * const web = { metadata: { name: 'web', uid: 'd1' }, spec: { replicas: 3, selector: { matchLabels: labels }, template } };
 * const ownerReferences = [{ kind: 'Deployment', name: 'web', uid: 'd1', controller: true }];
 * const old = {
 *   metadata: { name: 'web-1', labels, ownerReferences },
 *   spec: { replicas: 3 },
 *   status: { replicas: 3, readyReplicas: 3, availableReplicas: 3 },
 * };
 * const { mode, scalings, status, maxPods } = nextRolloutStep(web, { replicaSets: [old], now: '2026-01-01T00:00:00Z' });
 * mode // => 'ROLLING_UPDATE'
 * scalings // => [{ replicaSet: 'web-new', from: 0, to: 1, reason: 'CREATED' }]
 * status.availableReplicas // => 3
 * maxPods // => 4
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `syncDeployment`, `calculateStatus` and `syncRolloutStatus`.
 */
export function nextRolloutStep(
  deployment: Deployment,
  { replicaSets, pods, now, newReplicaSetName }: RolloutStepOptions,
): RolloutStep {
  const stored = fields(deployment, THROW).value;
  const sets = deploymentReplicaSets(stored, replicaSets);
  const read = deploymentFields(stored);
  const { annotated: _, ...step } = syncDeployment({
    deployment: stored,
    fields: read,
    sets,
    hasOldPods: () => hasOldPods(sets, pods),
    nowMs: readNow(now),
    newReplicaSetName,
  });
  const { replicas: desired, surge, minAvailable } = read;
  return { ...step, desired, maxPods: desired + surge, minAvailable };
}

/** One sync of the controller. */
interface DeploymentSync
  extends Pick<RolloutStep, 'mode' | 'scalings' | 'status' | 'waitsForOldPods'> {
  /** Names of the ReplicaSets that get the annotations with the size of the Deployment. */
  readonly annotated: ReadonlySet<string>;
}

/** A Deployment that has been read, and what belongs to it. */
interface SyncInput {
  readonly deployment: Deployment;
  readonly fields: DeploymentFields;
  readonly sets: DeploymentReplicaSets;
  /** Whether Pods of old ReplicaSets have not ended. */
  readonly hasOldPods: () => boolean;
  /** The current time. */
  readonly nowMs: number;
  readonly newReplicaSetName?: string | undefined;
}

/**
 * Syncs a Deployment once.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `syncDeployment`.
 */
export function syncDeployment(input: SyncInput): DeploymentSync {
  const { deployment, fields, sets, nowMs, newReplicaSetName } = input;
  const plan = new ScalingPlan(fields, sets.old);
  const mode = modeOf(deployment, fields, sets);
  let { latest } = sets;
  let waitsForOldPods = false;
  const create = () => plan.create(newReplicaSetName ?? `${fields.name}-new`);
  if (mode === 'PAUSED' || mode === 'RESIZE') {
    plan.resize(sets);
  } else if (mode === 'ROLLING_UPDATE') {
    latest ??= create();
    plan.roll(latest);
  } else if (mode === 'RECREATE') {
    const removed = plan.removeOld();
    waitsForOldPods = removed || oldPodCount(sets.old) > 0 || input.hasOldPods();
    if (!waitsForOldPods) {
      latest ??= create();
      plan.recreate(latest);
    }
  }
  const isCreated = latest !== sets.latest;
  const status =
    mode === 'SELECTS_ALL' || mode === 'UNKNOWN_STRATEGY'
      ? oldStatus(deployment, fields, mode)
      : nextStatus(fields, { latest, old: sets.old }, mode, isCreated, nowMs);
  const { scalings, annotated } = plan;
  return { mode, scalings, annotated, status, waitsForOldPods };
}

/**
 * The Deployment after the API server has rejected its new ReplicaSet: the controller writes only a condition. It is unseen if
 * the controller has written no status since the Deployment was changed.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `getNewReplicaSet`.
 */
export function withCreateError(
  deployment: Deployment,
  { generation, deadlineSeconds, status: { conditions } }: DeploymentFields,
  message: string,
  nowMs: number,
  isUnseen: boolean,
): Deployment {
  const { metadata, status } = deployment;
  const failure = newCondition(nowMs, 'False', 'ReplicaSetCreateError', message);
  const seen = (status?.observedGeneration ?? 0) + (isUnseen ? 1 : 0);
  return {
    ...deployment,
    metadata: { ...metadata, generation: Math.max(generation, seen) },
    ...(deadlineSeconds !== undefined && {
      status: { ...status, conditions: withCondition(conditions, failure) },
    }),
  };
}

/** The status of a Deployment that the controller leaves alone. It observes one that selects all Pods. */
function oldStatus(
  { status }: Deployment,
  { generation }: DeploymentFields,
  mode: RolloutMode,
): DeploymentStatus {
  const observed = Math.max(status?.observedGeneration ?? 0, generation);
  return mode === 'SELECTS_ALL' ? { ...status, observedGeneration: observed } : { ...status };
}

function modeOf(
  deployment: Deployment,
  fields: DeploymentFields,
  { latest, old }: DeploymentReplicaSets,
): RolloutMode {
  const { isDeleted, isPaused, replicas, strategy } = fields;
  if (selectsAll(deployment)) {
    return 'SELECTS_ALL';
  }
  if (isDeleted) {
    return 'DELETED';
  }
  if (isPaused) {
    return 'PAUSED';
  }
  const isResized = [...old, ...(latest === undefined ? [] : [latest])].some(
    (set) => set.replicas > 0 && (annotatedCount(set, DESIRED_REPLICAS) ?? replicas) !== replicas,
  );
  if (isResized) {
    return 'RESIZE';
  }
  const modes = { RollingUpdate: 'ROLLING_UPDATE', Recreate: 'RECREATE' } as const;
  return strategy === 'RollingUpdate' || strategy === 'Recreate'
    ? modes[strategy]
    : 'UNKNOWN_STRATEGY';
}

/** Whether Pods of old ReplicaSets have not ended. Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `oldPodsRunning`. */
function hasOldPods({ old }: DeploymentReplicaSets, pods: RolloutStepOptions['pods']): boolean {
  const uids = new Map(old.map(({ uid, name }) => [uid, name]));
  return fields({ pods }, ABSENT)
    .objects('pods')
    .some(({ value: pod }) => {
      const owner = controllerOf(pod);
      const isOwned =
        owner?.kind === REPLICA_SET.kind &&
        uids.has(owner.uid) &&
        uids.get(owner.uid) === owner.name;
      return isOwned && !isPodTerminal(pod);
    });
}

/** Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `calculateStatus`. */
function nextStatus(
  fields: DeploymentFields,
  { latest, old }: DeploymentReplicaSets,
  mode: RolloutMode,
  isCreated: boolean,
  nowMs: number,
): DeploymentStatus {
  const all = latest === undefined ? old : [...old, latest];
  const sum = (field: 'replicas' | 'actual' | 'ready' | 'available') =>
    all.reduce((total, set) => total + set[field], 0);
  const terminating = all.reduce<number | undefined>(
    (total, set) =>
      total === undefined || set.terminating === undefined ? undefined : total + set.terminating,
    0,
  );
  const available = sum('available');
  const { collisionCount } = fields.status;
  const conditions = latestConditions(fields, { latest, old }, mode, isCreated, nowMs);
  const availability =
    available >= fields.minAvailable
      ? newCondition(
          nowMs,
          'True',
          'MinimumReplicasAvailable',
          'Deployment has minimum availability.',
          'Available',
        )
      : newCondition(
          nowMs,
          'False',
          'MinimumReplicasUnavailable',
          'Deployment does not have minimum availability.',
          'Available',
        );
  const status = {
    observedGeneration: fields.generation,
    replicas: sum('actual'),
    updatedReplicas: latest?.actual ?? 0,
    readyReplicas: sum('ready'),
    availableReplicas: available,
    unavailableReplicas: Math.max(sum('replicas') - available, 0),
    ...(terminating !== undefined && { terminatingReplicas: terminating }),
    ...(collisionCount !== undefined && { collisionCount }),
    conditions: withCondition(conditions, availability),
  };
  const rolls = mode === 'ROLLING_UPDATE' || mode === 'RECREATE';
  return rolls ? withProgress(fields, latest, all, status, nowMs) : status;
}

function withProgress(
  fields: DeploymentFields,
  latest: ReplicaSetFields | undefined,
  all: readonly ReplicaSetFields[],
  status: DeploymentStatus,
  nowMs: number,
): DeploymentStatus {
  const conditions = progressConditions(fields, latest, status, nowMs);
  const failure = latest?.failure ?? all.find((set) => set.failure !== undefined)?.failure;
  return {
    ...status,
    conditions:
      failure === undefined
        ? withoutCondition(conditions, 'ReplicaFailure')
        : withCondition(conditions, { ...failure, lastUpdateTime: failure.lastTransitionTime }),
  };
}

/** The conditions after the search for the new ReplicaSet. Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `getNewReplicaSet`. */
function latestConditions(
  fields: DeploymentFields,
  { latest, old }: DeploymentReplicaSets,
  mode: RolloutMode,
  isCreated: boolean,
  nowMs: number,
): readonly DeploymentCondition[] {
  const conditions =
    mode === 'DELETED' ? fields.status.conditions : pausedConditions(fields, nowMs);
  if (latest === undefined || fields.deadlineSeconds === undefined) {
    return conditions;
  }
  if (isCreated) {
    const message = `Created new replica set "${latest.name}"`;
    return withCondition(conditions, newCondition(nowMs, 'True', 'NewReplicaSetCreated', message));
  }
  const isKnown = findCondition(conditions, 'Progressing') !== undefined;
  const message = `Found new replica set "${latest.name}"`;
  return isKnown || needsUpdate(fields, latest, old)
    ? conditions
    : withCondition(conditions, newCondition(nowMs, 'True', 'FoundNewReplicaSet', message));
}
