import type { PodStatus } from '@kubesem/core';
import { podLimits, podRequests } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';

describe('what devices of resource claims take', () => {
  const spec = {
    containers: [
      { name: 'web', resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2' } } },
    ],
  };
  const status: PodStatus = {
    containerStatuses: [{ name: 'web', allocatedResources: { cpu: '1500m' } }],
    nodeAllocatableResourceClaimStatuses: [
      {
        resourceClaimName: 'accelerator',
        containers: ['web', 'log', 'init'],
        mapping: [
          { name: 'cpu', quantity: '3' },
          { name: 'hugepages-2Mi', quantity: '2Mi' },
        ],
        overhead: [{ name: 'memory', perPod: '10Mi', perContainer: '7Mi' }],
      },
      {
        resourceClaimName: 'unused',
        mapping: [{ name: 'example.com/nothing' }],
        overhead: [{ name: 'memory', perPod: '1Mi', perContainer: '100Mi' }, { name: 'pods' }],
      },
    ],
  };
  const options = { useDRANodeAllocatableResourceClaimStatus: true };

  test('is omitted without the option', () => {
    expect(text(podRequests({ spec, status }))).toEqual({ cpu: '1', memory: '1Gi' });
  });

  test('is added to requests: mapped amounts, and overhead for the Pod and each user', () => {
    expect(text(podRequests({ spec, status }, options))).toEqual({
      cpu: '4',
      memory: '1056Mi',
      'hugepages-2Mi': '2Mi',
      pods: '0',
    });
  });

  test('is added to limits that are there, and to huge pages always', () => {
    expect(text(podLimits({ spec, status }, options))).toEqual({
      cpu: '5',
      'hugepages-2Mi': '2Mi',
    });
  });

  test('is also added to the allocated amounts', () => {
    const both = { ...options, useStatusResources: true };
    expect(text(podRequests({ spec, status }, both))).toMatchObject({ cpu: '4500m' });
  });

  test('goes with the containers', () => {
    const skipped = { ...options, skipContainerLevelResources: true };
    expect(text(podRequests({ spec, status }, skipped))).toEqual({});
  });

  test('reads null as an entry without fields, and absent amounts as zero', () => {
    const overhead = [{ name: 'memory', perPod: '0Ki' }, null];
    const statuses = [null, { containers: ['web'], mapping: [null, { name: 'pods' }], overhead }];
    const pod = { spec: {}, status: { nodeAllocatableResourceClaimStatuses: statuses } };
    const { memory, ...others } = podRequests(pod as never, options);
    // An amount of zero that was added would have changed the format.
    expect(memory?.format).toBe('BinarySI');
    expect(text(others)).toEqual({ '': '0' });
  });
});
