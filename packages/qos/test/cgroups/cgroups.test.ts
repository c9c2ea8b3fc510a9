import type { PodSpec } from '@kubesem/core';
import { podCgroups, qosCgroups } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';
import { burstable, container } from './containers.js';

const MI = 2 ** 20;

describe('podCgroups', () => {
  test('computes the values of a Pod and its containers', () => {
    expect(podCgroups({ spec: { containers: [burstable] } })).toEqual({
      qosClass: 'Burstable',
      pod: {
        cpuShares: 256,
        cpuWeight: 10,
        cpuQuotaMicroseconds: 50_000,
        cpuPeriodMicroseconds: 100_000,
        memoryLimitBytes: 128 * MI,
        hugepageLimits: [],
        memoryMinBytes: 0,
        memoryLowBytes: 0,
        memoryHighBytes: undefined,
        sources: { cpuShares: 'REQUEST', cpuQuota: 'LIMIT', memoryLimit: 'LIMIT' },
        withoutCpuLimit: [],
        withoutMemoryLimit: [],
      },
      containers: [
        {
          name: 'app',
          kind: 'app',
          segments: ['spec', 'containers', 0],
          path: 'spec.containers[0]',
          cpuShares: 256,
          cpuWeight: 35,
          cpuQuotaMicroseconds: 50_000,
          cpuPeriodMicroseconds: 100_000,
          memoryLimitBytes: 128 * MI,
          hugepageLimits: [],
          memoryMinBytes: 0,
          memoryLowBytes: 0,
          memoryHighBytes: undefined,
          sources: { cpuShares: 'REQUEST', cpuQuota: 'LIMIT', memoryLimit: 'LIMIT' },
        },
      ],
    });
  });

  test.each([
    ['0', 2, undefined],
    ['1m', 2, 1000],
    ['2m', 2, 1000],
    ['3m', 3, 1000],
    ['10m', 10, 1000],
    ['11m', 11, 1100],
    ['1.0001', 1025, 100_100],
    ['256', 262_144, 25_600_000],
    ['300', 262_144, 30_000_000],
  ])('cpu of %s: %d shares and a quota of %d', (cpu, shares, quota) => {
    const { pod, containers } = podCgroups({
      containers: [container('app', { cpu, memory: 1 }, { cpu })],
    });
    expect([pod.cpuShares, containers[0]?.cpuShares]).toEqual([shares, shares]);
    expect(containers[0]?.cpuQuotaMicroseconds).toBe(quota);
    expect(pod.cpuQuotaMicroseconds).toBe(quota);
  });

  test('leaves the Pod without a limit if a container has none, except an ephemeral one', () => {
    const limited = { containers: [burstable], ephemeralContainers: [{ name: 'debug' }] };
    expect(podCgroups(limited).pod.memoryLimitBytes).toBe(128 * MI);
    for (const spec of [
      { ...limited, initContainers: [{ name: 'init' }] },
      { ...limited, containers: [burstable, container('log', { cpu: '1' })] },
    ]) {
      const { pod, containers } = podCgroups(spec);
      expect(pod).toMatchObject({
        cpuQuotaMicroseconds: undefined,
        cpuPeriodMicroseconds: undefined,
        memoryLimitBytes: undefined,
        sources: { cpuQuota: 'NOT_SET', memoryLimit: 'NOT_SET' },
      });
      expect(pod.withoutCpuLimit).toHaveLength(1);
      expect(pod.withoutMemoryLimit).toEqual(pod.withoutCpuLimit);
      expect(containers.map(({ sources }) => sources.cpuQuota)).toContain('LIMIT');
    }
  });

  test('applies a Pod-level limit to the Pod and to containers that have none', () => {
    const spec: PodSpec = {
      containers: [
        container('app', { cpu: '100m' }, { cpu: '200m', memory: '3Mi' }),
        { name: 'log' },
      ],
      resources: { limits: { cpu: '1500m', memory: '7Mi' } },
    };
    const { pod, containers } = podCgroups(spec);
    expect(pod).toMatchObject({
      cpuQuotaMicroseconds: 150_000,
      memoryLimitBytes: 7 * MI,
      sources: { cpuQuota: 'POD_LIMIT', memoryLimit: 'POD_LIMIT' },
      withoutCpuLimit: ['log'],
    });
    expect(containers).toMatchObject([
      {
        cpuShares: 102,
        cpuQuotaMicroseconds: 20_000,
        memoryLimitBytes: 3 * MI,
        sources: { cpuShares: 'REQUEST', cpuQuota: 'LIMIT', memoryLimit: 'LIMIT' },
      },
      {
        cpuShares: 1536,
        cpuQuotaMicroseconds: 150_000,
        memoryLimitBytes: 7 * MI,
        sources: { cpuShares: 'POD_LIMIT', cpuQuota: 'POD_LIMIT', memoryLimit: 'POD_LIMIT' },
      },
    ]);
  });

  test('takes shares from the request, even of zero, or else from the limit', () => {
    const containers = [
      container('zero', { cpu: 0 }, { cpu: 2 }),
      container('limit', {}, { cpu: 3 }),
      container('memory', { memory: 5 }),
    ];
    const cgroups = podCgroups({ containers });
    expect(
      cgroups.containers.map(({ cpuShares, sources }) => [cpuShares, sources.cpuShares]),
    ).toEqual([
      [2, 'REQUEST'],
      [3072, 'LIMIT'],
      [2, 'NOT_SET'],
    ]);
  });

  test('adds the overhead to the requests of the Pod, and to its limits if it has any', () => {
    const overhead = { cpu: '100m', memory: '5Mi' };
    const { pod } = podCgroups({ containers: [burstable], overhead });
    expect(pod).toMatchObject({
      cpuShares: 358,
      cpuQuotaMicroseconds: 60_000,
      memoryLimitBytes: 133 * MI,
    });
    expect(podCgroups({ containers: [{ name: 'app' }], overhead }).pod.cpuShares).toBe(2);
  });

  test('explains the sources of the values of the Pod', () => {
    const sources = (spec: PodSpec): string => {
      const { cpuShares, cpuQuota, memoryLimit } = podCgroups(spec).pod.sources;
      return `${cpuShares} ${cpuQuota} ${memoryLimit}`;
    };
    const cpuLimit = container('app', {}, { cpu: 1 });
    expect(sources({ containers: [burstable] })).toBe('REQUEST LIMIT LIMIT');
    expect(sources({ containers: [cpuLimit] })).toBe('NOT_SET LIMIT NOT_SET');
    expect(sources({ containers: [{ name: 'app' }], overhead: { cpu: 1 } })).toBe(
      'NOT_SET NOT_SET NOT_SET',
    );
    const resources = { limits: { memory: '7Mi' } };
    expect(sources({ containers: [cpuLimit], resources })).toBe('NOT_SET LIMIT POD_LIMIT');
    const { containers } = podCgroups({ containers: [{ name: 'app' }], resources });
    expect(containers).toMatchObject([
      { sources: { cpuQuota: 'NOT_SET', memoryLimit: 'POD_LIMIT' } },
    ]);
  });

  test('limits a Pod that is stored as Guaranteed only where it has an amount', () => {
    const containers = [container('app', { cpu: '300m' }, { cpu: '300m' })];
    const { pod } = podCgroups({ spec: { containers }, status: { qosClass: 'Guaranteed' } });
    expect(pod).toMatchObject({ cpuQuotaMicroseconds: 30_000, memoryLimitBytes: undefined });
  });

  test('gives a BestEffort Pod two shares and no limits', () => {
    const { pod, qosClass } = podCgroups({ containers: [{ name: 'app' }] });
    expect(qosClass).toBe('BestEffort');
    expect(pod).toMatchObject({ cpuShares: 2, cpuWeight: 1, sources: { cpuShares: 'NOT_SET' } });
    const stored = { spec: { containers: [burstable] }, status: { qosClass: 'BestEffort' } };
    expect(podCgroups(stored).pod).toMatchObject({ cpuShares: 2, memoryLimitBytes: undefined });
    // The kubelet goes by any class in the status, even one that does not exist.
    const unknown = { ...stored, status: { qosClass: 'Unknown' } };
    expect(podCgroups(unknown).pod).toMatchObject({ cpuShares: 2, memoryLimitBytes: undefined });
  });

  test('sets no quota without enforcement, and no period of containers', () => {
    const { pod, containers } = podCgroups({ containers: [burstable] }, { cpuCfsQuota: false });
    const sources = { cpuQuota: 'NOT_ENFORCED' };
    expect(pod).toMatchObject({
      cpuQuotaMicroseconds: undefined,
      cpuPeriodMicroseconds: 100_000,
      sources,
    });
    expect(containers).toMatchObject([
      { cpuQuotaMicroseconds: undefined, cpuPeriodMicroseconds: undefined, sources },
    ]);
  });

  test('scales the quota with the period, to a millisecond at least', () => {
    const cpuCfsQuotaPeriodMicroseconds = 5000;
    const tiny = container('tiny', { cpu: '1m' }, { cpu: '150m' });
    const { containers } = podCgroups(
      { containers: [burstable, tiny] },
      { cpuCfsQuotaPeriodMicroseconds },
    );
    expect(containers.map(({ cpuQuotaMicroseconds }) => cpuQuotaMicroseconds)).toEqual([
      2500, 1000,
    ]);
    expect(containers[1]?.cpuPeriodMicroseconds).toBe(5000);
  });

  test('limits huge pages of containers to their limit or that of the Pod, and of the Pod to its requests', () => {
    const spec: PodSpec = {
      containers: [
        container('app', {}, { 'hugepages-1Gi': '2Gi', 'hugepages-2Mi': '6Mi', cpu: 1 }),
        container('log', { cpu: 1, 'hugepages-64Ki': '128Ki' }, { 'hugepages-64Ki': '192Ki' }),
      ],
      resources: { requests: { 'hugepages-2Mi': '10Mi' }, limits: { 'hugepages-2Mi': '8Mi' } },
    };
    const { pod, containers } = podCgroups(spec);
    expect(pod.hugepageLimits).toEqual([
      { pageSize: '64KB', limitBytes: 131_072 },
      { pageSize: '2MB', limitBytes: 10 * MI },
    ]);
    expect(containers.map(({ hugepageLimits }) => hugepageLimits)).toEqual([
      [
        { pageSize: '2MB', limitBytes: 6 * MI },
        { pageSize: '1GB', limitBytes: 2048 * MI },
      ],
      [
        { pageSize: '64KB', limitBytes: 196_608 },
        { pageSize: '2MB', limitBytes: 8 * MI },
      ],
    ]);
    const odd = container('app', {
      'hugepages-': 1,
      'hugepages-x': 2,
      'hugepages-0': 3,
      hugepages: 4,
      'hugepages--2Mi': 5,
      // More than 1024 of a unit: no name for the kubelet.
      'hugepages-3000': 6,
      'hugepages-1025Ki': 7,
      'hugepages-16Ei': 8,
    });
    expect(podCgroups({ containers: [odd] }).pod.hugepageLimits).toEqual([]);
    const sizes = container('app', {
      'hugepages-512': 1024,
      'hugepages-1Ti': '1Ti',
      'hugepages-1Pi': 1,
      'hugepages-2Ei': 2,
      'hugepages-2048Ki': -1,
      'example.io5': 3,
    });
    expect(podCgroups({ containers: [sizes] }).pod.hugepageLimits).toEqual([
      { pageSize: '512B', limitBytes: 1024 },
      // The kubelet writes limits as unsigned numbers.
      { pageSize: '2MB', limitBytes: 2 ** 64 },
      { pageSize: '1TB', limitBytes: 2 ** 40 },
      { pageSize: '1PB', limitBytes: 1 },
      { pageSize: '2048PB', limitBytes: 2 },
    ]);
  });

  test('reports no limit of a Pod that is Guaranteed only by its status', () => {
    const pod = { spec: { containers: [{ name: 'app' }] }, status: { qosClass: 'Guaranteed' } };
    expect(podCgroups(pod).pod).toMatchObject({
      cpuQuotaMicroseconds: undefined,
      cpuPeriodMicroseconds: 100_000,
      sources: { cpuQuota: 'NOT_SET', memoryLimit: 'NOT_SET' },
    });
  });

  test('passes negative limits on as the kubelet does; the API server rejects them', () => {
    const minus = container('app', { cpu: -1 }, { cpu: -1, memory: '-1Gi' });
    const { pod, containers } = podCgroups({ containers: [minus] });
    const expected = {
      cpuShares: 2,
      cpuQuotaMicroseconds: 1000,
      memoryLimitBytes: -1024 * MI,
    };
    expect(pod).toMatchObject(expected);
    expect(containers[0]).toMatchObject(expected);
  });

  test.each([
    ['cpuCfsQuotaPeriodMicroseconds', 999],
    ['cpuCfsQuotaPeriodMicroseconds', 1_000_001],
    ['cpuCfsQuotaPeriodMicroseconds', 1000.5],
    ['memoryReservationPolicy', 'Tiered'],
    ['memoryThrottlingFactor', 0],
    ['memoryThrottlingFactor', 1.01],
    ['memoryThrottlingFactor', Number.NaN],
    ['nodeAllocatableMemory', '0'],
    ['pageSizeBytes', 0],
    ['pageSizeBytes', 0.5],
  ])('rejects %s of %s', (option, value) => {
    const options = { [option]: value };
    const error = `INVALID_OPTION ${option}`;
    expect(failure(() => podCgroups({ containers: [] }, options))).toBe(error);
    expect(failure(() => qosCgroups([], options))).toBe(error);
  });

  test.each([
    ['cpuCfsQuotaPeriodMicroseconds', 1000],
    ['cpuCfsQuotaPeriodMicroseconds', 1_000_000],
    ['memoryThrottlingFactor', 1],
    ['pageSizeBytes', 1],
  ])('accepts %s of %s', (option, value) => {
    expect(podCgroups({ containers: [] }, { [option]: value }).containers).toEqual([]);
  });

  test.each<[string, PodSpec]>([
    [
      'spec.containers[0].resources.requests[cpu]',
      { containers: [container('app', { cpu: 'x' })] },
    ],
    [
      'spec.containers[0].resources.limits[memory]',
      { containers: [container('app', {}, { memory: 'x' })] },
    ],
    ['spec.resources.limits[cpu]', { containers: [], resources: { limits: { cpu: 'x' } } }],
  ])('rejects an amount that is not a quantity at %s', (path, spec) => {
    const error = `INVALID_QUANTITY ${path}`;
    expect(failure(() => podCgroups({ spec }))).toBe(error);
    // With a class in the status, no other function reads it before.
    expect(failure(() => podCgroups({ spec, status: { qosClass: 'Burstable' } }))).toBe(error);
    expect(failure(() => podCgroups(spec))).toBe(error.replace('spec.', ''));
  });
});
