import { describe, expect, test } from 'vitest';
import { operations } from '../src/operations/index.js';
import { Random } from '../src/random.js';

/** The first cases of an operation as text. */
function cases(index: number, seed: number): string {
  const random = new Random(seed);
  return JSON.stringify(Array.from({ length: 50 }, () => operations[index]?.generate(random)));
}

describe('random cases', () => {
  test.each(operations.map(({ name }, index) => [name, index] as const))(
    'of %s depend on the seed and on nothing else',
    (_, index) => {
      expect(cases(index, 7)).toBe(cases(index, 7));
      expect(cases(index, 7)).not.toBe(cases(index, 8));
    },
  );

  test('numbers below a bound reach both ends and no further', () => {
    const random = new Random(3);
    const seen = new Set(Array.from({ length: 200 }, () => random.below(5)));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
  });
});
