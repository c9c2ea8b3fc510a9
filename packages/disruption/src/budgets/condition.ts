import { type Condition, type Timestamp } from '@kubesem/core';
import { ABSENT, fields, setCondition, storedTimeLike } from '@kubesem/core/internal';

const TYPE = 'DisruptionAllowed';

/** What a condition says. */
export interface ConditionText {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration: number;
}

/** The condition `DisruptionAllowed`, if there is one. */
export function allowedCondition(
  conditions: readonly Condition[] | null | undefined,
): Condition | undefined {
  return fields({ conditions }, ABSENT)
    .each('conditions', ({ value }) => value)
    .find(({ type }) => type === TYPE);
}

/** What the condition says about the number of allowed disruptions. */
export function conditionFor(allowed: number, observedGeneration: number): ConditionText {
  return allowed > 0
    ? { status: 'True', reason: 'SufficientPods', message: '', observedGeneration }
    : { status: 'False', reason: 'InsufficientPods', message: '', observedGeneration };
}

/** The conditions with a new `DisruptionAllowed`. Its time changes only if its status does. */
export function withCondition(
  conditions: readonly Condition[] | null | undefined,
  { status, reason, message, observedGeneration }: ConditionText,
  nowMs: number,
  now: Timestamp,
): readonly Condition[] {
  return setCondition(conditions, {
    type: TYPE,
    status,
    ...(observedGeneration !== 0 && { observedGeneration }),
    lastTransitionTime: storedTimeLike(nowMs, now),
    reason,
    message,
  });
}
