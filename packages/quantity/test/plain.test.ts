import { attempt, FieldError } from '@kubesem/core';
import { bareObject } from '@kubesem/core/internal';
import { fromPlain, type PlainResult, parseQuantity, Quantity, toPlain } from '@kubesem/quantity';
import { describe, expect, expectTypeOf, test } from 'vitest';

const quantities = bareObject(
  ['0', '0.5', '1.5Gi', '-1', '007', '1e3', '1500G'].map((text) => [text, text] as const),
  parseQuantity,
);

describe('toPlain', () => {
  test('turns quantities into strings, and keeps everything else', () => {
    const result = {
      total: parseQuantity('0.5'),
      list: [parseQuantity('1Gi'), 1],
      none: undefined,
    };
    expect(toPlain(result).value).toStrictEqual({
      total: '500m',
      list: ['1Gi', 1],
      none: undefined,
    });
    expect(toPlain('500m')).toStrictEqual({ value: '500m', places: undefined });
    const time = new Date(0);
    expect(toPlain({ time }).value).toStrictEqual({ time });
  });

  test('turns maps into ordinary objects, whatever their keys', () => {
    const map = bareObject([['__proto__', '1Gi']], parseQuantity);
    const { value } = toPlain(map);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual([['__proto__', '1Gi']]);
  });

  test('has the type of its value', () => {
    const result: { readonly cpu: Quantity | undefined; readonly names: readonly string[] } = {
      cpu: Quantity.of(1),
      names: ['a'],
    };
    const plain = toPlain(result);
    expectTypeOf(plain.value.cpu).toEqualTypeOf<string | undefined>();
    expectTypeOf(plain.value.names).toEqualTypeOf<readonly string[]>();
    expectTypeOf(fromPlain(structuredClone(plain))).toEqualTypeOf(result);
    expect(fromPlain(plain)).toEqual(result);
  });

  test('rejects an object that contains itself', () => {
    const self: { self?: object } = {};
    self.self = self;
    expect(attempt(() => toPlain(self)).error?.code).toBe('TOO_DEEP');
  });
});

describe('fromPlain returns the result', () => {
  test.each([
    ['a map of quantities', quantities],
    ['lists', [[parseQuantity('1')], [], [null, 'a']]],
    ['a quantity', parseQuantity('1Gi')],
    ['text that looks like a quantity', { name: '1Gi', amount: parseQuantity('1Gi') }],
    ['an empty map', bareObject([], String)],
    [
      'a map with any keys',
      bareObject(
        [
          ['__proto__', '1'],
          ['toString', '2'],
        ],
        parseQuantity,
      ),
    ],
    ['binary quantities that are printed in decimal form', [Quantity.of(512, 'BinarySI')]],
    ['zero of another format', [Quantity.of(0, 'BinarySI'), Quantity.of(0, 'DecimalExponent')]],
    ['quantities beyond exa, which print less', [parseQuantity('1000E'), parseQuantity('-1e400')]],
    ['quantities beyond 2^53', [Quantity.of(BigInt(2) ** BigInt(80) + BigInt(1))]],
  ])('%s', (_, result) => {
    const plain = toPlain(result);
    expect(fromPlain(structuredClone(plain))).toStrictEqual(result);
    expect(fromPlain(JSON.parse(JSON.stringify(plain)))).toEqual(result);
  });

  test('for a quantity of another copy of the package', () => {
    const other = { format: 'BinarySI' as const, toJSON: () => '1.5Gi' };
    expect(toPlain([other]).value).toEqual(['1536Mi']);
    expect(fromPlain(toPlain([other])).map(String)).toEqual(['1536Mi']);
  });
});

describe('fromPlain rejects', () => {
  const deep = (levels: number): unknown =>
    JSON.parse(`${'{"isMap":false,"fields":[["a",'.repeat(levels)}true${']]}'.repeat(levels)}`);
  const nested = (levels: number): unknown =>
    JSON.parse(`${'{"a":'.repeat(levels)}"1"${'}'.repeat(levels)}`);

  test.each<[string, unknown, string, string]>([
    ['text', 'text', 'INVALID_TYPE', ''],
    [
      'a string that is not a quantity',
      { value: 'half', places: true },
      'INVALID_QUANTITY',
      'value',
    ],
    ['a number as quantity', { value: 5, places: true }, 'INVALID_TYPE', 'value'],
    ['other places', { value: {}, places: 5 }, 'INVALID_TYPE', 'value'],
    [
      'another form of places',
      { value: { a: '1' }, places: { isMap: 'yes', fields: [['a', true]] } },
      'INVALID_TYPE',
      'value',
    ],
    [
      'places of a missing object',
      { value: { a: '1' }, places: { isMap: false, fields: [['a', { isMap: true, fields: [] }]] } },
      'INVALID_TYPE',
      'value.a',
    ],
    [
      'a mantissa that is not an integer',
      { value: '1', places: { format: 'BinarySI', mantissa: '1.5', scale: 0 } },
      'INVALID_QUANTITY',
      'value',
    ],
    ['too many levels', { value: nested(5000), places: deep(5000) }, 'TOO_DEEP', ''],
  ])('%s', (_, plain, code, path) => {
    const { error } = attempt(() => fromPlain(plain as PlainResult<unknown>));
    expect(error?.code).toBe(code);
    if (code !== 'TOO_DEEP') {
      expect(error instanceof FieldError && error.problem.path).toBe(path);
    }
  });

  test('no key of its own: __proto__ in the places is a name', () => {
    const plain =
      '{"value":{"__proto__":"1"},"places":{"isMap":false,"fields":[["__proto__",true]]}}';
    const restored = fromPlain<object>(JSON.parse(plain));
    expect(Object.getPrototypeOf(restored)).toBe(Object.prototype);
    expect(Object.entries(restored)).toEqual([['__proto__', parseQuantity('1')]]);
  });
});
