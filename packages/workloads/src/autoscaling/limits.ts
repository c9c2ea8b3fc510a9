import {
  type Fields,
  type HPAScalingPolicy,
  type HPAScalingRules,
  INT32_RANGE,
  timestampMs,
} from '@kubesem/core';
import { toInt32 } from './go-numbers.js';
import type { AutoscalerPast, PastScaling } from './past.js';

/** The rules of one direction with their defaults. */
export interface ScalingRules {
  readonly selectPolicy: string;
  readonly stabilizationMs: number;
  readonly policies: readonly HPAScalingPolicy[];
}

const SECOND_MS = 1000;
/** The stabilization window for deleting Pods, of the controller manager. */
export const DOWNSCALE_STABILIZATION_MS = 300_000;

/**
 * Fills in the defaults of the API server.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/autoscaling/v2` v1.37.1, `GenerateHPAScaleUpRules` and `GenerateHPAScaleDownRules`.
 */
export function scalingRules(
  rules: Fields<HPAScalingRules>,
  direction: 'up' | 'down',
): ScalingRules {
  const seconds = rules.integer('stabilizationWindowSeconds');
  const initial = direction === 'up' ? 0 : DOWNSCALE_STABILIZATION_MS;
  const percent = { type: 'Percent', value: 100, periodSeconds: 15 };
  const pods = { type: 'Pods', value: 4, periodSeconds: 15 };
  const initialPolicies = direction === 'up' ? [pods, percent] : [percent];
  return {
    selectPolicy: rules.optionalText('selectPolicy') ?? 'Max',
    stabilizationMs: seconds === undefined ? initial : seconds * SECOND_MS,
    policies: rules.has('policies') ? rules.each('policies', checkedPolicy) : initialPolicies,
  };
}

function checkedPolicy(policy: Fields<HPAScalingPolicy>): HPAScalingPolicy {
  policy.integer('value');
  policy.integer('periodSeconds');
  return policy.value;
}

/** A recommendation within the limits, and what the controller says about it. */
export interface Limited {
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
export interface Behavior {
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
