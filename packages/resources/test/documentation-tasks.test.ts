// Worked examples of the Kubernetes documentation, continued: the pages of tasks, overhead, and what code and text say
// differently. Under the names of the files and their sections.
import { attempt, type ContainerStatus, type Pod, type PodSpec } from '@kubesem/core';
import { parseQuantity } from '@kubesem/quantity';
import {
  applyResourceDefaults,
  explainPodRequests,
  podLimits,
  podRequests,
} from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { text } from '../../../scripts/testing.js';
import { asking, limited, sidecar } from './pods.js';

/** Requests and limits of a manifest, once it is created. */
function created(spec: PodSpec): unknown {
  const pod = applyResourceDefaults(spec);
  return text({ requests: podRequests(pod), limits: podLimits(pod) });
}

describe('pod-overhead.md', () => {
  const testPod: PodSpec = {
    containers: [
      limited('busybox-ctr', { cpu: '500m', memory: '100Mi' }),
      limited('nginx-ctr', { cpu: '1500m', memory: '100Mi' }),
    ],
    overhead: { memory: '120Mi', cpu: '250m' },
  };

  test('"Usage example": test-pod requests 2000m and 200MiB, with overhead 2250m and 320MiB', () => {
    expect(created(testPod)).toEqual({
      requests: { cpu: '2250m', memory: '320Mi' },
      limits: { cpu: '2250m', memory: '320Mi' },
    });
    const pod = applyResourceDefaults(testPod);
    expect(text(podRequests(pod, { excludeOverhead: true }))).toEqual({
      cpu: '2',
      memory: '200Mi',
    });
    const { cpu, memory } = explainPodRequests(pod);
    expect([cpu?.overhead, memory?.overhead].map(String)).toEqual(['250m', '120Mi']);
  });

  test('"Verify Pod cgroup limits": the memory limit is 335544320 bytes', () => {
    expect(podLimits(testPod).memory?.value()).toBe(BigInt(335544320));
  });
});

describe('assign-cpu-resource.md', () => {
  test('"Specify a CPU request and a CPU limit": cpu-demo has 500m and 1', () => {
    const resources = { requests: { cpu: '0.5' }, limits: { cpu: '1' } };
    expect(created({ containers: [{ name: 'cpu-demo-ctr', resources }] })).toEqual({
      requests: { cpu: '500m' },
      limits: { cpu: '1' },
    });
  });

  test('"Specify a CPU request that is too big for your Nodes": cpu-demo-2 has 100', () => {
    const resources = { requests: { cpu: '100' }, limits: { cpu: '100' } };
    expect(created({ containers: [{ name: 'cpu-demo-ctr-2', resources }] })).toEqual({
      requests: { cpu: '100' },
      limits: { cpu: '100' },
    });
  });
});

describe('assign-pod-level-resources.md', () => {
  test.each([
    ['memory-demo', { memory: '100Mi' }, { memory: '200Mi' }],
    ['cpu-demo', { cpu: '500m' }, { cpu: '1' }],
  ])('%s: values of the Pod, none of its container', (name, requests, limits) => {
    const spec = { resources: { requests, limits }, containers: [{ name: `${name}-ctr` }] };
    expect(created(spec)).toEqual({ requests, limits });
  });

  test('pod-resources-demo: Pod-level requests take precedence over those of its container', () => {
    const spec: PodSpec = {
      resources: { requests: { cpu: '1', memory: '100Mi' }, limits: { cpu: '1', memory: '200Mi' } },
      containers: [
        asking('pod-resources-demo-ctr-1', { cpu: '0.5', memory: '50Mi' }),
        { name: 'pod-resources-demo-ctr-2' },
      ],
    };
    const { cpu, memory } = explainPodRequests(spec);
    expect([cpu?.rule, memory?.rule]).toEqual(['POD_LEVEL', 'POD_LEVEL']);
    expect([cpu?.podLevel?.replaced, memory?.podLevel?.replaced].map(String)).toEqual([
      '500m',
      '50Mi',
    ]);
    expect(text(podRequests(spec))).toEqual({ cpu: '1', memory: '100Mi' });
  });

  test('"Limitations": cpu, memory and huge pages alone can be set for a Pod', () => {
    const limits = { 'hugepages-2Mi': '4Mi', 'ephemeral-storage': '1Gi', 'example.com/foo': '3' };
    const spec = { resources: { limits }, containers: [limited('app', { cpu: '1' })] };
    expect(text(podLimits(spec))).toEqual({ cpu: '1', 'hugepages-2Mi': '4Mi' });
  });
});

describe('manage-resources-containers.md, continued', () => {
  test('"Pod-level resource specification": only cpu and memory; the released code also accepts huge pages', () => {
    const amounts = { cpu: '2', memory: '1Gi', 'hugepages-1Gi': '3Gi' };
    const spec = { resources: { requests: amounts, limits: amounts }, containers: [{}] };
    expect(text(podRequests(spec))).toEqual(amounts);
    expect(text(podLimits(spec))).toEqual(amounts);
  });

  test('"Setting requests and limits for local ephemeral storage": the emptyDir is a part of the limit', () => {
    const resources = {
      requests: { 'ephemeral-storage': '2Gi' },
      limits: { 'ephemeral-storage': '4Gi' },
    };
    const spec: PodSpec = {
      containers: [{ resources }, { resources }],
      volumes: [{ name: 'ephemeral', emptyDir: { sizeLimit: '500Mi' } }],
    };
    expect(text(podLimits(spec))).toEqual({ 'ephemeral-storage': '8Gi' });
  });

  test('"My Pods are pending": a request of 1.1 is more than 1, and 6.23Gi of the node are left', () => {
    const { cpu } = podRequests({ containers: [asking('app', { cpu: '1.1' })] });
    expect(cpu?.cmp('1')).toBe(1);
    const left = parseQuantity('7474992Ki').sub('920Mi');
    expect(left.toString()).toBe('6532912Ki');
    expect((left.toNumber() / 2 ** 30).toFixed(2)).toBe('6.23');
  });
});

test('assign-memory-resource.md, "Memory units": the suffix K; the released code differs and knows k alone', () => {
  const requests = (memory: string) =>
    attempt(() => podRequests({ containers: [asking('app', { memory })] }));
  expect(requests('128974K').error?.code).toBe('INVALID_QUANTITY');
  expect(requests('128974k').ok).toBe(true);
});

describe('resize-container-resources.md', () => {
  /** The container of resize-demo, asked to grow or shrink. */
  function resized(cpu: string, status: Partial<ContainerStatus>, reason?: string): unknown {
    const amounts = { cpu, memory: '200Mi' };
    const pod: Pod = {
      spec: { containers: [{ name: 'pause', resources: { requests: amounts, limits: amounts } }] },
      status: {
        conditions: reason ? [{ type: 'PodResizePending', status: 'True', reason }] : [],
        containerStatuses: [{ name: 'pause', ...status }],
      },
    };
    return text(podRequests(pod, { useStatusResources: true }));
  }

  const actual = (cpu: string, allocated: string): Partial<ContainerStatus> => ({
    allocatedResources: { cpu: allocated, memory: '200Mi' },
    resources: { requests: { cpu, memory: '200Mi' } },
  });

  test.each([
    ['desired', '800m', actual('700m', '700m'), '800m'],
    ['allocated', '600m', actual('700m', '800m'), '800m'],
    ['actual', '700m', actual('800m', '700m'), '800m'],
  ])(
    'the scheduler counts the maximum of desired, allocated and actual requests: %s',
    (_name, cpu, status, expected) => {
      expect(resized(cpu, status)).toEqual({ cpu: expected, memory: '200Mi' });
    },
  );

  test('"Pod resize status": a deferred resize counts; an infeasible one of 1000 cpu does not, where the released code differs from the sentence on the maximum', () => {
    const status = actual('800m', '800m');
    expect(resized('1000', status, 'Deferred')).toEqual({ cpu: '1k', memory: '200Mi' });
    expect(resized('1000', status, 'Infeasible')).toEqual({ cpu: '800m', memory: '200Mi' });
  });
});

test('resize-pod-resources.md: pod-level-resize-demo has 200m and 200Mi, half of it for one container', () => {
  const amounts = { cpu: '200m', memory: '200Mi' };
  const spec = {
    resources: { requests: amounts, limits: amounts },
    containers: [asking('pause', { cpu: '100m', memory: '100Mi' }), { name: 'nginx-server' }],
  };
  expect(created(spec)).toEqual({ requests: amounts, limits: amounts });
});

describe('scheduling-hugepages.md', () => {
  test('"API": huge-pages-example has two sizes, whose limits are its requests', () => {
    const limits = { 'hugepages-2Mi': '100Mi', 'hugepages-1Gi': '2Gi', memory: '100Mi' };
    const resources = { limits, requests: { memory: '100Mi' } };
    expect(created({ containers: [{ name: 'example', resources }] })).toEqual({
      requests: limits,
      limits,
    });
  });
});

test('extended-resource.md: the first Pod uses 3 of 4 dongles, so 2 are too many for the second', () => {
  const dongles = ['3', '2'].map((count) => {
    const amounts = { 'example.com/dongle': count };
    const spec = { containers: [{ resources: { requests: amounts, limits: amounts } }] };
    return podRequests(spec)['example.com/dongle'] ?? '0';
  });
  const left = parseQuantity('4').sub(dongles[0] ?? '0');
  expect(left.toString()).toBe('1');
  expect(left.cmp(dongles[1] ?? '0')).toBe(-1);
});

test('ephemeral-containers.md: resources count nowhere there', () => {
  const containers = [asking('app', { cpu: '1' })];
  const ephemeralContainers = [asking('debugger', { cpu: '5', memory: '1Gi' })];
  expect(text(podRequests({ containers, ephemeralContainers }))).toEqual({ cpu: '1' });
});

test('pod-qos.md: the request of a Pod is the sum over its containers; the released code differs: overhead, init containers and the Pod itself count', () => {
  const containers = [asking('a', { cpu: '1' }), asking('b', { cpu: '2' })];
  expect(text(podRequests({ containers }))).toEqual({ cpu: '3' });
  expect(text(podRequests({ containers, overhead: { cpu: '250m' } }))).toEqual({ cpu: '3250m' });
  expect(text(podRequests({ containers, initContainers: [asking('c', { cpu: '7' })] }))).toEqual({
    cpu: '7',
  });
  expect(text(podRequests({ containers, resources: { requests: { cpu: '5' } } }))).toEqual({
    cpu: '5',
  });
});

test('init-containers.md, "Init containers in use", and sidecar-containers.md: nothing is asked for', () => {
  const myapp = {
    initContainers: [{ name: 'init-myservice' }, { name: 'init-mydb' }],
    containers: [{ name: 'myapp-container' }],
  };
  expect(created(myapp)).toEqual({ requests: {}, limits: {} });
  const initContainers = [sidecar({ name: 'logshipper' })];
  expect(created({ initContainers, containers: [{ name: 'myapp' }] })).toEqual({
    requests: {},
    limits: {},
  });
});
