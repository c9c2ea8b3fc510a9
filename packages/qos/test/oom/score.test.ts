import type { Container, Pod, PodSpec } from '@kubesem/core';
import { containerOomScoreAdj } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

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

/** Score and rule of a container. */
function scored(spec: PodSpec, name = 'app'): string {
  const { oomScoreAdj, rule } = containerOomScoreAdj(spec, name, node);
  expect(containerOomScoreAdj({ spec }, name, node).oomScoreAdj).toBe(oomScoreAdj);
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
    ['a request of a thousandth, truncated', requesting('app', '33Mi'), '998 MEMORY_REQUEST'],
    ['a request of a fifth, truncated', requesting('app', '3Gi'), '813 MEMORY_REQUEST'],
    ['a fraction of a byte, rounded up', requesting('app', '17179869.1'), '999 MEMORY_REQUEST'],
    ['all but three thousandths', requesting('app', '17128330'), '999 MEMORY_REQUEST'],
    ['nearly the whole node', requesting('app', '16339Mi'), '3 MEMORY_REQUEST'],
    ['more than the node', requesting('app', '64Gi'), '3 MEMORY_REQUEST'],
  ])('of %s', (_name, container, expected) => {
    expect(scored({ containers: [container] })).toBe(expected);
  });

  test('is -997 for a Pod that is critical to its node, whatever it requests', () => {
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
  ])(
    'with the annotation %s: %s is %d, because static Pods are critical',
    (key, value, expected) => {
      const pod: Pod = {
        metadata: { annotations: { [key]: value } },
        spec: { containers: [{ name: 'app' }], priorityClassName: 'system-node-critical' },
      };
      expect(containerOomScoreAdj(pod, 'app', node).oomScoreAdj).toBe(expected);
    },
  );

  test('uses the class in the status, if there is one', () => {
    const containers = [guaranteed()];
    const score = (qosClass: string): number =>
      containerOomScoreAdj({ spec: { containers }, status: { qosClass } }, 'app', node).oomScoreAdj;
    expect([score('Burstable'), score('BestEffort'), score('')]).toEqual([997, 1000, -997]);
    // The kubelet treats an unknown class like Burstable.
    expect(score('Unknown')).toBe(997);
  });

  test('gives a sidecar at most the score of the app container with the lowest request', () => {
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

  test('shares what the whole Pod requests beyond its containers, with init containers also', () => {
    const spec: PodSpec = {
      initContainers: [{ ...requesting('proxy', '1Gi'), restartPolicy: 'Always' }],
      containers: [requesting('app', '3Gi'), requesting('log', '2Gi')],
      ephemeralContainers: [{ name: 'debug' }],
      resources: { requests: { memory: '12Gi' } },
    };
    const { oomScoreAdj, rule, kind, path, memory } = containerOomScoreAdj(spec, 'proxy', node);
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

  test('follows the kubelet with negative requests, which the API server rejects', () => {
    const containers = [requesting('app', '-20Gi'), requesting('log', '1Gi')];
    expect(scored({ containers })).toBe('2250 MEMORY_REQUEST');
    // Pod-level requests without memory share nothing, even if the sum of the containers is negative.
    const resources = { requests: { cpu: 1 } };
    expect(scored({ containers, resources }, 'log')).toBe('938 MEMORY_REQUEST');
    expect(scored({ containers, resources: { requests: { memory: '-18Gi' } } }, 'log')).toBe(
      '907 MEMORY_REQUEST',
    );
  });

  test('wraps around as an int64 does', () => {
    const spec = { containers: [requesting('app', '1Ei')] };
    expect(containerOomScoreAdj(spec, 'app', { nodeMemoryCapacity: 1 }).oomScoreAdj).toBe(3);
  });

  test.each([
    ['less than the containers', { memory: '1Gi' }],
    ['no memory', { cpu: '2' }],
    ['memory of zero', { cpu: '1', memory: 0 }],
  ])('has nothing to share if the Pod requests %s', (_name, requests) => {
    const spec = { containers: [requesting('app', '3Gi')], resources: { requests } };
    const { memory } = containerOomScoreAdj(spec, 'app', node);
    expect(memory).toMatchObject({
      podShareBytes: 0,
      containerRequestBytes: 3 * GI,
      rawScore: 813,
    });
  });

  test('explains the score before it is limited to the range of its class', () => {
    const spec = { containers: [requesting('app', '64Gi')] };
    expect(containerOomScoreAdj(spec, 'app', node).memory?.rawScore).toBe(-3000);
    expect(containerOomScoreAdj({ containers: [guaranteed()] }, 'app', node).memory).toBe(
      undefined,
    );
  });

  test('gives an ephemeral container no share, even if there is no other', () => {
    const spec = {
      ephemeralContainers: [{ name: 'debug' }],
      resources: { requests: { memory: '1Gi' } },
    };
    expect(scored(spec, 'debug')).toBe('999 MEMORY_REQUEST');
    const { memory } = containerOomScoreAdj(spec, 'debug', node);
    expect(memory).toEqual({
      nodeCapacityBytes: 16 * GI,
      containerRequestBytes: 0,
      podShareBytes: 0,
      lowestAppRequestBytes: undefined,
      rawScore: 1000,
    });
  });

  test('overflows beyond 8 PiB, as in the kubelet', () => {
    const spec = { containers: [requesting('app', '9Pi')] };
    const nodeMemoryCapacity = '1Ei';
    expect(containerOomScoreAdj(spec, 'app', { nodeMemoryCapacity }).oomScoreAdj).toBe(1007);
  });

  test.each<[string, string, unknown]>([
    ['UNKNOWN_CONTAINER containerName', 'log', '16Gi'],
    ['INVALID_OPTION nodeMemoryCapacity', 'app', 0],
    ['INVALID_OPTION nodeMemoryCapacity', 'app', '-1Gi'],
    ['INVALID_QUANTITY nodeMemoryCapacity', 'app', '16GB'],
  ])('throws %s', (error, container, nodeMemoryCapacity) => {
    const spec = { containers: [requesting('app', '1Gi')] };
    const options = { nodeMemoryCapacity } as typeof node;
    expect(failure(() => containerOomScoreAdj(spec, container, options).oomScoreAdj)).toBe(error);
  });

  test.each<[string, string, Pod]>([
    [
      'INVALID_QUANTITY',
      'spec.containers[0].resources.requests[memory]',
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
    // With a class in the status, no other function reads them before.
    [
      'INVALID_QUANTITY',
      'spec.containers[0].resources.requests[memory]',
      { spec: { containers: [requesting('app', '1 GB')] }, status: { qosClass: 'Burstable' } },
    ],
    [
      'INVALID_QUANTITY',
      'spec.resources.requests[memory]',
      {
        spec: { containers: [{ name: 'app' }], resources: { requests: { memory: '1 GB' } } },
        status: { qosClass: 'Burstable' },
      },
    ],
  ])('throws %s at %s', (code, path, pod) => {
    expect(failure(() => containerOomScoreAdj(pod, 'app', node).oomScoreAdj)).toBe(
      `${code} ${path}`,
    );
  });

  test('throws for another container too, whatever the class in the status', () => {
    const containers = [{ name: 'app' }, { name: 'b', resources: 5 as never }];
    for (const qosClass of ['Guaranteed', 'Burstable', 'BestEffort']) {
      const pod = { spec: { containers }, status: { qosClass } };
      expect(failure(() => containerOomScoreAdj(pod, 'app', node).oomScoreAdj)).toBe(
        'INVALID_TYPE spec.containers[1].resources',
      );
    }
  });

  test('throws with the path in the spec if a spec is passed', () => {
    const spec = {
      containers: [requesting('app', '1G')],
      priorityClassName: 'system-node-critical',
      priority: 1.5,
    };
    expect(failure(() => containerOomScoreAdj(spec, 'app', node).oomScoreAdj)).toBe(
      'INVALID_TYPE priority',
    );
  });
});
