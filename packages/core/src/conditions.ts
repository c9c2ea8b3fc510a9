import type { Condition } from './api/meta/condition.js';
import type { Timestamp } from './api/meta/metadata.js';
import { listOf, objectOf } from './field/read.js';

/**
 * Returns when a condition last changed its status.
 *
 * @param old - the condition so far; undefined if there is none
 * @param condition - the new condition, with the current time
 * @returns the time of the old condition if both have the same status, otherwise that of the new one
 *
 * @example
 * ```ts
 * import { transitionTime } from '@kubesem/core/internal';
 *
 * const old = { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' };
 * transitionTime(old, { ...old, lastTransitionTime: '2026-01-02T00:00:00Z' }) // => '2026-01-01T00:00:00Z'
 * ```
 */
export function transitionTime(
  old: Condition | null | undefined,
  condition: Condition,
): Timestamp | null | undefined {
  const { status, lastTransitionTime } = objectOf(condition);
  return old?.status === status ? old?.lastTransitionTime : lastTransitionTime;
}

/**
 * Sets a condition. Its `lastTransitionTime` changes only if its status does.
 *
 * @param conditions - the conditions of an object; they are not changed
 * @param condition - the new condition, with the current time
 * @returns the conditions, with the new one in place of the first of its type, or at the end
 *
 * @example
 * ```ts
 * import { setCondition } from '@kubesem/core/internal';
 *
 * const ready = { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' };
 * const later = '2026-01-02T00:00:00Z';
 * setCondition([], ready) // => [ready]
 * setCondition([ready], { ...ready, lastTransitionTime: later }) // => [ready]
 * setCondition([ready], { ...ready, status: 'False', lastTransitionTime: later })[0]?.lastTransitionTime // => later
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/meta` v0.37.1, `SetStatusCondition`.
 */
export function setCondition<T extends Condition>(
  conditions: readonly T[] | null | undefined,
  condition: T,
): readonly T[] {
  const all = listOf(conditions);
  const old = all.find((each) => each?.type === condition?.type);
  const next = { ...condition, lastTransitionTime: transitionTime(old, condition) };
  return old === undefined ? [...all, next] : all.map((each) => (each === old ? next : each));
}
