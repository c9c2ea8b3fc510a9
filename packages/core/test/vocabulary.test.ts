import { compareApiVersions, resolveIntOrPercent, toleratesTaint } from '@kubesem/core';
import { compareUtf8 } from '@kubesem/core/internal';
import { describe, expect, test } from 'vitest';

test.each([
  ['25%', 3, 'up', 1],
  ['25%', 3, 'down', 0],
  ['100%', 3, 'down', 3],
  ['-5%', 10, 'up', 0],
  ['+5%', 10, 'up', 1],
  [4, 3, 'up', 4],
  [-1, 3, 'down', -1],
] as const)('%s of %i, rounded %s, is %i', (value, total, rounding, expected) => {
  expect(resolveIntOrPercent(value, { of: total, round: rounding })).toBe(expected);
});

test.each(['5', '%', '1.5%', ' 5%', '', 1.5, Number.NaN, null])(
  '%j is no int or percent',
  (value) => {
    const code = 'NOT_AN_INT_OR_PERCENT';
    expect(() => resolveIntOrPercent(value as never, { of: 3, round: 'up' })).toThrow(
      expect.objectContaining({ code }),
    );
  },
);

describe('a toleration', () => {
  const taint = { key: 'memory', value: '5', effect: 'NoSchedule' };
  const compared = { taintTolerationComparisonOperators: true };

  test.each([
    [{ operator: 'Exists' }, true],
    [{ key: 'memory', operator: 'Exists' }, true],
    [{ key: 'cpu', operator: 'Exists' }, false],
    [{ key: 'memory', value: '5' }, true],
    [{ key: 'memory', operator: 'Equal', value: '05' }, false],
    [{ key: 'memory', value: '5', effect: 'NoSchedule' }, true],
    [{ key: 'memory', value: '5', effect: 'NoExecute' }, false],
    [{ key: 'memory', operator: 'equal', value: '5' }, false],
    [{ key: 'memory', operator: 'Gt', value: '4' }, false],
  ])('%j: %j', (toleration, expected) => {
    expect(toleratesTaint(toleration, taint)).toBe(expected);
  });

  test.each([
    ['Gt', '4', true],
    ['Gt', '5', false],
    ['Lt', '6', true],
    ['Lt', '5', false],
    ['Gt', '04', false],
    ['Lt', '9223372036854775808', false],
  ])('%s %s of 5 with the feature gate: %j', (operator, value, expected) => {
    expect(toleratesTaint({ key: 'memory', operator, value }, taint, compared)).toBe(expected);
  });
});

test('versions are sorted by stability', () => {
  const sorted = ['v2', 'v1', 'v2beta1', 'v1beta2', 'v1beta1', 'v1alpha1', 'bar', 'foo'];
  expect([...sorted].reverse().sort(compareApiVersions)).toEqual(sorted);
  expect(compareApiVersions('v1', 'v1')).toBe(0);
});

test('strings are compared by their bytes', () => {
  expect(['b', '\u{1f600}', '\uffff', 'ab', 'a'].sort(compareUtf8)).toEqual([
    ...['a', 'ab', 'b', '\uffff', '\u{1f600}'],
  ]);
});
