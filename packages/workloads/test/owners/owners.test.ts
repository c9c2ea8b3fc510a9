import { ownerChain, podsOf } from '@kubesem/workloads';
import { expect, test } from 'vitest';

const object = (uid: string, owner?: string) => ({
  metadata: {
    name: `name-${uid}`,
    uid,
    ...(owner !== undefined && {
      ownerReferences: [
        { kind: 'Other', name: 'first', uid: 'first' },
        { apiVersion: 'x/v1', kind: 'Kind', name: `name-${owner}`, uid: owner, controller: true },
      ],
    }),
  },
});

const located = (problems: readonly { readonly code: string; readonly path: string }[]) =>
  problems.map(({ code, path }) => [code, path]);

test('a chain ends at an object without a controller', () => {
  const objects = [object('d'), object('r', 'd'), object('other')];
  const { owners, problems } = ownerChain(object('p', 'r'), { objects });
  const reference = { apiVersion: 'x/v1', kind: 'Kind' };
  expect(owners).toEqual([
    { ...reference, name: 'name-r', uid: 'r', object: objects[1] },
    { ...reference, name: 'name-d', uid: 'd', object: objects[0] },
  ]);
  expect(problems).toEqual([]);
});

test('an object that was created again under the same name is no owner', () => {
  const again = { metadata: { ...object('new').metadata, name: 'name-r' } };
  const { owners, problems } = ownerChain(object('p', 'r'), { objects: [again] });
  expect(owners.map((owner) => owner.object)).toEqual([undefined]);
  expect(located(problems)).toEqual([['OWNER_NOT_FOUND', 'metadata.ownerReferences']]);
});

test.each([
  ['itself', object('p', 'p'), [], [], 'metadata.ownerReferences'],
  ['its owner', object('p', 'r'), [object('r', 'p')], ['r'], 'objects[0].metadata.ownerReferences'],
  [
    'an owner further up',
    object('p', 'a'),
    [object('a', 'b'), object('b', 'c'), object('c', 'b')],
    ['a', 'b', 'c'],
    'objects[2].metadata.ownerReferences',
  ],
])('a chain ends where an object controls %s', (_name, start, objects, uids, path) => {
  const { owners, problems } = ownerChain(start, { objects });
  expect(owners.map(({ uid }) => uid)).toEqual(uids);
  expect(located(problems)).toEqual([['OWNER_CYCLE', path]]);
});

test('the first of two objects with one uid counts', () => {
  const objects = [object('r', 'd'), object('d'), object('r')];
  const { owners, problems } = ownerChain(object('p', 'r'), { objects });
  expect(owners.map(({ uid }) => uid)).toEqual(['r', 'd']);
  expect(located(problems)).toEqual([['UID_DUPLICATE', 'objects[2].metadata.uid']]);
});

test('a reference without a uid leads nowhere', () => {
  const pod = { metadata: { ownerReferences: [{ controller: true }] } };
  const { owners, problems } = ownerChain(pod, { objects: [{}] });
  expect(owners).toHaveLength(1);
  expect(located(problems)).toEqual([['OWNER_NOT_FOUND', 'metadata.ownerReferences']]);
});

test('fields of the wrong type are reported, and the rest counts', () => {
  const objects = [
    5,
    null,
    { metadata: 'x' },
    { metadata: { uid: 7 } },
    object('d'),
    {
      metadata: {
        uid: 'r',
        ownerReferences: [3, ...(object('r', 'd').metadata.ownerReferences ?? [])],
      },
    },
  ];
  const { owners, problems } = ownerChain(object('p', 'r'), { objects: objects as [] });
  expect(owners.map(({ uid }) => uid)).toEqual(['r', 'd']);
  expect(located(problems)).toEqual([
    ['INVALID_TYPE', 'objects[0]'],
    ['INVALID_TYPE', 'objects[2].metadata'],
    ['INVALID_TYPE', 'objects[3].metadata.uid'],
    ['INVALID_TYPE', 'objects[5].metadata.ownerReferences[0]'],
  ]);
  expect(located(ownerChain({}, { objects: {} as [] }).problems)).toEqual([
    ['INVALID_TYPE', 'objects'],
  ]);
});

test('the Pods of a workload are those below it', () => {
  const objects = [object('r1', 'd'), object('r2', 'd'), object('s')];
  const pods = [
    object('a', 'r1'),
    object('b', 'r2'),
    object('c', 's'),
    object('e', 'd'),
    object('f'),
  ];
  const { pods: found, problems } = podsOf(object('d'), { pods, objects });
  expect(found).toEqual([pods[0], pods[1], pods[3]]);
  expect(problems).toEqual([]);
  expect(podsOf(object('r1'), { pods, objects }).pods).toEqual([pods[0]]);
  expect(podsOf(object('s'), { pods }).pods).toEqual([pods[2]]);
});

test('a missing owner is reported once', () => {
  const pods = [object('a', 'r'), object('b', 'r'), object('c', 'd')];
  const { pods: found, problems } = podsOf(object('d'), { pods });
  expect(found).toEqual([pods[2]]);
  expect(located(problems)).toEqual([['OWNER_NOT_FOUND', 'pods[0].metadata.ownerReferences']]);
});

test('cycles and repeated Pods are reported, and the other Pods are found', () => {
  const objects = [object('x', 'y'), object('y', 'x')];
  const pods = [object('a', 'x'), object('b', 'd'), object('b', 'd'), object('c', 'y')];
  const { pods: found, problems } = podsOf(object('d'), { pods, objects });
  expect(found).toEqual([pods[1]]);
  expect(located(problems)).toEqual([
    ['UID_DUPLICATE', 'pods[2].metadata.uid'],
    ['OWNER_CYCLE', 'objects[1].metadata.ownerReferences'],
  ]);
});

test('a workload without a uid has no known Pods', () => {
  const { pods, problems } = podsOf({ metadata: { name: 'web' } }, { pods: [object('a', '')] });
  expect(pods).toEqual([]);
  expect(located(problems)).toEqual([['UID_MISSING', 'metadata.uid']]);
});

test('a long chain of owners takes linear time', () => {
  const objects = Array.from({ length: 20_000 }, (_, i) => object(`${i}`, `${i + 1}`));
  const pods = Array.from({ length: 20_000 }, (_, i) => object(`p${i}`, `${i}`));
  expect(podsOf(object('20000'), { pods, objects }).pods).toHaveLength(20_000);
});
