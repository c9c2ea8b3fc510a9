import { nodeAllocation, podPercent } from '@kubesem/nodes';
import { expect, test } from 'vitest';
import { nodeOf } from '../objects.js';

test.each<[pods: number, allowed: string, percent: number | undefined]>([
  [29, '100', 29],
  [2, '3', 66],
  [111, '110', 100],
  [1, '0', undefined],
])('%i of %s Pods', (pods, allowed, percent) => {
  expect(podPercent(nodeAllocation(nodeOf('n1', { pods: allowed }), { pods: [] }), pods)).toBe(
    percent,
  );
});
