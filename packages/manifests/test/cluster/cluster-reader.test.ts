import type { ClusterObjects, ObjectMeta } from '@kubesem/core';
import { DEPLOYMENT, HORIZONTAL_POD_AUTOSCALER, NODE, POD, SERVICE } from '@kubesem/core/kinds';
import { parseObjects, readObjects } from '@kubesem/manifests';
import { ClusterReader, type ClusterReaderOptions } from '@kubesem/manifests/cluster';
import { expect, test } from 'vitest';

const object = (kind: string, metadata: ObjectMeta, more: object = {}, apiVersion = 'v1') => ({
  apiVersion,
  kind,
  metadata,
  ...more,
});
const pod = (metadata: ObjectMeta, more: object = {}) => object('Pod', metadata, more);

function read(objects: readonly object[], options: Partial<ClusterReaderOptions> = {}) {
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, undefined, 1);
  const reader = new ClusterReader({ kinds: [POD, SERVICE], ...options });
  return reader.addFiles([parseObjects({ name: 'dump.json', text })]).read();
}
const names = (list: ClusterObjects[keyof ClusterObjects]) =>
  (list as ClusterObjects['pods'])?.map(({ metadata }) => metadata?.name);

test('sorts objects into the lists of their kinds, and skips others', () => {
  const { cluster, others, problems } = read([
    pod({ name: 'a' }),
    object('Service', { name: 'b' }),
    object('Node', { name: 'c' }),
    object('Service', { name: 'd' }, {}, 'serving.knative.dev/v1'),
  ]);
  expect(Object.keys(cluster)).toEqual(['pods', 'services']);
  expect([names(cluster.pods), names(cluster.services), others, problems]).toEqual([
    ['a'],
    ['b'],
    [],
    [],
  ]);
});

test('a list without objects is absent: it may be missing in the files', () => {
  expect(read([pod({ name: 'a' })]).cluster.services).toBeUndefined();
});

test('every version that is served is read', () => {
  const hpas = ['v1', 'v2', 'v2beta2'].map((version) =>
    object('HorizontalPodAutoscaler', { name: version }, {}, `autoscaling/${version}`),
  );
  const { cluster } = read(hpas, { kinds: [HORIZONTAL_POD_AUTOSCALER] });
  expect(names(cluster.horizontalPodAutoscalers)).toEqual(['v1', 'v2']);
});

test('the last definition of an object counts, in the place of the first', () => {
  const { cluster, placeOf, problems } = read([
    pod({ name: 'a' }),
    pod({ name: 'b' }),
    pod({ name: 'a', namespace: 'default' }, { spec: { nodeName: 'n' } }),
    pod({ name: 'a', namespace: 'shop' }),
  ]);
  expect(names(cluster.pods)).toEqual(['a', 'b', 'a']);
  expect(cluster.pods?.[0]?.spec?.nodeName).toBe('n');
  expect(placeOf(cluster.pods?.[0])?.item).toBe('items[2]');
  expect(problems).toMatchObject([
    { severity: 'warning', code: 'OBJECT_DUPLICATE', file: 'dump.json', line: 19, column: 3 },
  ]);
});

test('of stored objects of a name, the last one counts; a manifest replaces it', () => {
  const readUids = (...uids: readonly (string | undefined)[]) => {
    const { cluster, problems } = read(uids.map((uid) => pod({ name: 'a', uid })));
    return [cluster.pods?.length, problems.map(({ code }) => code)];
  };
  expect(readUids('1', '2')).toEqual([1, ['OBJECT_DUPLICATE']]);
  expect(readUids('1', '1')).toEqual([1, ['OBJECT_DUPLICATE']]);
  expect(readUids('1', undefined)).toEqual([1, []]);
});

test('of the stored objects that two files share, one is a problem', () => {
  const dumps = ['old.json', 'new.json', 'new.json'].map((name) => {
    const items = ['a', 'b'].map((pods) => pod({ name: pods, uid: pods }));
    return parseObjects({ name, text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) });
  });
  const { cluster, problems } = new ClusterReader({ kinds: [POD] }).addFiles(dumps).read();
  expect(names(cluster.pods)).toEqual(['a', 'b']);
  expect(problems.map(({ file, message }) => [file, / at (.*?):/.exec(message)?.[1]])).toEqual([
    ['new.json', 'old.json'],
    ['new.json', 'new.json'],
  ]);
});

test('an object without a namespace is named without one, and is the same whatever it states', () => {
  const nodes = [object('Node', { name: 'n' }), object('Node', { name: 'n', namespace: 'shop' })];
  const { cluster, problems } = read(nodes, { kinds: [NODE] });
  expect(names(cluster.nodes)).toEqual(['n']);
  expect(problems[0]?.message).toMatch(/^Node n is also defined at dump.json:\d+:\d+;/);
});

test('a manifest updates a stored object, in any order, and its place counts', () => {
  const stored = object(
    'Service',
    { name: 'a', uid: 'u', labels: { old: 'yes' } },
    { spec: { clusterIP: '10.96.0.7', ports: [{ port: 80 }] }, status: { loadBalancer: {} } },
  );
  const manifest = object('Service', { name: 'a' }, { spec: { ports: [{ port: 81 }] } });
  for (const objects of [
    [stored, manifest],
    [manifest, stored],
  ]) {
    const { cluster, placeOf, problems } = read(objects);
    expect(cluster.services).toMatchObject([
      {
        metadata: { name: 'a', uid: 'u', labels: { old: 'yes' } },
        spec: { clusterIP: '10.96.0.7', ports: [{ port: 81 }] },
        status: { loadBalancer: {} },
      },
    ]);
    expect(placeOf(cluster.services?.[0])?.item).toBe(`items[${objects.indexOf(manifest)}]`);
    expect(problems).toEqual([]);
  }
});

test('objects without a name are never the same', () => {
  const metadata = { generateName: 'a-' };
  const { cluster } = read([pod(metadata), pod(metadata), pod({ name: '0' })]);
  expect(cluster.pods).toHaveLength(3);
});

test('merge combines two definitions', () => {
  const { cluster } = read(
    [pod({ name: 'a' }, { spec: { nodeName: 'n' } }), pod({ name: 'a' }, { status: {} })],
    { merge: (before, next) => ({ ...before, ...next }) },
  );
  expect(cluster.pods).toMatchObject([{ spec: { nodeName: 'n' }, status: {} }]);
});

test('objects of other kinds are kept if they are asked for', () => {
  const rollout = object('Rollout', { name: 'a' }, {}, 'argoproj.io/v1alpha1');
  const { others } = read([rollout, rollout, object('Node', { name: 'b' })], {
    isOther: ({ apiVersion }) => apiVersion.startsWith('argoproj.io/'),
  });
  expect(others).toEqual([rollout]);
});

test('the places of the fields of a manifest are known; of a stored Pod, its start', () => {
  const spec = { nodeName: 'n' };
  const { cluster, placeOf } = read([
    pod({ name: 'a' }, { spec }),
    pod({ name: 'b', uid: 'u', managedFields: [{}] }, { spec }),
  ]);
  const [manifest, stored] = (cluster.pods ?? []).map(placeOf);
  expect(manifest?.positionOf(['spec', 'nodeName'])).toEqual({ line: 12, column: 17 });
  expect(stored).toMatchObject({ file: 'dump.json', line: 15, column: 3, segments: ['items', 1] });
  expect(stored?.positionOf(['spec', 'nodeName'])).toEqual({ line: 15, column: 3 });
  expect(cluster.pods?.[1]?.metadata?.managedFields).toBeUndefined();
  expect(placeOf({ ...cluster.pods?.[0] })).toBeUndefined();
  expect(placeOf(undefined)).toBeUndefined();
});

test('names of prototypes are ordinary names', () => {
  const text =
    '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"__proto__","uid":"constructor"}}';
  const reader = new ClusterReader({ kinds: [POD] });
  reader.addFiles([parseObjects({ name: 'a.json', text: `${text}\n${text}` })]);
  reader.addFiles([
    parseObjects({ name: 'b.yaml', text: 'apiVersion: constructor\nkind: __proto__\n' }),
  ]);
  expect(names(reader.read().cluster.pods)).toEqual(['__proto__']);
});

test('objects can come one by one, and problems of files are kept', async () => {
  const reader = new ClusterReader({ kinds: [DEPLOYMENT] });
  const deployment = object('Deployment', { name: 'a' }, {}, 'apps/v1');
  const chunks = [JSON.stringify(deployment), '{"a": 1}'];
  const { addProblem: onProblem } = reader;
  for await (const each of readObjects({ name: 'a.json', chunks }, { onProblem })) {
    reader.add(each);
  }
  const { cluster, problems } = reader.read();
  expect(names(cluster.deployments)).toEqual(['a']);
  expect(problems.map(({ code }) => code)).toEqual(['NOT_AN_OBJECT']);
});
