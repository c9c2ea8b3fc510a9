import type { Node, Pod } from '@kubesem/core';
import { type AllocatedAmounts, nodeAllocation } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { failure, frozen, text } from '../../../../scripts/testing.js';
import { documentedNode, documentedPods, nodeOf, podOn, resizedPod } from '../objects.js';

function amountsOf(amounts: AllocatedAmounts): unknown {
  return text(Object.entries(amounts).map(([name, share]) => `${name} ${share?.amount}`));
}

function names(node: Node, pods: readonly Pod[]): string[] {
  return nodeAllocation(node, { pods }).pods.map(({ name }) => name);
}

describe('Pods that count', () => {
  const node = nodeOf('n1', { cpu: '8' });
  const inPhase = (phase?: string) => podOn('n1', `in ${phase}`, {}, { phase });

  test('Pods of other nodes, without a node, and finished ones do not count', () => {
    const pods = [
      inPhase('Pending'),
      inPhase('Running'),
      inPhase('Unknown'),
      inPhase(undefined),
      inPhase('Succeeded'),
      inPhase('Failed'),
      podOn('n2', 'elsewhere', {}),
      podOn('', 'nowhere', {}),
      { metadata: { name: 'without spec' } },
    ];
    expect(names(node, pods)).toEqual(['in Pending', 'in Running', 'in Unknown', 'in undefined']);
    expect(nodeAllocation(node, { pods }).problems).toEqual([]);
  });

  test('Pods that are being deleted count', () => {
    const pod = podOn('n1', 'leaving', {});
    expect(
      names(node, [{ ...pod, metadata: { ...pod.metadata, deletionTimestamp: 'x' } }]),
    ).toEqual(['leaving']);
  });

  test('no Pod is on a node without a name', () => {
    const { pods, problems } = nodeAllocation({}, { pods: [podOn('', 'web', {})] });
    expect(pods).toEqual([]);
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'NAME_MISSING node.metadata.name',
      'NODE_CAPACITY_MISSING node.status',
    ]);
  });
});

describe('allocatable', () => {
  const from = (status: Node['status']) => {
    const { allocatable, allocatableFrom } = nodeAllocation(
      { metadata: { name: 'n1' }, status },
      { pods: [] },
    );
    return [text(allocatable), allocatableFrom];
  };

  test('the capacity replaces an empty list, but not a missing name', () => {
    const capacity = { cpu: '3', memory: '5Gi' };
    expect(from({ capacity, allocatable: { cpu: '2' } })).toEqual([{ cpu: '2' }, 'allocatable']);
    expect(from({ capacity, allocatable: {} })).toEqual([capacity, 'capacity']);
    expect(from({ capacity })).toEqual([capacity, 'capacity']);
    expect(from({})).toEqual([{}, undefined]);
  });
});

describe('rows and totals', () => {
  test('all resources, as amount, ratio and percent', () => {
    const allocatable = { cpu: '4', memory: '1000Mi', 'hugepages-2Mi': '64Mi', 'x.io/gpu': '8' };
    const requests = { cpu: '1.3', memory: '3Mi', 'hugepages-2Mi': '6Mi', 'x.io/gpu': '5' };
    const allocation = nodeAllocation(nodeOf('n1', allocatable), {
      pods: [podOn('n1', 'web', { requests, limits: { cpu: '7' } })],
    });
    expect(text(allocation.pods)).toEqual([
      {
        namespace: 'shop',
        name: 'web',
        creationTimestamp: '2026-03-01T10:20:30Z',
        requests: {
          cpu: { amount: '1300m', ratio: 0.325, percent: 32 },
          memory: { amount: '3Mi', ratio: 0.003, percent: 0 },
          'hugepages-2Mi': { amount: '6Mi', ratio: 0.09375, percent: 9 },
          'x.io/gpu': { amount: '5', ratio: 0.625 },
        },
        limits: { cpu: { amount: '7', ratio: 1.75, percent: 175 } },
      },
    ]);
    expect(text(allocation.requests)).toEqual(text(allocation.pods[0]?.requests));
  });

  test('a capacity of 1k Pods is 1000', () => {
    const pods = ['a', 'b', 'c'].map((name) => podOn('n1', name, {}));
    expect(nodeAllocation(nodeOf('n1', { pods: '1k' }), { pods }).podRatio).toBe(0.003);
    expect(nodeAllocation(nodeOf('n1', { pods: '0' }), { pods }).podRatio).toBeUndefined();
    expect(nodeAllocation(nodeOf('n1', { cpu: '1' }), { pods }).podRatio).toBeUndefined();
  });

  test('rows include the status, totals only the spec', () => {
    const { pods, requests } = nodeAllocation(nodeOf('n1', { cpu: '10' }), {
      pods: [resizedPod('n1', 'up', '1', '2500m'), resizedPod('n1', 'down', '3', '1')],
    });
    expect(pods.map((pod) => `${pod.requests.cpu?.amount}`)).toEqual(['2500m', '3']);
    expect(requests.cpu?.amount.toString()).toBe('4');
  });

  test('rows ignore the status of the Pod as a whole', () => {
    const status = { resources: { requests: { cpu: '9' } }, allocatedResources: { cpu: '8' } };
    const pod = podOn('n1', 'web', { requests: { cpu: '1' } }, status);
    const whole = { ...pod, spec: { ...pod.spec, resources: { requests: { cpu: '2' } } } };
    const { pods } = nodeAllocation(nodeOf('n1', { cpu: '10' }), { pods: [whole] });
    expect(pods[0]?.requests.cpu?.amount.toString()).toBe('2');
  });

  test('sidecars, init containers and overhead count in both', () => {
    const asking = (name: string, cpu: string) => ({ name, resources: { requests: { cpu } } });
    const pod = {
      spec: {
        nodeName: 'n1',
        initContainers: [
          { ...asking('proxy', '100m'), restartPolicy: 'Always' },
          asking('init', '2'),
        ],
        containers: [asking('app', '1500m')],
        overhead: { cpu: '30m' },
      },
    };
    const { pods, requests } = nodeAllocation(nodeOf('n1', { cpu: '10' }), { pods: [pod] });
    expect(pods[0]?.requests.cpu?.amount.toString()).toBe('2130m');
    expect(requests.cpu?.amount.toString()).toBe('2130m');
  });

  test('while a resize is infeasible, only the total includes the spec', () => {
    const conditions = [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }];
    const pod = podOn(
      'n1',
      'web',
      { requests: { cpu: '9' }, limits: { cpu: '11' } },
      { conditions },
    );
    const { pods, requests, limits } = nodeAllocation(nodeOf('n1', { cpu: '10' }), { pods: [pod] });
    expect(amountsOf(pods[0]?.requests ?? {})).toEqual([]);
    expect([amountsOf(requests), amountsOf(limits)]).toEqual([['cpu 9'], ['cpu 11']]);
  });

  test('a single quantity keeps its spelling, a sum does not', () => {
    const pods = ['a', 'b'].map((name) => podOn('n1', name, { requests: { cpu: '+3' } }));
    const cpuOf = (list: readonly Pod[]) =>
      nodeAllocation(nodeOf('n1', {}), { pods: list }).requests.cpu?.amount.toString();
    expect(cpuOf(pods.slice(1))).toBe('+3');
    expect(cpuOf(pods)).toBe('6');
  });
});

describe('nothing allocatable', () => {
  const cpuOf = (allocatable: Record<string, string>, name = 'cpu') => {
    const pod = podOn('n1', 'web', { requests: { [name]: '2' } });
    const { pods, requests } = nodeAllocation(nodeOf('n1', allocatable), { pods: [pod] });
    return [pods[0]?.requests[name], requests[name]].map((share) => [share?.ratio, share?.percent]);
  };

  test('no ratio; the smallest int64 in a row, 0 in a total', () => {
    const smallest = -(2 ** 63);
    expect(cpuOf({ cpu: '0' })).toEqual([
      [undefined, smallest],
      [undefined, 0],
    ]);
    expect(cpuOf({ memory: '1Gi' })).toEqual(cpuOf({ cpu: '0' }));
    expect(cpuOf({ memory: '1Gi' }, 'ephemeral-storage')).toEqual([
      [undefined, 0],
      [undefined, 0],
    ]);
  });

  test('no ratio if it is not a finite float', () => {
    const pod = podOn('n1', 'web', { requests: { cpu: '1e999', memory: '1e999' } });
    const { requests } = nodeAllocation(nodeOf('n1', { cpu: '2e999', memory: '1Gi' }), {
      pods: [pod],
    });
    expect([requests.cpu, requests.memory].map((share) => share?.ratio)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('an amount that overflows an int64 counts as zero, but has a ratio', () => {
    expect(cpuOf({ memory: '10E' }, 'memory')).toEqual([
      [2e-19, -(2 ** 63)],
      [2e-19, 0],
    ]);
  });
});

describe('percentages', () => {
  test.each([
    ['999m', '1', 99],
    ['1', '3', 33],
    ['-5m', '1', 0],
    ['-15m', '1', -1],
    ['0.1m', '1', 0],
    ['0.1m', '10m', 10],
    ['29m', '100m', 28],
  ])('%s of %s is %d%%', (cpu, allocatable, percent) => {
    const pod = podOn('n1', 'web', { requests: { cpu } });
    const { requests } = nodeAllocation(nodeOf('n1', { cpu: allocatable }), { pods: [pod] });
    expect(requests.cpu?.percent).toBe(percent);
  });
});

test('a percentage beyond an int64 is the smallest one', () => {
  const pod = podOn('n1', 'web', { requests: { memory: '9223372036854775807' } });
  const percentOf = (memory: string) =>
    nodeAllocation(nodeOf('n1', { memory }), { pods: [pod] }).requests.memory?.percent;
  expect(percentOf('100')).toBe(-(2 ** 63));
  expect(percentOf('200')).toBe(2 ** 62);
});

describe('input', () => {
  test('is not changed', () => {
    const pods = frozen([resizedPod('n1', 'web', '1', '2')]);
    expect(nodeAllocation(frozen(nodeOf('n1', { cpu: '4' })), { pods }).pods).toHaveLength(1);
  });

  test('may use __proto__ and constructor as names; results inherit no string key', () => {
    const odd = JSON.parse('{"__proto__": "3", "constructor": "5"}');
    const allocation = nodeAllocation(nodeOf('n1', odd), {
      pods: [podOn('n1', 'web', { requests: odd })],
    });
    const { requests, allocatable } = allocation;
    expect(Object.keys(requests)).toEqual(['__proto__', 'constructor']);
    expect(requests.constructor).toMatchObject({ ratio: 1 });
    expect(Reflect.ownKeys(Object.getPrototypeOf(requests))).toEqual([Symbol.toPrimitive]);
    expect(Reflect.ownKeys(Object.getPrototypeOf(allocatable))).toEqual([Symbol.toPrimitive]);
    expect(nodeAllocation(nodeOf('n1', {}), { pods: [] }).requests.constructor).toBeUndefined();
  });

  test.each([
    [{ kind: 'Pod' }, 'NOT_A_NODE kind'],
    [null, 'NOT_A_NODE '],
    [[], 'NOT_A_NODE '],
    ['n1', 'NOT_A_NODE '],
  ])('%j is rejected: %s', (node, error) => {
    expect(failure(() => nodeAllocation(node as Node, { pods: [] }))).toBe(error);
  });

  test('that is not readable is reported and counts as absent', () => {
    const broken = podOn('n1', 'web', { requests: { cpu: '1 core', memory: '3Gi' } });
    const node = nodeOf('n1', { cpu: '4', memory: '12Gi', pods: 'many' });
    const pods = [broken, null as unknown as Pod, podOn('n1', 'db', { requests: { cpu: '1' } })];
    const { problems, requests, podRatio } = nodeAllocation(node, { pods });
    expect(problems).toMatchObject([
      {
        type: 'INVALID',
        code: 'INVALID_QUANTITY',
        path: 'node.status.allocatable[pods]',
        value: 'many',
      },
      {
        type: 'INVALID',
        code: 'INVALID_QUANTITY',
        path: 'pods[0].spec.containers[0].resources.requests[cpu]',
        value: '1 core',
      },
      { type: 'TYPE_INVALID', code: 'NOT_A_POD', path: 'pods[1]' },
    ]);
    expect(requests.cpu?.percent).toBe(25);
    expect(requests.memory?.ratio).toBe(0.25);
    expect(podRatio).toBeUndefined();
  });

  test('that throws an error itself passes it on', () => {
    const container = Object.defineProperty({}, 'resources', {
      get: () => {
        throw new Error('from a getter');
      },
    });
    const pod = { spec: { nodeName: 'n1', containers: [container] } };
    expect(() => nodeAllocation(nodeOf('n1', {}), { pods: [pod] })).toThrow('from a getter');
  });
});

describe('manage-resources-containers.md', () => {
  const documented = () => nodeAllocation(documentedNode, { pods: documentedPods });

  test('the totals of its node', () => {
    const { requests, limits } = documented();
    const total = ({ cpu, memory }: AllocatedAmounts) => [`${cpu?.amount}`, `${memory?.amount}`];
    expect([...total(requests), ...total(limits)]).toEqual(['680m', '920Mi', '400m', '1070Mi']);
  });

  // The page is older: it shows 34%, 20%, 11% and 13% of the node's two cores.
  test('percentages of what is allocatable', () => {
    const { pods, requests, limits } = documented();
    const total = ({ cpu, memory }: AllocatedAmounts) => [cpu?.percent, memory?.percent];
    expect([...total(requests), ...total(limits)]).toEqual([37, 12, 22, 14]);
    expect(pods.map((pod) => pod.requests.cpu?.percent)).toEqual([5, 14, 5, 11, 1]);
  });
});
