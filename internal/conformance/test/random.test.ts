import { describe, expect, test } from 'vitest';
import { type Operation } from '../src/harness/operation.js';
import { Random } from '../src/harness/random.js';
import { operations } from '../src/operations.js';

/** The first cases of an operation as text. */
function cases(operation: Operation, seed: number): string {
  const random = new Random(seed);
  return JSON.stringify(Array.from({ length: 50 }, () => operation.generate(random)));
}

describe('random cases', () => {
  const random = operations.filter(({ candidates }) => candidates !== 1);

  test.each(random.map((operation) => [operation.name, operation] as const))(
    'of %s depend only on the seed',
    (_, operation) => {
      expect(cases(operation, 7)).toBe(cases(operation, 7));
      expect(cases(operation, 7)).not.toBe(cases(operation, 8));
    },
  );

  test('numbers below a bound include both ends and nothing else', () => {
    const random = new Random(3);
    const seen = new Set(Array.from({ length: 200 }, () => random.below(5)));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
  });
});
