import type { DeploymentCondition, DeploymentStatus } from '@kubesem/core';
import { storedTime, timestampMs, transitionTime } from '@kubesem/core/internal';
import type { DeploymentFields, ReplicaSetFields } from './deployment-fields.js';

type Conditions = readonly DeploymentCondition[];

/** The reason of a Deployment that made no progress in time. */
export const DEADLINE_EXCEEDED = 'ProgressDeadlineExceeded';

/** The first condition of a type. */
export function findCondition(
  conditions: Conditions,
  type: string,
): DeploymentCondition | undefined {
  return conditions.find((condition) => condition.type === type);
}

/** All conditions but those of a type. */
export function withoutCondition(
  conditions: Conditions,
  type: string | null | undefined,
): Conditions {
  return conditions.filter((condition) => condition.type !== type);
}

/**
 * Sets a condition. One with the same status and reason stays as it is.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `SetDeploymentCondition`.
 */
export function withCondition(conditions: Conditions, condition: DeploymentCondition): Conditions {
  const { type, status, reason } = condition;
  const current = findCondition(conditions, type ?? '');
  if (current?.status === status && (current?.reason ?? '') === (reason ?? '')) {
    return conditions;
  }
  const lastTransitionTime = transitionTime(current, condition);
  return [...withoutCondition(conditions, type), { ...condition, lastTransitionTime }];
}

/** A condition that changes now; `Progressing` by default. */
export function newCondition(
  nowMs: number,
  status: 'True' | 'False' | 'Unknown',
  reason: string,
  message: string,
  type = 'Progressing',
): DeploymentCondition {
  const now = storedTime(nowMs);
  return { type, status, lastUpdateTime: now, lastTransitionTime: now, reason, message };
}

/**
 * Notes that a Deployment was paused or resumed.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `checkPausedConditions`.
 */
export function pausedConditions(deployment: DeploymentFields, nowMs: number): Conditions {
  const { deadlineSeconds, isPaused, status } = deployment;
  const { conditions } = status;
  const reason = findCondition(conditions, 'Progressing')?.reason;
  const wasPaused = reason === 'DeploymentPaused';
  if (deadlineSeconds === undefined || reason === DEADLINE_EXCEEDED || isPaused === wasPaused) {
    return conditions;
  }
  return withCondition(
    conditions,
    isPaused
      ? newCondition(nowMs, 'Unknown', 'DeploymentPaused', 'Deployment is paused')
      : newCondition(nowMs, 'Unknown', 'DeploymentResumed', 'Deployment is resumed'),
  );
}

/**
 * Notes how a rollout goes on.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `syncRolloutStatus`;
 * `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `DeploymentComplete`, `DeploymentProgressing` and `DeploymentTimedOut`.
 */
export function progressConditions(
  deployment: DeploymentFields,
  latest: ReplicaSetFields | undefined,
  status: DeploymentStatus,
  nowMs: number,
): Conditions {
  const conditions = status.conditions ?? [];
  const current = findCondition(conditions, 'Progressing');
  if (deployment.deadlineSeconds === undefined) {
    return withoutCondition(conditions, 'Progressing');
  }
  if (status.replicas === status.updatedReplicas && current?.reason === 'NewReplicaSetAvailable') {
    return conditions;
  }
  const subject =
    latest === undefined ? `Deployment "${deployment.name}"` : `ReplicaSet "${latest.name}"`;
  if (isComplete(deployment, status)) {
    const message = `${subject} has successfully progressed.`;
    return withCondition(
      conditions,
      newCondition(nowMs, 'True', 'NewReplicaSetAvailable', message),
    );
  }
  if (hasProgress(deployment, status)) {
    const message = `${subject} is progressing.`;
    const next = newCondition(nowMs, 'True', 'ReplicaSetUpdated', message);
    const lastTransitionTime = transitionTime(current, next);
    return [...withoutCondition(conditions, 'Progressing'), { ...next, lastTransitionTime }];
  }
  if (current !== undefined && isTimedOut(current, deployment.deadlineSeconds, nowMs)) {
    const message = `${subject} has timed out progressing.`;
    return withCondition(conditions, newCondition(nowMs, 'False', DEADLINE_EXCEEDED, message));
  }
  return conditions;
}

/** Whether all Pods are updated and available, and there are no others. */
function isComplete({ replicas }: DeploymentFields, status: DeploymentStatus): boolean {
  return (
    status.updatedReplicas === replicas &&
    status.replicas === replicas &&
    status.availableReplicas === replicas
  );
}

/** Whether there are more new, ready or available Pods than before, or fewer old ones. */
function hasProgress({ status: before }: DeploymentFields, status: DeploymentStatus): boolean {
  const [replicas, updated] = [status.replicas ?? 0, status.updatedReplicas ?? 0];
  return (
    updated > before.updatedReplicas ||
    replicas - updated < before.replicas - before.updatedReplicas ||
    (status.readyReplicas ?? 0) > before.readyReplicas ||
    (status.availableReplicas ?? 0) > before.availableReplicas
  );
}

/** A condition without a time is very old. The time of a condition has whole seconds, the current time has not. */
function isTimedOut(
  { reason, lastUpdateTime }: DeploymentCondition,
  deadlineSeconds: number,
  nowMs: number,
): boolean {
  const deadline = timestampMs(lastUpdateTime) + deadlineSeconds * 1000;
  return (
    reason !== 'NewReplicaSetAvailable' && (reason === DEADLINE_EXCEEDED || !(deadline >= nowMs))
  );
}
