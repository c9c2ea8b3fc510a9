import type { PodLike, ResourceList, Volume } from '@kubesem/core';
import { emptyDirVolumes } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';
import { errorsOfFields, failure } from '../../../../scripts/testing.js';

test('lists only emptyDir volumes, with their places', () => {
  const volumes = [
    { name: 'x', hostPath: {} },
    null as unknown as Volume,
    { name: 'y', emptyDir: { medium: 'HugePages' } },
  ];
  const containers = [{ name: 'a', resources: { limits: { memory: '1Gi' } } }];
  expect(emptyDirVolumes({ spec: { containers, volumes } })).toEqual([
    {
      name: 'y',
      segments: ['spec', 'volumes', 2],
      path: 'spec.volumes[2]',
      medium: 'HugePages',
      sizeLimit: undefined,
      size: undefined,
      rule: 'NONE',
    },
  ]);
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
    ['its limit, below a larger node', { volumes }, { memory: '4Gi' }, '2Gi SIZE_LIMIT'],
    ['a smaller node', { volumes }, { memory: '1Gi' }, '1Gi NODE_ALLOCATABLE'],
    ['nothing on a node without memory', { volumes }, {}, 'undefined NONE'],
    [
      'the memory limit',
      { volumes, containers: limited('1Gi') },
      { memory: '4Gi' },
      '1Gi POD_MEMORY_LIMIT',
    ],
    [
      'its limit, below a larger memory limit',
      { volumes, containers: limited('3Gi') },
      { memory: '4Gi' },
      '2Gi SIZE_LIMIT',
    ],
    [
      'its limit, equal to the memory limit',
      { volumes, containers: limited('2Gi') },
      undefined,
      '2Gi SIZE_LIMIT',
    ],
    [
      'the node, below a larger memory limit',
      { volumes: unbounded, containers: limited('5Gi') },
      { memory: '4Gi' },
      '4Gi NODE_ALLOCATABLE',
    ],
    [
      'nothing if a container has no limit',
      { volumes: unbounded, containers: [...limited('1Gi'), { name: 'b' }] },
      undefined,
      'undefined NONE',
    ],
    [
      'nothing if an init container has no limit',
      { volumes: unbounded, containers: limited('1Gi'), initContainers: [{ name: 'i' }] },
      undefined,
      'undefined NONE',
    ],
    [
      'the sum of the memory limits',
      { volumes: unbounded, containers: [...limited('1Gi'), ...limited('1Gi')] },
      undefined,
      '2Gi POD_MEMORY_LIMIT',
    ],
    [
      'the limit of the Pod as a whole',
      { volumes: unbounded, containers: [{ name: 'b' }], resources: { limits: { memory: '3Gi' } } },
      undefined,
      '3Gi POD_MEMORY_LIMIT',
    ],
    [
      'the sum without ephemeral containers',
      {
        volumes: unbounded,
        containers: limited('1Gi'),
        ephemeralContainers: [{ name: 'debug' }],
      },
      undefined,
      '1Gi POD_MEMORY_LIMIT',
    ],
    [
      'its limit if the sum is zero',
      { volumes, containers: [...limited('1Gi'), ...limited('-1Gi')] },
      undefined,
      '2Gi SIZE_LIMIT',
    ],
    [
      'nothing if Pod-level huge pages make the Pod BestEffort',
      {
        volumes: unbounded,
        containers: limited('1Gi'),
        resources: { requests: { 'hugepages-2Mi': '2Mi' } },
      },
      undefined,
      'undefined NONE',
    ],
    [
      'nothing if the status has an unknown class',
      { spec: { volumes: unbounded, containers: limited('1Gi') }, status: { qosClass: 'Best' } },
      undefined,
      'undefined NONE',
    ],
    [
      'nothing if the status has the class BestEffort',
      {
        spec: { volumes: unbounded, containers: limited('1Gi') },
        status: { qosClass: 'BestEffort' },
      },
      undefined,
      'undefined NONE',
    ],
  ])('is limited by %s', (_, pod, node, expected) => {
    expect(size(pod, node)).toBe(expected);
  });
});

test('the memory of the Pod is added up once for all volumes', () => {
  const readsFor = (count: number): number => {
    let reads = 0;
    const volumes = Array.from({ length: count }, () => ({ emptyDir: { medium: 'Memory' } }));
    const spec = Object.defineProperty({ volumes }, 'containers', {
      get: () => {
        reads += 1;
        return [];
      },
    });
    expect(emptyDirVolumes({ spec })).toHaveLength(count);
    return reads;
  };
  expect(readsFor(5)).toBe(readsFor(1));
});

describe('fields that are not readable', () => {
  const spec = {
    containers: [{ name: 'app', resources: { limits: { memory: '20Gi' } } }],
    volumes: [{ name: 'cache', emptyDir: { medium: 'Memory', sizeLimit: '21Gi' } }],
  };

  test('of a container after one without a limit', () => {
    const containers = [{ name: 'app' }, { name: 'b', resources: 5 as never }];
    const pod = { spec: { ...spec, containers }, status: { qosClass: 'Burstable' } };
    expect(failure(() => emptyDirVolumes(pod))).toBe('INVALID_TYPE spec.containers[1].resources');
  });

  test('of a Pod', () => {
    expect(errorsOfFields({ spec }, (value) => emptyDirVolumes(value))).toEqual([
      'NOT_A_POD spec',
      'INVALID_TYPE spec.containers',
      'INVALID_TYPE spec.containers[0]',
      'INVALID_TYPE spec.containers[0].name',
      'INVALID_TYPE spec.containers[0].resources',
      'INVALID_TYPE spec.containers[0].resources.limits',
      'INVALID_QUANTITY spec.containers[0].resources.limits[memory]',
      'INVALID_TYPE spec.volumes',
      'INVALID_TYPE spec.volumes[0]',
      'INVALID_TYPE spec.volumes[0].name',
      'INVALID_TYPE spec.volumes[0].emptyDir',
      'INVALID_TYPE spec.volumes[0].emptyDir.medium',
      'INVALID_QUANTITY spec.volumes[0].emptyDir.sizeLimit',
    ]);
  });

  test('of a spec with Pod-level resources', () => {
    const resources = { requests: { cpu: '1' }, limits: { memory: '31Gi' } };
    expect(errorsOfFields({ ...spec, resources }, (value) => emptyDirVolumes(value))).toEqual([
      'INVALID_TYPE containers',
      'INVALID_TYPE containers[0]',
      'INVALID_TYPE containers[0].name',
      'INVALID_TYPE containers[0].resources',
      'INVALID_TYPE containers[0].resources.limits',
      'INVALID_QUANTITY containers[0].resources.limits[memory]',
      'INVALID_TYPE volumes',
      'INVALID_TYPE volumes[0]',
      'INVALID_TYPE volumes[0].name',
      'INVALID_TYPE volumes[0].emptyDir',
      'INVALID_TYPE volumes[0].emptyDir.medium',
      'INVALID_QUANTITY volumes[0].emptyDir.sizeLimit',
      'INVALID_TYPE resources',
      'INVALID_TYPE resources.requests',
      'INVALID_QUANTITY resources.requests[cpu]',
      'INVALID_TYPE resources.limits',
      'INVALID_QUANTITY resources.limits[memory]',
    ]);
  });

  test('of the node', () => {
    const options = { nodeAllocatable: { cpu: '28', memory: '29Gi' } };
    expect(errorsOfFields(options, (value) => emptyDirVolumes(spec, value))).toEqual([
      'INVALID_TYPE nodeAllocatable',
      'INVALID_QUANTITY nodeAllocatable.memory',
    ]);
  });
});
