import { customKinds, pdbStatus } from '@kubesem/disruption';
import { expect, test } from 'vitest';
import { budget, NOW, ownedBy } from '../helpers.js';

const pods = [ownedBy('x.io/v1', 'Cluster')];
const PATH = { scale: { specReplicasPath: '.spec.size.replicas' } };
const definition = (subresources: object | undefined, more: object = {}) => ({
  spec: {
    group: 'x.io',
    names: { kind: 'Cluster', plural: 'clusters' },
    versions: [{ name: 'v1', served: true, subresources, ...more }],
  },
});
const cluster = (spec: object, uid = 'x', apiVersion = 'x.io/v1') => ({
  apiVersion,
  kind: 'Cluster',
  metadata: { name: 'x', namespace: 'shop', uid },
  spec,
});

/** The rule for a budget of Pods of a custom resource, and what its numbers come from. */
function statusWith(definitions: readonly object[], objects: readonly object[], list = pods) {
  const custom = customKinds(definitions, objects as []);
  const found = pdbStatus(budget({ maxUnavailable: 1 }), { pods: list, ...custom }, { now: NOW });
  return [found.rule, found.failure ?? found.status?.expectedPods];
}

test('the sync fails for a custom resource without a scale', () => {
  const failure = 'clusters.x.io does not implement the scale subresource';
  expect(statusWith([definition({ status: {} })], [])).toEqual(['SYNC_FAILED', failure]);
  expect(statusWith([definition(undefined)], [])).toEqual(['SYNC_FAILED', failure]);
});

test.each([
  [{ size: { replicas: 3 } }, 'MAX_UNAVAILABLE', 3],
  [{ size: { replicas: 0 } }, 'MAX_UNAVAILABLE', 0],
  [
    { size: {} },
    'SYNC_FAILED',
    'Internal error occurred: the spec replicas field ".spec.size.replicas" does not exist',
  ],
  [{ size: null }, 'SYNC_FAILED', expect.stringContaining('does not exist')],
])('a scale is read at the path of the definition, %j', (spec, rule, expected) => {
  expect(statusWith([definition(PATH)], [cluster(spec)])).toEqual([rule, expected]);
});

test('another object of the same name does not count', () => {
  const objects = [cluster({ size: { replicas: 3 } }, 'new')];
  expect(statusWith([definition(PATH)], objects)).toEqual([
    'SYNC_FAILED',
    'found no controllers for pod "pod-1"',
  ]);
});

test('a version that is not served does not exist', () => {
  const failure = 'no matches for kind "Cluster" in version "x.io/v1"';
  const versions = [
    { name: 'v2', served: true },
    { name: 'v1', served: false },
  ];
  const { spec } = definition({});
  expect(statusWith([{ spec: { ...spec, versions } }], [])).toEqual(['SYNC_FAILED', failure]);
});

test('what the input lacks stays unknown', () => {
  // Its objects may be missing.
  expect(statusWith([definition(PATH)], [])[0]).toBe('UNKNOWN');
  // Other definitions may be missing.
  const other = [ownedBy('y.io/v1', 'Other')];
  expect(statusWith([definition({})], [], other)[0]).toBe('UNKNOWN');
});

test('wrong types count as absent', () => {
  const odd = [5, null, { spec: 5 }, { spec: { names: [], versions: [5, { subresources: 'x' }] } }];
  const path = { scale: { specReplicasPath: 5 } };
  const objects = [null, 5, {}, { apiVersion: { toString: 1 } }, cluster([])] as unknown as [];
  expect(customKinds([...odd, definition(path)] as unknown as [], objects).lacksKinds).toBe(true);
  const inherited = { scale: { specReplicasPath: '.spec.__proto__.constructor' } };
  expect(statusWith([definition(inherited)], [cluster({})])[0]).toBe('SYNC_FAILED');
});
