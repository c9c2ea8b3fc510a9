import { fieldPath, formatFieldPath, pathSegments } from '@kubesem/core';
import { pathBelow } from '@kubesem/core/internal';
import { describe, expect, test } from 'vitest';

test('paths grow without changing their parents', () => {
  const containers = fieldPath('spec', 'containers');
  const first = pathBelow(containers, [0]);
  const second = pathBelow(containers, [1]);
  expect(pathSegments(first)).toEqual(['spec', 'containers', 0]);
  expect(pathSegments(second)).toEqual(['spec', 'containers', 1]);
  expect(pathSegments(containers)).toEqual(['spec', 'containers']);
  expect(pathSegments(undefined)).toEqual([]);
});

test('segments are a new list each time', () => {
  const path = fieldPath('spec');
  pathSegments(path).push('other');
  expect(pathSegments(path)).toEqual(['spec']);
});

describe('formatFieldPath', () => {
  test.each([
    [[], ''],
    [['spec'], 'spec'],
    [['spec', 'containers', 1, 'image'], 'spec.containers[1].image'],
    [[0, 'spec'], '[0].spec'],
    [['items', 3, 4], 'items[3][4]'],
    [['limits', 'memory'], 'limits.memory'],
    [['limits', 'ephemeral-storage'], 'limits[ephemeral-storage]'],
    [['requests', 'example.com/gpu'], 'requests[example.com/gpu]'],
    [['example.com/gpu', 'x'], '[example.com/gpu].x'],
    [['data', ''], 'data[]'],
    [['', 'x'], '[].x'],
    [['data', '1'], 'data[1]'],
    [['data', 'a1_B'], 'data.a1_B'],
    [['data', 'a\n'], 'data[a\n]'],
    [['data', '__proto__'], 'data.__proto__'],
    [['data', 'ü'], 'data[ü]'],
    [['data', 'k'.repeat(317)], `data.${'k'.repeat(317)}`],
    [['data', 'k'.repeat(318)], `data.${'k'.repeat(317)}…`],
    [['data', '/'.repeat(1_000_000)], `data[${'/'.repeat(317)}…]`],
  ])('%j is %j', (segments, path) => {
    expect(formatFieldPath(segments)).toBe(path);
  });
});
