import type { InspectReport } from '@kubesem/inspect';
import { count } from '../../output/text.js';

/** Explains where the usage of quotas is from, and what their verdicts assume. */
export function* quotaNotes({
  quotas = [],
  quotaVerdicts = [],
}: Pick<InspectReport, 'quotas' | 'quotaVerdicts'>): Generator<string, void> {
  const counted = quotas.filter(({ usageFrom }) => usageFrom === 'objects').length;
  if (counted > 0) {
    yield `${count(counted, 'quota')} without a status: usage counted from the objects of the input`;
  }
  if (quotaVerdicts.some(({ replaces }) => replaces !== undefined)) {
    yield 'Rollouts replace Pods step by step. New Pods are assumed to become ready, and each rollout to finish before the next object is created.';
  }
}
