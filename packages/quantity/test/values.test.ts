import assert from 'node:assert';
import { format, inspect } from 'node:util';
import { parseQuantity, Quantity, safeParseQuantity } from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';

describe('operators', () => {
  const [big, small] = [parseQuantity('1.5Gi'), parseQuantity('512Mi')];

  test.each<[operator: string, use: () => unknown]>([
    ['a > b', () => big > small],
    ['a <= b', () => big <= small],
    ['a + b', () => (big as unknown as number) + (small as unknown as number)],
    ['a - b', () => (big as unknown as number) - (small as unknown as number)],
    ["'' + a", () => `${''}` + (big as unknown as string)],
    ["a == '1'", () => (big as unknown) == '1536Mi'],
    ['Number(a)', () => Number(big)],
    ['Intl.NumberFormat', () => new Intl.NumberFormat('en').format(big as unknown as number)],
  ])('%s throws', (_, use) => {
    expect(use).toThrow(TypeError);
    expect(use).toThrow(/cmp, equals, add, toNumber/);
  });

  test('text is what was meant where text is expected', () => {
    expect(`${big}`).toBe('1536Mi');
    expect(String(big)).toBe('1536Mi');
    expect(JSON.stringify({ big })).toBe('{"big":"1536Mi"}');
    expect([small, big].sort().map(String)).toEqual(['1536Mi', '512Mi']);
    expect({ [String(big)]: 1 }).toEqual({ '1536Mi': 1 });
    expect(inspect({ big })).toBe('{ big: Quantity(1536Mi) }');
    expect(format('%s', big)).toBe('1536Mi');
  });
});

describe('a clone', () => {
  test.each(['1.5Gi', '500m', '+326', '1E3', '9223372036854775807123', '1000E', '0'])(
    'of %s is read back as it was',
    (text) => {
      const quantity = parseQuantity(text);
      assert.deepStrictEqual(parseQuantity(structuredClone(quantity)), quantity);
    },
  );

  test('may be data of JSON', () => {
    const data = JSON.parse('{"format":"BinarySI","mantissa":1073741824,"scale":0}');
    expect(parseQuantity(data).toString()).toBe('1Gi');
  });

  test.each([
    ['another value', '7'],
    ['another format', '+326Ki'],
    ['no quantity', 'x'],
    ['no text', 326],
    ['what is not printed back', '326.0'],
  ])('loses a spelling with %s', (_, spelling) => {
    const data = { format: 'DecimalSI', mantissa: 326, scale: 0, spelling } as never;
    expect(parseQuantity(data).toString()).toBe('326');
  });

  test.each([
    ['an unknown format', { format: 'Binary', mantissa: 1, scale: 0 }],
    ['a fraction', { format: 'BinarySI', mantissa: 1.5, scale: 0 }],
    ['a huge scale', { format: 'BinarySI', mantissa: 1, scale: 1e9 }],
    ['a text as mantissa', { format: 'BinarySI', mantissa: '1', scale: 0 }],
    ['no scale', { format: 'BinarySI', mantissa: 1 }],
  ])('with %s is rejected', (_, data) => {
    expect(safeParseQuantity(data).error?.code).toBe('INVALID_TYPE');
  });
});

describe('deeply equal', () => {
  const sum = (...texts: string[]) =>
    texts.reduce((total, text) => total.add(text), Quantity.of(0));
  const isEqual = [
    ['vitest', (a: unknown, b: unknown) => expect(a).toStrictEqual(b)],
    ['node:assert', (a: unknown, b: unknown) => assert.deepStrictEqual(a, b)],
  ] as const;

  test.each<[text: string, same: Quantity[]]>([
    ['500m', ['0.5', '500m', '.5', '500000u', '0.50'].map((text) => parseQuantity(text))],
    ['1536Mi', [parseQuantity('1.5Gi'), parseQuantity('1536Mi'), sum('1Gi', '0.5Gi')]],
    ['1', [parseQuantity('1000m'), parseQuantity(1), sum('500m', '500m'), sum('0.7', '300m')]],
    ['0', [parseQuantity('0'), parseQuantity('0m'), parseQuantity(-0), sum('5m', '-5m')]],
    ['2G', [parseQuantity('2000M'), parseQuantity(2e9), Quantity.scaled(20, 8)]],
    ['1e3', [parseQuantity('1e3'), parseQuantity('1000e0'), sum('5e2', '0.5e3')]],
    ['10E', [parseQuantity('10E'), sum('9E', '1E'), parseQuantity(BigInt('10000000000000000000'))]],
    ['-1m', [parseQuantity('-1m'), parseQuantity('1m').neg(), parseQuantity('1m').mul(-1)]],
    ['9007199254740991', [parseQuantity('9007199254740991'), sum('9007199254740992', '-1')]],
    ['3', [parseQuantity('2.9').roundUp(0), parseQuantity('3000m'), sum('3n', '2999999997n')]],
    ['10P', [sum('9E', '-8.99E'), parseQuantity('10P'), parseQuantity('10000T')]],
  ])('whatever %s was made from', (text, same) => {
    for (const quantity of [...same, ...same.map((each) => parseQuantity(structuredClone(each)))]) {
      expect(quantity.toString()).toBe(text);
      for (const [, check] of isEqual) {
        check(quantity, same[0]);
      }
    }
  });

  test('a clone of data that is not in normal form is normalized', () => {
    const data = { format: 'DecimalSI', mantissa: 1000, scale: -3 } as const;
    expect(parseQuantity(data)).toStrictEqual(parseQuantity('1'));
  });

  test.each([
    ['007', '7'],
    ['+326', '326'],
    ['1E3', '1e3'],
    ['1.500k', '1500'],
    ['1Ki', '1024'],
    ['1e3', '1k'],
    ['1', '1n'],
  ])('%s and %s are not', (a, b) => {
    expect(parseQuantity(a)).not.toEqual(parseQuantity(b));
    assert.notDeepStrictEqual(parseQuantity(a), parseQuantity(b));
  });
});
