import type { PodLike, PodSpec, PodStats } from '@kubesem/core';
import { emptyDirVolumes, localStorageEviction } from '@kubesem/qos';
import { podLimits, podRequests } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { errorsOfFields } from '../../../../scripts/testing.js';

const GI = 1024 ** 3;

/** The example of manage-resources-containers.md. */
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
  test('requests 4Gi, is limited to 8Gi, and its volume to 500Mi', () => {
    expect(String(podRequests(frontend)['ephemeral-storage'])).toBe('4Gi');
    expect(String(podLimits(frontend)['ephemeral-storage'])).toBe('8Gi');
    expect(String(emptyDirVolumes(frontend)[0]?.size)).toBe('500Mi');
  });

  test.each<[string, PodStats, string | undefined]>([
    ['nothing', {}, undefined],
    ['a full volume', { volume: [{ name: 'ephemeral', usedBytes: 500 * 1024 ** 2 }] }, undefined],
    [
      'a volume over its limit',
      { volume: [{ name: 'ephemeral', usedBytes: 500 * 1024 ** 2 + 1 }] },
      'EMPTY_DIR_LIMIT ephemeral 500Mi',
    ],
    ['another volume', { volume: [{ name: 'other', usedBytes: 9 * GI }] }, undefined],
    ['usage of the whole limit', { 'ephemeral-storage': { usedBytes: 8 * GI } }, undefined],
    ['usage of a byte more', { 'ephemeral-storage': { usedBytes: 8 * GI + 1 } }, 'POD_LIMIT  8Gi'],
    [
      'a full container',
      { containers: [{ name: 'app', logs: { usedBytes: GI }, rootfs: { usedBytes: 3 * GI } }] },
      undefined,
    ],
    [
      'a container over its limit',
      { containers: [{ name: 'app', logs: { usedBytes: GI + 1 }, rootfs: { usedBytes: 3 * GI } }] },
      'CONTAINER_LIMIT app 4Gi',
    ],
    [
      'a container of another Pod',
      { containers: [{ name: 'x', logs: { usedBytes: 9 * GI } }] },
      undefined,
    ],
  ])('with %s', (_, stats, expected) => {
    const found = localStorageEviction(frontend, stats).eviction;
    expect(found && `${found.rule} ${found.name} ${found.limit}`).toBe(expected);
  });
});

describe('eviction', () => {
  const overfull: PodStats = {
    volume: [{ name: 'ephemeral', usedBytes: GI }],
    containers: [{ name: 'app', logs: { usedBytes: 5 * GI }, rootfs: { usedBytes: 6 * GI } }],
    'ephemeral-storage': { usedBytes: 12 * GI },
  };

  test('checks volumes, then the Pod, then containers', () => {
    const { eviction, checks, isCritical } = localStorageEviction(frontend, overfull);
    expect(eviction).toBe(checks[0]);
    expect(checks.map(({ rule, used, isExceeded }) => `${rule} ${used} ${isExceeded}`)).toEqual([
      'EMPTY_DIR_LIMIT 1Gi true',
      'POD_LIMIT 12Gi true',
      'CONTAINER_LIMIT 11Gi true',
    ]);
    expect(isCritical).toBe(false);
  });

  test('ignores writable layers that have their own file system', () => {
    const { checks } = localStorageEviction(frontend, overfull, { dedicatedImageFs: true });
    expect(String(checks[2]?.used)).toBe('5Gi');
  });

  test.each<[string, PodLike]>([
    ['with a system priority', { ...frontend, priority: 2_000_000_000 }],
    [
      'from a file of the node',
      { metadata: { annotations: { 'kubernetes.io/config.source': 'file' } }, spec: frontend },
    ],
    [
      'that mirrors one',
      { metadata: { annotations: { 'kubernetes.io/config.mirror': '' } }, spec: frontend },
    ],
    [
      'from a source of null, which Go reads as another source than the API server',
      {
        metadata: { annotations: { 'kubernetes.io/config.source': null as unknown as string } },
        spec: frontend,
      },
    ],
  ])('never happens to a Pod %s', (_, pod) => {
    expect(localStorageEviction(pod, overfull).eviction).toBeUndefined();
    expect(localStorageEviction(pod, overfull).isCritical).toBe(true);
  });

  test.each<[string, PodLike]>([
    ['with the highest priority of users', { ...frontend, priority: 1_999_999_999 }],
    [
      'from the API',
      { metadata: { annotations: { 'kubernetes.io/config.source': 'api' } }, spec: frontend },
    ],
  ])('happens to a Pod %s', (_, pod) => {
    expect(localStorageEviction(pod, overfull).eviction?.rule).toBe('EMPTY_DIR_LIMIT');
  });

  test('checks a volume in memory with a limit also', () => {
    const pod = { volumes: [{ name: 'm', emptyDir: { medium: 'Memory', sizeLimit: 10 } }] };
    expect(
      localStorageEviction(pod, { volume: [{ name: 'm', usedBytes: 11 }] }).eviction?.name,
    ).toBe('m');
  });

  test.each([0, '-1', null])('ignores a size limit of %s', (sizeLimit) => {
    const pod = { volumes: [{ name: 'v', emptyDir: { sizeLimit } }] };
    expect(localStorageEviction(pod, { volume: [{ name: 'v', usedBytes: 11 }] }).checks).toEqual(
      [],
    );
  });

  test('uses a limit of zero for the Pod, but not for a container', () => {
    const pod = { containers: [{ name: 'a', resources: { limits: { 'ephemeral-storage': 0 } } }] };
    const stats = {
      containers: [{ name: 'a', logs: { usedBytes: 2 } }],
      'ephemeral-storage': { usedBytes: 1 },
    };
    const { checks } = localStorageEviction(pod, stats);
    expect(checks.map(({ rule, isExceeded }) => `${rule} ${isExceeded}`)).toEqual([
      'POD_LIMIT true',
    ]);
  });

  test('checks the limits of sidecars, not of init containers', () => {
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
    expect(localStorageEviction(pod, stats).eviction?.name).toBe('sidecar');
  });
});

describe('fields that are not readable', () => {
  const limits = { 'ephemeral-storage': '6Gi' };
  const pod = {
    metadata: { annotations: { a: 'b' } },
    spec: {
      initContainers: [{ name: 'proxy', restartPolicy: 'Always', resources: { limits } }],
      ephemeralContainers: [{ name: 'debug', resources: { limits } }],
      volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '1Gi' } }],
      priority: 7,
    },
  };
  const stats = {
    volume: [{ name: 'tmp', usedBytes: 22 }],
    'ephemeral-storage': { usedBytes: 23 },
    containers: [{ name: 'proxy', logs: { usedBytes: 24 }, rootfs: { usedBytes: 25 } }],
  };

  test('of the Pod', () => {
    expect(errorsOfFields(pod, (value) => localStorageEviction(value, stats).eviction)).toEqual([
      'INVALID_TYPE metadata',
      'INVALID_TYPE metadata.annotations',
      'NOT_A_POD spec',
      'INVALID_TYPE spec.initContainers',
      'INVALID_TYPE spec.initContainers[0]',
      'INVALID_TYPE spec.initContainers[0].name',
      'INVALID_TYPE spec.initContainers[0].restartPolicy',
      'INVALID_TYPE spec.initContainers[0].resources',
      'INVALID_TYPE spec.initContainers[0].resources.limits',
      'INVALID_QUANTITY spec.initContainers[0].resources.limits[ephemeral-storage]',
      'INVALID_TYPE spec.ephemeralContainers',
      'INVALID_TYPE spec.ephemeralContainers[0]',
      'INVALID_TYPE spec.ephemeralContainers[0].name',
      'INVALID_TYPE spec.ephemeralContainers[0].resources',
      'INVALID_TYPE spec.ephemeralContainers[0].resources.limits',
      'INVALID_QUANTITY spec.ephemeralContainers[0].resources.limits[ephemeral-storage]',
      'INVALID_TYPE spec.volumes',
      'INVALID_TYPE spec.volumes[0]',
      'INVALID_TYPE spec.volumes[0].name',
      'INVALID_TYPE spec.volumes[0].emptyDir',
      'INVALID_QUANTITY spec.volumes[0].emptyDir.sizeLimit',
      'INVALID_TYPE spec.priority',
    ]);
  });

  test('of the stats', () => {
    expect(
      errorsOfFields(
        { stats },
        (value: { stats: PodStats }) => localStorageEviction(pod, value.stats).eviction,
      ),
    ).toEqual([
      'INVALID_TYPE stats',
      'INVALID_TYPE stats.volume',
      'INVALID_TYPE stats.volume[0]',
      'INVALID_TYPE stats.volume[0].name',
      'INVALID_TYPE stats.volume[0].usedBytes',
      'INVALID_TYPE stats[ephemeral-storage]',
      'INVALID_TYPE stats[ephemeral-storage].usedBytes',
      'INVALID_TYPE stats.containers',
      'INVALID_TYPE stats.containers[0]',
      'INVALID_TYPE stats.containers[0].name',
      'INVALID_TYPE stats.containers[0].logs',
      'INVALID_TYPE stats.containers[0].logs.usedBytes',
      'INVALID_TYPE stats.containers[0].rootfs',
      'INVALID_TYPE stats.containers[0].rootfs.usedBytes',
    ]);
  });
});

test('null in the stats is zero usage', () => {
  expect(localStorageEviction(frontend, null as unknown as PodStats).eviction).toBeUndefined();
  const stats = { volume: [null], containers: [null] } as unknown as PodStats;
  expect(localStorageEviction(frontend, stats).eviction).toBeUndefined();
});
