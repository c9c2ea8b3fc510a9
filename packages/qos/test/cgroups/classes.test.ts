import { qosCgroups } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';
import { burstable, container } from './containers.js';

const MI = 2 ** 20;

describe('qosCgroups', () => {
  const even = { cpu: 2, memory: '300Mi' };
  const pods = [
    { containers: [container('app', even, even)] },
    { containers: [burstable], overhead: { cpu: '50m', memory: '1Mi' } },
    { spec: { containers: [container('app', { cpu: '1500m' })] } },
    { containers: [{ name: 'app' }] },
  ];

  test('adds up the requests of the Burstable Pods', () => {
    expect(qosCgroups(pods)).toEqual({
      kubepods: { memoryMinBytes: 0, memoryLowBytes: 0 },
      burstable: { cpuShares: 1843, cpuWeight: 71, memoryLowBytes: 0 },
      bestEffort: { cpuShares: 2, cpuWeight: 1, memoryLowBytes: 0 },
    });
    expect(qosCgroups([]).burstable.cpuShares).toBe(2);
    const unknown = { ...pods[2], status: { qosClass: 'Unknown' } };
    expect(qosCgroups([unknown])).toEqual(qosCgroups([]));
  });

  test('reserves memory for Guaranteed and Burstable Pods', () => {
    const { kubepods, burstable: low } = qosCgroups(pods, {
      memoryReservationPolicy: 'TieredReservation',
    });
    expect(kubepods).toEqual({ memoryMinBytes: 365 * MI, memoryLowBytes: 65 * MI });
    expect(low.memoryLowBytes).toBe(65 * MI);
  });
});
