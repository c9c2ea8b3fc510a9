import type { Deployment, DeploymentStatus } from '@kubesem/core';
import { type RolloutMode, type RolloutStepOptions, syncDeployment } from './deployment-sync.js';
import type { RolloutScaling } from './scaling-plan.js';

/** The result of {@link explainNextRolloutStep}. */
export interface RolloutStepExplanation {
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
 * Returns which ReplicaSets the controller of a Deployment scales next.
 *
 * It reads the sizes and the status of the ReplicaSets, not their Pods. The new ReplicaSet is the one with the template of the
 * Deployment, both as they are stored. The deprecated annotation for rollbacks is ignored.
 *
 * @param deployment - the Deployment; defaults apply, and it is not changed
 * @param options - the ReplicaSets and Pods of the cluster, and the current time
 * @returns the scalings in order; empty if it only writes its status
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
 * nextRolloutStep(web, { replicaSets: [old], now: '2026-01-01T00:00:00Z' }) // => [
 * //   { replicaSet: 'web-new', from: 0, to: 1, reason: 'CREATED' },
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `syncDeployment`.
 */
export function nextRolloutStep(
  deployment: Deployment,
  options: RolloutStepOptions,
): readonly RolloutScaling[] {
  return syncDeployment(deployment, options).scalings;
}

/**
 * Returns what the controller of a Deployment does next, as {@link nextRolloutStep} does, with the status that it writes
 * and the limits of the rollout.
 *
 * @param deployment - the Deployment; defaults apply, and it is not changed
 * @param options - the ReplicaSets and Pods of the cluster, and the current time
 * @returns the scalings, the status and the limits
 * @throws the errors of {@link nextRolloutStep}
 *
 * @example
 * ```ts
 * import { explainNextRolloutStep } from '@kubesem/workloads';
 *
 * const web = { metadata: { name: 'web' }, spec: { replicas: 3, selector: { matchLabels: { app: 'web' } } } };
 * const { mode, maxPods, minAvailable } = explainNextRolloutStep(web, { replicaSets: [], now: '2026-01-01T00:00:00Z' });
 * mode // => 'ROLLING_UPDATE'
 * maxPods // => 4
 * minAvailable // => 3
 * ```
 *
 * Source: as {@link nextRolloutStep}.
 */
export function explainNextRolloutStep(
  deployment: Deployment,
  options: RolloutStepOptions,
): RolloutStepExplanation {
  const { fields, mode, scalings, status, waitsForOldPods } = syncDeployment(deployment, options);
  const step = { mode, scalings, status, waitsForOldPods };
  const { replicas: desired, surge, minAvailable } = fields;
  return { ...step, desired, maxPods: desired + surge, minAvailable };
}

/**
 * Computes the status that the controller of a Deployment writes next: its counts and conditions.
 *
 * @param deployment - the Deployment with its last status; defaults apply, and it is not changed
 * @param options - the ReplicaSets and Pods of the cluster, and the current time
 * @returns the status
 * @throws the errors of {@link nextRolloutStep}
 *
 * @example
 * ```ts
 * import { deploymentStatus } from '@kubesem/workloads';
 *
 * const labels = { app: 'web' };
 * const template = { metadata: { labels } };
 * const web = { metadata: { name: 'web', uid: 'd1' }, spec: { replicas: 2, selector: { matchLabels: labels }, template } };
 * const status = { replicas: 2, readyReplicas: 2, availableReplicas: 1 };
 * const set = { metadata: { name: 'web-1', labels }, spec: { replicas: 2, template }, status };
 * const { availableReplicas, conditions } = deploymentStatus(web, { replicaSets: [set], now: '2026-01-01T00:00:00Z' });
 * availableReplicas // => 1
 * conditions?.map(({ type, reason }) => [type, reason]) // => [
 * //   ['Available', 'MinimumReplicasUnavailable'],
 * //   ['Progressing', 'ReplicaSetUpdated'],
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `calculateStatus` and `syncRolloutStatus`.
 */
export function deploymentStatus(
  deployment: Deployment,
  options: RolloutStepOptions,
): DeploymentStatus {
  return syncDeployment(deployment, options).status;
}
