import type { PodSpec } from '@kubesem/core';
import { podCgroups } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';
import { burstable, container } from './containers.js';

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

  test('reserves the requests of a Guaranteed Pod, and never throttles it', () => {
    const even = { cpu: 1, memory: '64Mi' };
    const spec = { containers: [container('app', even, even)] };
    expect(protections(spec)).toEqual(['67108864 0 undefined', '67108864 0 undefined']);
  });

  test.each<[string, string, string[]]>([
    ['-5000', '-5000', ['0 0 undefined', '0 -5000 undefined']],
    ['-1Gi', '64Mi', ['0 0 undefined', '0 -1073741824 -46972928']],
    ['1', '9223372036854775807', ['0 1 undefined', '0 1 8301034833169297000']],
  ])('of a request of %s and a limit of %s', (request, limit, expected) => {
    const spec = { containers: [container('app', { memory: request }, { memory: limit })] };
    expect(protections(spec)).toEqual(expected);
  });

  test('sets no negative values for a Pod', () => {
    const spec = {
      containers: [container('app', { cpu: 1 })],
      resources: { requests: { memory: '-1Gi' }, limits: { memory: '64Mi' } },
    };
    expect(protections(spec)[0]).toBe('0 0 undefined');
  });

  test('throttles nothing if the limit overflows', () => {
    const spec = {
      containers: [container('app', { cpu: 1 }, { memory: '9223372036854775807' })],
    };
    const factor = { memoryThrottlingFactor: 1 };
    expect(protections(spec, factor)[1]).toBe('0 0 undefined');
  });

  test('protects the requests of a Burstable Pod, and throttles near the limit, in whole pages', () => {
    const spec = { containers: [burstable] };
    // 64Mi and 0.9 of the other 64Mi.
    expect(protections(spec)).toEqual(['0 67108864 undefined', '0 67108864 127504384']);
    const pages = { ...settings, pageSizeBytes: 65_536 };
    expect(protections(spec, pages)[1]).toBe('0 67108864 127467520');
  });

  test('uses the node in place of a limit', () => {
    const spec = { containers: [container('app', { memory: '64Mi' }), { name: 'log' }] };
    expect(protections(spec).slice(1)).toEqual(['0 67108864 7737651200', '0 0 7730937856']);
    const { nodeAllocatableMemory: _, ...unknownNode } = settings;
    expect(protections(spec, unknownNode).slice(1)).toEqual([
      '0 67108864 undefined',
      '0 0 undefined',
    ]);
  });

  test('throttles the Pod if only the Pod as a whole has a limit', () => {
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

  test('has no effect by default, and each setting has its own', () => {
    const spec = { containers: [burstable] };
    expect(protections(spec, {})).toEqual(['0 0 undefined', '0 0 undefined']);
    const { memoryThrottlingFactor, memoryReservationPolicy } = settings;
    expect(protections(spec, { memoryThrottlingFactor })[1]).toBe('0 0 127504384');
    expect(protections(spec, { memoryReservationPolicy })[1]).toBe('0 67108864 undefined');
    expect(protections(spec, { memoryReservationPolicy: 'None' })[1]).toBe('0 0 undefined');
  });
});
