import { controllerOf, mergeTolerations } from '@kubesem/core';
import { expect, test } from 'vitest';

const owned = (owner: object) => ({
  metadata: { ownerReferences: [{ uid: 'x' }, null, { controller: true, ...owner }] as never },
});

test('the controller is the first owner with controller: true', () => {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u1' };
  expect(controllerOf(owned(owner))).toEqual(owner);
  expect(controllerOf(owned({ uid: 5 }))).toEqual({ apiVersion: '', kind: '', name: '', uid: '' });
  const ownerReferences = [{ uid: 'x', controller: 'true' as unknown as boolean }];
  expect(controllerOf({ metadata: { ownerReferences } })).toBeUndefined();
});

test('a toleration that another one covers is left out', () => {
  const forAll = { operator: 'Exists' };
  const short = { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 10 };
  const long = { ...short, tolerationSeconds: 20 };
  expect(mergeTolerations([short], [long, forAll])).toEqual([forAll]);
  expect(mergeTolerations([short], [long])).toEqual([long]);
  expect(mergeTolerations([long], [{ ...long }])[0]).toBe(long);
  expect(mergeTolerations(undefined, null)).toEqual([]);
  // Without an operator, it equals only itself.
  const bare = { key: 'a', value: 'b' };
  expect(mergeTolerations([bare], [{ ...bare, operator: 'Equal' }])).toHaveLength(1);
  expect(mergeTolerations([bare], [{ ...bare, effect: 'NoSchedule' }])).toHaveLength(2);
});
