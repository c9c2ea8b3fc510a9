import { collisionProbability, dealHand, requiredEntropyBits } from '@kubesem/apf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

// The table of the documentation, "API Priority and Fairness", "Queuing".
const table = [
  [12, 32, 4.428838398950118e-9, 0.11431348830099144, 0.9935089607656024],
  [10, 32, 1.550093439632541e-8, 0.0626479840223545, 0.9753101519027554],
  [10, 64, 6.601827268370426e-12, 0.00045571320990370776, 0.49999929150089345],
  [9, 64, 3.6310049976037345e-11, 0.00045501212304112273, 0.4282314876454858],
  [8, 64, 2.25929199850899e-10, 0.0004886697053040446, 0.35935114681123076],
  [8, 128, 6.994461389026097e-13, 3.4055790161620863e-6, 0.02746173137155063],
  [7, 128, 1.0579122850901972e-11, 6.960839379258192e-6, 0.02406157386340147],
  [7, 256, 7.597695465552631e-14, 6.728547142019406e-8, 0.0006709661542533682],
  [6, 256, 2.7134626662687968e-12, 2.9516464018476436e-7, 0.0008895654642000348],
  [6, 512, 4.116062922897309e-14, 4.982983350480894e-9, 2.26025764343413e-5],
  [6, 1024, 6.337324016514285e-16, 8.09060164312957e-11, 4.517408062903668e-7],
] as const;

describe('the probability of a collision', () => {
  test.each(table)(
    'hands of %d from %d queues, as the documentation has it',
    (hand, queues, ...expected) => {
      const elephants = [1, 4, 16];
      expected.forEach((probability, i) => {
        const ratio = collisionProbability(hand, queues, elephants[i] as number) / probability;
        expect(Math.abs(ratio - 1)).toBeLessThan(1e-12);
      });
    },
  );

  test('no elephants squish nobody, and with one queue one elephant does', () => {
    expect(collisionProbability(3, 8, 0)).toBe(0);
    expect(collisionProbability(1, 8, 0)).toBe(0);
    expect(collisionProbability(1, 1, 1)).toBe(1);
    expect(collisionProbability(4, 4, 2)).toBe(1);
  });

  test('with a hand of one queue, each elephant misses it with the same probability', () => {
    for (const elephants of [1, 2, 3, 7, 100, 1000]) {
      const expected = 1 - (127 / 128) ** elephants;
      expect(collisionProbability(1, 128, elephants)).toBeCloseTo(expected, 12);
    }
    const rare = collisionProbability(1, 2 ** 26, 10_000_000);
    expect(rare).toBeCloseTo(-Math.expm1(1e7 * Math.log1p(-(2 ** -26))), 8);
  });

  test.each([1e9, Number.MAX_SAFE_INTEGER])('%d elephants squish everybody', (elephants) => {
    const probability = collisionProbability(6, 512, elephants);
    expect(probability).toBeCloseTo(1, 14);
    expect(probability).toBeLessThanOrEqual(1);
  });
});

test.each([-1, 1.5, Number.NaN, Infinity])('%d elephants are rejected', (elephants) => {
  expect(() => collisionProbability(4, 16, elephants)).toThrow(
    expect.objectContaining({ code: 'NOT_POSITIVE' }),
  );
});

describe('a hand', () => {
  test('is a permutation of different queues, whatever the hash', () => {
    const sizes = fc.integer({ min: 1, max: 200 }).chain((deckSize) =>
      fc.record({
        deckSize: fc.constant(deckSize),
        handSize: fc.integer({ min: 1, max: Math.min(deckSize, 7) }),
      }),
    );
    const half = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(sizes, half, half, (sharding, high, low) => {
        const hand = dealHand(sharding, { high, low });
        expect(new Set(hand).size).toBe(sharding.handSize);
        for (const card of hand) {
          expect(card).toBeLessThan(sharding.deckSize);
        }
      }),
    );
  });

  test('divides all 64 bits exactly', () => {
    const hash = { high: 0xffffffff, low: 0xffffffff };
    const all = 2n ** 64n - 1n;
    const first = Number(all % 67_000_000n);
    const second = Number((all / 67_000_000n) % 66_999_999n);
    expect(dealHand({ deckSize: 67_000_000, handSize: 2 }, hash)).toEqual([
      first,
      second >= first ? second + 1 : second,
    ]);
  });

  test.each([
    ['NOT_POSITIVE', 'deckSize', 0, 1],
    ['NOT_POSITIVE', 'handSize', 1, 0],
    ['NOT_POSITIVE', 'handSize', 8, 1.5],
    ['HAND_BEYOND_DECK', 'handSize', 8, 9],
    ['DECK_TOO_LARGE', 'deckSize', 2 ** 26 + 1, 1],
    ['TOO_MANY_BITS', 'handSize', 128, 9],
  ])('%s of %s: %d queues, hands of %d', (code, field, deckSize, handSize) => {
    const problem = expect.objectContaining({ code, segments: [field] });
    expect(() => dealHand({ deckSize, handSize }, { high: 0, low: 0 })).toThrow(
      expect.objectContaining({ code, problem }),
    );
  });

  test('is what the exact division of the hash gives', () => {
    const half = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    const deck = fc.integer({ min: 1, max: 2 ** 26 });
    fc.assert(
      fc.property(deck, half, half, (deckSize, high, low) => {
        const hash = (BigInt(high) << 32n) + BigInt(low);
        const [card] = dealHand({ deckSize, handSize: 1 }, { high, low });
        expect(card).toBe(Number(hash % BigInt(deckSize)));
      }),
      { seed: 20261121, numRuns: 5000 },
    );
  });

  test('the largest of both that can be dealt', () => {
    expect(requiredEntropyBits({ deckSize: 1024, handSize: 6 })).toBe(60);
    expect(dealHand({ deckSize: 1024, handSize: 6 }, { high: 0, low: 0 })).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
  });
});
