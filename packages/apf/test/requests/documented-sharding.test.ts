import {
  applyPriorityLevelDefaults,
  collisionProbability,
  DEFAULT_SHUFFLE_SHARDING,
  DOCUMENTED_ELEPHANTS,
  DOCUMENTED_SHUFFLE_SHARDING,
} from '@kubesem/apf';
import { expect, test } from 'vitest';

test('the defaults are those of the API server', () => {
  const limitResponse = { type: 'Queue', queuing: {} };
  const level = { spec: { type: 'Limited', limited: { limitResponse } } };
  const { limited } = applyPriorityLevelDefaults(level).spec ?? {};
  const { handSize, queues: deckSize } = limited?.limitResponse?.queuing ?? {};
  expect({ handSize, deckSize }).toEqual(DEFAULT_SHUFFLE_SHARDING);
});

test('the more queues, the less likely is a light flow without a free one', () => {
  for (const elephants of DOCUMENTED_ELEPHANTS) {
    const [first, ...others] = DOCUMENTED_SHUFFLE_SHARDING.map(({ handSize, deckSize }) =>
      collisionProbability(handSize, deckSize, elephants),
    );
    expect(Math.min(...others)).toBeGreaterThan(0);
    expect(Math.max(...others.slice(2))).toBeLessThan(elephants === 1 ? 1e-8 : (first ?? 0));
  }
});
