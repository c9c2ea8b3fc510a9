// Short cuts for large clusters: Pods that are equal to the Pod before them, and sums in plain numbers.
import type { Pod } from '@kubesem/core';
import { type ClusterAllocation, clusterAllocator, nodeAllocation } from '@kubesem/nodes';
import { parseQuantity } from '@kubesem/quantity';
import { expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';
import { nodeOf } from '../objects.js';

const node = nodeOf('n1', { cpu: '8', memory: '32Gi' });

function finish(pods: readonly Pod[], omitPods: boolean): ClusterAllocation {
  const allocator = clusterAllocator({ omitPods });
  allocator.addNode(node);
  pods.forEach((pod) => allocator.addPod(pod));
  const cluster = allocator.finish();
  return { ...cluster, nodes: cluster.nodes.map((allocated) => ({ ...allocated, pods: [] })) };
}

type Fields = { readonly [name: string]: unknown };

const podWith = (spec: Fields, other: Fields = {}): Pod => ({
  ...other,
  spec: { nodeName: 'n1', ...spec },
});
const app = (resources: unknown, other: Fields = {}): Fields => ({
  containers: [{ name: 'app', resources, ...other }],
});
const init = (resources: unknown, other: Fields = {}): Fields => ({
  initContainers: [{ name: 'init', resources, ...other }],
});

const [small, large] = [{ requests: { cpu: '1' } }, { requests: { cpu: '3', memory: '1Gi' } }];

test.each<[title: string, Fields, Fields?]>([
  ['an amount', app({ requests: { cpu: '2' } })],
  ['an amount of another type', app({ requests: { cpu: 1 } })],
  ['the name of a resource', app({ requests: { memory: '1' } })],
  ['the order of names', app({ requests: { memory: '1Gi', cpu: '3' } })],
  ['limits', app({ limits: { cpu: '1' } })],
  ['a parsed amount', app({ requests: { cpu: parseQuantity('2') } })],
  ['no resources', app(null)],
  ['an init container', { ...app(small), ...init(large) }],
  ['a sidecar', { ...app(small), ...init(large, { restartPolicy: 'Always' }) }],
  ['two containers', { containers: [...(app(small)['containers'] as []), { resources: large }] }],
  ['no containers', {}],
  ['overhead', { ...app(small), overhead: { cpu: '250m' } }],
  ['resources of the Pod', { ...app(small), resources: { requests: { cpu: '5' } } }],
  ['an amount below zero', app({ requests: { cpu: '-1' } })],
  ['an amount that is not a quantity', app({ requests: { cpu: '1 core' } })],
  ['a name that is not a string', app(small, { name: 5 })],
  ['containers that are no list', { containers: { 0: {} } }],
  ['a container that is no object', { containers: ['app'] }],
  ['resources that are no object', app(['cpu'])],
  ['a status that is no object', app(small), { status: 'Running' }],
  ['many levels', app({ requests: { cpu: [[[[[[[[['1']]]]]]]]] } })],
])('Pods in a row differ in %s', (_, spec, other) => {
  const [first, second] = [podWith(app(small)), podWith(spec, other)];
  const pods = [first, first, second, second, first, podWith(app(large)), second];
  expect(finish(pods, true)).toEqual(finish(pods, false));
});

test('a Pod that is changed after it was added', () => {
  const requests = { cpu: '1' };
  const allocator = clusterAllocator({ omitPods: true });
  allocator.addNode(node);
  for (const cpu of ['1', '2', '2', '3']) {
    requests.cpu = cpu;
    allocator.addPod(podWith(app({ requests })));
  }
  expect(text(allocator.finish().requests)).toMatchObject({ cpu: { amount: '8' } });
});

test.each<readonly string[]>([
  ['1500m', '2', '0.25'],
  ['2', '1500m', '500m', '1'],
  ['1Gi', '500M', '7'],
  ['0', '1Gi', '1G'],
  ['0Ki', '0', '1e3', '5'],
  ['1Gi', '0'],
  ['3.M'],
  ['3.M', '0'],
  ['1G', '-1G', '1Gi'],
  ['-1Gi', '1G', '1Gi', '1G'],
  ['1m', '9007199254740991', '9007199254740991', '1'],
  ['9007199254740991', '1', '1', '9E', '9E'],
  ['100n', '1u', '1m', '1'],
  ['1E', '100P', '1e21', '5n'],
  ['9007199254740993', '1', '-9007199254740993', '2Gi', '1'],
])('the sum of %s and others, one by one', (...amounts) => {
  const pods = amounts.map((cpu) => podWith(app({ requests: { cpu } })));
  const sum = amounts.map((amount) => parseQuantity(amount)).reduce((total, y) => total.add(y));
  expect(nodeAllocation(node, { pods }).requests.cpu?.amount).toEqual(sum);
});
