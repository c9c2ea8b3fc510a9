import { applyLimitRanges, limitRangeDefaults } from '@kubesem/admission';
import type { LimitRange, LimitRangeItem, PodSpec, ResourceRequirements } from '@kubesem/core';
import { applyResourceDefaults } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

const range = (...limits: LimitRangeItem[]): LimitRange => ({ spec: { limits } });
const item = (fields: LimitRangeItem): LimitRangeItem => ({ type: 'Container', ...fields });
const one = (resources?: ResourceRequirements): PodSpec => ({
  containers: [{ name: 'app', resources }],
});

/** Resources of the containers after the LimitRanges. */
function filled(pod: PodSpec, ...ranges: LimitRange[]): unknown {
  const spec = applyLimitRanges(pod, { limitRanges: ranges });
  const all = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  return JSON.parse(JSON.stringify(all.map(({ resources }) => resources)));
}

describe('applyLimitRanges', () => {
  const memory = item({ default: { memory: '512Mi' }, defaultRequest: { memory: '256Mi' } });

  test.each<[string, ResourceRequirements | undefined, ResourceRequirements]>([
    ['neither', undefined, { requests: { memory: '256Mi' }, limits: { memory: '512Mi' } }],
    [
      'a request',
      { requests: { memory: '128Mi' } },
      { requests: { memory: '128Mi' }, limits: { memory: '512Mi' } },
    ],
    [
      'a limit',
      { limits: { memory: '1Gi' } },
      { requests: { memory: '256Mi' }, limits: { memory: '1Gi' } },
    ],
    [
      'zero',
      { requests: { memory: 0 }, limits: { memory: null } },
      { requests: { memory: 0 }, limits: { memory: null } },
    ],
    [
      'another resource',
      { limits: { cpu: 1 } },
      { requests: { memory: '256Mi' }, limits: { cpu: 1, memory: '512Mi' } },
    ],
  ])('fills in a container that sets %s', (_, resources, expected) => {
    expect(filled(one(resources), range(memory))).toEqual([expected]);
  });

  test.each<[string, LimitRangeItem, string, string]>([
    ['the maximum', { max: { cpu: '800m' }, min: { cpu: '200m' } }, '800m', '800m'],
    ['the limit', { default: { cpu: '700m' }, min: { cpu: '200m' } }, '700m', '700m'],
    [
      'the defaults',
      { default: { cpu: 1 }, defaultRequest: { cpu: '0.5' }, max: { cpu: 2 } },
      '500m',
      '1',
    ],
  ])('derives defaults from %s', (_, fields, request, limit) => {
    expect(filled(one(), range(item(fields)))).toEqual([
      { requests: { cpu: request }, limits: { cpu: limit } },
    ]);
  });

  test('derives a request, but no limit, from a minimum', () => {
    expect(filled(one(), range(item({ min: { cpu: '0.0001' } })))).toEqual([
      { requests: { cpu: '1m' } },
    ]);
  });

  test('uses the last of several items, and the first of several LimitRanges', () => {
    const twice = range(item({ default: { cpu: 1 } }), item({ default: { cpu: 2 } }), {
      type: 'Pod',
      default: { cpu: 9 },
    });
    expect(filled(one(), twice, range(item({ default: { cpu: 3, pods: 4 } })))).toEqual([
      { requests: { cpu: '2', pods: '4' }, limits: { cpu: '2', pods: '4' } },
    ]);
  });

  test('lists what it filled in, also in init containers, and skips ephemeral containers', () => {
    const pod = applyLimitRanges(
      {
        metadata: { annotations: { a: 'b' } },
        spec: {
          containers: [{ name: 'app', resources: { requests: { memory: 1, cpu: 1 } } }],
          initContainers: [{ name: 'init' }],
          ephemeralContainers: [{ name: 'debug' }],
        },
      },
      { limitRanges: [range(item({ default: { memory: '1Gi', cpu: 2 } }))] },
    );
    expect(pod.metadata?.annotations).toEqual({
      a: 'b',
      'kubernetes.io/limit-ranger':
        'LimitRanger plugin set: cpu, memory limit for container app; cpu, memory request for init container init; cpu, memory limit for init container init',
    });
    expect(pod.spec?.ephemeralContainers).toEqual([{ name: 'debug' }]);
  });

  test('returns the same Pod if nothing is missing', () => {
    const pod = { spec: one({ limits: { memory: '1' }, requests: { memory: '1' } }) };
    expect(applyLimitRanges(pod, { limitRanges: [range(memory), {}] })).toBe(pod);
  });

  test('runs after requests were filled in, and before Pod-level resources', () => {
    const pod = { ...one({ limits: { memory: '1Gi' } }), resources: { limits: { cpu: '3' } } };
    const spec = applyResourceDefaults(pod, {
      admit: (pod) =>
        applyLimitRanges(pod, { limitRanges: [range(memory, item({ default: { cpu: 2 } }))] }),
    });
    expect(JSON.parse(JSON.stringify([spec.containers?.[0]?.resources, spec.resources]))).toEqual([
      { requests: { memory: '1Gi', cpu: '2' }, limits: { memory: '1Gi', cpu: '2' } },
      { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '3', memory: '1Gi' } },
    ]);
  });
});

test('limitRangeDefaults names the LimitRange of each amount that applyLimitRanges fills in', () => {
  const limitRanges = [
    { metadata: { name: 'a' }, spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] } },
    {
      metadata: { name: 'b' },
      spec: { limits: [{ type: 'Container', max: { cpu: '2', memory: '1Gi' } }] },
    },
  ];
  const pod = {
    containers: [{ name: 'app', resources: { requests: { memory: '0' } } }],
    initContainers: [
      { name: 'init', resources: { requests: { cpu: '1', memory: '1' }, limits: { cpu: '3' } } },
    ],
  };
  const lines = limitRangeDefaults(pod, { limitRanges }).map(
    ({ limitRange, kind, container, field, resource, amount }) =>
      `${limitRange} ${kind} ${container} ${field} ${resource} ${amount}`,
  );
  expect(lines).toEqual([
    'a container app request cpu 1',
    'a container app limit cpu 1',
    'b container app limit memory 1Gi',
    'b init container init limit memory 1Gi',
  ]);
  expect(limitRangeDefaults(applyLimitRanges(pod, { limitRanges }), { limitRanges })).toEqual([]);
});
