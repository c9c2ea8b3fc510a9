import type { Container, PodSpec, ResourceList } from '@kubesem/core';
import { explainPodCgroups, podCgroups, qosCgroups } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';

const MI = 2 ** 20;

function container(name: string, requests: ResourceList, limits: ResourceList = {}): Container {
  return { name, resources: { requests, limits } };
}

const burstable = container(
  'app',
  { cpu: '250m', memory: '64Mi' },
  { cpu: '500m', memory: '128Mi' },
);

describe('podCgroups', () => {
  test('of one container', () => {
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
      },
      containers: [
        {
          name: 'app',
          kind: 'app',
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

  test('a container without a limit keeps the whole Pod from having one, an ephemeral one does not', () => {
    const limited = { containers: [burstable], ephemeralContainers: [{ name: 'debug' }] };
    expect(podCgroups(limited).pod.memoryLimitBytes).toBe(128 * MI);
    for (const spec of [
      { ...limited, initContainers: [{ name: 'init' }] },
      { ...limited, containers: [burstable, container('log', { cpu: '1' })] },
    ]) {
      const { pod, containers } = explainPodCgroups(spec);
      expect(pod.values).toMatchObject({
        cpuQuotaMicroseconds: undefined,
        cpuPeriodMicroseconds: undefined,
        memoryLimitBytes: undefined,
      });
      expect([pod.cpuQuota, pod.memoryLimit]).toEqual(['NOT_SET', 'NOT_SET']);
      expect(pod.withoutCpuLimit).toHaveLength(1);
      expect(pod.withoutMemoryLimit).toEqual(pod.withoutCpuLimit);
      expect(containers.map(({ cpuQuota }) => cpuQuota)).toContain('LIMIT');
    }
  });

  test('a limit of the whole Pod counts for it, and for containers that have none', () => {
    const spec: PodSpec = {
      containers: [
        container('app', { cpu: '100m' }, { cpu: '200m', memory: '3Mi' }),
        { name: 'log' },
      ],
      resources: { limits: { cpu: '1500m', memory: '7Mi' } },
    };
    const { pod, containers } = explainPodCgroups(spec);
    expect(pod).toMatchObject({
      values: { cpuQuotaMicroseconds: 150_000, memoryLimitBytes: 7 * MI },
      cpuQuota: 'POD_LIMIT',
      memoryLimit: 'POD_LIMIT',
      withoutCpuLimit: ['log'],
    });
    expect(containers).toMatchObject([
      {
        values: { cpuShares: 102, cpuQuotaMicroseconds: 20_000, memoryLimitBytes: 3 * MI },
        cpuShares: 'REQUEST',
        cpuQuota: 'LIMIT',
        memoryLimit: 'LIMIT',
      },
      {
        values: { cpuShares: 1536, cpuQuotaMicroseconds: 150_000, memoryLimitBytes: 7 * MI },
        cpuShares: 'POD_LIMIT',
        cpuQuota: 'POD_LIMIT',
        memoryLimit: 'POD_LIMIT',
      },
    ]);
  });

  test('shares come from the request, even of zero, else from the limit, else from nothing', () => {
    const containers = [
      container('zero', { cpu: 0 }, { cpu: 2 }),
      container('limit', {}, { cpu: 3 }),
      container('memory', { memory: 5 }),
    ];
    const explained = explainPodCgroups({ containers });
    expect(
      explained.containers.map(({ values, cpuShares }) => [values.cpuShares, cpuShares]),
    ).toEqual([
      [2, 'REQUEST'],
      [3072, 'LIMIT'],
      [2, 'NOT_SET'],
    ]);
  });

  test('overhead counts for the Pod: for its limits where there are some', () => {
    const overhead = { cpu: '100m', memory: '5Mi' };
    const { pod } = podCgroups({ containers: [burstable], overhead });
    expect(pod).toMatchObject({
      cpuShares: 358,
      cpuQuotaMicroseconds: 60_000,
      memoryLimitBytes: 133 * MI,
    });
    expect(podCgroups({ containers: [{ name: 'app' }], overhead }).pod.cpuShares).toBe(2);
  });

  test('says what the values of the Pod come from', () => {
    const sources = (spec: PodSpec): string => {
      const { pod } = explainPodCgroups(spec);
      return `${pod.cpuShares} ${pod.cpuQuota} ${pod.memoryLimit}`;
    };
    const cpuLimit = container('app', {}, { cpu: 1 });
    expect(sources({ containers: [burstable] })).toBe('REQUEST LIMIT LIMIT');
    expect(sources({ containers: [cpuLimit] })).toBe('NOT_SET LIMIT NOT_SET');
    expect(sources({ containers: [{ name: 'app' }], overhead: { cpu: 1 } })).toBe(
      'NOT_SET NOT_SET NOT_SET',
    );
    const resources = { limits: { memory: '7Mi' } };
    expect(sources({ containers: [cpuLimit], resources })).toBe('NOT_SET LIMIT POD_LIMIT');
    const { containers } = explainPodCgroups({ containers: [{ name: 'app' }], resources });
    expect(containers).toMatchObject([{ cpuQuota: 'NOT_SET', memoryLimit: 'POD_LIMIT' }]);
  });

  test('a Pod that was stored as Guaranteed has a limit only where there is an amount', () => {
    const containers = [container('app', { cpu: '300m' }, { cpu: '300m' })];
    const { pod } = podCgroups({ spec: { containers }, status: { qosClass: 'Guaranteed' } });
    expect(pod).toMatchObject({ cpuQuotaMicroseconds: 30_000, memoryLimitBytes: undefined });
  });

  test('a BestEffort Pod has two shares and no limits', () => {
    const { pod, qosClass } = explainPodCgroups({ containers: [{ name: 'app' }] });
    expect(qosClass).toBe('BestEffort');
    expect(pod).toMatchObject({ values: { cpuShares: 2, cpuWeight: 1 }, cpuShares: 'NOT_SET' });
    const stored = { spec: { containers: [burstable] }, status: { qosClass: 'BestEffort' } };
    expect(podCgroups(stored).pod).toMatchObject({ cpuShares: 2, memoryLimitBytes: undefined });
  });

  test('without enforcement there is no quota, and containers have no period', () => {
    const { pod, containers } = explainPodCgroups(
      { containers: [burstable] },
      { cpuCfsQuota: false },
    );
    expect(pod.values).toMatchObject({
      cpuQuotaMicroseconds: undefined,
      cpuPeriodMicroseconds: 100_000,
    });
    expect(containers[0]?.values).toMatchObject({
      cpuQuotaMicroseconds: undefined,
      cpuPeriodMicroseconds: undefined,
    });
    expect([pod.cpuQuota, containers[0]?.cpuQuota]).toEqual(['NOT_ENFORCED', 'NOT_ENFORCED']);
  });

  test('a shorter period has a smaller quota, of a millisecond at least', () => {
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

  test('huge pages: the limit of the container, else of the Pod; for the Pod what is requested', () => {
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
    });
    expect(podCgroups({ containers: [odd] }).pod.hugepageLimits).toEqual([]);
    const sizes = container('app', {
      'hugepages-512': 1024,
      'hugepages-1Ti': '1Ti',
      'hugepages-1Pi': 1,
      'hugepages-2Ei': 2,
      'example.io5': 3,
    });
    expect(podCgroups({ containers: [sizes] }).pod.hugepageLimits).toEqual([
      { pageSize: '512B', limitBytes: 1024 },
      { pageSize: '1TB', limitBytes: 2 ** 40 },
      { pageSize: '1PB', limitBytes: 1 },
      { pageSize: '2048PB', limitBytes: 2 },
    ]);
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
  ])('refuses %s of %s', (option, value) => {
    const error = expect.objectContaining({ code: 'INVALID_OPTION', path: option });
    const options = { [option]: value };
    expect(() => podCgroups({ containers: [] }, options)).toThrow(error);
    expect(() => qosCgroups([], options)).toThrow(error);
  });

  test.each([
    ['cpuCfsQuotaPeriodMicroseconds', 1000],
    ['cpuCfsQuotaPeriodMicroseconds', 1_000_000],
    ['memoryThrottlingFactor', 1],
    ['pageSizeBytes', 1],
  ])('takes %s of %s', (option, value) => {
    expect(podCgroups({ containers: [] }, { [option]: value }).containers).toEqual([]);
  });

  test.each<[string, PodSpec]>([
    ['spec.containers[0].resources.requests.cpu', { containers: [container('app', { cpu: 'x' })] }],
    [
      'spec.containers[0].resources.limits.memory',
      { containers: [container('app', {}, { memory: 'x' })] },
    ],
    ['spec.resources.limits.cpu', { containers: [], resources: { limits: { cpu: 'x' } } }],
  ])('refuses what cannot be read: %s', (path, spec) => {
    const error = expect.objectContaining({ code: 'INVALID_QUANTITY', path });
    expect(() => podCgroups({ spec })).toThrow(error);
    // With a class in the status, nothing else has read it before.
    expect(() => podCgroups({ spec, status: { qosClass: 'Burstable' } })).toThrow(error);
    const ofSpec = expect.objectContaining({ path: path.slice('spec.'.length) });
    expect(() => podCgroups(spec)).toThrow(ofSpec);
  });
});

describe('Memory QoS', () => {
  const settings = {
    memoryReservationPolicy: 'TieredReservation',
    memoryThrottlingFactor: 0.9,
    nodeAllocatableMemory: '8Gi',
  } as const;

  function protections(
    spec: PodSpec,
    options: Parameters<typeof podCgroups>[1] = settings,
  ): string[] {
    const { pod, containers } = podCgroups(spec, options);
    return [pod, ...containers].map(
      ({ memoryMinBytes, memoryLowBytes, memoryHighBytes }) =>
        `${memoryMinBytes} ${memoryLowBytes} ${memoryHighBytes}`,
    );
  }

  test('reserves what a Guaranteed Pod requests, and throttles it nowhere', () => {
    const even = { cpu: 1, memory: '64Mi' };
    const spec = { containers: [container('app', even, even)] };
    expect(protections(spec)).toEqual(['67108864 0 undefined', '67108864 0 undefined']);
  });

  test('protects what a Burstable Pod requests, and throttles near the limit, in whole pages', () => {
    const spec = { containers: [burstable] };
    // 64Mi and 0.9 of the other 64Mi.
    expect(protections(spec)).toEqual(['0 67108864 undefined', '0 67108864 127504384']);
    const pages = { ...settings, pageSizeBytes: 65_536 };
    expect(protections(spec, pages)[1]).toBe('0 67108864 127467520');
  });

  test('takes the node in place of a limit', () => {
    const spec = { containers: [container('app', { memory: '64Mi' }), { name: 'log' }] };
    expect(protections(spec).slice(1)).toEqual(['0 67108864 7737651200', '0 0 7730937856']);
    const { nodeAllocatableMemory: _, ...unknownNode } = settings;
    expect(protections(spec, unknownNode).slice(1)).toEqual([
      '0 67108864 undefined',
      '0 0 undefined',
    ]);
  });

  test('throttles the Pod, if its own limit is the only one', () => {
    const spec: PodSpec = {
      containers: [
        container('app', { memory: '64Mi' }),
        container('log', { memory: '1Mi' }, { memory: '2Mi' }),
      ],
      resources: { limits: { memory: '1Gi' } },
    };
    expect(protections(spec)).toEqual([
      '0 68157440 973180928',
      '0 67108864 undefined',
      '0 1048576 1990656',
    ]);
    const fixed: PodSpec = {
      containers: [{ name: 'app' }],
      resources: { requests: { memory: '1Gi' }, limits: { memory: '1Gi' } },
    };
    expect(protections(fixed)[0]).toBe('0 1073741824 undefined');
    const open: PodSpec = {
      containers: [{ name: 'app' }],
      resources: { requests: { memory: '1Gi' } },
    };
    expect(protections(open)[0]).toBe('0 1073741824 undefined');
  });

  test('does nothing by default, and each setting its own part', () => {
    const spec = { containers: [burstable] };
    expect(protections(spec, {})).toEqual(['0 0 undefined', '0 0 undefined']);
    const { memoryThrottlingFactor, memoryReservationPolicy } = settings;
    expect(protections(spec, { memoryThrottlingFactor })[1]).toBe('0 0 127504384');
    expect(protections(spec, { memoryReservationPolicy })[1]).toBe('0 67108864 undefined');
    expect(protections(spec, { memoryReservationPolicy: 'None' })[1]).toBe('0 0 undefined');
  });
});

describe('qosCgroups', () => {
  const even = { cpu: 2, memory: '300Mi' };
  const pods = [
    { containers: [container('app', even, even)] },
    { containers: [burstable], overhead: { cpu: '50m', memory: '1Mi' } },
    { spec: { containers: [container('app', { cpu: '1500m' })] } },
    { containers: [{ name: 'app' }] },
  ];

  test('adds up what the Burstable Pods request', () => {
    expect(qosCgroups(pods)).toEqual({
      kubepods: { memoryMinBytes: 0, memoryLowBytes: 0 },
      burstable: { cpuShares: 1843, cpuWeight: 71, memoryLowBytes: 0 },
      bestEffort: { cpuShares: 2, cpuWeight: 1, memoryLowBytes: 0 },
    });
    expect(qosCgroups([]).burstable.cpuShares).toBe(2);
  });

  test('reserves memory for Guaranteed and Burstable Pods', () => {
    const { kubepods, burstable: low } = qosCgroups(pods, {
      memoryReservationPolicy: 'TieredReservation',
    });
    expect(kubepods).toEqual({ memoryMinBytes: 365 * MI, memoryLowBytes: 65 * MI });
    expect(low.memoryLowBytes).toBe(65 * MI);
  });
});
