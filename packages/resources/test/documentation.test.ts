// The worked examples of the Kubernetes documentation, under the names of its files.
import { type Container, type PodSpec, podContainers } from '@kubesem/core';
import { maxQuantity, sumQuantities } from '@kubesem/quantity';
import {
  applyResourceDefaults,
  explainPodLimits,
  podLimits,
  podRequests,
  podResourceWarnings,
} from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { text } from '../../../scripts/testing.js';
import { asking, limited, sidecar } from './pods.js';

/** Requests and limits of a manifest, once it is created. */
function effective(spec: PodSpec): unknown {
  const pod = applyResourceDefaults({ spec });
  return text({ requests: podRequests(pod), limits: podLimits(pod) });
}

function codes(container: Container): string[] {
  return podResourceWarnings({ containers: [container] }).map(({ code }) => code);
}

describe('manage-resources-containers.md', () => {
  test('a limit of hugepages-2Mi: 80Mi is 40 huge pages, and also the request', () => {
    const { limits } = effective({
      containers: [limited('app', { 'hugepages-2Mi': '80Mi', memory: '100Mi' })],
    }) as { limits: { 'hugepages-2Mi': string } };
    expect(
      sumQuantities(Array.from({ length: 40 }, () => '2Mi')).equals(limits['hugepages-2Mi']),
    ).toBe(true);
  });

  test('a limit without a request is used as the request', () => {
    expect(effective({ containers: [limited('app', { cpu: '500m', memory: '128Mi' })] })).toEqual({
      requests: { cpu: '500m', memory: '128Mi' },
      limits: { cpu: '500m', memory: '128Mi' },
    });
  });

  test('a Pod resource request is the sum over its containers', () => {
    const containers = [
      asking('a', { cpu: '100m' }),
      asking('b', { cpu: '0.5' }),
      asking('c', { cpu: 1 }),
    ];
    expect(text(podRequests({ containers }))).toEqual({ cpu: '1600m' });
  });

  test('0.5 is half of 1.0 cpu, 0.1 is 100m, 0.005 is 5m', () => {
    const cpu = (amount: string) =>
      podRequests({ containers: [asking('app', { cpu: amount })] }).cpu;
    expect(cpu('0.5')?.mul(2).equals('1.0')).toBe(true);
    expect(cpu('0.1')?.toString()).toBe('100m');
    expect(cpu('0.005')?.toString()).toBe('5m');
  });

  test('0.0005 and 0.5m of cpu are finer than allowed: the released code rounds them up', () => {
    for (const cpu of ['0.0005', '0.5m']) {
      expect(codes(asking('app', { cpu }))).toEqual(['CPU_FINER_THAN_MILLI']);
      expect(effective({ containers: [asking('app', { cpu })] })).toMatchObject({
        requests: { cpu: '1m' },
      });
    }
  });

  test('128974848, 129e6, 129M, 128974848000m and 123Mi are roughly the same memory', () => {
    const amounts = ['128974848', '129e6', '129M', '128974848000m', '123Mi'].map((memory) => {
      const pod = applyResourceDefaults({ containers: [asking('app', { memory })] });
      return podRequests(pod).memory?.value();
    });
    expect(amounts).toEqual([128974848, 129000000, 129000000, 128974848, 128974848].map(BigInt));
  });

  test('400m of memory is a request for 0.4 bytes', () => {
    expect(
      podRequests({ containers: [asking('app', { memory: '400m' })] }).memory?.toNumber(),
    ).toBe(0.4);
    expect(codes(asking('app', { memory: '400m' }))).toEqual(['BYTES_FRACTIONAL']);
    expect(codes(asking('app', { memory: '400Mi' }))).toEqual([]);
    expect(codes(asking('app', { memory: '400M' }))).toEqual([]);
  });

  test('the frontend with two containers', () => {
    const resources = {
      requests: { memory: '64Mi', cpu: '250m' },
      limits: { memory: '128Mi', cpu: '500m' },
    };
    const containers = ['app', 'log-aggregator'].map((name) => ({ name, resources }));
    expect(effective({ containers })).toEqual({
      requests: { memory: '128Mi', cpu: '500m' },
      limits: { memory: '256Mi', cpu: '1' },
    });
  });

  test('the Pod with resources of its own, one container of which sets none', () => {
    const spec = {
      resources: { requests: { cpu: '1', memory: '100Mi' }, limits: { cpu: '1', memory: '200Mi' } },
      containers: [
        {
          name: 'pod-resources-demo-ctr-1',
          resources: {
            requests: { cpu: '0.5', memory: '50Mi' },
            limits: { cpu: '0.5', memory: '100Mi' },
          },
        },
        { name: 'pod-resources-demo-ctr-2' },
      ],
    };
    expect(effective(spec)).toEqual({
      requests: { cpu: '1', memory: '100Mi' },
      limits: { cpu: '1', memory: '200Mi' },
    });
  });

  test('two containers with local ephemeral storage', () => {
    const resources = {
      requests: { 'ephemeral-storage': '2Gi' },
      limits: { 'ephemeral-storage': '4Gi' },
    };
    const containers = ['app', 'log-aggregator'].map((name) => ({ name, resources }));
    expect(effective({ containers })).toEqual({
      requests: { 'ephemeral-storage': '4Gi' },
      limits: { 'ephemeral-storage': '8Gi' },
    });
  });

  test('400m of ephemeral storage is 0.4 bytes', () => {
    expect(codes(asking('app', { 'ephemeral-storage': '400m' }))).toEqual(['BYTES_FRACTIONAL']);
  });

  test('my-pod requests 2 CPUs and 1 example.com/foo', () => {
    const resources = {
      requests: { cpu: 2, 'example.com/foo': 1 },
      limits: { 'example.com/foo': 1 },
    };
    expect(effective({ containers: [{ name: 'my-container', resources }] })).toEqual({
      requests: { cpu: '2', 'example.com/foo': '1' },
      limits: { 'example.com/foo': '1' },
    });
  });

  test('the Pods of e2e-test-node-pool-4lw4 and what they leave of the node', () => {
    const rows: [requests: [string, string], limits: [string, string]][] = [
      [
        ['100m', '200Mi'],
        ['0', '200Mi'],
      ],
      [
        ['260m', '100Mi'],
        ['0', '170Mi'],
      ],
      [
        ['100m', '0'],
        ['0', '0'],
      ],
      [
        ['200m', '600Mi'],
        ['200m', '600Mi'],
      ],
      [
        ['20m', '20Mi'],
        ['200m', '100Mi'],
      ],
    ];
    const pods = rows.map(([requests, limits]) => ({
      containers: [
        {
          resources: {
            requests: { cpu: requests[0], memory: requests[1] },
            limits: { cpu: limits[0], memory: limits[1] },
          },
        },
      ],
    }));
    const total = (compute: typeof podRequests, name: string) =>
      sumQuantities(pods.map((pod) => compute(pod)[name] ?? 0));
    expect(total(podRequests, 'cpu').toString()).toBe('680m');
    expect(total(podLimits, 'cpu').toString()).toBe('400m');
    expect(total(podRequests, 'memory').toString()).toBe('920Mi');
    expect(total(podLimits, 'memory').toString()).toBe('1070Mi');
    expect(total(podRequests, 'cpu').neg().add('1800m').equals('1.120')).toBe(true);
  });

  test('simmemleak has limits alone, which are its requests', () => {
    const containers = [limited('simmemleak', { cpu: '100m', memory: '50Mi' })];
    expect(effective({ containers })).toMatchObject({ requests: { cpu: '100m', memory: '50Mi' } });
  });
});

describe('assign-memory-resource.md', () => {
  test.each([
    ['memory-demo', '100Mi', '200Mi'],
    ['memory-demo-2', '50Mi', '100Mi'],
    ['memory-demo-3', '1000Gi', '1000Gi'],
  ])('%s', (name, request, limit) => {
    const resources = { requests: { memory: request }, limits: { memory: limit } };
    expect(effective({ containers: [{ name: `${name}-ctr`, resources }] })).toEqual({
      requests: { memory: request },
      limits: { memory: limit },
    });
  });

  test('the memory of a Pod is the sum over its containers', () => {
    const resources = { requests: { memory: '100Mi' }, limits: { memory: '200Mi' } };
    expect(effective({ containers: [{ resources }, { resources }, { resources }] })).toEqual({
      requests: { memory: '300Mi' },
      limits: { memory: '600Mi' },
    });
  });
});

describe('init-containers.md', () => {
  const initContainers = [
    asking('init-myservice', { cpu: '2' }),
    asking('init-mydb', { cpu: '3' }),
  ];

  test('the highest request of the init containers is the effective init request', () => {
    expect(podRequests({ initContainers }).cpu?.equals(maxQuantity(['2', '3']) ?? 0)).toBe(true);
  });

  test('the effective request is the higher of that and the sum of the app containers', () => {
    const containers = (cpu: string) => [asking('a', { cpu }), asking('b', { cpu: '1' })];
    expect(text(podRequests({ initContainers, containers: containers('1') }))).toEqual({
      cpu: '3',
    });
    expect(text(podRequests({ initContainers, containers: containers('4') }))).toEqual({
      cpu: '5',
    });
  });

  test('a missing limit "is considered as the highest": the released code leaves it out, and we name it', () => {
    const spec = {
      initContainers: [{ name: 'init' }],
      containers: [limited('app', { memory: '1Gi' })],
    };
    expect(explainPodLimits(spec).memory).toMatchObject({ withoutLimit: ['init'] });
    expect(text(podLimits(spec))).toEqual({ memory: '1Gi' });
  });
});

describe('sidecar-containers.md', () => {
  const logshipper = sidecar({ name: 'logshipper' });

  test.each([
    ['the Deployment', 'myapp'],
    ['the Job', 'myjob'],
  ])('%s has a sidecar and an app container', (_kind, name) => {
    const template = { spec: { containers: [{ name }], initContainers: [logshipper] } };
    expect(
      podContainers(template).map((container) => `${container.name} ${container.kind}`),
    ).toEqual(['logshipper sidecar', `${name} app`]);
  });

  test('overhead, and the higher of the init request and the sum of app and sidecar containers', () => {
    const spec = (initCpu: string) => ({
      initContainers: [
        asking('init', { cpu: initCpu }),
        { ...logshipper, ...asking('logshipper', { cpu: '200m' }) },
      ],
      containers: [asking('myapp', { cpu: '1' })],
      overhead: { cpu: '50m' },
    });
    expect(text(podRequests(spec('1')))).toEqual({ cpu: '1250m' });
    expect(text(podRequests(spec('3')))).toEqual({ cpu: '3050m' });
  });

  test('the documented rule omits the sidecars that run with an init container (KEP-753)', () => {
    const spec = {
      initContainers: [
        { ...logshipper, ...asking('logshipper', { cpu: '200m' }) },
        asking('init', { cpu: '3' }),
      ],
      containers: [asking('myapp', { cpu: '1' })],
    };
    expect(text(podRequests(spec))).toEqual({ cpu: '3200m' });
  });
});

test('device-plugins.md: two devices by limits alone', () => {
  const containers = [limited('demo-container-1', { 'hardware-vendor.example/foo': 2 })];
  expect(effective({ containers })).toEqual({
    requests: { 'hardware-vendor.example/foo': '2' },
    limits: { 'hardware-vendor.example/foo': '2' },
  });
});

test('user-guide-windows-containers.md: cpu written as .1', () => {
  const resources = {
    limits: { cpu: 1, memory: '800Mi' },
    requests: { cpu: '.1', memory: '300Mi' },
  };
  expect(effective({ containers: [{ name: 'iis', resources }] })).toEqual({
    requests: { cpu: '100m', memory: '300Mi' },
    limits: { cpu: '1', memory: '800Mi' },
  });
});
