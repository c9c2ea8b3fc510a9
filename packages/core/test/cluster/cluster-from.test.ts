import { clusterFrom } from '@kubesem/core';
import { expect, test } from 'vitest';

const pod = (metadata: object, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  ...more,
});
const listOf = (kind: string, items: unknown) => ({ apiVersion: 'v1', kind, items });
const namesIn = (objects: Iterable<unknown>) =>
  clusterFrom(objects).pods?.map(({ metadata }) => metadata?.name);

test('objects are sorted by the table of kinds, in every version that is served', () => {
  const objects = ['autoscaling/v1', 'autoscaling/v2', 'autoscaling/v2beta2'].map((apiVersion) => ({
    apiVersion,
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: apiVersion },
  }));
  const metrics = { apiVersion: 'metrics.k8s.io/v1beta1', kind: 'PodMetrics' };
  const foreign = { apiVersion: 'serving.knative.dev/v1', kind: 'Service' };
  expect(clusterFrom([...objects, metrics, foreign])).toEqual({
    horizontalPodAutoscalers: objects.slice(0, 2),
    podMetrics: [metrics],
  });
});

test('a list without objects is absent, unless it is complete', () => {
  expect(clusterFrom([])).toEqual({});
  expect(clusterFrom([pod({ name: 'a' })], { complete: ['pods', 'nodes'] })).toEqual({
    pods: [pod({ name: 'a' })],
    nodes: [],
  });
});

test('lists are opened, however deep they are nested, and their items need no type', () => {
  const items = [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }];
  expect(namesIn([pod({ name: '0' }), listOf('List', [listOf('PodList', items)])])).toEqual([
    '0',
    'a',
    'b',
  ]);
  let deep: object = pod({ name: 'deep' });
  for (let level = 0; level < 100_000; level += 1) {
    deep = listOf('List', [deep]);
  }
  expect(namesIn([deep])).toEqual(['deep']);
  const long = Array.from({ length: 200_000 }, (_, index) => pod({ name: `${index}` }));
  expect(namesIn([listOf('List', long)])).toHaveLength(200_000);
});

test('objects with their places are opened', () => {
  const place = {
    file: 'a.json',
    line: 1,
    column: 1,
    segments: [],
    item: '',
    positionOf: () => {},
  };
  const placed = { ...place, apiVersion: 'v1', kind: 'Pod', object: { metadata: { name: 'a' } } };
  expect(namesIn([placed])).toEqual(['a']);
});

test('the last definition of an object counts, in the place of the first', () => {
  const objects = [
    pod({ name: 'a' }),
    pod({ name: 'b' }),
    pod({ name: 'a', namespace: 'default' }, { spec: { nodeName: 'n' } }),
    pod({ name: 'a', namespace: 'shop' }),
    pod({ generateName: 'c-' }),
    pod({ generateName: 'c-' }),
  ];
  expect(clusterFrom(objects).pods).toEqual([2, 1, 3, 4, 5].map((index) => objects[index]));
});

test('a manifest updates a stored object, in any order', () => {
  const stored = pod(
    { name: 'a', uid: 'u' },
    { spec: { nodeName: 'n' }, status: { phase: 'Running' } },
  );
  const manifest = pod({ name: 'a', labels: { app: 'web' } }, { spec: { hostNetwork: true } });
  for (const objects of [
    [stored, manifest],
    [manifest, stored],
  ]) {
    expect(clusterFrom(objects).pods).toEqual([
      pod(
        { name: 'a', uid: 'u', labels: { app: 'web' } },
        { spec: { nodeName: 'n', hostNetwork: true }, status: { phase: 'Running' } },
      ),
    ]);
  }
});

test('what is no object is skipped', () => {
  const cyclic = { ...listOf('List', []), items: [pod({ name: 'a' })] as object[] };
  cyclic.items.push(cyclic);
  const wrong = [null, 5, 'Pod', [], {}, { apiVersion: 5, kind: 'Pod' }, listOf('PodList', 'x')];
  expect(namesIn([...wrong, cyclic])).toEqual(['a']);
  expect(clusterFrom([{ apiVersion: 'v1', kind: '__proto__' }])).toEqual({});
  expect(namesIn([pod(null as never), pod({ name: 5, namespace: [] })])).toHaveLength(2);
});
