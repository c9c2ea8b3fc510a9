import type { Container, Pod, PodSpec } from '@kubesem/core';
import { containerOomScoreAdj, explainContainerOomScoreAdj, QosError } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';

/** 3Gi are 187.5 thousandths of it. */
const node = { nodeMemoryCapacity: '16Gi' };
const even = { cpu: '500m', memory: '64Mi' };
const GI = 2 ** 30;

function requesting(name: string, memory: string): Container {
  return { name, resources: { requests: { memory } } };
}

function guaranteed(): Container {
  return { name: 'app', resources: { requests: even, limits: even } };
}

/** The score of the container `app` beside its rule. */
function scored(spec: PodSpec, name = 'app'): string {
  const { oomScoreAdj, rule } = explainContainerOomScoreAdj(spec, name, node);
  expect(containerOomScoreAdj({ spec }, name, node)).toBe(oomScoreAdj);
  return `${oomScoreAdj} ${rule}`;
}

describe('containerOomScoreAdj', () => {
  test.each<[string, Container, string]>([
    ['a Guaranteed Pod', guaranteed(), '-997 GUARANTEED'],
    ['a BestEffort Pod', { name: 'app' }, '1000 BEST_EFFORT'],
    [
      'no memory request',
      { name: 'app', resources: { requests: { cpu: 1 } } },
      '999 MEMORY_REQUEST',
    ],
    ['a request under a thousandth', requesting('app', '16Mi'), '999 MEMORY_REQUEST'],
    ['a request of a thousandth, cut', requesting('app', '33Mi'), '998 MEMORY_REQUEST'],
    ['a request of the fifth part, cut', requesting('app', '3Gi'), '813 MEMORY_REQUEST'],
    ['a fraction of a byte, rounded up', requesting('app', '17179869.1'), '999 MEMORY_REQUEST'],
    ['all but three thousandths', requesting('app', '17128330'), '999 MEMORY_REQUEST'],
    ['nearly the whole node', requesting('app', '16339Mi'), '3 MEMORY_REQUEST'],
    ['more than the node', requesting('app', '64Gi'), '3 MEMORY_REQUEST'],
  ])('of %s', (_name, container, expected) => {
    expect(scored({ containers: [container] })).toBe(expected);
  });

  test('of a critical Pod of the node is -997, whatever it requests', () => {
    const priorityClassName = 'system-node-critical';
    const containers = [requesting('app', '3Gi')];
    expect(scored({ containers, priorityClassName, priority: 2_000_001_000 })).toBe(
      '-997 NODE_CRITICAL',
    );
    expect(scored({ containers, priorityClassName, priority: 1_999_999_999 })).toBe(
      '813 MEMORY_REQUEST',
    );
    expect(
      scored({ containers, priorityClassName: 'system-cluster-critical', priority: 2_000_000_000 }),
    ).toBe('813 MEMORY_REQUEST');
  });

  test.each([
    ['kubernetes.io/config.source', 'file', -997],
    ['kubernetes.io/config.source', 'api', 1000],
    ['kubernetes.io/config.mirror', 'c0ffee', -997],
    ['team', 'web', 1000],
  ])('with the annotation %s: %s is %d, as static Pods are critical', (key, value, expected) => {
    const pod: Pod = {
      metadata: { annotations: { [key]: value } },
      spec: { containers: [{ name: 'app' }], priorityClassName: 'system-node-critical' },
    };
    expect(containerOomScoreAdj(pod, 'app', node)).toBe(expected);
  });

  test('the class in the status counts, where there is one', () => {
    const containers = [guaranteed()];
    const score = (qosClass: string): number =>
      containerOomScoreAdj({ spec: { containers }, status: { qosClass } }, 'app', node);
    expect([score('Burstable'), score('BestEffort'), score('')]).toEqual([997, 1000, -997]);
  });

  test('a sidecar has at most the score of the app container that requests least', () => {
    const containers = [requesting('app', '3Gi'), requesting('log', '2Gi')];
    const proxy = (memory: string): PodSpec => ({
      containers,
      initContainers: [{ ...requesting('proxy', memory), restartPolicy: 'Always' }],
    });
    expect(scored(proxy('1Gi'), 'proxy')).toBe('875 LOWEST_APP_REQUEST');
    expect(scored(proxy('2Gi'), 'proxy')).toBe('875 MEMORY_REQUEST');
    expect(scored(proxy('5Gi'), 'proxy')).toBe('688 MEMORY_REQUEST');
    expect(scored(proxy('1Gi'), 'app')).toBe('813 MEMORY_REQUEST');
    const init = { containers, initContainers: [requesting('init', '1Gi')] };
    expect(scored(init, 'init')).toBe('938 MEMORY_REQUEST');
  });

  test('what the whole Pod requests beyond its containers is shared, init containers included', () => {
    const spec: PodSpec = {
      initContainers: [{ ...requesting('proxy', '1Gi'), restartPolicy: 'Always' }],
      containers: [requesting('app', '3Gi'), requesting('log', '2Gi')],
      ephemeralContainers: [{ name: 'debug' }],
      resources: { requests: { memory: '12Gi' } },
    };
    const { oomScoreAdj, rule, kind, path, memory } = explainContainerOomScoreAdj(
      spec,
      'proxy',
      node,
    );
    expect([oomScoreAdj, rule, kind, path]).toEqual([
      750,
      'LOWEST_APP_REQUEST',
      'sidecar',
      'initContainers[0]',
    ]);
    expect(memory).toEqual({
      nodeCapacityBytes: 16 * GI,
      containerRequestBytes: GI,
      podShareBytes: 2 * GI,
      lowestAppRequestBytes: 2 * GI,
      rawScore: 750,
    });
    expect(scored(spec, 'app')).toBe('688 MEMORY_REQUEST');
    expect(scored(spec, 'debug')).toBe('875 MEMORY_REQUEST');
  });

  test.each([
    ['less than the containers', { memory: '1Gi' }],
    ['no memory', { cpu: '2' }],
    ['memory of zero', { cpu: '1', memory: 0 }],
  ])('the Pod has nothing to share with a request of %s', (_name, requests) => {
    const spec = { containers: [requesting('app', '3Gi')], resources: { requests } };
    const { memory } = explainContainerOomScoreAdj(spec, 'app', node);
    expect(memory).toMatchObject({
      podShareBytes: 0,
      containerRequestBytes: 3 * GI,
      rawScore: 813,
    });
  });

  test('the score that is kept away from other classes is told', () => {
    const spec = { containers: [requesting('app', '64Gi')] };
    expect(explainContainerOomScoreAdj(spec, 'app', node).memory?.rawScore).toBe(-3000);
    expect(explainContainerOomScoreAdj({ containers: [guaranteed()] }, 'app', node).memory).toBe(
      undefined,
    );
  });

  test('an ephemeral container has no part, even where there is no other', () => {
    const spec = {
      ephemeralContainers: [{ name: 'debug' }],
      resources: { requests: { memory: '1Gi' } },
    };
    expect(scored(spec, 'debug')).toBe('999 MEMORY_REQUEST');
    const { memory } = explainContainerOomScoreAdj(spec, 'debug', node);
    expect(memory).toEqual({
      nodeCapacityBytes: 16 * GI,
      containerRequestBytes: 0,
      podShareBytes: 0,
      lowestAppRequestBytes: undefined,
      rawScore: 1000,
    });
  });

  test('multiplies as the kubelet does: it overflows beyond 8 PiB', () => {
    const spec = { containers: [requesting('app', '9Pi')] };
    const nodeMemoryCapacity = '1Ei';
    expect(containerOomScoreAdj(spec, 'app', { nodeMemoryCapacity })).toBe(1007);
  });

  test.each<[string, string, unknown, string]>([
    ['UNKNOWN_CONTAINER', 'log', '16Gi', QosError.name],
    ['INVALID_OPTION', 'app', 0, QosError.name],
    ['INVALID_OPTION', 'app', '-1Gi', QosError.name],
    ['INVALID_QUANTITY', 'app', '16GB', 'PodResourcesError'],
  ])('throws %s', (code, container, nodeMemoryCapacity, name) => {
    const spec = { containers: [requesting('app', '1Gi')] };
    const options = { nodeMemoryCapacity } as typeof node;
    expect(() => containerOomScoreAdj(spec, container, options)).toThrow(
      expect.objectContaining({ code, name }),
    );
  });

  test.each<[string, string, Pod]>([
    [
      'INVALID_QUANTITY',
      'spec.containers[0].resources.requests.memory',
      { spec: { containers: [requesting('app', '1GB')] } },
    ],
    [
      'INVALID_TYPE',
      'spec.priority',
      {
        spec: {
          containers: [requesting('app', '1G')],
          priority: '7' as never,
          priorityClassName: 'system-node-critical',
        },
      },
    ],
    // With a class in the status, nothing else has read them before.
    [
      'INVALID_QUANTITY',
      'spec.containers[0].resources.requests.memory',
      { spec: { containers: [requesting('app', '1 GB')] }, status: { qosClass: 'Burstable' } },
    ],
    [
      'INVALID_QUANTITY',
      'spec.resources.requests.memory',
      {
        spec: { containers: [{ name: 'app' }], resources: { requests: { memory: '1 GB' } } },
        status: { qosClass: 'Burstable' },
      },
    ],
  ])('throws %s at %s', (code, path, pod) => {
    expect(() => containerOomScoreAdj(pod, 'app', node)).toThrow(
      expect.objectContaining({ code, path }),
    );
  });

  test('throws with the path in what was passed in', () => {
    const spec = {
      containers: [requesting('app', '1G')],
      priorityClassName: 'system-node-critical',
    };
    const broken = { ...spec, priority: 1.5 };
    expect(() => containerOomScoreAdj(broken, 'app', node)).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE', path: 'priority' }),
    );
    expect(() => containerOomScoreAdj(spec, 'app', { nodeMemoryCapacity: 0 })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', path: 'nodeMemoryCapacity' }),
    );
  });
});
