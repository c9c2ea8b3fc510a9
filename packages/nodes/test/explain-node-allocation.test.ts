import { explainNodeAllocation, nodeAllocation } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { nodeOf, podOn, resizedPod } from './nodes.js';
import { failure, text } from './pods.js';

const node = nodeOf('n1', { cpu: '8' });

describe('why a Pod counts or not', () => {
  const pods = [
    podOn('n1', 'on it', {}),
    podOn('n2', 'elsewhere', {}, { phase: 'Failed' }),
    podOn('', 'nowhere', {}, { phase: 'Pending' }),
    podOn('n1', 'done', {}, { phase: 'Succeeded' }),
    podOn('n1', 'failed', {}, { phase: 'Failed' }),
  ];

  test('the rule, and what it looked at', () => {
    const { name, allocatableFrom, pods: explained } = explainNodeAllocation(node, pods);
    expect([name, allocatableFrom]).toEqual(['n1', 'allocatable']);
    expect(explained[4]).toEqual({
      namespace: 'shop',
      name: 'failed',
      nodeName: 'n1',
      phase: 'Failed',
      rule: 'FINISHED',
      counts: false,
      differences: [],
    });
    expect(explained.map(({ rule }) => rule)).toEqual([
      'ON_NODE',
      'OTHER_NODE',
      'UNASSIGNED',
      'FINISHED',
      'FINISHED',
    ]);
  });

  test('those count that have a row', () => {
    const { pods: explained } = explainNodeAllocation(node, pods);
    const counted = explained.filter(({ counts }) => counts).map(({ name }) => name);
    expect(counted).toEqual(nodeAllocation(node, pods).pods.map(({ name }) => name));
  });
});

describe('where rows and totals differ', () => {
  const differences = (...pods: Parameters<typeof explainNodeAllocation>[1][]) =>
    text(
      explainNodeAllocation(
        node,
        pods.flatMap((list) => [...list]),
      ).pods[0]?.differences,
    );

  test('the status of a resize is in the row alone', () => {
    expect(differences([resizedPod('n1', 'web', '1', '2')])).toEqual([
      { resource: 'cpu', side: 'requests', row: '2', total: '1', source: 'actuated' },
    ]);
    const allocated = [{ name: 'app', allocatedResources: { cpu: '3' } }];
    const resources = { requests: { cpu: '1' }, limits: { cpu: '5' } };
    expect(differences([podOn('n1', 'web', resources, { containerStatuses: allocated })])).toEqual([
      { resource: 'cpu', side: 'requests', row: '3', total: '1', source: 'actuated' },
    ]);
  });

  test('what only the status has is in no total', () => {
    const resources = { requests: { cpu: '1', memory: '3Gi' }, limits: { memory: '4Gi' } };
    const pod = podOn('n1', 'web', { requests: { cpu: '1' } });
    const status = { containerStatuses: [{ name: 'app', resources }] };
    expect(differences([{ ...pod, status }])).toEqual([
      { resource: 'memory', side: 'requests', row: '3Gi', source: 'actuated' },
      { resource: 'memory', side: 'limits', row: '4Gi', source: 'actuated' },
    ]);
  });

  test('a lower status changes nothing', () => {
    expect(differences([resizedPod('n1', 'web', '2', '1')])).toEqual([]);
  });

  test('an infeasible resize is in the total alone', () => {
    const conditions = [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }];
    const resources = { requests: { cpu: '9' }, limits: { memory: '7Gi' } };
    expect(differences([podOn('n1', 'web', resources, { conditions })])).toEqual([
      { resource: 'cpu', side: 'requests', total: '9' },
      { resource: 'memory', side: 'limits', total: '7Gi' },
    ]);
  });
});

test('what cannot be read is refused', () => {
  const pod = podOn('n1', 'web', { limits: { cpu: 'x' } });
  expect(failure(() => explainNodeAllocation(node, [pod]))).toBe(
    'INVALID_QUANTITY spec.containers[0].resources.limits.cpu',
  );
});
