import { deepStrictEqual } from 'node:assert';
import { fromPlain, toPlain } from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';
import { QUANTITY_RESULTS } from '../src/results.js';

/** The check of Redux Toolkit: only these can be stored. React server components accept no other objects either. */
function unserializable(value: unknown, path = ''): string[] {
  if (value === null || ['undefined', 'string', 'boolean', 'number'].includes(typeof value)) {
    return [];
  }
  const isOrdinary =
    typeof value === 'object' &&
    [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
  return isOrdinary
    ? Object.entries(value).flatMap(([key, inner]) => unserializable(inner, `${path}.${key}`))
    : [path];
}

describe.each(Object.entries(QUANTITY_RESULTS))('the result of %s', (_, compute) => {
  const result = compute();
  const plain = toPlain(result);

  test('holds a quantity', () => {
    expect(plain.places).toBeDefined();
    expect(unserializable(result)).not.toEqual([]);
  });

  test('is ordinary objects and strings as plain data', () => {
    expect(unserializable(plain)).toEqual([]);
  });

  test('comes back from a clone deeply equal', () => {
    const back = fromPlain(structuredClone(plain));
    expect(back).toStrictEqual(result);
    deepStrictEqual(back, result);
  });

  test('comes back from JSON with the same data', () => {
    expect(fromPlain(JSON.parse(JSON.stringify(plain)))).toEqual(result);
  });
});
