import { safeParseQuantity } from '@kubesem/quantity';
import { quantityProblems, resourceAmountErrors } from '@kubesem/resources';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const runs = { numRuns: 5_000, seed: 20_261_122 };

const resource = fc.constantFrom(
  ...['cpu', 'memory', 'ephemeral-storage', 'pods', 'nvidia.com/gpu', 'storage', '__proto__'],
  ...['hugepages-2Mi', 'hugepages-1Gi', 'hugepages-1500m', 'hugepages-', 'hugepages-1e9999', ''],
);
const number = fc
  .tuple(fc.constantFrom('', '-', '+'), fc.nat(5_000), fc.constantFrom('', '.', ','), fc.nat(5_000))
  .map(([sign, whole, point, rest]) => `${sign}${whole}${point}${point === '' ? '' : rest}`);
const unit = fc.constantFrom(
  ...[
    '',
    'm',
    'M',
    'k',
    'K',
    'KB',
    'kib',
    'MB',
    'mb',
    'Mi',
    'mi',
    'MiB',
    'GB',
    'gb',
    'G',
    'E',
    'eb',
  ],
  ...['n', 'u', 'cores', 'CPU', 'millicores', 'bytes', 'b', 'x', 'e3', 'E9999', 'e-3'],
);
const text = fc.oneof(
  fc.tuple(number, fc.constantFrom('', ' ', '\t'), unit).map((parts) => parts.join('')),
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'0159+-., eEinumkKMGTPb') }),
);

describe('quantityProblems', () => {
  test('never throws, and suggests only texts without problems', () => {
    fc.assert(
      fc.property(text, resource, (any, name) => {
        for (const { suggestion } of quantityProblems(any, { resource: name })) {
          if (suggestion !== undefined) {
            expect(suggestion).not.toBe(any);
            expect(safeParseQuantity(suggestion).ok).toBe(true);
            expect(quantityProblems(suggestion, { resource: name })).toEqual([]);
          }
        }
      }),
      runs,
    );
  });

  test('reports at least what resourceAmountErrors reports', () => {
    fc.assert(
      fc.property(text, resource, (any, name) => {
        fc.pre(safeParseQuantity(any).ok);
        const codes = quantityProblems(any, { resource: name }).map(({ code }) => code);
        expect(codes).toEqual(expect.arrayContaining([...resourceAmountErrors(name, any)]));
      }),
      runs,
    );
  });
});

// Quadratic or exponential time would exceed the time limit of the test.
describe('a mebibyte of hostile text', () => {
  test.each(['9', '9,', ',', ' ', '1 ', '-', 'm', '9m', '\t'])('that repeats %j', (part) => {
    const mebibyte = part.repeat(2 ** 20 / part.length);
    for (const hostile of [mebibyte, `1${mebibyte}`, `${mebibyte}!`]) {
      const problems = quantityProblems(hostile, { resource: 'memory' });
      expect(problems.filter(({ suggestion }) => suggestion !== undefined)).toEqual([]);
    }
  });
});
