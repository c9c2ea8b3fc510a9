import {
  formatQuantity,
  parseHumanQuantity,
  parseQuantity,
  safeParseHumanQuantity,
} from '@kubesem/quantity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const runs = { numRuns: 2_000, seed: 20_261_122 };
const DECIMAL = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
const BINARY = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
const LOCALES = [
  'en',
  'de',
  'fr',
  'de-CH',
  'es',
  'sv',
  'ar',
  'ar-EG',
  'fa',
  'hi',
  'he',
  'ks',
  'ff-Adlm',
];
const CAP = BigInt('9223372036854775807000000000');

const digits = fc.oneof(fc.nat(2_000), fc.bigInt({ min: BigInt(0), max: BigInt('9'.repeat(25)) }));
const nano = fc.integer({ min: 0, max: 999_999_999 });

describe('parseHumanQuantity', () => {
  test('is exact, with and without separators', () => {
    fc.assert(
      fc.property(
        digits,
        nano,
        fc.nat(6),
        fc.constantFrom(1000, 1024),
        fc.constantFrom('', ',', ' '),
        (whole, fraction, power, base, separator) => {
          const unit = (base === 1000 ? DECIMAL : BINARY)[power];
          const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, separator);
          const decimals = String(fraction).padStart(9, '0');
          const exact = BigInt(`${whole}${decimals}`) * BigInt(base) ** BigInt(power);
          const isCapped = base === 1024 && power > 0 && exact > CAP;
          const quantity = parseHumanQuantity(`${grouped}.${decimals} ${unit}`);
          expect(quantity.scaledValue(-9)).toBe(isCapped ? CAP : exact);
        },
      ),
      runs,
    );
  });

  test('reads what formatQuantity writes', () => {
    const options = fc.record({
      style: fc.constantFrom('bytes', 'decimalBytes', 'binarySI', 'count'),
      locale: fc.constantFrom(undefined, ...LOCALES),
      digits: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.maxSafeInteger(), options, (amount, how) => {
        const { text } = formatQuantity(amount, how);
        expect(formatQuantity(parseHumanQuantity(text, how), how).text).toBe(text);
      }),
      runs,
    );
  });

  test('reads or rejects any text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'0159+-., \u202fkKMGiB٣٬٫’\u200e') }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, ...LOCALES), (any, locale) => {
        const { value, error } = safeParseHumanQuantity(any, { locale });
        expect(value === undefined ? error?.code : parseQuantity(value)).toBeDefined();
      }),
      runs,
    );
  });
});

// Quadratic or exponential time would exceed the time limit of the test.
describe('hostile text', () => {
  const fill = (unit: string, length: number) => unit.repeat(length / unit.length);

  test.each(['9', ' ', ',', '.', '9,', '999,', '999 ', '9 ', ',999', '-', 'B', 'Ki', '\ud800'])(
    'a thousand texts that repeat %j',
    (unit) => {
      for (const [start, end] of [
        ['', ''],
        ['1', 'GiB'],
        ['1,', 'x'],
        ['-1.', ','],
      ]) {
        const text = `${start}${fill(unit, 9_960)}${end}`;
        for (let times = 0; times < 250; times++) {
          const { value, error } = safeParseHumanQuantity(text);
          expect(error === undefined ? value : error.message.length < 300).toBeTruthy();
        }
      }
    },
  );

  test('the number of characters is limited', () => {
    expect(safeParseHumanQuantity(fill('9', 10_000)).ok).toBe(true);
    expect(safeParseHumanQuantity(fill('9', 10_001)).error?.code).toBe('TOO_LONG');
    expect(safeParseHumanQuantity(fill(' ', 2 ** 24)).error?.code).toBe('TOO_LONG');
  });
});
