import type { Pod } from '@kubesem/core';
import {
  clusterAllocator,
  explainNodeAllocation,
  freeAmounts,
  nodeAllocation,
  nodeAllocations,
  nodeHeadroom,
} from '@kubesem/nodes';
import { expect, test } from 'vitest';

const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '12', pods: '110' } } };

/** A Pod that requests one amount, and has another. */
function pod(name: string, requested: string, has: string | undefined, reason?: string): Pod {
  const resources = { requests: { cpu: has } };
  return {
    metadata: { name },
    spec: {
      nodeName: 'n1',
      containers: [{ name: 'app', resources: { requests: { cpu: requested } } }],
    },
    status: {
      phase: 'Running',
      ...(reason !== undefined && {
        conditions: [{ type: 'PodResizePending', status: 'True', reason, message: 'no room' }],
      }),
      ...(has !== undefined && {
        containerStatuses: [{ name: 'app', allocatedResources: { cpu: has }, resources }],
      }),
    },
  };
}

test.each([
  ['an infeasible resize', [pod('a', '12200m', '100m', 'Infeasible')], '11900m', '-12100m'],
  ['a deferred resize', [pod('a', '12200m', '100m', 'Deferred')], '-200m', undefined],
  ['a resize to less', [pod('a', '1', '3')], '9', '2'],
  ['no resize', [pod('a', '1', '1'), pod('b', '2', undefined)], '9', undefined],
  ['the same amount in other words', [pod('a', '1', '1000m')], '11', undefined],
  [
    'resizes that cancel each other',
    [pod('a', '1', '3'), pod('b', '3', '1', 'Infeasible')],
    '8',
    undefined,
  ],
])('%s: free is what the scheduler counts', (_, pods, cpu, resizing) => {
  const allocation = nodeAllocation(node, { pods });
  const free = freeAmounts(allocation, pods.length).cpu;
  expect(`${free}`).toBe(cpu);
  expect(allocation.resizing?.cpu?.toString()).toBe(resizing);
  const left = nodeHeadroom(node, { pods }).resources.cpu?.toString();
  expect(left).toBe(cpu.startsWith('-') ? '0' : cpu);
  // The same without the rows of the Pods, and in the total.
  const allocator = clusterAllocator({ omitPods: true });
  pods.forEach((each) => {
    allocator.addPod(each);
  });
  allocator.addNode(node);
  const cluster = allocator.finish();
  expect(cluster.nodes[0]?.resizing).toEqual(allocation.resizing);
  expect(cluster.resizing).toEqual(allocation.resizing);
  expect(nodeAllocations({ nodes: [node], pods }).resizing).toEqual(allocation.resizing);
});

test('a status that cannot be read counts as absent', () => {
  const odd = {
    ...pod('a', '1', undefined),
    status: { containerStatuses: [5, { name: 'app', resources: 'x' }] },
  };
  expect(
    freeAmounts(nodeAllocation(node, { pods: [odd as unknown as Pod] }), 1).cpu?.toString(),
  ).toBe('11');
});

test('explains a resize that is pending', () => {
  const pods = [
    pod('a', '2', '1', 'Deferred'),
    pod('b', '2', '1', 'Infeasible'),
    pod('c', '2', '1', 'x'),
  ];
  const explained = explainNodeAllocation(node, { pods }).pods.map(
    ({ pendingResize }) => pendingResize,
  );
  expect(explained).toEqual([
    { reason: 'Deferred', message: 'no room' },
    { reason: 'Infeasible', message: 'no room' },
    undefined,
  ]);
  const finished = { ...pods[0], status: { ...pods[0]?.status, phase: 'Failed' } };
  expect(explainNodeAllocation(node, { pods: [finished] }).pods[0]?.pendingResize).toBeUndefined();
});
