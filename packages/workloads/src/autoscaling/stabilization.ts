import { timestampMs } from '@kubesem/core';
import { type Behavior, DOWNSCALE_STABILIZATION_MS } from './limits.js';
import type { PastRecommendation } from './past.js';

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
