import type { Pod } from '@kubesem/core';
import { explainNodeAllocation, nodeAllocation } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { errorsOfFields, failure, text } from '../../../../scripts/testing.js';
import { nodeOf, podOn, resizedPod } from '../objects.js';

const node = nodeOf('n1', { cpu: '8' });

describe('the rule for each Pod', () => {
  const pods = [
    podOn('n1', 'on it', {}),
    podOn('n2', 'elsewhere', {}, { phase: 'Failed' }),
    podOn('', 'nowhere', {}, { phase: 'Pending' }),
    podOn('n1', 'done', {}, { phase: 'Succeeded' }),
    podOn('n1', 'failed', {}, { phase: 'Failed' }),
  ];

  test('with the fields that it read', () => {
    const { name, allocatableFrom, pods: explained } = explainNodeAllocation(node, { pods });
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

  test('Pods that count have a row', () => {
    const { pods: explained } = explainNodeAllocation(node, { pods });
    const counted = explained.filter(({ counts }) => counts).map(({ name }) => name);
    expect(counted).toEqual(nodeAllocation(node, { pods }).pods.map(({ name }) => name));
  });
});

describe('differences between rows and totals', () => {
  const differences = (...lists: readonly (readonly Pod[])[]) =>
    text(explainNodeAllocation(node, { pods: lists.flat() }).pods[0]?.differences);

  test('only the row includes the status of a resize', () => {
    expect(differences([resizedPod('n1', 'web', '1', '2')])).toEqual([
      { resource: 'cpu', side: 'requests', row: '2', total: '1', source: 'actuated' },
    ]);
    const allocated = [{ name: 'app', allocatedResources: { cpu: '3' } }];
    const resources = { requests: { cpu: '1' }, limits: { cpu: '5' } };
    expect(differences([podOn('n1', 'web', resources, { containerStatuses: allocated })])).toEqual([
      { resource: 'cpu', side: 'requests', row: '3', total: '1', source: 'actuated' },
    ]);
  });

  test('no total includes amounts that only the status has', () => {
    const resources = { requests: { cpu: '1', memory: '3Gi' }, limits: { memory: '4Gi' } };
    const pod = podOn('n1', 'web', { requests: { cpu: '1' } });
    const status = { containerStatuses: [{ name: 'app', resources }] };
    expect(differences([{ ...pod, status }])).toEqual([
      { resource: 'memory', side: 'requests', row: '3Gi', source: 'actuated' },
      { resource: 'memory', side: 'limits', row: '4Gi', source: 'actuated' },
    ]);
  });

  test('a lower status makes no difference', () => {
    expect(differences([resizedPod('n1', 'web', '2', '1')])).toEqual([]);
  });

  test('only the total includes an infeasible resize', () => {
    const conditions = [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }];
    const resources = { requests: { cpu: '9' }, limits: { memory: '7Gi' } };
    expect(differences([podOn('n1', 'web', resources, { conditions })])).toEqual([
      { resource: 'cpu', side: 'requests', total: '9' },
      { resource: 'memory', side: 'limits', total: '7Gi' },
    ]);
  });
});

describe('errors', () => {
  const pod = {
    metadata: { name: 'web', namespace: 'shop' },
    spec: { nodeName: 'n1', containers: [] },
    status: { phase: 'Running' },
  };

  test('name the Pod and the field', () => {
    const broken = podOn('n1', 'web', { limits: { cpu: 'x' } });
    expect(failure(() => explainNodeAllocation(node, { pods: [pod, broken] }))).toBe(
      'INVALID_QUANTITY pods[1].spec.containers[0].resources.limits[cpu]',
    );
    expect(errorsOfFields(pod, (value) => explainNodeAllocation(node, { pods: [value] }))).toEqual([
      'INVALID_TYPE pods[0].metadata',
      'INVALID_TYPE pods[0].metadata.name',
      'INVALID_TYPE pods[0].metadata.namespace',
      'NOT_A_POD pods[0].spec',
      'INVALID_TYPE pods[0].spec.nodeName',
      'INVALID_TYPE pods[0].spec.containers',
      'INVALID_TYPE pods[0].status',
      'INVALID_TYPE pods[0].status.phase',
    ]);
  });

  test('name the field of the node', () => {
    const whole = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '30' } } };
    expect(errorsOfFields(whole, (value) => explainNodeAllocation(value, { pods: [] }))).toEqual([
      'INVALID_TYPE node.metadata',
      'INVALID_TYPE node.metadata.name',
      'INVALID_TYPE node.status',
      'INVALID_TYPE node.status.allocatable',
      'INVALID_QUANTITY node.status.allocatable[cpu]',
    ]);
  });
});
