import {
  type FormatQuantityOptions,
  formatQuantity,
  parseQuantity,
  Quantity,
  quantityFromJSON,
  safeParseQuantity,
} from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';

/** Of anything, whatever its type. */
const codeOf = (input: unknown): string | undefined => safeParseQuantity(input).error?.code;

describe('every unit is printed', () => {
  test.each<[input: string, options: FormatQuantityOptions, text: string]>([
    ['1B', { style: 'bytes' }, '1 B'],
    ['2Ki', { style: 'bytes' }, '2 KiB'],
    ['3Mi', { style: 'bytes' }, '3 MiB'],
    ['4Gi', { style: 'bytes' }, '4 GiB'],
    ['5Ti', { style: 'bytes' }, '5 TiB'],
    ['6Pi', { style: 'bytes' }, '6 PiB'],
    ['7Ei', { style: 'bytes' }, '7 EiB'],
    ['1', { style: 'decimalBytes' }, '1 B'],
    ['2k', { style: 'decimalBytes' }, '2 kB'],
    ['3M', { style: 'decimalBytes' }, '3 MB'],
    ['4G', { style: 'decimalBytes' }, '4 GB'],
    ['5T', { style: 'decimalBytes' }, '5 TB'],
    ['6P', { style: 'decimalBytes' }, '6 PB'],
    ['7E', { style: 'decimalBytes' }, '7 EB'],
  ])('%s as %o is %s', (input, options, text) => {
    expect(formatQuantity(input.replace('B', ''), options).text).toBe(text);
  });

  test('with up to 20 digits, also of a language', () => {
    expect(formatQuantity('1.5', { style: 'cpu', digits: 20 }).text).toBe('1.5');
    expect(formatQuantity('1.23456', { style: 'cpu', digits: 5, locale: 'de' }).text).toBe(
      '1,23456',
    );
  });
});

describe('the format of what has no suffix is DecimalSI', () => {
  test.each<[name: string, quantity: Quantity]>([
    ['a bigint', parseQuantity(BigInt(5))],
    ['null in JSON', quantityFromJSON(null)],
    ['Quantity.of', Quantity.of(6)],
    ['Quantity.milli', Quantity.milli(7)],
  ])('%s', (_, quantity) => {
    expect(quantity.format).toBe('DecimalSI');
  });
});

describe('what looks like a quantity', () => {
  test.each<[why: string, input: object]>([
    ['no format', { mantissa: 1, scale: 0 }],
    ['no known format', { mantissa: 1, scale: 0, format: 'Binary' }],
    ['no known format', { format: 'Binary', toJSON: () => '1' }],
    ['a mantissa with a fraction, and no text', { mantissa: 1.5, scale: 0, format: 'BinarySI' }],
    ['a mantissa that is text', { mantissa: '1', scale: 0, format: 'BinarySI' }],
    ['a scale with a fraction', { mantissa: 1, scale: 0.5, format: 'BinarySI' }],
    ['a text that is none', { format: 'BinarySI', toJSON: () => 5 }],
  ])('%s: INVALID_TYPE', (_, input) => {
    expect(codeOf(input)).toBe('INVALID_TYPE');
  });

  test.each<[why: string, state: object]>([
    ['a mantissa with a fraction', { mantissa: 1.5, scale: 0 }],
    ['a scale with a fraction', { mantissa: 1, scale: 0.5 }],
    ['a scale that is too large', { mantissa: 1, scale: 10_000 }],
  ])('%s does not count, but the text does', (_, state) => {
    const input = { ...state, format: 'BinarySI', toJSON: () => '7' } as const;
    expect(parseQuantity(input).toNumber()).toBe(7);
  });

  test('the largest scale counts', () => {
    const scale = 9999;
    const input = { mantissa: 7, scale, format: 'DecimalExponent', toJSON: () => '1' } as const;
    expect(parseQuantity(input).equals(`7e${scale}`)).toBe(true);
    expect(parseQuantity(input).format).toBe('DecimalExponent');
  });

  test('what its toJSON throws stays with the caller', () => {
    const input = {
      format: 'BinarySI',
      toJSON: () => {
        throw new RangeError('mine');
      },
    };
    const { error } = safeParseQuantity(input);
    expect(error?.code).toBe('INVALID_TYPE');
    expect(error?.message).not.toContain('mine');
  });
});

describe('the limits themselves are allowed', () => {
  test('scales of 9999', () => {
    expect(Quantity.scaled(2, 9999).scaledValue(9999)).toBe(BigInt(2));
    expect(Quantity.scaled(3, -9999).roundUp(9999).sign()).toBe(1);
  });
});

test('safeParseQuantity says which of both it answers', () => {
  expect(safeParseQuantity('1').ok).toBe(true);
  expect(safeParseQuantity('1x').ok).toBe(false);
});
