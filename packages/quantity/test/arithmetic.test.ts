import { KubesemError } from '@kubesem/core';
import {
  maxQuantity,
  minQuantity,
  parseQuantity,
  Quantity,
  sumQuantities,
} from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';

const code = (action: () => unknown): string | undefined => {
  try {
    action();
  } catch (error) {
    return (error as KubesemError).code;
  }
  return undefined;
};

describe('sums and differences', () => {
  const cases: [x: string, y: string, sum: string, difference: string][] = [
    ['1Gi', '512Mi', '1536Mi', '512Mi'],
    ['1Gi', '1G', '2073741824', '73741824'],
    ['1G', '1Gi', '2073741824', '-73741824'],
    ['100m', '1n', '100000001n', '99999999n'],
    ['1', '1e3', '1001', '-999'],
    ['1e3', '1', '1001', '999'],
    ['0Ki', '5', '5', '-5'],
    ['5', '0Ki', '5', '5'],
    ['9007199254740991', '1', '9007199254740992', '9007199254740990'],
    ['9007199254740993', '-2', '9007199254740991', '9007199254740995'],
    ['9E', '9E', '18E', '0'],
    ['7Ei', '7Ei', '14Ei', '0'],
    ['512Ei', '512Ei', '18446744073709551614', '0'],
  ];
  test.each(cases)('%s and %s', (x, y, sum, difference) => {
    expect(parseQuantity(x).add(y).toString()).toBe(sum);
    expect(parseQuantity(x).sub(y).toString()).toBe(difference);
  });

  test('the format comes from the left side, or from the right one if the left is zero', () => {
    expect(parseQuantity('1Ki').add('1k').format).toBe('BinarySI');
    expect(parseQuantity('1k').add('1Ki').format).toBe('DecimalSI');
    expect(parseQuantity('0').add('1Ki').format).toBe('BinarySI');
    expect(parseQuantity('0').sub('0Ki').format).toBe('BinarySI');
    expect(parseQuantity('1e1').sub('10').format).toBe('DecimalExponent');
  });

  test('neither side is changed', () => {
    const [x, y] = [parseQuantity('1.5Gi'), parseQuantity('+326')];
    const before = JSON.stringify([{ ...x }, { ...y }]);
    x.add(y);
    x.sub(y);
    y.neg();
    y.mul(3);
    y.roundUp(2);
    expect(JSON.stringify([{ ...x }, { ...y }])).toBe(before);
  });
});

describe('products', () => {
  test.each<[x: string, n: number | bigint, product: string]>([
    ['250m', 6, '1500m'],
    ['1Gi', 1024, '1Ti'],
    ['1Gi', BigInt(3), '3Gi'],
    ['1Gi', -0, '0'],
    ['-3', -7, '21'],
    ['4Ei', 1024, '4'],
    ['9007199254740991', 9007199254740991, '81129638414606663681390495662081'],
  ])('%s times %s', (x, n, product) => {
    expect(parseQuantity(x).mul(n).toString()).toBe(product);
  });

  test.each([0.5, Number.NaN, 2 ** 53, '3'])('%s is not a factor', (n) => {
    expect(code(() => Quantity.of(1).mul(n as number))).toBe('NOT_AN_INTEGER');
  });
});

describe('rounding is away from zero', () => {
  test.each<[x: string, scale: number, rounded: string]>([
    ['100n', -3, '1m'],
    ['-100n', -3, '-1m'],
    ['1001m', 0, '2'],
    ['1m', 9, '1G'],
    ['-9', 1, '-10'],
    ['10', 1, '10'],
    ['1.0000000001Ki', -3, '1024001m'],
    ['123456789123456789123', 16, '123460P'],
    ['9007199254740991', 16, '10P'],
    ['-9007199254740991', 15, '-10P'],
    ['0', 5, '0'],
  ])('%s at scale %s is %s', (x, scale, rounded) => {
    expect(parseQuantity(x).roundUp(scale).toString()).toBe(rounded);
  });

  test.each<[x: string, value: string, milli: string, mega: string]>([
    ['1.5Gi', '1610612736', '1610612736000', '1611'],
    ['1n', '1', '1', '1'],
    ['-1n', '-1', '-1', '-1'],
    ['-1500m', '-2', '-1500', '-1'],
    ['10E', '10000000000000000000', '10000000000000000000000', '10000000000000'],
  ])('%s in whole units, thousandths and millions', (x, value, milli, mega) => {
    const quantity = parseQuantity(x);
    expect(String(quantity.value())).toBe(value);
    expect(String(quantity.milliValue())).toBe(milli);
    expect(String(quantity.scaledValue(6))).toBe(mega);
  });

  test.each([0.5, 10_000, -10_000, Number.NaN])('%s is not a scale', (scale) => {
    expect(code(() => Quantity.of(1).roundUp(scale))).toBe('SCALE_OUT_OF_RANGE');
    expect(code(() => Quantity.of(1).scaledValue(scale))).toBe('SCALE_OUT_OF_RANGE');
    expect(code(() => Quantity.scaled(1, scale))).toBe('SCALE_OUT_OF_RANGE');
  });
});

describe('order', () => {
  test('a list, from the smallest to the largest', () => {
    const ordered =
      '-1e9999 -9Ei -1 -1n 0 1e-9999 1000n 1m 1 1025 1Mi 9007199254740993 9E 9e20'.split(' ');
    const sorted = [...ordered].reverse().sort((x, y) => parseQuantity(x).cmp(y));
    expect(sorted).toEqual(ordered);
  });

  test('equal values of different forms', () => {
    for (const other of ['1000m', '1e0', 1, BigInt(1), '1000000000n', '+1.0', Quantity.of(1)]) {
      expect(parseQuantity('1').cmp(other)).toBe(0);
      expect(parseQuantity('1').equals(other)).toBe(true);
    }
    expect(parseQuantity('1').equals('1001m')).toBe(false);
  });

  test('signs', () => {
    expect(['-5m', '0Ki', '3'].map((text) => parseQuantity(text).sign())).toEqual([-1, 0, 1]);
    expect(['-5m', '0Ki', '3'].map((text) => parseQuantity(text).isZero())).toEqual([
      false,
      true,
      false,
    ]);
    expect(parseQuantity('-5m').neg().toString()).toBe('5m');
    expect(Object.is(parseQuantity('0').neg().toNumber(), 0)).toBe(true);
  });
});

describe('lists', () => {
  test('sum, largest and smallest', () => {
    const list = ['0', '1Gi', '500M', 7];
    expect(sumQuantities(list).toString()).toBe('1573741831');
    expect(sumQuantities(list).format).toBe('BinarySI');
    expect(maxQuantity(list)?.toString()).toBe('1Gi');
    expect(minQuantity(list)?.toString()).toBe('0');
  });

  test('the first of equals is kept', () => {
    expect(maxQuantity(['1', '1000m', '1e0'])?.toString()).toBe('1');
    expect(minQuantity(['1000m', '1', '2'])?.format).toBe('DecimalSI');
    expect(minQuantity(['1e3', '1k'])?.format).toBe('DecimalExponent');
  });

  test('of nothing', () => {
    expect(sumQuantities([]).toString()).toBe('0');
    expect(maxQuantity([])).toBeUndefined();
    expect(minQuantity([])).toBeUndefined();
  });
});

describe('construction', () => {
  test('whole numbers, thousandths and powers of ten', () => {
    expect(Quantity.of(2048, 'BinarySI').toString()).toBe('2Ki');
    expect(Quantity.of(BigInt('36893488147419103232'), 'BinarySI').toString()).toBe('32Ei');
    expect(Quantity.milli(-250).toString()).toBe('-250m');
    expect(Quantity.milli(2_048_000, 'BinarySI').toString()).toBe('2Ki');
    expect(Quantity.scaled(15, 8).toString()).toBe('1500M');
    expect(Quantity.scaled(1, -12).toString()).toBe('1'); // no suffix below nano: none is printed
    expect(Object.is(Quantity.of(-0).toNumber(), 0)).toBe(true);
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1', null])(
    '%s is not an integer',
    (value) => {
      expect(code(() => Quantity.of(value as number))).toBe('NOT_AN_INTEGER');
      expect(code(() => Quantity.milli(value as number))).toBe('NOT_AN_INTEGER');
      expect(code(() => Quantity.scaled(value as number, 0))).toBe('NOT_AN_INTEGER');
    },
  );
});

test('an error is of the family', () => {
  expect(() => Quantity.of(0.5)).toThrow(KubesemError);
});
