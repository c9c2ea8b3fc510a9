import { fieldPath } from '@kubesem/core';
import { podLimits, podRequests } from '@kubesem/resources';
import { podLevelResources } from '@kubesem/resources/internal';
import { describe, expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';
import { asking, limited } from '../pods.js';

describe('Pod-level resources', () => {
  const containers = [
    {
      name: 'web',
      resources: {
        requests: { cpu: '1', memory: '1Gi', 'hugepages-2Mi': '2Mi', 'ephemeral-storage': '1G' },
        limits: { cpu: '2', memory: '2Gi', 'hugepages-2Mi': '4Mi' },
      },
    },
  ];

  test('are not ignored: cpu, memory and huge pages replace what the containers add up to', () => {
    const resources = {
      requests: { cpu: '500m', 'hugepages-2Mi': '8Mi' },
      limits: { memory: '3Gi', 'hugepages-1Gi': '1Gi' },
    };
    expect(text(podRequests({ containers, resources }))).toEqual({
      cpu: '500m',
      memory: '1Gi',
      'hugepages-2Mi': '8Mi',
      'ephemeral-storage': '1G',
    });
    expect(text(podLimits({ containers, resources }))).toEqual({
      cpu: '2',
      memory: '3Gi',
      'hugepages-2Mi': '4Mi',
      'hugepages-1Gi': '1Gi',
    });
  });

  test('other resources among them do not count', () => {
    const resources = { requests: { 'example.com/gpu': 9, cpu: '3' } };
    const requests = podRequests({
      containers: [asking('a', { 'example.com/gpu': 1 })],
      resources,
    });
    expect(text(requests)).toEqual({ 'example.com/gpu': '1', cpu: '3' });
  });

  test('overhead is added to them', () => {
    const spec = {
      resources: { requests: { cpu: '1' }, limits: { cpu: '2' } },
      overhead: { cpu: '100m' },
    };
    expect(text(podRequests(spec))).toEqual({ cpu: '1100m' });
    expect(text(podLimits(spec))).toEqual({ cpu: '2100m' });
  });

  test('skipPodLevelResources leaves them out, skipContainerLevelResources all else', () => {
    const spec = { containers: [asking('a', { cpu: '1' })], resources: { requests: { cpu: '7' } } };
    expect(text(podRequests(spec, { skipPodLevelResources: true }))).toEqual({ cpu: '1' });
    expect(text(podRequests({ containers }, { skipContainerLevelResources: true }))).toEqual({});
    expect(text(podRequests(spec, { skipContainerLevelResources: true }))).toEqual({ cpu: '7' });
  });

  test.each([
    ['another resource', { requests: { 'example.com/gpu': 1 } }, '8', '9'],
    ['limits, which requests do not look at', { limits: { cpu: '1' } }, '8', '6'],
    ['requests', { requests: { cpu: '1' } }, '5', '6'],
  ])('those of the status count where the spec sets %s', (_name, resources, requests, limits) => {
    const container = { requests: { cpu: '8' }, limits: { cpu: '9' } };
    const pod = {
      spec: { containers: [{ name: 'a', resources: container }], resources },
      status: { resources: { requests: { cpu: '5' }, limits: { cpu: '6' } } },
    };
    const options = {
      useStatusResources: true,
      inPlacePodLevelResourcesVerticalScalingEnabled: true,
    };
    expect(text(podRequests(pod, options))).toEqual({ cpu: requests });
    expect(text(podLimits(pod, options))).toEqual({ cpu: limits });
  });

  describe('podLevelResources', () => {
    test('is there if one resource can be set for a whole Pod', () => {
      const resources = { requests: { 'hugepages-64Ki': '64Ki', pods: 1 }, limits: null };
      expect(podLevelResources({ spec: { resources } })).toEqual({
        path: fieldPath('spec', 'resources'),
        requests: { 'hugepages-64Ki': '64Ki', pods: 1 },
        limits: {},
      });
    });

    test.each([
      ['absent', undefined],
      ['empty', { requests: {}, limits: {} }],
      ['claims alone', { claims: [{ name: 'gpu' }] }],
      ['other resources', { requests: { 'ephemeral-storage': '1G' }, limits: { hugepages: 1 } }],
    ])('is undefined for resources that are %s', (_name, resources) => {
      expect(podLevelResources({ resources, containers: [limited('a', { cpu: 1 })] })).toBe(
        undefined,
      );
    });
  });
});
