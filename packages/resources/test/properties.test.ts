import type { Container, Pod, PodSpec, ResourceList } from '@kubesem/core';
import { type Quantity, sumQuantities } from '@kubesem/quantity';
import {
  applyResourceDefaults,
  explainPodLimits,
  explainPodRequests,
  type PodResourcesOptions,
  podDeclaredResources,
  podLimits,
  podRequests,
  podResourceWarnings,
  type ResourceExplanation,
} from '@kubesem/resources';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frozen } from '../../../scripts/testing.js';

const seeded = { seed: 753, numRuns: 300 };

const amount = fc.oneof(
  fc.constantFrom(
    '0',
    '0Ki',
    '1',
    '100m',
    '1500m',
    '64Mi',
    '1Gi',
    '1e3',
    '+326',
    '7E',
    '-1',
    '1n',
    null,
  ),
  fc.integer({ min: -5, max: 5000 }),
);
const resourceName = fc.constantFrom(
  'cpu',
  'memory',
  'hugepages-2Mi',
  'example.com/gpu',
  '__proto__',
  '7',
);
const list: fc.Arbitrary<ResourceList> = fc
  .array(fc.tuple(resourceName, amount), { minLength: 1, maxLength: 4 })
  .map((entries) => Object.fromEntries(entries));
const resources = fc.record({ requests: list, limits: list }, { requiredKeys: [] });
const name = fc.constantFrom('a', 'b', 'c', 'd');
const container: fc.Arbitrary<Container> = fc.record(
  { name, resources, restartPolicy: fc.constantFrom('Always', 'Always', 'Never') },
  { requiredKeys: ['name'] },
);
const containers = fc.array(container, { maxLength: 4 });
const spec: fc.Arbitrary<PodSpec> = fc.record(
  {
    containers,
    initContainers: containers,
    ephemeralContainers: fc.array(container, { maxLength: 1 }),
    overhead: list,
    resources,
  },
  { requiredKeys: ['containers'] },
);
const statuses = fc.array(
  fc.record({ name, allocatedResources: list, resources }, { requiredKeys: ['name'] }),
  { maxLength: 3 },
);
const claim = fc.record({
  containers: fc.array(name, { maxLength: 2 }),
  mapping: fc.array(fc.record({ name: resourceName, quantity: amount }), { maxLength: 2 }),
  overhead: fc.array(fc.record({ name: resourceName, perPod: amount, perContainer: amount }), {
    maxLength: 2,
  }),
});
const status = fc.record(
  {
    conditions: fc.constant([{ type: 'PodResizePending', reason: 'Infeasible' }]),
    containerStatuses: statuses,
    initContainerStatuses: statuses,
    allocatedResources: list,
    resources,
    nodeAllocatableResourceClaimStatuses: fc.array(claim, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const pod: fc.Arbitrary<Pod> = fc.record({ spec, status }, { requiredKeys: ['spec'] }).map(frozen);
const options: fc.Arbitrary<PodResourcesOptions> = fc.record(
  {
    useStatusResources: fc.boolean(),
    inPlacePodLevelResourcesVerticalScalingEnabled: fc.boolean(),
    excludeOverhead: fc.boolean(),
    nonMissingContainerRequests: list,
    skipPodLevelResources: fc.boolean(),
    skipContainerLevelResources: fc.boolean(),
    useDRANodeAllocatableResourceClaimStatus: fc.boolean(),
  },
  { requiredKeys: [] },
);

function sumOf(amounts: readonly (Quantity | undefined)[]): Quantity {
  return sumQuantities(amounts.filter((amount) => amount !== undefined));
}

/** The parts of an explanation, each with the sum that it claims. */
function sums({ value, sources, podLevel, overhead }: ResourceExplanation): [Quantity, Quantity][] {
  const decisive = sources.find(({ decides }) => decides)?.total;
  return [
    [sumOf([podLevel?.value ?? decisive, overhead]), value],
    ...sources
      .filter(({ from }) => from === 'containers')
      .flatMap(({ phases, draClaims, total }): [Quantity, Quantity][] => [
        [sumOf([phases.find(({ decides }) => decides)?.total, draClaims]), sumOf([total])],
        ...phases.map((phase): [Quantity, Quantity] => [
          sumOf([...phase.amounts.map(({ amount }) => amount), phase.sidecars]),
          phase.total,
        ]),
      ]),
  ];
}

describe.each([
  ['requests', podRequests, explainPodRequests],
  ['limits', podLimits, explainPodLimits],
])('%s of any Pod', (_side, compute, explain) => {
  test('are the same when explained, in the same order', () => {
    fc.assert(
      fc.property(pod, options, (anyPod, anyOptions) => {
        const explained = Object.entries(explain(anyPod, frozen(anyOptions)));
        const values = explained.map(([key, entry]) => [key, entry?.name, String(entry?.value)]);
        const computed = Object.entries(compute(anyPod, anyOptions));
        expect(values).toEqual(computed.map(([key, entry]) => [key, key, String(entry)]));
      }),
      seeded,
    );
  });

  test('are the sum of the parts that the explanation names', () => {
    fc.assert(
      fc.property(pod, options, (anyPod, anyOptions) => {
        for (const entry of Object.values(explain(anyPod, anyOptions))) {
          for (const [parts, total] of entry ? sums(entry) : []) {
            expect(parts.sub(total).toString()).toBe('0');
          }
        }
      }),
      seeded,
    );
  });

  test('print as canonical strings that go back in', () => {
    fc.assert(
      fc.property(pod, (anyPod) => {
        const amounts = JSON.parse(JSON.stringify(compute(anyPod)));
        const again = compute({
          containers: [{ resources: { requests: amounts, limits: amounts } }],
        });
        expect(JSON.parse(JSON.stringify(again))).toEqual(amounts);
      }),
      seeded,
    );
  });

  test('do not depend on whether a Pod or its spec is passed, unless the status counts', () => {
    fc.assert(
      fc.property(spec, (anySpec) => {
        expect(compute(anySpec)).toEqual(compute({ spec: anySpec }));
        expect(compute({ metadata: {}, spec: anySpec })).toEqual(compute({ spec: anySpec }));
      }),
      seeded,
    );
  });
});

test('no function changes a Pod', () => {
  fc.assert(
    fc.property(pod, (anyPod) => {
      const before = JSON.stringify(anyPod);
      applyResourceDefaults(anyPod);
      podDeclaredResources(anyPod);
      podResourceWarnings(anyPod);
      expect(JSON.stringify(anyPod)).toBe(before);
    }),
    seeded,
  );
});

test('the defaults of a Pod with its defaults are the Pod', () => {
  fc.assert(
    fc.property(pod, (anyPod) => {
      const defaulted = applyResourceDefaults(anyPod);
      expect(JSON.stringify(applyResourceDefaults(frozen(defaulted)))).toBe(
        JSON.stringify(defaulted),
      );
    }),
    seeded,
  );
});
