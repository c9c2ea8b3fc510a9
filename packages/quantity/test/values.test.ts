import assert from 'node:assert';
import { inspect } from 'node:util';
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
    expect(inspect(big)).toContain('Quantity');
  });

  test('the class has its name in every build', () => {
    expect(Quantity.name).toBe('Quantity');
    expect(big.constructor.name).toBe('Quantity');
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
