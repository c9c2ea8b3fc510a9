import type { OwnedObject } from '@kubesem/core';
import { ownerChain, podsOf } from '@kubesem/workloads';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const uid = fc.constantFrom('a', 'b', 'c', 'd', 'e', '');
const reference = fc.record({
  kind: fc.constantFrom('ReplicaSet', 'Deployment'),
  name: fc.constantFrom('web', 'api'),
  uid,
  controller: fc.constantFrom(true, true, false, null),
});
const object: fc.Arbitrary<OwnedObject> = fc.record({
  metadata: fc.record({
    uid,
    name: fc.constant('web'),
    ownerReferences: fc.oneof(fc.constant(null), fc.array(reference, { maxLength: 2 })),
  }),
});
const objects = fc.uniqueArray(object, {
  selector: ({ metadata }) => metadata?.uid,
  maxLength: 5,
});

test('a workload has the Pods whose owners include it', () => {
  const pods = fc
    .array(object, { maxLength: 4 })
    .map((list) =>
      list.map(({ metadata }, index) => ({ metadata: { ...metadata, uid: `pod-${index}` } })),
    );
  fc.assert(
    fc.property(object, objects, pods, (workload, others, all) => {
      fc.pre(Boolean(workload.metadata?.uid));
      const below = all.filter((pod) =>
        ownerChain(pod, { objects: others }).owners.some(
          (owner) => owner.uid === workload.metadata?.uid,
        ),
      );
      expect(podsOf(workload, { pods: all, objects: others }).pods).toEqual(below);
    }),
    { seed: 20261123, numRuns: 20_000 },
  );
});

test('each owner is the controller of the object before it', () => {
  fc.assert(
    fc.property(object, objects, (first, others) => {
      const { owners } = ownerChain(first, { objects: others });
      const chain = [first, ...owners.map((owner) => owner.object)];
      for (const [index, owner] of owners.entries()) {
        const references = chain[index]?.metadata?.ownerReferences ?? [];
        const controller = references.find((each) => each?.controller === true);
        expect(owner.uid).toBe(controller?.uid);
        expect(owner.object).toBe(
          others.find(({ metadata }) => metadata?.uid !== '' && metadata?.uid === owner.uid),
        );
      }
      expect(new Set(owners.map((owner) => owner.uid)).size).toBe(owners.length);
    }),
    { seed: 20261123, numRuns: 20_000 },
  );
});
