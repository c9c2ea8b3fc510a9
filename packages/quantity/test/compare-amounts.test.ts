import {
  clampQuantity,
  maxQuantity,
  minQuantity,
  parseQuantity,
  quantityOr,
  quantityPercent,
  quantityRatio,
  safeParseQuantity,
  sumQuantities,
} from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';

describe('quantityRatio', () => {
  test.each<[part: string, whole: string, quotient: number]>([
    ['512Mi', '2Gi', 0.25],
    ['1', '3', 1 / 3],
    ['-1', '3', -1 / 3],
    ['100m', '-300m', -1 / 3],
    ['0', '5', 0],
    ['0', '-5', 0],
    ['1n', '9E', 1 / 9e27],
    // 1 + 2^-53 is the middle between two numbers; what lies above it by 10^-30 is nearer to the upper one.
    ['9007199254740993', '9007199254740992', 1],
    ['9007199254740993000000000000001', '9007199254740992000000000000000', 1 + 2 ** -52],
    ['1e400', '1e399', 10],
    ['1e-9', '1e400', 0],
  ])('of %s to %s is %d', (part, whole, quotient) => {
    expect(quantityRatio(part, whole)).toBe(quotient);
  });

  test('of nothing, to nothing and to zero is undefined', () => {
    expect(quantityRatio(undefined, '1')).toBeUndefined();
    expect(quantityRatio('1', null)).toBeUndefined();
    expect(quantityRatio('1', '0Mi')).toBeUndefined();
    expect(quantityPercent('0', '0')).toBeUndefined();
  });
});

test.each<[part: string, whole: string, digits: number, result: number]>([
  ['1', '3', 0, 33],
  ['2', '3', 0, 67],
  ['1', '3', 2, 33.33],
  ['1', '200', 0, 1],
  ['-1', '200', 0, -1],
  ['0.499999999', '100', 0, 0],
  ['1005m', '2', 1, 50.3],
  ['3', '2', 0, 150],
  ['0', '-5', 0, 0],
  ['-1', '1000', 0, 0],
])('%s of %s with %d digits are %d percent', (part, whole, digits, result) => {
  expect(quantityPercent(part, whole, digits)).toBe(result);
});

test.each([-1, 21, 0.5, Number.NaN])('%d digits of a percentage are rejected', (digits) => {
  expect(() => quantityPercent(1, 2, digits)).toThrow(
    expect.objectContaining({ code: 'DIGITS_OUT_OF_RANGE' }),
  );
});

test('a quotient larger than any number is undefined', () => {
  expect(quantityRatio('1e300', '1n')).toBeUndefined();
  expect(quantityRatio('-1e300', '1n')).toBeUndefined();
  expect(quantityRatio('1e290', '1n')).toBe(1e299);
});

describe('absent values', () => {
  test('are skipped by sums and extremes', () => {
    const list = [undefined, '2Gi', null, '1Gi'];
    expect(sumQuantities(list).toString()).toBe('3Gi');
    expect(maxQuantity(list)?.toString()).toBe('2Gi');
    expect(minQuantity(list)?.toString()).toBe('1Gi');
    expect(maxQuantity([undefined])).toBeUndefined();
  });

  test('are no bound', () => {
    expect(clampQuantity('5', undefined, null).toString()).toBe('5');
    expect(clampQuantity('5', '6', undefined).toString()).toBe('6');
    expect(clampQuantity('5', null, '4').toString()).toBe('4');
    expect(clampQuantity('5', '6', '4').toString()).toBe('4');
    expect(clampQuantity('1.5Gi', '1536Mi', '2Gi').toString()).toBe('1536Mi');
  });
});

test.each<[text: string, unit: never, number: number]>([
  ['0.25', 'm' as never, 250],
  ['1', 'n' as never, 1e9],
  ['1u', 'u' as never, 1],
  ['1', 'k' as never, 0.001],
  ['3G', 'M' as never, 3000],
  ['1.5Gi', 'Mi' as never, 1536],
  ['3Ki', 'Ki' as never, 3],
  ['1Ti', 'Gi' as never, 1024],
  ['3E', 'E' as never, 3],
  ['3Ei', 'Ei' as never, 3],
])('%s in %s is %d', (text, unit, number) => {
  expect(parseQuantity(text).toNumber(unit)).toBe(number);
});

test.each(['K', 'GB', 'toString', '__proto__'])('%s is not a unit', (unit) => {
  expect(() => parseQuantity('1').toNumber(unit as never)).toThrow(
    expect.objectContaining({ code: 'UNKNOWN_UNIT' }),
  );
});

describe('what throws when it is read', () => {
  const hostile = {
    get format(): never {
      throw new Error('secret');
    },
  };

  test('is INVALID_TYPE, without the text of the error', () => {
    const { error } = safeParseQuantity(hostile);
    expect(error?.code).toBe('INVALID_TYPE');
    expect(error?.message).not.toContain('secret');
  });

  test.each([[hostile], ['1 GB'], [undefined], [null], [Number.NaN], [Symbol('1')]])(
    'has a fallback',
    (value) => {
      expect(quantityOr(value, 'none')).toBe('none');
    },
  );

  test('a fallback is only for what is not a quantity', () => {
    expect(quantityOr(' 1Gi ', undefined)?.toString()).toBe('1Gi');
  });
});
