import { type HPAScalingPolicy, type HPAScalingRules, type Timestamp } from '@kubesem/core';
import { type Fields, INT32_RANGE, timestampMs } from '@kubesem/core/internal';
import { toInt32 } from './go-numbers.js';

/** A recommendation of the controller, before it was stabilized and limited. */
export interface PastRecommendation {
  /** The number of Pods. */
  readonly replicas: number;
  /** When it was computed. */
  readonly time: Timestamp;
}

/** A change that the controller has made. */
export interface PastScaling {
  /** By how many Pods; never negative. */
  readonly change: number;
  /** When it was made. */
  readonly time: Timestamp;
}

/** What the controller remembers of an autoscaler while it runs. */
export interface AutoscalerPast {
  /** Earlier recommendations; if there are none, the current number of Pods counts as one. */
  readonly recommendations?: readonly PastRecommendation[] | undefined;
  /**
   * For how many seconds the metrics have been as they are now; 0 by default. Without earlier recommendations, the current number of
   * Pods counts as the one before. If it is older than the stabilization window, which has 5 minutes by default, the controller
   * deletes Pods.
   */
  readonly steadySeconds?: number | undefined;
  /** Earlier times when it added Pods; only with a `behavior`. */
  readonly scaleUps?: readonly PastScaling[] | undefined;
  /** Earlier times when it deleted Pods; only with a `behavior`. */
  readonly scaleDowns?: readonly PastScaling[] | undefined;
}

/** The rules of one direction with their defaults. */
interface ScalingRules {
  readonly selectPolicy: string;
  readonly stabilizationMs: number;
  readonly policies: readonly HPAScalingPolicy[];
}

const SECOND_MS = 1000;
/** The stabilization window for deleting Pods, of the controller manager. */
const DOWNSCALE_STABILIZATION_MS = 300_000;

/** Scaling rules as the API server completes them. */
type CompleteRules = HPAScalingRules & {
  readonly selectPolicy: string;
  readonly policies: readonly HPAScalingPolicy[];
};

const PERCENT: HPAScalingPolicy = { type: 'Percent', value: 100, periodSeconds: 15 };
const PODS: HPAScalingPolicy = { type: 'Pods', value: 4, periodSeconds: 15 };

/**
 * The rules for more Pods that the API server fills in.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/autoscaling/v2` v1.37.1, `GenerateHPAScaleUpRules`.
 */
export const SCALE_UP_RULES: CompleteRules = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [PODS, PERCENT],
};

/**
 * The rules for fewer Pods that the API server fills in. The window is that of the controller manager.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/autoscaling/v2` v1.37.1, `GenerateHPAScaleDownRules`.
 */
export const SCALE_DOWN_RULES: CompleteRules = { selectPolicy: 'Max', policies: [PERCENT] };

/** Reads the rules of one direction, with their defaults. */
export function scalingRules(
  rules: Fields<HPAScalingRules>,
  direction: 'up' | 'down',
): ScalingRules {
  const seconds = rules.integer('stabilizationWindowSeconds');
  const initial = direction === 'up' ? 0 : DOWNSCALE_STABILIZATION_MS;
  const { selectPolicy, policies } = direction === 'up' ? SCALE_UP_RULES : SCALE_DOWN_RULES;
  return {
    selectPolicy: rules.optionalText('selectPolicy') ?? selectPolicy,
    stabilizationMs: seconds === undefined ? initial : seconds * SECOND_MS,
    policies: rules.has('policies') ? rules.each('policies', checkedPolicy) : policies,
  };
}

function checkedPolicy(policy: Fields<HPAScalingPolicy>): HPAScalingPolicy {
  policy.integer('value');
  policy.integer('periodSeconds');
  return policy.value;
}

/** A recommendation within the limits, and what the controller says about it. */
interface Limited {
  readonly replicas: number;
  readonly reason: string;
  readonly message: string;
}

const TOO_MANY = 'the desired replica count is more than the maximum replica count';
const TOO_FEW = 'the desired replica count is less than the minimum replica count';
const TOO_FAST_UP = 'the desired replica count is increasing faster than the maximum scale rate';
const TOO_FAST_DOWN = 'the desired replica count is decreasing faster than the maximum scale rate';
const WITHIN = 'the desired count is within the acceptable range';

/** The numbers of Pods between which a result must be. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * Limits a recommendation without a `behavior`: to twice the current number of Pods, or 4.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `convertDesiredReplicasWithRules`.
 */
export function limitByDefault(desired: number, current: number, { min, max }: Range): Limited {
  const fastest = toInt32(Math.max(2 * current, 4));
  if (desired < min) {
    return { replicas: min, reason: 'TooFewReplicas', message: TOO_FEW };
  }
  if (desired > Math.min(max, fastest)) {
    return max > fastest
      ? { replicas: fastest, reason: 'ScaleUpLimit', message: TOO_FAST_UP }
      : { replicas: max, reason: 'TooManyReplicas', message: TOO_MANY };
  }
  return { replicas: desired, reason: 'DesiredWithinRange', message: WITHIN };
}

/** The rules of both directions. */
interface Behavior {
  readonly up: ScalingRules;
  readonly down: ScalingRules;
}

/**
 * Limits a recommendation by the policies of a `behavior`.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `convertDesiredReplicasWithBehaviorRate`.
 */
export function limitByPolicies(
  desired: number,
  current: number,
  { min, max }: Range,
  behavior: Behavior,
  past: AutoscalerPast,
  nowMs: number,
): Limited {
  if (desired > current) {
    const fastest = Math.max(rateLimit(behavior.up, 'up', current, past, nowMs), current);
    const limit = Math.min(max, fastest);
    if (desired > limit) {
      return max > fastest
        ? { replicas: limit, reason: 'ScaleUpLimit', message: TOO_FAST_UP }
        : { replicas: limit, reason: 'TooManyReplicas', message: TOO_MANY };
    }
  } else if (desired < current) {
    const fastest = Math.min(rateLimit(behavior.down, 'down', current, past, nowMs), current);
    const limit = Math.max(min, fastest);
    if (desired < limit) {
      return min < fastest
        ? { replicas: limit, reason: 'ScaleDownLimit', message: TOO_FAST_DOWN }
        : { replicas: limit, reason: 'TooFewReplicas', message: TOO_FEW };
    }
  }
  return { replicas: desired, reason: 'DesiredWithinRange', message: WITHIN };
}

/**
 * The number of Pods that the policies allow. A percentage is rounded up to add Pods, and cut to delete them.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `calculateScaleUpLimitWithScalingRules` and
 * `calculateScaleDownLimitWithBehaviors`.
 */
function rateLimit(
  { selectPolicy, policies }: ScalingRules,
  direction: 'up' | 'down',
  current: number,
  past: AutoscalerPast,
  nowMs: number,
): number {
  if (selectPolicy === 'Disabled') {
    return current;
  }
  const sign = direction === 'up' ? 1 : -1;
  const proposals = policies.map(({ type, value, periodSeconds }) => {
    const sinceMs = nowMs - (periodSeconds ?? 0) * SECOND_MS;
    const added = changes(past.scaleUps, sinceMs);
    const start = (current - added + changes(past.scaleDowns, sinceMs)) | 0;
    const amount = value ?? 0;
    if (type === 'Pods') {
      return (start + sign * amount) | 0;
    }
    const scaled = start * (1 + (sign * amount) / 100);
    return toInt32(direction === 'up' ? Math.ceil(scaled) : scaled);
  });
  // The largest change is the highest number upward, and the lowest downward.
  const isHighest = (selectPolicy === 'Min') !== (direction === 'up');
  return proposals.reduce(
    (a, b) => (isHighest ? Math.max(a, b) : Math.min(a, b)),
    isHighest ? INT32_RANGE.min : INT32_RANGE.max,
  );
}

function changes(past: readonly PastScaling[] | undefined, sinceMs: number): number {
  const counted = (past ?? []).filter(({ time }) => timestampMs(time) > sinceMs);
  return counted.reduce((sum, { change }) => sum + change, 0);
}

/**
 * Keeps the highest recommendation of the last 5 minutes.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `stabilizeRecommendation`.
 */
export function stabilizeByDefault(
  desired: number,
  past: readonly PastRecommendation[],
  nowMs: number,
): number {
  const sinceMs = nowMs - DOWNSCALE_STABILIZATION_MS;
  return past
    .filter(({ time }) => timestampMs(time) >= sinceMs)
    .reduce((most, { replicas }) => Math.max(most, replicas), desired);
}

/**
 * Keeps the number of Pods between the lowest and the highest recommendation of the windows.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `stabilizeRecommendationWithBehaviors`.
 */
export function stabilizeByWindows(
  desired: number,
  current: number,
  past: readonly PastRecommendation[],
  { up, down }: Behavior,
  nowMs: number,
): number {
  const recent = (windowMs: number) =>
    past.filter(({ time }) => timestampMs(time) > nowMs - windowMs).map(({ replicas }) => replicas);
  const lowest = recent(up.stabilizationMs).reduce((a, b) => Math.min(a, b), desired);
  const highest = recent(down.stabilizationMs).reduce((a, b) => Math.max(a, b), desired);
  return Math.min(Math.max(current, lowest), highest);
}
