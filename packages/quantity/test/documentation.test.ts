import { parseQuantity } from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';

describe('the examples of the documentation, manage-resources-containers.md', () => {
  test('"CPU resource units": 0.1 is 100m', () => {
    expect(parseQuantity('0.1').equals('100m')).toBe(true);
    expect(parseQuantity('0.1').toString()).toBe('100m');
  });

  test('"CPU resource units": 0.5 of one core is half of it, 1m is 0.001', () => {
    expect(parseQuantity('0.5').mul(2).equals(1)).toBe(true);
    expect(parseQuantity('1m').equals('0.001')).toBe(true);
    expect(parseQuantity('5m').toString()).toBe('5m');
  });

  test('"Memory resource units": five spellings of roughly the same value', () => {
    const spellings = ['128974848', '129e6', '129M', '128974848000m', '123Mi'];
    expect(spellings.map((text) => parseQuantity(text).toNumber())).toEqual([
      128974848, 129000000, 129000000, 128974848, 128974848,
    ]);
  });

  test('"Memory resource units": 400m of memory is 0.4 bytes, not 400Mi', () => {
    expect(parseQuantity('400m').toNumber()).toBe(0.4);
    expect(parseQuantity('400Mi').toNumber()).toBe(419430400);
    expect(parseQuantity('400M').toNumber()).toBe(400000000);
  });

  test('"Setting requests and limits for local ephemeral storage": the same four spellings', () => {
    const spellings = ['128974848', '129e6', '129M', '123Mi'];
    expect(spellings.map((text) => parseQuantity(text).toString())).toEqual([
      '128974848',
      '129e6',
      '129M',
      '123Mi',
    ]);
  });

  test('"Extended resources": 3, 3000m and 3Ki are whole numbers, 0.5 and 1500m are not', () => {
    const isWhole = (text: string) => parseQuantity(text).cmp(parseQuantity(text).roundUp(0)) === 0;
    expect(['3', '3000m', '3Ki', '0.5', '1500m'].map(isWhole)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('what other tools get wrong', () => {
  const cases: [mistake: string, text: string, exact: number][] = [
    ['1.5Gi is a syntax error or 1', '1.5Gi', 1610612736],
    ['0.5Mi is a syntax error', '0.5Mi', 524288],
    ['1.5G is a syntax error', '1.5G', 1500000000],
    ['500M is 500', '500M', 500000000],
    ['1G is 1 or 0', '1G', 1000000000],
    ['2k is 2', '2k', 2000],
    ['500k is 500', '500k', 500000],
    ['1e3 is 10^18', '1e3', 1000],
    ['12e+3 is 0.012', '12e+3', 12000],
    ['524288e3 is 524288', '524288e3', 524288000],
    ['129e6 is 129', '129e6', 129000000],
    ['Ki is 1000', '1Ki', 1024],
    ['P and T of cpu are swapped', '1P', 1e15],
    ['100n is 100', '100n', 1e-7],
    ['630k of cpu is 630', '630k', 630000],
    ['100m is 100,000,000', '100m', 0.1],
    ['128974848000m is NaN', '128974848000m', 128974848],
    ['966367641600m is a RangeError', '966367641600m', 966367641.6],
    ['2899102924800m, which is 2.7Gi', '2899102924800m', 2899102924.8],
    ['.001Ki prints 1.024', '.001Ki', 1.024],
  ];
  test.each(cases)('%s', (_mistake, text, exact) => {
    expect(parseQuantity(text).toNumber()).toBe(exact);
  });

  test('100m + 200m is 0.30000000000000004', () => {
    expect(parseQuantity('100m').add('200m').toNumber()).toBe(0.3);
  });

  test('9Ei is not capped', () => {
    expect(parseQuantity('9Ei').value()).toBe(BigInt('9223372036854775807'));
  });

  test('0 + 1Gi loses its suffix', () => {
    expect(parseQuantity('0').add('1Gi').toString()).toBe('1Gi');
  });

  test('1Gi !== 1073741824', () => {
    expect(parseQuantity('1Gi').toNumber()).toBe(1073741824);
    expect(parseQuantity('1Gi').value()).toBe(BigInt(1073741824));
  });
});
