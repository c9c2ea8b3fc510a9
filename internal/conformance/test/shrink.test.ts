import { describe, expect, test } from 'vitest';
import { type Json } from '../src/harness/json.js';
import { shrink } from '../src/harness/shrink.js';

/** Shrinks while the text of the case matches. */
const shrunk = (input: Json, expression: RegExp): Promise<Json> =>
  shrink(input, (candidate) => Promise.resolve(expression.test(JSON.stringify(candidate))));

describe('shrink', () => {
  test('removes the irrelevant parts of a text', async () => {
    expect(await shrunk('-00123.4567Gi', /3.*G/)).toBe('3G');
  });

  test('removes keys and elements at any depth', async () => {
    const pod = { a: [1, 2, { b: 'keep me', c: null }], d: { e: 'x' } };
    expect(await shrunk(pod, /keep/)).toEqual({ a: [{ b: 'keep' }] });
  });

  test('moves numbers towards zero', async () => {
    expect(await shrunk({ scale: -417 }, /-/)).toEqual({ scale: -1 });
  });

  test('keeps the key __proto__ as a key', async () => {
    const list = JSON.parse('{"__proto__":"1Gi","x":2}') as Json;
    expect(JSON.stringify(await shrunk(list, /__proto__/))).toBe('{"__proto__":""}');
  });

  test('returns a case that cannot be smaller', async () => {
    expect(await shrunk('1', /"1"/)).toBe('1');
  });
});
