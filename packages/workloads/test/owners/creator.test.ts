import { type OwnedObject } from '@kubesem/core';
import { FieldProblems, fields } from '@kubesem/core/internal';
import { controllerCreator } from '@kubesem/workloads';
import { readCreator } from '@kubesem/workloads/internal';
import { expect, test } from 'vitest';

const owned = (owner: object, labels: object = {}) => ({
  metadata: {
    labels: labels as {},
    ownerReferences: [{ uid: 'x' }, null, { controller: true, ...owner }] as never,
  },
});

const HASH = { 'pod-template-hash': '5d4f' };

test.each<[object, object, object | undefined]>([
  [{ kind: 'ReplicaSet', name: 'web-5d4f' }, HASH, { kind: 'Deployment', name: 'web' }],
  [{ kind: 'ReplicaSet', name: 'a-b-5d4f' }, HASH, { kind: 'Deployment', name: 'a-b' }],
  [{ kind: 'ReplicaSet', name: 'web-5d4g' }, HASH, undefined],
  [{ kind: 'ReplicaSet', name: 'web-29' }, {}, undefined],
  // The name may be cut.
  [{ kind: 'ReplicaSet', name: `${'a'.repeat(248)}-5d4f` }, HASH, undefined],
  [{ kind: 'ReplicaSet', name: 29 }, HASH, undefined],
  [{ kind: 'Rollout', name: 'web-5d4f' }, HASH, undefined],
  [{ kind: 'Job', name: 'a-b-29' }, {}, { kind: 'CronJob', name: 'a-b' }],
  [{ kind: 'Job', name: 'web' }, {}, undefined],
  [{ kind: 'Job', name: 'web-29b' }, {}, undefined],
  [{ kind: 'Job', name: '-29' }, {}, undefined],
  [{ kind: 'Job', name: 'x\nweb-29' }, {}, undefined],
])('the name of the controller %j with labels %j shows %j', (owner, labels, creator) => {
  expect(controllerCreator(owned(owner, labels))).toEqual(creator);
});

test('fields of the wrong type are reported', () => {
  const pathsOf = (metadata: unknown) => {
    const problems = new FieldProblems();
    readCreator(fields<OwnedObject>({ metadata } as {}, problems).at('metadata'));
    return problems.list().map(({ path }) => path);
  };
  expect(pathsOf(5)).toEqual(['metadata']);
  expect(pathsOf({ ownerReferences: {}, labels: [] })).toEqual([
    'metadata.ownerReferences',
    'metadata.labels',
  ]);
  expect(pathsOf({ ownerReferences: [5, null, 'x'] })).toEqual([
    'metadata.ownerReferences[0]',
    'metadata.ownerReferences[2]',
  ]);
  expect(pathsOf({ labels: { 'pod-template-hash': 5 } })).toEqual([
    'metadata.labels[pod-template-hash]',
  ]);
});
