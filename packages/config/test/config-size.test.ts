import { configMapSize, secretSize } from '@kubesem/config';
import { expect, test } from 'vitest';

const LIMIT = 1_048_576;

test('where the documentation differs: the data may have exactly 1 MiB, and only values count', () => {
  const data = { ['k'.repeat(253)]: 'x'.repeat(LIMIT - 1) };
  const size = { bytes: LIMIT, limitBytes: LIMIT, isTooLarge: false };
  expect(configMapSize({ data, binaryData: { b: '/w==' } })).toEqual(size);
  expect(configMapSize({ data: { ...data, b: 'é' } }).isTooLarge).toBe(true);
});

test('stringData replaces data of the same key', () => {
  const stringData = { a: 'x'.repeat(LIMIT) };
  expect(secretSize({ stringData, data: { a: 'YWE=', b: '' } }).bytes).toBe(LIMIT);
});

test('__proto__ is a key like any other', () => {
  const data = JSON.parse('{"__proto__":"x"}') as { [key: string]: string };
  expect(configMapSize({ data }).bytes).toBe(1);
});
