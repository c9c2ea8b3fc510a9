import type { Node, Pod } from '@kubesem/core';
import { clusterAllocator, nodeAllocation, nodeAllocations } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';
import { nodeOf, podOn, resizedPod } from '../objects.js';

const nodes = [
  nodeOf('n1', { cpu: '4', memory: '8Gi', pods: '10' }),
  nodeOf('n2', { cpu: '6', memory: '24Gi', pods: '30' }),
];
const pods = [
  podOn('n2', 'a', { requests: { cpu: '1' }, limits: { memory: '1Gi' } }),
  resizedPod('n1', 'b', '500m', '700m'),
  podOn('n2', 'c', { requests: { cpu: '300m', memory: '2Gi' } }),
];

function problemsOf(someNodes: readonly Node[], somePods: readonly Pod[]): string[] {
  const { problems } = nodeAllocations({ nodes: someNodes, pods: somePods });
  return problems.map(({ code, path, value }) => `${code} ${path} ${value}`);
}

describe('a cluster', () => {
  const clusterOf = () => nodeAllocations({ nodes, pods });

  test('each node has the same result as alone', () => {
    expect(clusterOf().nodes).toEqual(nodes.map((node) => nodeAllocation(node, { pods })));
  });

  test('totals of all nodes', () => {
    const { allocatable, requests, limits, podRatio } = clusterOf();
    expect(text({ allocatable, requests, limits, podRatio })).toEqual({
      allocatable: { cpu: '10', memory: '32Gi', pods: '40' },
      requests: {
        cpu: { amount: '1800m', ratio: 0.18, percent: 18 },
        memory: { amount: '2Gi', ratio: 0.0625, percent: 6 },
      },
      limits: { memory: { amount: '1Gi', ratio: 0.03125, percent: 3 } },
      podRatio: 0.075,
    });
  });

  test('nodes and Pods can be added in any order', () => {
    const allocator = clusterAllocator();
    allocator.addPod(pods[0] as Pod);
    allocator.addNode(nodes[0] as Node);
    allocator.addPod(pods[1] as Pod);
    allocator.addNode(nodes[1] as Node);
    allocator.addPod(pods[2] as Pod);
    expect(allocator.finish()).toEqual(clusterOf());
    expect(allocator.finish()).toEqual(clusterOf());
  });

  test('an empty cluster', () => {
    expect(text(nodeAllocations({ nodes: [], pods: [] }))).toEqual({
      nodes: [],
      allocatable: {},
      requests: {},
      limits: {},
      podCounts: { counted: 0, finished: 0, unassigned: 0, unknownNode: 0 },
      problems: [],
    });
  });
});

describe('problems', () => {
  test('Pods are counted by their state', () => {
    const others = [
      ...pods,
      podOn('gone', 'd', {}),
      podOn('', 'e', {}),
      podOn('', 'f', {}),
      ...['g', 'h', 'i', 'j'].map((name) => podOn('gone', name, {}, { phase: 'Failed' })),
    ];
    const { podCounts, problems } = nodeAllocations({ nodes, pods: others });
    expect(podCounts).toEqual({ counted: 3, finished: 4, unassigned: 2, unknownNode: 1 });
    expect(problems).toMatchObject([
      {
        code: 'NODE_NOT_FOUND',
        segments: ['pods', 3, 'spec', 'nodeName'],
        path: 'pods[3].spec.nodeName',
        value: 'gone',
      },
    ]);
  });

  test('the first of several objects with one name counts', () => {
    const again = nodeOf('n2', { cpu: '1000', pods: 'many' });
    expect(
      problemsOf([...nodes, again], [...pods, podOn('n1', 'c', { requests: { cpu: '9' } })]),
    ).toEqual([
      'INVALID_QUANTITY nodes[2].status.allocatable[pods] many',
      'NAME_DUPLICATE nodes[2].metadata.name n2',
      'NAME_DUPLICATE pods[3].metadata.name c',
    ]);
    const { nodes: allocated, requests } = nodeAllocations({
      nodes: [...nodes, again],
      pods: [...pods, pods[1] as Pod],
    });
    expect(allocated.map(({ name }) => name)).toEqual(['n1', 'n2']);
    expect(requests.cpu?.ratio).toBe(0.18);
    expect(allocated[1]?.problems.map(({ code }) => code)).toEqual([
      'INVALID_QUANTITY',
      'NAME_DUPLICATE',
    ]);
  });

  test('a name may appear again in another namespace, and Pods need no name', () => {
    const [pod] = pods as [Pod];
    const other = { ...pod, metadata: { namespace: 'test', name: 'a' } };
    const nameless = { ...pod, metadata: {} };
    expect(problemsOf(nodes, [pod, other, nameless, nameless])).toEqual([]);
  });

  test('nodes without a name or resources, or of another kind', () => {
    const odd = [
      { status: { capacity: { cpu: 3 } } },
      { metadata: { name: 'bare' } },
      { kind: 'Pod' },
      { status: { capacity: { cpu: 5 } } },
    ];
    expect(problemsOf(odd, [])).toEqual([
      'NAME_MISSING nodes[0].metadata.name undefined',
      'NODE_CAPACITY_MISSING nodes[1].status undefined',
      'NOT_A_NODE nodes[2].kind Pod',
      'NAME_MISSING nodes[3].metadata.name undefined',
    ]);
    expect(nodeAllocations({ nodes: odd, pods: [] }).problems).toMatchObject([
      { type: 'REQUIRED' },
      { code: 'NODE_CAPACITY_MISSING', severity: 'warning' },
      { type: 'TYPE_INVALID' },
      { type: 'REQUIRED' },
    ]);
    expect(nodeAllocations({ nodes: odd, pods: [] }).nodes.map(({ name }) => name)).toEqual([
      '',
      'bare',
      '',
    ]);
  });

  test('negative amounts, which count', () => {
    const limits = { memory: '-1Gi' };
    const pod = podOn('n1', 'web', { requests: { cpu: '-2' }, limits });
    const whole = {
      ...pod,
      spec: {
        ...pod.spec,
        overhead: { 'example.com/x': '-3', memory: '-6' },
        resources: { requests: { memory: '-4' }, limits: { memory: '-5' } },
      },
    };
    const node = nodeOf('n1', { cpu: '-1', memory: '8Gi', 'example.com/none': '0' });
    expect(problemsOf([node], [whole])).toEqual([
      'NEGATIVE nodes[0].status.allocatable[cpu] -1',
      'NEGATIVE pods[0].spec.containers[0].resources.requests[cpu] -2',
      'NEGATIVE pods[0].spec.resources.requests[memory] -4',
      'NEGATIVE pods[0].spec.overhead[example.com/x] -3',
      'NEGATIVE pods[0].spec.overhead[memory] -6',
      'NEGATIVE pods[0].spec.containers[0].resources.limits[memory] -1Gi',
      'NEGATIVE pods[0].spec.resources.limits[memory] -5',
    ]);
    expect(nodeAllocations({ nodes: [node], pods: [whole] }).requests.cpu?.percent).toBe(200);
  });

  test('fields that are not readable; the rest of the Pod counts', () => {
    const broken = {
      metadata: { name: 7, namespace: [] },
      spec: {
        nodeName: 'n1',
        containers: [
          { name: 'x', resources: { requests: { cpu: '1', memory: '1GB' }, limits: [] } },
          'app',
        ],
      },
      status: { phase: true, containerStatuses: [{ name: 'x', allocatedResources: { cpu: 'x' } }] },
    } as unknown as Pod;
    const { requests, problems, nodes: allocated } = nodeAllocations({ nodes, pods: [broken] });
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'INVALID_TYPE pods[0].metadata.namespace',
      'INVALID_TYPE pods[0].metadata.name',
      'INVALID_TYPE pods[0].status.phase',
      'INVALID_TYPE pods[0].spec.containers[0].resources.limits',
      'INVALID_QUANTITY pods[0].spec.containers[0].resources.requests[memory]',
      'INVALID_TYPE pods[0].spec.containers[1]',
      'INVALID_QUANTITY pods[0].status.containerStatuses[0].allocatedResources[cpu]',
    ]);
    expect(text(requests)).toMatchObject({ cpu: { amount: '1' } });
    // Until its node is known, a problem is the cluster's alone.
    expect(allocated[0]?.problems).toHaveLength(4);
    expect(problems[0]).toMatchObject({ type: 'TYPE_INVALID' });
  });

  test('a field that is not a list is reported once', () => {
    const spec = { nodeName: 'n1', containers: {}, initContainers: 'x' };
    const broken = { spec, status: { containerStatuses: 7 } } as unknown as Pod;
    for (const omitPods of [true, false]) {
      const allocator = clusterAllocator({ omitPods });
      nodes.forEach((node) => allocator.addNode(node));
      allocator.addPod(broken);
      expect(allocator.finish().problems.map(({ path }) => path)).toEqual([
        'pods[0].spec.initContainers',
        'pods[0].spec.containers',
        'pods[0].status.containerStatuses',
      ]);
    }
  });

  test('segments start with the place of the object', () => {
    const allocator = clusterAllocator();
    allocator.addNode({ metadata: { name: 'n1' } }, ['items', 4]);
    allocator.addPod(podOn('gone', 'web', {}), ['items', 5]);
    allocator.addPod({ kind: 'Job' } as Pod, [6]);
    const { problems } = allocator.finish();
    expect(problems.map(({ segments }) => segments)).toEqual([
      ['items', 4, 'status'],
      [6, 'kind'],
      ['items', 5, 'spec', 'nodeName'],
    ]);
    expect(problems[2]?.path).toBe('items[5].spec.nodeName');
  });

  test('sums and problems of specs are the same if the Pods are omitted', () => {
    const [first, ...others] = [
      podOn('n1', 'early', { requests: { cpu: '1' }, limits: { cpu: '-2' } }),
      ...pods,
      podOn('n1', 'broken', { requests: { cpu: '1 core', memory: '1Gi' } }),
      podOn('gone', 'lost', {}),
    ];
    const finish = (omitPods: boolean) => {
      const allocator = clusterAllocator({ omitPods });
      allocator.addPod(first as Pod);
      nodes.forEach((node) => allocator.addNode(node));
      others.forEach((pod) => allocator.addPod(pod));
      return allocator.finish();
    };
    const all = finish(false);
    expect(all.nodes.map((node) => node.pods.length)).toEqual([3, 2]);
    expect(all.problems.map(({ code }) => code)).toEqual([
      'NEGATIVE',
      'INVALID_QUANTITY',
      'NODE_NOT_FOUND',
    ]);
    const withoutPods = all.nodes.map((node) => ({ ...node, pods: [] }));
    expect(finish(true)).toEqual({ ...all, nodes: withoutPods });
  });

  test('errors that an object itself throws are passed on', () => {
    const node = Object.defineProperty({}, 'metadata', {
      get: () => {
        throw new Error('from a getter');
      },
    });
    expect(() => nodeAllocations({ nodes: [node], pods: [] })).toThrow('from a getter');
  });
});
