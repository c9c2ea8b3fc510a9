import { FieldError, type PodLike } from '@kubesem/core';
import {
  applyResourceDefaults,
  explainPodLimits,
  explainPodRequests,
  missingResourceWarnings,
  podDeclaredResources,
  podLimits,
  podRequests,
  podResourceWarnings,
} from '@kubesem/resources';
import { podLevelResources } from '@kubesem/resources/internal';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../scripts/testing.js';
import { asking, limited } from './pods.js';

/** What a careless caller passes. */
function any(value: unknown): PodLike {
  return value as PodLike;
}

const options = { useStatusResources: true, useDRANodeAllocatableResourceClaimStatus: true };

describe('an amount that is not a quantity', () => {
  const spec = {
    containers: [{ name: 'web' }, limited('log', { memory: '1GB' })],
    overhead: { 'example.com/a b': 'x' },
  };

  test('is named with its path, its value and where it goes wrong', () => {
    let error: unknown;
    try {
      podLimits({ spec });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(FieldError);
    expect(error).toMatchObject({
      code: 'INVALID_QUANTITY',
      offset: 2,
      problem: {
        type: 'INVALID',
        segments: ['spec', 'containers', 1, 'resources', 'limits', 'memory'],
        path: 'spec.containers[1].resources.limits[memory]',
        value: '1GB',
        offset: 2,
      },
    });
  });

  test('names the path from the object that was passed in, and brackets names that are not plain', () => {
    expect(failure(() => podLimits(spec))).toBe(
      'INVALID_QUANTITY containers[1].resources.limits[memory]',
    );
    expect(failure(() => podRequests(spec))).toBe('INVALID_QUANTITY overhead[example.com/a b]');
  });

  test('is named in an option', () => {
    const nonMissingContainerRequests = { cpu: '1 core' };
    expect(failure(() => podRequests(spec, { nonMissingContainerRequests }))).toBe(
      'INVALID_QUANTITY nonMissingContainerRequests[cpu]',
    );
  });

  test('does not matter where it does not count', () => {
    expect(podRequests(spec, { excludeOverhead: true })).toEqual({});
  });

  const granted = { name: 'web', allocatedResources: { cpu: '1..1' } };
  test.each([
    [{ initContainers: [asking('a', { cpu: '' })] }, 'initContainers[0].resources.requests[cpu]'],
    [{ resources: { requests: { cpu: '1 x' } } }, 'resources.requests[cpu]'],
    [{ containers: [asking('a', { cpu: Number.NaN })] }, 'containers[0].resources.requests[cpu]'],
    [{ containers: [asking('a', { cpu: {} as never })] }, 'containers[0].resources.requests[cpu]'],
    [
      { spec, status: { containerStatuses: [granted] } },
      'status.containerStatuses[0].allocatedResources[cpu]',
    ],
  ])('is found in %j', (pod, path) => {
    expect(failure(() => podRequests(pod, options))).toBe(`INVALID_QUANTITY ${path}`);
  });
});

describe('a field of a wrong type', () => {
  test.each<[string, PodLike]>([
    ['spec.containers', any({ spec: { containers: {} } })],
    ['spec.containers[1]', any({ spec: { containers: [{}, 'web'] } })],
    ['initContainers', any({ initContainers: 'none' })],
    ['containers[0].name', any({ containers: [{ name: ['web'] }] })],
    ['initContainers[0].restartPolicy', any({ initContainers: [{ restartPolicy: true }] })],
    ['containers[0].resources', any({ containers: [{ resources: 5 }] })],
    [
      'containers[0].resources.requests',
      any({ containers: [{ resources: { requests: ['cpu'] } }] }),
    ],
    ['resources', any({ resources: [] })],
    ['overhead', any({ overhead: '1' })],
    ['status', any({ spec: {}, status: 'Running' })],
    ['status.conditions', any({ spec: {}, status: { conditions: {} } })],
    ['status.conditions[0]', any({ spec: {}, status: { conditions: [1] } })],
    ['status.containerStatuses', any({ spec: {}, status: { containerStatuses: 1 } })],
    ['status.containerStatuses[0].name', any({ status: { containerStatuses: [{ name: 1 }] } })],
    ['status.resources', any({ spec: {}, status: { resources: 'x' } })],
  ])('is an error that names %s, and never a TypeError', (path, pod) => {
    expect(failure(() => podRequests(pod, options))).toBe(`INVALID_TYPE ${path}`);
    if (!path.startsWith('status')) {
      expect(failure(() => explainPodRequests(pod))).toBe(`INVALID_TYPE ${path}`);
      expect(failure(() => applyResourceDefaults(pod))).toBe(`INVALID_TYPE ${path}`);
    }
  });

  test.each<[string, PodLike]>([
    [
      'status.nodeAllocatableResourceClaimStatuses',
      any({ status: { nodeAllocatableResourceClaimStatuses: 1 } }),
    ],
    [
      'status.nodeAllocatableResourceClaimStatuses[0].overhead[1]',
      any({ status: { nodeAllocatableResourceClaimStatuses: [{ overhead: [{}, 'x'] }] } }),
    ],
  ])('is an error that names %s', (path, pod) => {
    expect(failure(() => podRequests(pod, options))).toBe(`INVALID_TYPE ${path}`);
  });

  test.each<[string, PodLike]>([
    ['containers[0].resources.claims', any({ containers: [{ resources: { claims: {} } }] })],
    ['spec.resources.claims[1]', any({ spec: { resources: { claims: [{}, 'gpu'] } } })],
    [
      'initContainers[0].resources.claims[0].name',
      any({ initContainers: [{ resources: { claims: [{ name: 1 }] } }] }),
    ],
    [
      'ephemeralContainers[0].resources.claims[0].request',
      any({ ephemeralContainers: [{ resources: { claims: [{ request: {} }] } }] }),
    ],
    ['resourceClaims', any({ resourceClaims: 'gpu' })],
    ['resourceClaims[1]', any({ resourceClaims: [null, 5] })],
    ['spec.resourceClaims[0].name', any({ spec: { resourceClaims: [{ name: [] }] } })],
  ])('is an error of the API server where claims are read: %s', (path, pod) => {
    expect(failure(() => applyResourceDefaults(pod))).toBe(`INVALID_TYPE ${path}`);
  });

  test('is an error of podDeclaredResources', () => {
    const pod = any({ ephemeralContainers: [{ resources: { limits: 'x' } }] });
    expect(failure(() => podDeclaredResources(pod))).toBe(
      'INVALID_TYPE ephemeralContainers[0].resources.limits',
    );
  });
});

describe('a value that is not a Pod', () => {
  const functions = [
    podRequests,
    podLimits,
    explainPodRequests,
    explainPodLimits,
    applyResourceDefaults,
    podDeclaredResources,
    podLevelResources,
  ];
  test.each([
    [null],
    [undefined],
    ['Pod'],
    [[]],
    [{ kind: 'Deployment' }],
    [{ spec: { template: {} } }],
    [{ spec: 1 }],
  ])('%j is rejected', (value) => {
    for (const read of functions) {
      expect(() => read(any(value))).toThrow(expect.objectContaining({ code: 'NOT_A_POD' }));
    }
  });
});

test.each([missingResourceWarnings, podResourceWarnings])(
  '$name passes on what the object itself throws',
  (read) => {
    const thrown = new Error('from a getter');
    const get = () => {
      throw thrown;
    };
    expect(() => read(Object.defineProperty({}, 'spec', { get }))).toThrow(thrown);
  },
);
