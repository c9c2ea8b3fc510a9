import type { ContainerStatus, Pod, PodStatus, ResourceList } from '@kubesem/core';
import { podLimits, podRequests } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { failure, text } from '../../../../scripts/testing.js';
import { asking, limited } from '../pods.js';

const infeasible = { type: 'PodResizePending', status: 'True', reason: 'Infeasible' };

function resized(status: PodStatus): Pod {
  return {
    spec: { containers: [asking('web', { cpu: '3' }), asking('log', { cpu: '100m' })] },
    status,
  };
}

function requests(status: PodStatus): unknown {
  return text(podRequests(resized(status), { useStatusResources: true }));
}

describe('a resize in place', () => {
  const allocated: ContainerStatus = { name: 'web', allocatedResources: { cpu: '4' } };
  const actuated: ContainerStatus = { name: 'web', resources: { requests: { cpu: '5' } } };

  test('is ignored without the option', () => {
    expect(text(podRequests(resized({ containerStatuses: [allocated] })))).toEqual({
      cpu: '3100m',
    });
  });

  test('the highest of spec, allocated and actuated counts, each added up for itself', () => {
    expect(requests({ containerStatuses: [allocated] })).toEqual({ cpu: '4100m' });
    expect(requests({ containerStatuses: [actuated] })).toEqual({ cpu: '5100m' });
    const both = { ...allocated, resources: { requests: { cpu: '1' } } };
    expect(requests({ containerStatuses: [both] })).toEqual({ cpu: '4100m' });
    const lower = { name: 'web', allocatedResources: { cpu: '1' } };
    expect(requests({ containerStatuses: [lower] })).toEqual({ cpu: '3100m' });
  });

  test('allocated amounts count even if the actual ones equal the spec', () => {
    const running = [
      { ...allocated, resources: { requests: { cpu: '3' } } },
      {
        name: 'log',
        allocatedResources: { cpu: '200m' },
        resources: { requests: { cpu: '100m' } },
      },
    ];
    expect(requests({ containerStatuses: running.slice(0, 1) })).toEqual({ cpu: '4100m' });
    expect(requests({ containerStatuses: running })).toEqual({ cpu: '4200m' });
  });

  test('an infeasible one leaves what runs and is granted, though it is what the spec says', () => {
    const containerStatuses = Object.entries({ web: '3', log: '100m' }).map(([name, cpu]) => ({
      name,
      allocatedResources: { cpu },
      resources: { requests: { cpu } },
    }));
    expect(requests({ conditions: [infeasible], containerStatuses })).toEqual({ cpu: '3100m' });
  });

  test('allocated amounts replace missing actual ones', () => {
    const limitsOnly = { ...allocated, resources: { limits: { cpu: '9' } } };
    const conditions = [infeasible];
    expect(requests({ conditions, containerStatuses: [limitsOnly] })).toEqual({ cpu: '4' });
  });

  test('an infeasible resize omits the spec, even of containers without a status', () => {
    expect(requests({ conditions: [infeasible] })).toEqual({});
    const granted = { name: 'web', allocatedResources: { cpu: '1' } };
    expect(requests({ conditions: [infeasible], containerStatuses: [granted] })).toEqual({
      cpu: '1',
    });
  });

  test('only the first condition of the type counts', () => {
    const deferred = { ...infeasible, reason: 'Deferred' };
    const other = { ...infeasible, type: 'PodResizeInProgress' };
    expect(requests({ conditions: [other, deferred, infeasible] })).toEqual({ cpu: '3100m' });
    expect(requests({ conditions: [other, infeasible, deferred] })).toEqual({});
    expect(requests({ conditions: [null as never, infeasible] })).toEqual({});
  });

  test('the status is found by name, in either list, and the first one counts', () => {
    expect(requests({ initContainerStatuses: [allocated] })).toEqual({ cpu: '4100m' });
    const second = { name: 'web', allocatedResources: { cpu: '7' } };
    expect(
      requests({ containerStatuses: [allocated, second], initContainerStatuses: [second] }),
    ).toEqual({ cpu: '4100m' });
  });

  test('an empty list says that there is nothing', () => {
    const ofBoth = (field: (list: ResourceList) => object) =>
      requests({
        containerStatuses: [
          { name: 'web', ...field({}) },
          { name: 'log', ...field({ cpu: '4' }) },
        ],
      });
    expect(ofBoth((allocatedResources) => ({ allocatedResources }))).toEqual({ cpu: '4' });
    expect(ofBoth((list) => ({ resources: { requests: list } }))).toEqual({ cpu: '4' });
  });

  test('limits know no allocated ones', () => {
    const spec = { containers: [limited('web', { cpu: '3' })] };
    const containerStatuses = [
      { name: 'web', allocatedResources: { cpu: '9' }, resources: { limits: { cpu: '4' } } },
    ];
    const options = { useStatusResources: true };
    expect(text(podLimits({ spec, status: { containerStatuses } }, options))).toEqual({ cpu: '4' });
    const conditions = [infeasible];
    const lower = [{ name: 'web', resources: { limits: { cpu: '2' } } }];
    const status = { conditions, containerStatuses: lower };
    expect(text(podLimits({ spec, status }, options))).toEqual({ cpu: '2' });
    expect(text(podLimits({ spec, status: { conditions } }, options))).toEqual({});
  });
});

describe('the status of the Pod as a whole', () => {
  const options = {
    useStatusResources: true,
    inPlacePodLevelResourcesVerticalScalingEnabled: true,
  };
  const status: PodStatus = {
    containerStatuses: [{ name: 'web', allocatedResources: { cpu: '90' } }],
    allocatedResources: { cpu: '4', 'example.com/gpu': '1' },
    resources: { requests: { cpu: '5', memory: '1Gi' }, limits: { cpu: '8' } },
  };

  test('replaces that of the containers if it is complete', () => {
    expect(text(podRequests(resized(status), options))).toEqual({
      cpu: '5',
      memory: '1Gi',
      'example.com/gpu': '1',
    });
    const { allocatedResources: _, ...incomplete } = status;
    expect(text(podRequests(resized(incomplete), options))).toEqual({ cpu: '90100m' });
    const nothing = { ...status, allocatedResources: {} };
    expect(text(podRequests(resized(nothing), options))).toEqual({ cpu: '5', memory: '1Gi' });
    expect(text(podRequests(resized(status), { useStatusResources: true }))).toEqual({
      cpu: '90100m',
    });
  });

  test('raises Pod-level values, and replaces them if the resize is infeasible', () => {
    const spec = {
      containers: [asking('web', { cpu: '3' })],
      resources: { requests: { cpu: '7', memory: '512Mi' }, limits: { cpu: '9' } },
    };
    expect(text(podRequests({ spec, status }, options))).toEqual({
      cpu: '7',
      memory: '1Gi',
      'example.com/gpu': '1',
    });
    expect(text(podLimits({ spec, status }, options))).toEqual({ cpu: '9' });
    const rejected = { ...status, conditions: [infeasible] };
    expect(text(podRequests({ spec, status: rejected }, options))).toMatchObject({ cpu: '5' });
    expect(text(podLimits({ spec, status: rejected }, options))).toEqual({ cpu: '8' });
  });
});

test('a status that says the same as the spec is checked all the same', () => {
  const pod = (inStatus: unknown) => ({
    spec: { containers: [asking('web', { 0: '7' })] },
    status: { containerStatuses: [{ name: 'web', allocatedResources: inStatus }] } as PodStatus,
  });
  const read = (inStatus: unknown) => podRequests(pod(inStatus), { useStatusResources: true });
  expect(text(read({ 0: '7' }))).toEqual({ 0: '7' });
  const wrong = 'INVALID_TYPE status.containerStatuses[0].allocatedResources';
  expect(failure(() => read('7'))).toBe(wrong);
  expect(failure(() => read(['7']))).toBe(wrong);
});

test('all conditions are read, even after that of a pending resize', () => {
  const conditions = [infeasible, 'Ready'] as unknown as PodStatus['conditions'];
  expect(failure(() => requests({ conditions }))).toBe('INVALID_TYPE status.conditions[1]');
});

test('a claim below zero is not in what the containers run with', () => {
  const claim = { mapping: [{ name: 'example.com/x', quantity: '-4' }] };
  const pod = {
    spec: { containers: [asking('web', { 'example.com/x': '3' })] },
    status: { nodeAllocatableResourceClaimStatuses: [claim] },
  };
  const options = { useDRANodeAllocatableResourceClaimStatus: true };
  expect(text(podRequests(pod, options))).toEqual({ 'example.com/x': '-1' });
  expect(text(podRequests(pod, { ...options, useStatusResources: true }))).toEqual({
    'example.com/x': '3',
  });
});
