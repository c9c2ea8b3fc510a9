import type { PodLike, PodSpec, PodStats, ResourceList, Volume } from '@kubesem/core';
import { emptyDirVolumes, explainLocalStorage, localStorageEviction } from '@kubesem/qos';
import { podLimits, podRequests } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

const GI = 1024 ** 3;

/** The example of the documentation. */
const frontend: PodSpec = {
  containers: ['app', 'log-aggregator'].map((name) => ({
    name,
    resources: {
      requests: { 'ephemeral-storage': '2Gi' },
      limits: { 'ephemeral-storage': '4Gi' },
    },
  })),
  volumes: [{ name: 'ephemeral', emptyDir: { sizeLimit: '500Mi' } }],
};

describe('the example of the documentation', () => {
  test('requests 4Gi, and may use 8Gi, of which 500Mi in its volume', () => {
    expect(String(podRequests(frontend)['ephemeral-storage'])).toBe('4Gi');
    expect(String(podLimits(frontend)['ephemeral-storage'])).toBe('8Gi');
    expect(String(emptyDirVolumes(frontend)[0]?.size)).toBe('500Mi');
  });

  test.each<[string, PodStats, string | undefined]>([
    ['nothing', {}, undefined],
    [
      'its volume filled',
      { volume: [{ name: 'ephemeral', usedBytes: 500 * 1024 ** 2 }] },
      undefined,
    ],
    [
      'its volume overfull',
      { volume: [{ name: 'ephemeral', usedBytes: 500 * 1024 ** 2 + 1 }] },
      'EMPTY_DIR_LIMIT ephemeral 500Mi',
    ],
    ['another volume', { volume: [{ name: 'other', usedBytes: 9 * GI }] }, undefined],
    ['all that it may', { 'ephemeral-storage': { usedBytes: 8 * GI } }, undefined],
    ['a byte more', { 'ephemeral-storage': { usedBytes: 8 * GI + 1 } }, 'POD_LIMIT  8Gi'],
    [
      'a full container',
      { containers: [{ name: 'app', logs: { usedBytes: GI }, rootfs: { usedBytes: 3 * GI } }] },
      undefined,
    ],
    [
      'logs that are too long',
      { containers: [{ name: 'app', logs: { usedBytes: GI + 1 }, rootfs: { usedBytes: 3 * GI } }] },
      'CONTAINER_LIMIT app 4Gi',
    ],
    [
      'a container that is not its own',
      { containers: [{ name: 'x', logs: { usedBytes: 9 * GI } }] },
      undefined,
    ],
  ])('with %s', (_, stats, expected) => {
    const found = localStorageEviction(frontend, stats);
    expect(found && `${found.rule} ${found.name} ${found.limit}`).toBe(expected);
  });
});

describe('eviction', () => {
  const overfull: PodStats = {
    volume: [{ name: 'ephemeral', usedBytes: GI }],
    containers: [{ name: 'app', logs: { usedBytes: 5 * GI }, rootfs: { usedBytes: 6 * GI } }],
    'ephemeral-storage': { usedBytes: 12 * GI },
  };

  test('looks at volumes, then the Pod, then containers; all are told', () => {
    const { eviction, checks, isCritical } = explainLocalStorage(frontend, overfull);
    expect(eviction).toBe(checks[0]);
    expect(checks.map(({ rule, used, isExceeded }) => `${rule} ${used} ${isExceeded}`)).toEqual([
      'EMPTY_DIR_LIMIT 1Gi true',
      'POD_LIMIT 12Gi true',
      'CONTAINER_LIMIT 11Gi true',
    ]);
    expect(isCritical).toBe(false);
  });

  test('writable layers on a file system of their own do not count', () => {
    const { checks } = explainLocalStorage(frontend, overfull, { dedicatedImageFs: true });
    expect(String(checks[2]?.used)).toBe('5Gi');
  });

  test.each<[string, PodLike]>([
    ['of a high priority', { ...frontend, priority: 2_000_000_000 }],
    [
      'from a file of the node',
      { metadata: { annotations: { 'kubernetes.io/config.source': 'file' } }, spec: frontend },
    ],
    [
      'that mirrors one',
      { metadata: { annotations: { 'kubernetes.io/config.mirror': '' } }, spec: frontend },
    ],
  ])('spares a Pod %s', (_, pod) => {
    expect(localStorageEviction(pod, overfull)).toBeUndefined();
    expect(explainLocalStorage(pod, overfull).isCritical).toBe(true);
  });

  test.each<[string, PodLike]>([
    ['of the highest priority of users', { ...frontend, priority: 1_999_999_999 }],
    [
      'from the API',
      { metadata: { annotations: { 'kubernetes.io/config.source': 'api' } }, spec: frontend },
    ],
  ])('does not spare a Pod %s', (_, pod) => {
    expect(localStorageEviction(pod, overfull)?.rule).toBe('EMPTY_DIR_LIMIT');
  });

  test('a volume in memory with a limit is looked at, too', () => {
    const pod = { volumes: [{ name: 'm', emptyDir: { medium: 'Memory', sizeLimit: 10 } }] };
    expect(localStorageEviction(pod, { volume: [{ name: 'm', usedBytes: 11 }] })?.name).toBe('m');
  });

  test.each([0, '-1', null])('a size limit of %s is none', (sizeLimit) => {
    const pod = { volumes: [{ name: 'v', emptyDir: { sizeLimit } }] };
    expect(explainLocalStorage(pod, { volume: [{ name: 'v', usedBytes: 11 }] }).checks).toEqual([]);
  });

  test('a limit of zero is one for the Pod, and none for a container', () => {
    const pod = { containers: [{ name: 'a', resources: { limits: { 'ephemeral-storage': 0 } } }] };
    const stats = {
      containers: [{ name: 'a', logs: { usedBytes: 2 } }],
      'ephemeral-storage': { usedBytes: 1 },
    };
    const { checks } = explainLocalStorage(pod, stats);
    expect(checks.map(({ rule, isExceeded }) => `${rule} ${isExceeded}`)).toEqual([
      'POD_LIMIT true',
    ]);
  });

  test('sidecars have limits of their own, init containers have none', () => {
    const resources = { limits: { 'ephemeral-storage': 5 } };
    const pod = {
      initContainers: [
        { name: 'init', resources },
        { name: 'sidecar', restartPolicy: 'Always', resources },
      ],
    };
    const stats = {
      containers: ['init', 'sidecar'].map((name) => ({ name, logs: { usedBytes: 6 } })),
    };
    expect(localStorageEviction(pod, stats)?.name).toBe('sidecar');
  });
});

describe('a volume in memory', () => {
  const volumes = [{ name: 'm', emptyDir: { medium: 'Memory', sizeLimit: '2Gi' } }];
  const unbounded = [{ name: 'm', emptyDir: { medium: 'Memory' } }];
  const limited = (memory: string) => [{ name: 'a', resources: { limits: { memory } } }];
  const size = (pod: PodLike, nodeAllocatable?: ResourceList) => {
    const [volume] = emptyDirVolumes(pod, { nodeAllocatable });
    return `${volume?.size} ${volume?.rule}`;
  };

  test.each<[string, PodLike, ResourceList | undefined, string]>([
    ['nothing', { volumes: unbounded }, undefined, 'undefined NONE'],
    ['its limit', { volumes }, undefined, '2Gi SIZE_LIMIT'],
    ['its limit before a larger node', { volumes }, { memory: '4Gi' }, '2Gi SIZE_LIMIT'],
    ['a smaller node', { volumes }, { memory: '1Gi' }, '1Gi NODE_ALLOCATABLE'],
    ['a node that says nothing', { volumes }, {}, 'undefined NONE'],
    [
      'the memory limit',
      { volumes, containers: limited('1Gi') },
      { memory: '4Gi' },
      '1Gi POD_MEMORY_LIMIT',
    ],
    [
      'its limit before a larger one',
      { volumes, containers: limited('3Gi') },
      { memory: '4Gi' },
      '2Gi SIZE_LIMIT',
    ],
    [
      'its limit before an equal one',
      { volumes, containers: limited('2Gi') },
      undefined,
      '2Gi SIZE_LIMIT',
    ],
    [
      'the node before a larger one',
      { volumes: unbounded, containers: limited('5Gi') },
      { memory: '4Gi' },
      '4Gi NODE_ALLOCATABLE',
    ],
    [
      'no sum if a container is unlimited',
      { volumes: unbounded, containers: [...limited('1Gi'), { name: 'b' }] },
      undefined,
      'undefined NONE',
    ],
    [
      'nor if an init container is',
      { volumes: unbounded, containers: limited('1Gi'), initContainers: [{ name: 'i' }] },
      undefined,
      'undefined NONE',
    ],
    [
      'the sum otherwise',
      { volumes: unbounded, containers: [...limited('1Gi'), ...limited('1Gi')] },
      undefined,
      '2Gi POD_MEMORY_LIMIT',
    ],
    [
      'the limit of the Pod',
      { volumes: unbounded, containers: [{ name: 'b' }], resources: { limits: { memory: '3Gi' } } },
      undefined,
      '3Gi POD_MEMORY_LIMIT',
    ],
    [
      'the sum whatever ephemeral containers do',
      {
        volumes: unbounded,
        containers: limited('1Gi'),
        ephemeralContainers: [{ name: 'debug' }],
      },
      undefined,
      '1Gi POD_MEMORY_LIMIT',
    ],
    [
      'nothing if the containers come to zero',
      { volumes, containers: [...limited('1Gi'), ...limited('-1Gi')] },
      undefined,
      '2Gi SIZE_LIMIT',
    ],
    [
      'no sum if the Pod as a whole sets huge pages alone, which makes it BestEffort',
      {
        volumes: unbounded,
        containers: limited('1Gi'),
        resources: { requests: { 'hugepages-2Mi': '2Mi' } },
      },
      undefined,
      'undefined NONE',
    ],
    [
      'no sum under a class that nobody knows',
      { spec: { volumes: unbounded, containers: limited('1Gi') }, status: { qosClass: 'Best' } },
      undefined,
      'undefined NONE',
    ],
    [
      'what its status says',
      {
        spec: { volumes: unbounded, containers: limited('1Gi') },
        status: { qosClass: 'BestEffort' },
      },
      undefined,
      'undefined NONE',
    ],
  ])('is bounded by %s', (_, pod, node, expected) => {
    expect(size(pod, node)).toBe(expected);
  });
});

test('volumes are told with their places, others are left out', () => {
  const volumes = [
    { name: 'x', hostPath: {} },
    null as unknown as Volume,
    { name: 'y', emptyDir: { medium: 'HugePages' } },
  ];
  const containers = [{ name: 'a', resources: { limits: { memory: '1Gi' } } }];
  expect(emptyDirVolumes({ spec: { containers, volumes } })).toEqual([
    {
      name: 'y',
      path: 'spec.volumes[2]',
      medium: 'HugePages',
      sizeLimit: undefined,
      size: undefined,
      rule: 'NONE',
    },
  ]);
});

test.each<[PodLike, PodStats, string]>([
  [{ volumes: [{ emptyDir: { sizeLimit: '1GB' } }] }, {}, 'volumes[0].emptyDir.sizeLimit'],
  [{}, { volume: [{ usedBytes: 'x' as unknown as number }] }, 'volume[0].usedBytes'],
  [{}, { containers: 5 as unknown as [] }, 'containers'],
  [{}, [] as PodStats, 'stats'],
])('what cannot be read is named: %j', (pod, stats, path) => {
  expect(() => localStorageEviction(pod, stats)).toThrow(expect.objectContaining({ path }));
});

test('nothing is used where nothing is said', () => {
  expect(localStorageEviction(frontend, null as unknown as PodStats)).toBeUndefined();
  const stats = { volume: [null], containers: [null] } as unknown as PodStats;
  expect(localStorageEviction(frontend, stats)).toBeUndefined();
});
