import type { Node, Pod, ResourceList } from '@kubesem/core';
import { type FitOptions, nodeFit, nodeHeadroom } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { failure, frozen, text } from '../../../../scripts/testing.js';
import { specOf } from '../helpers.js';
import { nodeOf, podOn, resizedPod } from '../objects.js';

/** Each comparison as `resource: verdict requested/used/capacity missing`. */
function compared(
  requests: ResourceList,
  allocatable: ResourceList,
  pods: readonly Pod[] = [],
  options?: FitOptions,
): string[] {
  const node = nodeOf('n1', { pods: '110', ...allocatable });
  const { resources } = nodeFit(specOf(requests), node, { pods }, options);
  return resources
    .slice(1)
    .map(
      ({ resource, verdict, requested, used, capacity, missing }) =>
        `${resource}: ${verdict} ${requested}/${used}/${capacity} ${missing}`,
    );
}

function reasons(...parameters: Parameters<typeof nodeFit>): readonly string[] {
  return nodeFit(...parameters).reasons;
}

describe('comparisons', () => {
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
      'cpu: INSUFFICIENT 2500m/0/2 500m',
      'memory: FITS 5Gi/0/6Gi 0',
      'ephemeral-storage: INSUFFICIENT 3Gi/0/1Gi 2Gi',
      'hugepages-2Mi: INSUFFICIENT 6Mi/0/0 6Mi',
      'x.io/a: INSUFFICIENT 4/0/3 1',
      'x.io/b: INSUFFICIENT 9/0/0 9',
    ]);
  });

  test('reasons in the words and the order of the scheduler', () => {
    const node = nodeOf('n1', { cpu: '1' });
    expect(reasons(specOf({ 'x.io/gpu': '1', memory: '1', cpu: '2' }), node, { pods: [] })).toEqual(
      ['Too many pods', 'Insufficient cpu', 'Insufficient memory', 'Insufficient x.io/gpu'],
    );
  });

  test('a request of everything that is left fits, a millicore more does not', () => {
    const pods = [podOn('n1', 'web', { requests: { cpu: '700m' } })];
    expect(compared({ cpu: '1300m' }, { cpu: '2' }, pods)).toEqual(['cpu: FITS 1300m/700m/2 0']);
    expect(compared({ cpu: '1301m' }, { cpu: '2' }, pods)).toEqual([
      'cpu: INSUFFICIENT 1301m/700m/2 1m',
    ]);
  });

  test('requests of zero and less always fit, even on an overcommitted node', () => {
    const pods = [podOn('n1', 'web', { requests: { cpu: '7', 'x.io/gpu': '5' } })];
    expect(compared({ cpu: '0', 'x.io/gpu': '-3' }, { cpu: '2' }, pods)).toEqual([
      'cpu: NOT_REQUESTED 0/7/2 0',
      'x.io/gpu: NOT_REQUESTED 0/5/0 0',
    ]);
  });

  test('resources that the scheduler does not know are not compared', () => {
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
      'attachable-volumes-x: FITS 1/0/1 0',
      'hugepages-x: FITS 3/0/3 0',
      'kubernetes.io/x: FITS 2/0/2 0',
    ]);
  });

  test.each([undefined, null, {}])('if %j is allocatable, the capacity counts', (allocatable) => {
    const capacity = { cpu: '4', pods: '5' };
    const node = { metadata: { name: 'n1' }, status: { allocatable, capacity } };
    expect(reasons(specOf({ cpu: '4' }), node, { pods: [] })).toEqual([]);
    expect(reasons(specOf({ cpu: '4001m' }), node, { pods: [] })).toEqual(['Insufficient cpu']);
    expect(text(nodeHeadroom(node, { pods: [] }))).toEqual({ pods: 5, resources: { cpu: '4' } });
  });

  test('the capacity does not replace a name that is not allocatable', () => {
    const status = { allocatable: { cpu: '4' }, capacity: { cpu: '8', pods: '5' } };
    const node = { metadata: { name: 'n1' }, status };
    expect(reasons(specOf({ cpu: '5' }), node, { pods: [] })).toEqual([
      'Too many pods',
      'Insufficient cpu',
    ]);
  });
});

describe('the number of Pods', () => {
  const two = ['a', 'b'].map((name) => podOn('n1', name, {}));
  const fitsOf = (pods: string) => nodeFit({}, nodeOf('n1', { pods }), { pods: two });

  test('must allow one more', () => {
    expect(fitsOf('3').fits).toBe(true);
    expect(fitsOf('2').reasons).toEqual(['Too many pods']);
    expect(text(fitsOf('1').resources)).toEqual([
      {
        resource: 'pods',
        verdict: 'INSUFFICIENT',
        requested: '1',
        used: '2',
        capacity: '1',
        missing: '2',
        unresolvable: false,
      },
    ]);
  });

  test('does not include Pods without a node, even on a node without a name', () => {
    const node = { status: { allocatable: { pods: '1' } } };
    const { resources } = nodeFit({}, node, { pods: [podOn('', 'a', {})] });
    expect(resources).toMatchObject([{ resource: 'pods', verdict: 'FITS' }]);
    expect(text(resources[0]?.used)).toBe('0');
  });

  test('may be written as 1k', () => {
    expect(fitsOf('1k').resources[0]?.capacity.toString()).toBe('1k');
    expect(fitsOf('1k').fits).toBe(true);
  });

  test('includes only Pods on the node that are not finished', () => {
    const others = [
      podOn('n2', 'c', {}),
      podOn('', 'd', {}),
      podOn('n1', 'e', {}, { phase: 'Failed' }),
      podOn('n1', 'f', {}, { phase: 'Succeeded' }),
    ];
    expect(nodeFit({}, nodeOf('n1', { pods: '1' }), { pods: others }).fits).toBe(true);
  });
});

describe('requests', () => {
  test('of the new Pod come from the spec, of others from the higher of spec and status', () => {
    const pods = [resizedPod('n1', 'a', '1', '1500m'), resizedPod('n1', 'b', '2', '300m')];
    const node = nodeOf('n1', { cpu: '4', pods: '9' });
    const incoming = resizedPod('', 'new', '400m', '8');
    expect(nodeFit(incoming, node, { pods }).resources[1]).toMatchObject({ verdict: 'FITS' });
    expect(`${nodeFit(incoming, node, { pods }).resources[1]?.used}`).toBe('3500m');
  });

  test('of other Pods include the status of the Pod as a whole', () => {
    const status = { resources: { requests: { cpu: '3' } }, allocatedResources: { cpu: '2' } };
    const pod = podOn('n1', 'a', { requests: { cpu: '100m' } }, status);
    const whole = { ...pod, spec: { ...pod.spec, resources: { requests: { cpu: '1' } } } };
    expect(compared({ cpu: '1' }, { cpu: '4' }, [whole])).toEqual(['cpu: FITS 1/3/4 0']);
  });

  test('are rounded up for each Pod', () => {
    const pods = ['a', 'b', 'c'].map((name) =>
      podOn('n1', name, { requests: { cpu: '0.1m', memory: '100m' } }),
    );
    expect(compared({ cpu: '0.2m', memory: '0.3' }, { cpu: '10m', memory: '9' }, pods)).toEqual([
      'cpu: FITS 1m/3m/10m 0',
      'memory: FITS 1/3/9 0',
    ]);
  });

  test('wrap around like an int64 when they are added up', () => {
    const max = '9223372036854775807';
    const pods = ['a', 'b'].map((name) => podOn('n1', name, { requests: { memory: max } }));
    expect(compared({ memory: '7' }, { memory: '5' }, pods)).toEqual(['memory: FITS 7/-2/5 0']);
    expect(compared({ memory: '8' }, { memory: '5' }, pods)).toEqual([
      'memory: INSUFFICIENT 8/-2/5 1',
    ]);
  });

  test('are exact beyond 2^53 when they are added up', () => {
    const pods = ['9007199254740991', '2'].map((amount) =>
      podOn('n1', amount, { requests: { 'x.io/a': amount } }),
    );
    const allocatable = { 'x.io/a': '9007199254740994' };
    expect(compared({ 'x.io/a': '2' }, allocatable, pods)).toEqual([
      'x.io/a: INSUFFICIENT 2/9007199254740993/9007199254740994 1',
    ]);
  });

  // The answers of the scheduler for each amount as the capacity of a resource and of cpu.
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
    // As of 12345678901234567800, the canonical form, in which the API server stores it
    ['123456789012345678e2', '-6101065172474983816', '4807115922877768896'],
    ['-12345678901234567800', '6101065172474983816', '-4807115922877768896'],
    ['1234567890123456789e30', '-6994426159689629696', '-3110155753709633536'],
    ['8Ei', '9223372036854775807', '-1000'],
  ])('%s is %s units or %s thousandths', (amount, units, thousandths) => {
    const node = nodeOf('n1', { 'x.io/a': amount, cpu: amount });
    const [, cpu, other] = nodeFit(specOf({ 'x.io/a': '1', cpu: '1' }), node, {
      pods: [],
    }).resources;
    expect(cpu?.capacity.milliValue().toString()).toBe(thousandths);
    expect(other?.capacity.value().toString()).toBe(units);
  });
});

describe('unresolvable', () => {
  const pods = [podOn('n1', 'web', { requests: { cpu: '3', 'x.io/gpu': '2' } })];
  const node = nodeOf('n1', { cpu: '4', 'x.io/gpu': '2', pods: '110' });
  const unresolvable = (requests: ResourceList) => {
    const fit = nodeFit(specOf(requests), node, { pods });
    return [fit.unresolvable, ...fit.resources.map((resource) => resource.unresolvable)];
  };

  test('is a request of more than the node has', () => {
    expect(unresolvable({ cpu: '2', 'x.io/gpu': '3' })).toEqual([true, false, false, true]);
    expect(unresolvable({ cpu: '4', 'x.io/gpu': '2' })).toEqual([false, false, false, false]);
  });
});

describe('options', () => {
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

  test('ignore extended resources by name or by domain', () => {
    const options = {
      ignoredResources: ['x.io/a', 'hugepages-2Mi', 'kubernetes.io/d', 'cpu'],
      ignoredResourceGroups: ['y.io', 'kubernetes.io', ''],
    };
    expect(verdicts(options)).toEqual([
      'cpu: INSUFFICIENT',
      'hugepages-2Mi: INSUFFICIENT',
      'kubernetes.io/d: INSUFFICIENT',
      'x.io/a: IGNORED',
      'x.io/b: INSUFFICIENT',
      'y.io/c: IGNORED',
    ]);
  });

  test('delegate resources of device classes, unless the node has them', () => {
    const options = { deviceClassResources: ['x.io/a', 'x.io/b', 'cpu'] };
    expect(verdicts(options, { 'x.io/b': '2' })).toEqual([
      'cpu: INSUFFICIENT',
      'hugepages-2Mi: INSUFFICIENT',
      'kubernetes.io/d: INSUFFICIENT',
      'x.io/a: DELEGATED',
      'x.io/b: INSUFFICIENT',
      'y.io/c: INSUFFICIENT',
    ]);
  });
});

describe('input', () => {
  const node = nodeOf('n1', { cpu: '4', pods: '5' });
  const broken = podOn('n1', 'web', { requests: { cpu: '1 core' } });

  test('is not changed', () => {
    const pods = frozen([resizedPod('n1', 'web', '1', '2')]);
    const pod = frozen(specOf({ cpu: '1' }));
    expect(nodeFit(pod, frozen(nodeOf('n1', { cpu: '4', pods: '5' })), { pods }).fits).toBe(true);
  });

  test('that is not readable is rejected with its path', () => {
    const path = 'spec.containers[0].resources.requests[cpu]';
    expect(failure(() => nodeFit(broken, node, { pods: [] }))).toBe(`INVALID_QUANTITY ${path}`);
    expect(failure(() => nodeFit({}, node, { pods: [{}, broken] }))).toBe(
      `INVALID_QUANTITY pods[1].${path}`,
    );
    expect(failure(() => nodeHeadroom(nodeOf('n1', { cpu: 'x' }), { pods: [] }))).toBe(
      'INVALID_QUANTITY node.status.allocatable[cpu]',
    );
    expect(failure(() => nodeFit({}, { kind: 'Pod' } as Node, { pods: [] }))).toBe(
      'NOT_A_NODE node.kind',
    );
    expect(failure(() => nodeFit({}, node, { pods: [{ kind: 'Job' }] }))).toBe(
      'NOT_A_POD pods[0].kind',
    );
  });

  test('is not read if it is a Pod on another node', () => {
    const elsewhere = { ...broken, spec: { ...broken.spec, nodeName: 'n2' } };
    expect(nodeFit({}, node, { pods: [elsewhere] }).fits).toBe(true);
  });
});
