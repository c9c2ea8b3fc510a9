import type { KubesemError } from '@kubesem/core';
import { type FormatQuantityOptions, formatQuantity } from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';

describe('formatQuantity', () => {
  test.each<[input: string | number, options: FormatQuantityOptions, text: string]>([
    ['1610612736', { style: 'bytes' }, '1.5 GiB'],
    ['1610612736', { style: 'decimalBytes' }, '1.61 GB'],
    ['0', { style: 'bytes' }, '0 B'],
    ['1023', { style: 'bytes' }, '1023 B'],
    ['1024', { style: 'bytes' }, '1 KiB'],
    ['-1536', { style: 'bytes' }, '-1.5 KiB'],
    ['400m', { style: 'bytes' }, '0.4 B'],
    // what rounds to the next unit is shown in it
    ['1048575.9Ki', { style: 'bytes' }, '1 GiB'],
    ['999.999k', { style: 'decimalBytes' }, '1 MB'],
    ['999.999k', { style: 'decimalBytes', digits: 3 }, '999.999 kB'],
    ['1234567Ei', { style: 'bytes' }, '8 EiB'],
    ['12345E', { style: 'decimalBytes' }, '12345 EB'],
    ['0.5', { style: 'cpu' }, '500m'],
    ['999.9m', { style: 'cpu', digits: 0 }, '1'],
    ['2.5', { style: 'cpu' }, '2.5'],
    ['1500', { style: 'cpu' }, '1500'],
    ['100u', { style: 'cpu' }, '0.1m'],
    ['2', { style: 'cpu', unit: 'm' }, '2000m'],
    ['1.5Gi', { style: 'bytes', unit: 'MiB' }, '1536 MiB'],
    ['1Mi', { style: 'bytes', unit: 'GiB', digits: 4 }, '0.001 GiB'],
    ['1500', { style: 'count' }, '1500'],
    ['1500', { style: 'count', locale: 'en' }, '1,500'],
    ['1.5Gi', { style: 'decimalBytes', locale: 'de', digits: 3 }, '1,611 GB'],
    [0.25, { style: 'cpu' }, '250m'],
    ['-1m', { style: 'bytes' }, '0 B'],
    ['1n', { style: 'count', digits: 9 }, '0.000000001'],
    ['1.5Gi', {}, '1.5Gi'],
    ['1610612736', { style: 'auto' }, '1.61G'],
    ['1610612736', { style: 'binarySI' }, '1.5Gi'],
    ['1610612736', { style: 'binarySI', unit: 'Mi' }, '1536Mi'],
    ['1048575.9Ki', {}, '1Gi'],
    ['250m', {}, '250m'],
    ['1500u', {}, '1.5m'],
    ['999.9999m', {}, '1'],
    ['0', {}, '0'],
    ['0Ki', {}, '0'],
    ['0', { unit: 'm' }, '0m'],
    ['15734Mi', { significantDigits: 3 }, '15.4Gi'],
    ['1.536Gi', { style: 'bytes', significantDigits: 3 }, '1.54 GiB'],
    ['153.6Gi', { style: 'bytes', significantDigits: 3 }, '154 GiB'],
    ['1023.4Gi', { style: 'bytes', significantDigits: 3 }, '1023 GiB'],
    ['9.996Gi', { style: 'bytes', significantDigits: 3 }, '10 GiB'],
    ['1e24', { style: 'count' }, '1000000000000000000000000'],
  ])('%s as %o is %s', (input, options, text) => {
    expect(formatQuantity(input, options).text).toBe(text);
  });

  test('gives number and unit apart', () => {
    expect(formatQuantity('1.5Gi', { style: 'decimalBytes' })).toEqual({
      value: 1.61,
      unit: 'GB',
      text: '1.61 GB',
    });
  });

  test.each<[options: object, code: string]>([
    [{ style: 'binary' }, 'UNKNOWN_STYLE'],
    [{ style: '__proto__' }, 'UNKNOWN_STYLE'],
    [{ style: 'bytes', unit: 'GB' }, 'UNKNOWN_UNIT'],
    [{ style: 'cpu', digits: 1.5 }, 'DIGITS_OUT_OF_RANGE'],
    [{ style: 'cpu', digits: 21 }, 'DIGITS_OUT_OF_RANGE'],
    [{ style: 'cpu', digits: -1 }, 'DIGITS_OUT_OF_RANGE'],
    [{ significantDigits: 0.5 }, 'DIGITS_OUT_OF_RANGE'],
    [{ unit: 'KiB' }, 'UNKNOWN_UNIT'],
  ])('%o: %s', (options, code) => {
    try {
      formatQuantity(1, options as FormatQuantityOptions);
      expect.unreachable();
    } catch (error) {
      expect((error as KubesemError).code).toBe(code);
    }
  });
});
