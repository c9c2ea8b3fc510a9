import { fieldPath } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

describe('fieldPath', () => {
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
  ])('%j is %j', (segments, path) => {
    expect(fieldPath(...segments)).toBe(path);
  });
});
