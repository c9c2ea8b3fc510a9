import type { Container, Pod, ResourceList } from '@kubesem/core';
import { explainPodQosClass, podQosClass } from '@kubesem/qos';
import { podLimits, podRequests } from '@kubesem/resources';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const seeded = { seed: 2837, numRuns: 500 };

const amount = fc.constantFrom('0', '1', '1000m', '2', '1Gi', '-1', null, undefined);
const list: fc.Arbitrary<ResourceList> = fc.record(
  { cpu: amount, memory: amount, 'example.com/gpu': amount },
  { requiredKeys: [] },
);
const resources = fc.oneof(
  list.map((amounts) => ({ requests: amounts, limits: amounts })),
  fc.record({ requests: list, limits: list }, { requiredKeys: [] }),
);
const container: fc.Arbitrary<Container> = fc.record({ resources }, { requiredKeys: [] });
const containers = fc.array(container, { maxLength: 3 });
const pod: fc.Arbitrary<Pod> = fc.record({
  spec: fc.record({ containers, initContainers: containers, resources }, { requiredKeys: [] }),
});

test('the explanation has the same class, and breaches for everything that is not Guaranteed', () => {
  fc.assert(
    fc.property(pod, (anyPod) => {
      const before = JSON.stringify(anyPod);
      const explained = explainPodQosClass(anyPod);
      expect(explained.qosClass).toBe(podQosClass(anyPod));
      const judged = [...explained.containers, ...(explained.podLevel ? [explained.podLevel] : [])];
      for (const { qosClass, breaches } of judged) {
        expect(breaches.length === 0).toBe(qosClass === 'Guaranteed');
      }
      expect(judged.every(({ breaches }) => breaches.length === 0) && judged.length > 0).toBe(
        explained.qosClass === 'Guaranteed',
      );
      expect(JSON.stringify(anyPod)).toBe(before);
    }),
    seeded,
  );
});

test('the order of the containers does not matter', () => {
  fc.assert(
    fc.property(containers, (list) => {
      expect(podQosClass({ containers: [...list].reverse() })).toBe(
        podQosClass({ containers: list }),
      );
      expect(podQosClass({ initContainers: list })).toBe(podQosClass({ containers: list }));
    }),
    seeded,
  );
});

test('without Pod-level resources, limits of cpu and memory of Guaranteed Pods equal their requests, and BestEffort Pods have neither', () => {
  fc.assert(
    fc.property(containers, containers, (apps, initContainers) => {
      const spec = { containers: apps, initContainers };
      const qosClass = podQosClass(spec);
      const requests = podRequests(spec);
      const limits = podLimits(spec);
      for (const name of ['cpu', 'memory']) {
        if (qosClass === 'Guaranteed') {
          expect(requests[name]?.equals(limits[name] ?? 'missing')).toBe(true);
        } else if (qosClass === 'BestEffort') {
          expect([requests[name] ?? '0', limits[name] ?? '0'].map(String)).toEqual(['0', '0']);
        }
      }
    }),
    seeded,
  );
});
