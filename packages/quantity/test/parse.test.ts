import type { QuantityFormat } from '@kubesem/core';
import {
  parseQuantity,
  Quantity,
  QuantityParseError,
  type QuantityParseErrorCode,
  quantityFromJSON,
  safeParseQuantity,
} from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';

// Every expected value in this file was answered by `k8s.io/apimachinery` v0.37.1.

describe('what is accepted', () => {
  const cases: [text: string, canonical: string, format: QuantityFormat, exact: number][] = [
    // one for each suffix
    ['7n', '7n', 'DecimalSI', 7e-9],
    ['11u', '11u', 'DecimalSI', 11e-6],
    ['13m', '13m', 'DecimalSI', 0.013],
    ['17', '17', 'DecimalSI', 17],
    ['19k', '19k', 'DecimalSI', 19e3],
    ['23M', '23M', 'DecimalSI', 23e6],
    ['29G', '29G', 'DecimalSI', 29e9],
    ['31T', '31T', 'DecimalSI', 31e12],
    ['37P', '37P', 'DecimalSI', 37e15],
    ['5E', '5E', 'DecimalSI', 5e18],
    ['41Ki', '41Ki', 'BinarySI', 41 * 2 ** 10],
    ['43Mi', '43Mi', 'BinarySI', 43 * 2 ** 20],
    ['47Gi', '47Gi', 'BinarySI', 47 * 2 ** 30],
    ['53Ti', '53Ti', 'BinarySI', 53 * 2 ** 40],
    ['59Pi', '59Pi', 'BinarySI', 59 * 2 ** 50],
    ['3Ei', '3Ei', 'BinarySI', 3 * 2 ** 60],
    ['61e2', '6100', 'DecimalExponent', 6100],
    ['67E4', '670e3', 'DecimalExponent', 670e3],
    ['71e-2', '710e-3', 'DecimalExponent', 0.71],
    // numbers without digits on one side of the point
    ['1.0', '1', 'DecimalSI', 1],
    ['.5', '500m', 'DecimalSI', 0.5],
    ['-.5', '-500m', 'DecimalSI', -0.5],
    ['00.50', '500m', 'DecimalSI', 0.5],
    // the canonical form
    ['1.5', '1500m', 'DecimalSI', 1.5],
    ['1.5Gi', '1536Mi', 'BinarySI', 1.5 * 2 ** 30],
    ['1000', '1k', 'DecimalSI', 1000],
    ['1024', '1024', 'DecimalSI', 1024],
    ['1024Ki', '1Mi', 'BinarySI', 2 ** 20],
    ['0.1Gi', '107374182400m', 'BinarySI', 107374182.4],
    ['0Ki', '0', 'BinarySI', 0],
    ['-0', '0', 'DecimalSI', 0],
    // what is small is shown in decimals, and less than one is decimal
    ['0.5Ki', '512', 'BinarySI', 512],
    ['.001Ki', '1024m', 'BinarySI', 1.024],
    ['0.0001Ki', '102400u', 'DecimalSI', 0.1024],
    // rounded away from zero at nano
    ['0.1n', '1n', 'DecimalSI', 1e-9],
    ['-0.1n', '-1n', 'DecimalSI', -1e-9],
    ['1.0000000001', '1000000001n', 'DecimalSI', 1.000000001],
    ['1e-10', '1e-9', 'DecimalExponent', 1e-9],
    // a lone sign, point or small suffix is zero
    ['+', '0', 'DecimalSI', 0],
    ['.', '0', 'DecimalSI', 0],
    ['m', '0', 'DecimalSI', 0],
    ['Ti', '0', 'BinarySI', 0],
    ['e5', '0', 'DecimalExponent', 0],
    // binary ones are capped, others are not
    ['8Ei', '9223372036854775807', 'BinarySI', 2 ** 63],
    ['-9Ei', '-9223372036854775807', 'BinarySI', -(2 ** 63)],
    ['12E', '12E', 'DecimalSI', 12e18],
    ['12e18', '12e18', 'DecimalExponent', 12e18],
    // no suffix beyond exa
    ['1000E', '1', 'DecimalSI', 1e21],
  ];
  test.each(cases)('%s is %s', (text, canonical, format, exact) => {
    const quantity = parseQuantity(text);
    expect(quantity.toString()).toBe(canonical);
    expect(quantity.format).toBe(format);
    expect(quantity.toNumber()).toBe(exact);
  });
});

describe('texts that Kubernetes treats as canonical keep their spelling until they are computed with', () => {
  const cases: [text: string, canonical: string][] = [
    ['+326', '326'],
    ['007', '7'],
    ['1.', '1'],
    ['3.M', '3M'],
    ['3.Ki', '3Ki'],
    ['+3Ki', '3Ki'],
    ['1.500k', '1500'],
    ['1e03', '1e3'],
    ['5E3', '5e3'],
    ['12e+3', '12e3'],
    ['5e0', '5'],
  ];
  test.each(cases)('%s', (text, canonical) => {
    expect(parseQuantity(text).toString()).toBe(text);
    expect(JSON.stringify([parseQuantity(text)])).toBe(`["${text}"]`);
    expect(parseQuantity(text).add(0).toString()).toBe(canonical);
    expect(parseQuantity(text).roundUp(-3).toString()).toBe(text);
  });

  test.each([
    ['+5000', '5k'],
    ['+8Ki', '8Ki'],
    ['1.50', '1500m'],
    ['+1e4', '10e3'],
    ['0000000000000000000.1', '100m'],
    ['+1234567890123456789', '1234567890123456789'],
  ])('%s is not such a case and prints %s', (text, canonical) => {
    expect(parseQuantity(text).toString()).toBe(canonical);
  });
});

describe('invalid input', () => {
  const cases: [text: string, code: QuantityParseErrorCode, offset: number][] = [
    ['', 'EMPTY', 0],
    [' 1', 'INVALID_CHARACTER', 0],
    ['1 ', 'INVALID_CHARACTER', 1],
    ['1 Gi', 'INVALID_CHARACTER', 1],
    ['0x10', 'INVALID_CHARACTER', 1],
    ['Infinity', 'INVALID_CHARACTER', 0],
    ['1.1.M', 'INVALID_CHARACTER', 3],
    ['1b', 'INVALID_CHARACTER', 1],
    ['1Gib', 'INVALID_CHARACTER', 3],
    ['--1+', 'INVALID_CHARACTER', 3],
    ['1_000', 'INVALID_CHARACTER', 1],
    ['１', 'INVALID_CHARACTER', 0],
    ['+-1', 'INVALID_SUFFIX', 1],
    ['1i', 'INVALID_SUFFIX', 1],
    ['1K', 'INVALID_SUFFIX', 1],
    ['1ki', 'INVALID_SUFFIX', 1],
    ['1mi', 'INVALID_SUFFIX', 1],
    ['1ni', 'INVALID_SUFFIX', 1],
    ['1MM', 'INVALID_SUFFIX', 1],
    ['1Gii', 'INVALID_SUFFIX', 1],
    ['1e', 'INVALID_SUFFIX', 1],
    ['1e+', 'INVALID_SUFFIX', 1],
    ['1-', 'INVALID_SUFFIX', 1],
    ['1M5', 'INVALID_SUFFIX', 1],
    ['Pi', 'NO_DIGITS', 0],
    ['-.Ei', 'NO_DIGITS', 2],
    ['e-10', 'NO_DIGITS', 0],
    ['1e10000', 'EXPONENT_OUT_OF_RANGE', 1],
    ['1e-10000', 'EXPONENT_OUT_OF_RANGE', 1],
    ['9'.repeat(10_001), 'TOO_LONG', 10_000],
  ];
  test.each(cases)('%s: %s', (text, code, offset) => {
    const result = safeParseQuantity(text);
    expect(result.error?.code).toBe(code);
    expect(result.error?.offset).toBe(offset);
    expect(() => parseQuantity(text)).toThrow(QuantityParseError);
  });

  test('the other side of each bound', () => {
    expect(parseQuantity('1e9999').toString()).toBe('1e9999');
    expect(parseQuantity('1e-9999').toString()).toBe('1e-9');
    expect(parseQuantity('1e0000000000003').toNumber()).toBe(1000);
    expect(parseQuantity(`${'0'.repeat(9_999)}7`).toNumber()).toBe(7);
  });

  test.each([undefined, null, true, {}, [], () => 1, Symbol('x'), { format: 'BinarySI' }])(
    'a value of another type: %s',
    (value) => {
      expect(safeParseQuantity(value).error?.code).toBe('INVALID_TYPE');
    },
  );

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%s', (value) => {
    expect(safeParseQuantity(value).error?.code).toBe('NOT_FINITE');
  });

  test('the offset counts from the start of the text, with its white space', () => {
    for (const [text, code, offset] of [
      ['  1K ', 'INVALID_SUFFIX', 3],
      ['\u00a01 Gi', 'INVALID_CHARACTER', 2],
      ['  ', 'EMPTY', 2],
    ] as const) {
      expect(() => quantityFromJSON(text)).toThrow(
        expect.objectContaining({ name: 'QuantityParseError', code, offset, input: text }),
      );
    }
  });

  test('the error keeps a short, hidden copy of the input', () => {
    const error = safeParseQuantity(`x${'9'.repeat(500)}`).error;
    expect(error?.input).toHaveLength(81);
    expect(Object.keys(error ?? {})).not.toContain('input');
    expect(error?.name).toBe('QuantityParseError');
  });
});

describe('numbers, bigints and quantities', () => {
  test('a number is read by its shortest decimal text', () => {
    expect(parseQuantity(0.1).toString()).toBe('100m');
    expect(parseQuantity(0.1).add(0.2).toString()).toBe('300m');
    expect(parseQuantity(-0).toString()).toBe('0');
    expect(Object.is(parseQuantity(-0).toNumber(), 0)).toBe(true);
    expect(parseQuantity(1e21).toString()).toBe('1e+21');
    expect(parseQuantity(2 ** 53).toString()).toBe('9007199254740992');
  });

  test('a bigint is exact', () => {
    const value = BigInt('123456789012345678901234567890');
    expect(parseQuantity(value).value()).toBe(value);
    expect(parseQuantity(BigInt(12)).toString()).toBe('12');
  });

  test('a quantity of another copy of the package is read by what it says', () => {
    const foreign = { format: 'BinarySI', toJSON: () => '512' } as const;
    expect(parseQuantity(foreign).format).toBe('BinarySI');
    expect(parseQuantity(foreign).add('1Ki').toString()).toBe('1536');
    expect(parseQuantity('1Ki').add(foreign).toNumber()).toBe(1536);
  });

  test('a quantity of another copy keeps value and spelling, even where its text means another one', () => {
    const { mantissa, scale, spelling } = parseQuantity('1000E');
    const toJSON = () => '1';
    const foreign = { format: 'DecimalSI', mantissa, scale, spelling, toJSON } as const;
    expect(parseQuantity(foreign).value()).toBe(BigInt('1000000000000000000000'));
    const odd = { format: 'DecimalSI', mantissa: 326, scale: 0, spelling: '+326', toJSON } as const;
    expect(parseQuantity(odd).toString()).toBe('+326');
    const zero = { format: 'DecimalSI', mantissa: BigInt(0), scale: 0, toJSON } as const;
    expect(parseQuantity(zero).toString()).toBe('0');
  });

  test('a quantity is taken as it is', () => {
    const quantity = Quantity.milli(5);
    expect(parseQuantity(quantity)).toBe(quantity);
  });
});

describe('quantityFromJSON reads what JSON.stringify would send', () => {
  test.each([' 1Gi ', ' 1Gi', '1Gi\u3000', '\x851Gi\x85'])('white space is trimmed: %j', (text) => {
    expect(quantityFromJSON(text).toString()).toBe('1Gi');
  });

  test.each(['\t1', '1\n', ' 1 2 ', '\ufeff1', '   ', ''])('but not all: %j', (text) => {
    expect(() => quantityFromJSON(text)).toThrow(QuantityParseError);
  });

  test('numbers, and absent values as zero', () => {
    expect(quantityFromJSON(1.5).toString()).toBe('1500m');
    expect(quantityFromJSON(null).toString()).toBe('0');
    expect(quantityFromJSON(undefined).toString()).toBe('0');
    expect(() => quantityFromJSON(true)).toThrow(QuantityParseError);
  });
});
