import { parseQuantity, Quantity, safeParseQuantity } from '@kubesem/quantity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const runs = { numRuns: 2_000, seed: 20_261_121 };

const suffix = fc.constantFrom(
  ...[
    '',
    'n',
    'u',
    'm',
    'k',
    'M',
    'G',
    'T',
    'P',
    'E',
    'Ki',
    'Mi',
    'Gi',
    'Ti',
    'Pi',
    'Ei',
    'e3',
    'e-5',
  ],
);
const digits = fc.oneof(
  fc.nat(2_000).map(String),
  fc.maxSafeInteger().map((n) => String(Math.abs(n))),
  fc.bigInt({ min: BigInt(0), max: BigInt('99999999999999999999999') }).map(String),
);
const text = fc
  .tuple(fc.constantFrom('', '-', '+'), digits, fc.option(digits, { freq: 2 }), suffix)
  .map(
    ([sign, whole, fraction, unit]) =>
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${unit}`,
  );
const quantity = text.map(parseQuantity);

/** The value as an exact whole number of 10^-9; nothing that is parsed is finer. */
const nanos = (x: Quantity): bigint => x.scaledValue(-9);
const sign = (n: bigint): number => (n < BigInt(0) ? -1 : n > BigInt(0) ? 1 : 0);

describe('properties', () => {
  test('parse after toString is the identity on canonical forms', () => {
    fc.assert(
      fc.property(quantity, (x) => {
        const canonical = x.add(0).toString();
        // Beyond exa Kubernetes prints no suffix, and the text means another value.
        fc.pre(parseQuantity(canonical).equals(x));
        expect(parseQuantity(canonical).toString()).toBe(canonical);
      }),
      runs,
    );
  });

  test('a canonical form loses nothing below 1000E and 1024Ei', () => {
    fc.assert(
      fc.property(quantity, (x) => {
        fc.pre(x.format === 'DecimalExponent' || Math.abs(x.toNumber()) < 9e18);
        expect(parseQuantity(x.toString()).equals(x)).toBe(true);
      }),
      runs,
    );
  });

  test('order agrees with exact rationals', () => {
    fc.assert(
      fc.property(quantity, quantity, (x, y) => {
        expect(x.cmp(y)).toBe(sign(nanos(x) - nanos(y)));
        expect(y.cmp(x)).toBe(-x.cmp(y) + 0);
      }),
      runs,
    );
  });

  test('add and sub are exact and invert each other', () => {
    fc.assert(
      fc.property(quantity, quantity, (x, y) => {
        expect(nanos(x.add(y))).toBe(nanos(x) + nanos(y));
        expect(nanos(x.sub(y))).toBe(nanos(x) - nanos(y));
        expect(x.add(y).sub(y).equals(x)).toBe(true);
        expect(x.sub(y).add(y).equals(x)).toBe(true);
      }),
      runs,
    );
  });

  test('mul is repeated addition, neg is mul by -1', () => {
    fc.assert(
      fc.property(quantity, fc.maxSafeInteger(), (x, n) => {
        expect(nanos(x.mul(n))).toBe(nanos(x) * BigInt(n));
        expect(x.neg().equals(x.mul(-1))).toBe(true);
      }),
      runs,
    );
  });

  test('roundUp never comes closer to zero, and by less than one step', () => {
    fc.assert(
      fc.property(quantity, fc.integer({ min: -9, max: 21 }), (x, scale) => {
        const rounded = x.roundUp(scale);
        const step = BigInt(`1${'0'.repeat(scale + 9)}`);
        const distance = nanos(rounded) - nanos(x);
        expect(nanos(rounded) % step).toBe(BigInt(0));
        expect(sign(distance) * x.sign()).toBeGreaterThanOrEqual(0);
        expect(sign(distance) < 0 ? -distance : distance).toBeLessThan(step);
      }),
      runs,
    );
  });

  test('toNumber is the nearest number', () => {
    fc.assert(
      fc.property(quantity, (x) => {
        // The same value by another way: one long decimal text, read by the engine.
        expect(x.toNumber()).toBe(Number(`${nanos(x)}e-9`));
      }),
      runs,
    );
  });

  test('each value has one mantissa form: a number up to 2^53 - 1, a bigint beyond', () => {
    fc.assert(
      fc.property(quantity, quantity, (x, y) => {
        for (const { mantissa } of [x, y, x.add(y), x.sub(y), x.mul(7), x.neg(), x.roundUp(3)]) {
          const isSafe = Number.isSafeInteger(Number(mantissa));
          expect(typeof mantissa).toBe(isSafe ? 'number' : 'bigint');
          expect(Object.is(mantissa, -0)).toBe(false);
        }
      }),
      runs,
    );
  });

  test('any text is either parsed or rejected', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0159+-.eEinumkKMGTP x') }), (any) => {
        const result = safeParseQuantity(any);
        expect(result.ok ? result.value : result.error.code).toBeDefined();
      }),
      runs,
    );
  });
});
