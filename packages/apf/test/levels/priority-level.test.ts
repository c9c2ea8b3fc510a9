import { effectiveConfiguration } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';

const queuing = { queues: 8, handSize: 2, queueLengthLimit: 5 };
const limited = (limitResponse: object | undefined) => ({
  type: 'Limited',
  limited: { nominalConcurrencyShares: 3, ...(limitResponse && { limitResponse }) },
});
const exempt = { type: 'Exempt', exempt: {} };

/** Names of the levels that a server uses, without those that it imagines. */
function used(name: string, spec: object | undefined): string[] {
  const level = { metadata: { name }, ...(spec && { spec }) };
  const { levels } = effectiveConfiguration({ priorityLevels: [level], flowSchemas: [] }, 600);
  return levels.flatMap(({ configuration, isImagined }) =>
    isImagined ? [] : [configuration.metadata?.name ?? ''],
  );
}

describe('a stored priority level', () => {
  test.each<[string, object | undefined]>([
    // Contradicting itself in nothing, it is one without limits.
    ['bare', undefined],
    ['one', limited({ type: 'Queue', queuing })],
    ['two', limited({ type: 'Reject' })],
    ['exempt', exempt],
  ])('is used: %s', (name, spec) => {
    expect(used(name, spec)).toEqual([name]);
  });

  test.each<[string, string, object]>([
    ['a limited one says nothing of limits', 'one', { type: 'Limited' }],
    ['another one has limits', 'one', { ...limited({ type: 'Reject' }), type: 'Other' }],
    ['an exempt one says nothing of that', 'exempt', { type: 'Exempt' }],
    ['a limited one is exempt, too', 'one', { ...limited({ type: 'Reject' }), exempt: {} }],
    [
      'an exempt one is limited, too',
      'exempt',
      { ...exempt, ...limited({ type: 'Reject' }), type: 'Exempt' },
    ],
    ['one is exempt that must not be', 'one', exempt],
    ['one is not exempt that must be', 'exempt', limited({ type: 'Reject' })],
    ['it rejects, and has queues', 'one', limited({ type: 'Reject', queuing })],
    ['it queues, and has no queues', 'one', limited({ type: 'Queue' })],
    ['it does not say what it does', 'one', limited(undefined)],
    [
      'a hand is more than there is',
      'one',
      limited({ type: 'Queue', queuing: { ...queuing, handSize: 9 } }),
    ],
  ])('is left out where %s', (_, name, spec) => {
    expect(used(name, spec)).toEqual([]);
  });
});
