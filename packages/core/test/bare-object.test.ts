import { bareObject } from '@kubesem/core/internal';
import { expect, test } from 'vitest';

test('every key is a key like any other', () => {
  const names = ['__proto__', 'constructor', 'toString', 'b', 'a', 'b'];
  const object = bareObject(
    names.map((name, index) => [name, index] as const),
    (index, name) => `${name}${index}`,
  );
  expect(Object.entries(object)).toEqual([
    ['__proto__', '__proto__0'],
    ['constructor', 'constructor1'],
    ['toString', 'toString2'],
    ['b', 'b5'],
    ['a', 'a4'],
  ]);
  expect(Reflect.ownKeys(Object.getPrototypeOf(object))).toEqual([Symbol.toPrimitive]);
  expect('hasOwnProperty' in object).toBe(false);
});

test('a text of it is its JSON, and operators throw', () => {
  const object = bareObject([['a', 1]], (value) => value);
  expect(`${object}`).toBe('{"a":1}');
  expect(String(object)).toBe('{"a":1}');
  expect(() => (object as unknown as number) > 1).toThrow(TypeError);
  expect(() => `${''}` + (object as unknown as string)).toThrow(TypeError);
});
