// The functions with which stores and React compare values find equal quantities equal.

import { createRequire } from 'node:module';
import { parseQuantity, toPlain } from '@kubesem/quantity';
import { podRequests } from '@kubesem/resources';
import fastDeepEqual from 'fast-deep-equal';
import { describe, expect, test } from 'vitest';

type IsEqual = (a: unknown, b: unknown) => boolean;

const require = createRequire(import.meta.url);
const functions: readonly [name: string, isEqual: IsEqual][] = [
  ['lodash', require('lodash/isEqual')],
  ['fast-deep-equal', fastDeepEqual],
  ['react-fast-compare', require('react-fast-compare')],
];

/** The requests of a Pod. */
const requests = (cpu: string, memory: string) =>
  podRequests({ containers: [{ name: 'app', resources: { requests: { cpu, memory } } }] });

describe.each(functions)('for %s', (_, isEqual) => {
  test.each([
    ['0.5', '500m'],
    ['1.5Gi', '1536Mi'],
    ['2', '2000m'],
    ['9007199254740993', '9007199254740993000m'],
  ])('%s equals %s', (a, b) => {
    expect(isEqual(parseQuantity(a), parseQuantity(b))).toBe(true);
    expect(isEqual({ list: [parseQuantity(a)] }, { list: [parseQuantity(b)] })).toBe(true);
  });

  test.each([
    ['1', '2'],
    ['1k', '1e3'],
    ['1k', '1E3'],
    ['1', '1n'],
    ['9007199254740993', '9007199254740994'],
  ])('%s does not equal %s', (a, b) => {
    expect(isEqual(parseQuantity(a), parseQuantity(b))).toBe(false);
  });

  test('whole results are compared by their amounts', () => {
    // fast-deep-equal calls `valueOf` of every object, and the maps of results have no prototype with one.
    const data = (cpu: string, memory: string) =>
      isEqual === fastDeepEqual ? toPlain(requests(cpu, memory)) : requests(cpu, memory);
    expect(isEqual(data('0.5', '1.5Gi'), data('500m', '1536Mi'))).toBe(true);
    expect(isEqual(data('0.5', '1.5Gi'), data('501m', '1536Mi'))).toBe(false);
  });
});
