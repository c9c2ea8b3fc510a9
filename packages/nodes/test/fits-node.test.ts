import type { Node, Pod, ResourceList } from '@kubesem/core';
import { clusterFitter, type FitOptions, fitsNode, headroom } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { nodeOf, podOn, resizedPod } from './nodes.js';
import { failure, frozen, specOf, text } from './pods.js';

/** Each comparison as `resource: verdict requested/used/capacity missing`. */
function compared(
  requests: ResourceList,
  allocatable: ResourceList,
  pods: readonly Pod[] = [],
  options?: FitOptions,
): string[] {
  const node = nodeOf('n1', { pods: '110', ...allocatable });
  const { resources } = fitsNode(specOf(requests), node, pods, options);
  return resources
    .slice(1)
    .map(
      ({ resource, verdict, requested, used, capacity, missing }) =>
        `${resource}: ${verdict} ${requested}/${used}/${capacity} ${missing}`,
    );
}

function reasons(...parameters: Parameters<typeof fitsNode>): readonly string[] {
  return fitsNode(...parameters).reasons;
}

describe('what is compared', () => {
  test('cpu, memory, ephemeral storage, then the others by name', () => {
    const requests = {
      'x.io/b': '9',
      'x.io/a': '4',
      'hugepages-2Mi': '6Mi',
      'ephemeral-storage': '3Gi',
      memory: '5Gi',
      cpu: '2500m',
    };
    const allocatable = { cpu: '2', memory: '6Gi', 'ephemeral-storage': '1Gi', 'x.io/a': '3' };
    expect(compared(requests, allocatable)).toEqual([
      'cpu: insufficient 2500m/0/2 500m',
      'memory: fits 5Gi/0/6Gi 0',
      'ephemeral-storage: insufficient 3Gi/0/1Gi 2Gi',
      'hugepages-2Mi: insufficient 6Mi/0/0 6Mi',
      'x.io/a: insufficient 4/0/3 1',
      'x.io/b: insufficient 9/0/0 9',
    ]);
  });

  test('the words of the scheduler, in its order', () => {
    const node = nodeOf('n1', { cpu: '1' });
    expect(reasons(specOf({ 'x.io/gpu': '1', memory: '1', cpu: '2' }), node, [])).toEqual([
      'Too many pods',
      'Insufficient cpu',
      'Insufficient memory',
      'Insufficient x.io/gpu',
    ]);
  });

  test('as much as is left fits, a millicore more does not', () => {
    const pods = [podOn('n1', 'web', { requests: { cpu: '700m' } })];
    expect(compared({ cpu: '1300m' }, { cpu: '2' }, pods)).toEqual(['cpu: fits 1300m/700m/2 0']);
    expect(compared({ cpu: '1301m' }, { cpu: '2' }, pods)).toEqual([
      'cpu: insufficient 1301m/700m/2 1m',
    ]);
  });

  test('zero and less is not looked at, even where more is promised than there is', () => {
    const pods = [podOn('n1', 'web', { requests: { cpu: '7', 'x.io/gpu': '5' } })];
    expect(compared({ cpu: '0', 'x.io/gpu': '-3' }, { cpu: '2' }, pods)).toEqual([
      'cpu: notRequested 0/7/2 0',
      'x.io/gpu: notRequested 0/5/0 0',
    ]);
  });

  test('names that the scheduler does not know are not', () => {
    const unknown = {
      gpu: '1',
      storage: '2',
      pods: '3',
      'requests.x.io/gpu': '4',
      'x.io/a/b': '5',
    };
    expect(compared(unknown, {})).toEqual([]);
    const known = { 'attachable-volumes-x': '1', 'kubernetes.io/x': '2', 'hugepages-x': '3' };
    expect(compared(known, known)).toEqual([
      'attachable-volumes-x: fits 1/0/1 0',
      'hugepages-x: fits 3/0/3 0',
      'kubernetes.io/x: fits 2/0/2 0',
    ]);
  });

  test('the capacity does not stand in for what is allocatable', () => {
    const node = { metadata: { name: 'n1' }, status: { capacity: { cpu: '4', pods: '5' } } };
    expect(reasons(specOf({ cpu: '1' }), node, [])).toEqual(['Too many pods', 'Insufficient cpu']);
  });
});

describe('the number of Pods', () => {
  const two = ['a', 'b'].map((name) => podOn('n1', name, {}));
  const fitsOf = (pods: string) => fitsNode({}, nodeOf('n1', { pods }), two);

  test('one more must be allowed', () => {
    expect(fitsOf('3').fits).toBe(true);
    expect(fitsOf('2').reasons).toEqual(['Too many pods']);
    expect(text(fitsOf('1').resources)).toEqual([
      {
        resource: 'pods',
        verdict: 'insufficient',
        requested: '1',
        used: '2',
        capacity: '1',
        missing: '2',
        unresolvable: false,
      },
    ]);
  });

  test('Pods without a node are on none, not even on one without a name', () => {
    const node = { status: { allocatable: { pods: '1' } } };
    const { resources } = fitsNode({}, node, [podOn('', 'a', {})]);
    expect(resources).toMatchObject([{ resource: 'pods', verdict: 'fits' }]);
    expect(text(resources[0]?.used)).toBe('0');
  });

  test('1k are 1000', () => {
    expect(fitsOf('1k').resources[0]?.capacity.toString()).toBe('1k');
    expect(fitsOf('1k').fits).toBe(true);
  });

  test('only those on the node count that are not finished', () => {
    const others = [
      podOn('n2', 'c', {}),
      podOn('', 'd', {}),
      podOn('n1', 'e', {}, { phase: 'Failed' }),
      podOn('n1', 'f', {}, { phase: 'Succeeded' }),
    ];
    expect(fitsNode({}, nodeOf('n1', { pods: '1' }), others).fits).toBe(true);
  });
});

describe('what counts of a Pod', () => {
  test('of the new one the spec, of the others the highest of spec and status', () => {
    const pods = [resizedPod('n1', 'a', '1', '1500m'), resizedPod('n1', 'b', '2', '300m')];
    const node = nodeOf('n1', { cpu: '4', pods: '9' });
    const incoming = resizedPod('', 'new', '400m', '8');
    expect(fitsNode(incoming, node, pods).resources[1]).toMatchObject({ verdict: 'fits' });
    expect(`${fitsNode(incoming, node, pods).resources[1]?.used}`).toBe('3500m');
  });

  test('of the others the status of the Pod as a whole, too', () => {
    const status = { resources: { requests: { cpu: '3' } }, allocatedResources: { cpu: '2' } };
    const pod = podOn('n1', 'a', { requests: { cpu: '100m' } }, status);
    const whole = { ...pod, spec: { ...pod.spec, resources: { requests: { cpu: '1' } } } };
    expect(compared({ cpu: '1' }, { cpu: '4' }, [whole])).toEqual(['cpu: fits 1/3/4 0']);
  });

  test('each is rounded up by itself', () => {
    const pods = ['a', 'b', 'c'].map((name) =>
      podOn('n1', name, { requests: { cpu: '0.1m', memory: '100m' } }),
    );
    expect(compared({ cpu: '0.2m', memory: '0.3' }, { cpu: '10m', memory: '9' }, pods)).toEqual([
      'cpu: fits 1m/3m/10m 0',
      'memory: fits 1/3/9 0',
    ]);
  });

  test('sums wrap around like an int64', () => {
    const max = '9223372036854775807';
    const pods = ['a', 'b'].map((name) => podOn('n1', name, { requests: { memory: max } }));
    expect(compared({ memory: '7' }, { memory: '5' }, pods)).toEqual(['memory: fits 7/-2/5 0']);
    expect(compared({ memory: '8' }, { memory: '5' }, pods)).toEqual([
      'memory: insufficient 8/-2/5 1',
    ]);
  });

  test('sums may be more than a float holds', () => {
    const pods = ['9007199254740991', '2'].map((amount) =>
      podOn('n1', amount, { requests: { 'x.io/a': amount } }),
    );
    const allocatable = { 'x.io/a': '9007199254740994' };
    expect(compared({ 'x.io/a': '2' }, allocatable, pods)).toEqual([
      'x.io/a: insufficient 2/9007199254740993/9007199254740994 1',
    ]);
  });

  // What the scheduler answers for each of them as the capacity of a resource and of cpu.
  test.each([
    ['10E', '0', '0'],
    ['1e19', '0', '0'],
    ['9.5E', '0', '0'],
    ['10P', '10000000000000000', '0'],
    ['9223372036854775807k', '-1000', '-1000000'],
    ['9223372036854775808', '-9223372036854775808', '0'],
    ['92233720368547758070', '-10', '-10000'],
    ['12345678901234567890k', '4807115922877858896', '-7484280360334075776'],
    ['9999999999G', '-8446744074709551616', '0'],
    ['123456789012345678e2', '-6101065172474983816', '0'],
    ['-123456789012345678e2', '6101065172474983816', '0'],
    ['1234567890123456789e30', '-6994426159689629696', '-3110155753709633536'],
    ['8Ei', '9223372036854775807', '-1000'],
  ])('%s is %s to it, or %s of a thousandth', (amount, units, thousandths) => {
    const node = nodeOf('n1', { 'x.io/a': amount, cpu: amount });
    const [, cpu, other] = fitsNode(specOf({ 'x.io/a': '1', cpu: '1' }), node, []).resources;
    expect(cpu?.capacity.milliValue().toString()).toBe(thousandths);
    expect(other?.capacity.value().toString()).toBe(units);
  });
});

describe('what cannot be resolved', () => {
  const pods = [podOn('n1', 'web', { requests: { cpu: '3', 'x.io/gpu': '2' } })];
  const node = nodeOf('n1', { cpu: '4', 'x.io/gpu': '2', pods: '110' });
  const unresolvable = (requests: ResourceList) => {
    const fit = fitsNode(specOf(requests), node, pods);
    return [fit.unresolvable, ...fit.resources.map((resource) => resource.unresolvable)];
  };

  test('is what is more than the node has', () => {
    expect(unresolvable({ cpu: '2', 'x.io/gpu': '3' })).toEqual([true, false, false, true]);
    expect(unresolvable({ cpu: '4', 'x.io/gpu': '2' })).toEqual([false, false, false, false]);
  });
});

describe('what is not looked at', () => {
  const requests = {
    'x.io/a': '3',
    'x.io/b': '4',
    'y.io/c': '5',
    'hugepages-2Mi': '6Mi',
    'kubernetes.io/d': '7',
    cpu: '8',
  };
  const verdicts = (options: FitOptions, allocatable: ResourceList = {}) =>
    compared(requests, allocatable, [], options).map((line) => line.split(' ', 2).join(' '));

  test('extended resources that are ignored, alone or with their domain', () => {
    const options = {
      ignoredResources: ['x.io/a', 'hugepages-2Mi', 'kubernetes.io/d', 'cpu'],
      ignoredResourceGroups: ['y.io', 'kubernetes.io', ''],
    };
    expect(verdicts(options)).toEqual([
      'cpu: insufficient',
      'hugepages-2Mi: insufficient',
      'kubernetes.io/d: insufficient',
      'x.io/a: ignored',
      'x.io/b: insufficient',
      'y.io/c: ignored',
    ]);
  });

  test('resources of device classes, unless the node has them by itself', () => {
    const options = { deviceClassResources: ['x.io/a', 'x.io/b', 'cpu'] };
    expect(verdicts(options, { 'x.io/b': '2' })).toEqual([
      'cpu: insufficient',
      'hugepages-2Mi: insufficient',
      'kubernetes.io/d: insufficient',
      'x.io/a: delegated',
      'x.io/b: insufficient',
      'y.io/c: insufficient',
    ]);
  });
});

describe('input', () => {
  const node = nodeOf('n1', { cpu: '4', pods: '5' });
  const broken = podOn('n1', 'web', { requests: { cpu: '1 core' } });

  test('is not changed', () => {
    const pods = frozen([resizedPod('n1', 'web', '1', '2')]);
    const pod = frozen(specOf({ cpu: '1' }));
    expect(fitsNode(pod, frozen(nodeOf('n1', { cpu: '4', pods: '5' })), pods).fits).toBe(true);
  });

  test('that cannot be read is refused with its place', () => {
    const path = 'spec.containers[0].resources.requests.cpu';
    expect(failure(() => fitsNode(broken, node, []))).toBe(`INVALID_QUANTITY ${path}`);
    expect(failure(() => fitsNode({}, node, [broken]))).toBe(`INVALID_QUANTITY ${path}`);
    expect(failure(() => headroom(nodeOf('n1', { cpu: 'x' }), []))).toBe(
      'INVALID_QUANTITY status.allocatable.cpu',
    );
    expect(failure(() => fitsNode({}, { kind: 'Pod' } as Node, []))).toBe('NOT_A_NODE undefined');
    expect(failure(() => fitsNode({}, node, [{ kind: 'Job' }]))).toBe('NOT_A_POD kind');
  });

  test('of Pods elsewhere is not read', () => {
    const elsewhere = { ...broken, spec: { ...broken.spec, nodeName: 'n2' } };
    expect(fitsNode({}, node, [elsewhere]).fits).toBe(true);
  });
});

describe('a cluster', () => {
  const pod = specOf({ cpu: '2' });
  const nodes = [nodeOf('n1', { cpu: '4', pods: '5' }), nodeOf('n2', { cpu: '3', pods: '7' })];
  const pods = [
    podOn('n2', 'a', { requests: { cpu: '1500m' } }),
    podOn('n1', 'b', { requests: { cpu: '300m', memory: '1GB', 'x.io/a': '-2' } }),
    podOn('gone', 'c', {}),
  ];

  test('each node as if it were alone, and what is wrong', () => {
    const fitter = clusterFitter();
    fitter.addPod(pods[0] as Pod);
    nodes.forEach((node, index) => void fitter.addNode(node, `items[${index}]`));
    fitter.addPod(pods[1] as Pod, 'items[7]');
    fitter.addPod(pods[2] as Pod, 'items[8]');
    const { nodes: fits, problems } = fitter.fit(pod);
    const readable = [pods[0] as Pod, podOn('n1', 'b', { requests: { cpu: '300m' } })];
    expect(fits).toEqual(nodes.map((node) => fitsNode(pod, node, readable)));
    const other = specOf({ cpu: '1' });
    const options = { ignoredResources: ['x.io/a'] };
    expect(fitter.fit(other, options).nodes).toEqual(
      nodes.map((node) => fitsNode(other, node, readable, options)),
    );
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'INVALID_QUANTITY items[7].spec.containers[0].resources.requests.memory',
      'NEGATIVE items[7].spec.containers[0].resources.requests[x.io/a]',
      'UNKNOWN_NODE items[8].spec.nodeName',
    ]);
  });

  test('what the status says below zero is the business of the status', () => {
    const status = { resources: { requests: { cpu: '-5' } }, allocatedResources: { cpu: '-6' } };
    const placed = podOn('n1', 'a', {}, status);
    const resources = { requests: { cpu: '-4' } };
    const fitter = clusterFitter();
    fitter.addNode(nodes[0] as Node);
    fitter.addPod({ ...placed, spec: { ...placed.spec, resources } });
    const { problems } = fitter.fit(pod);
    expect(problems.map(({ path, value }) => `${path} ${value}`)).toEqual([
      'pods[0].spec.resources.requests.cpu -4',
    ]);
  });

  test('the Pod to place must be readable', () => {
    expect(failure(() => clusterFitter().fit(specOf({ cpu: 'x' })))).toBe(
      'INVALID_QUANTITY containers[0].resources.requests.cpu',
    );
  });
});
