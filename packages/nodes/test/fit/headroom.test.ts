import type { ResourceList } from '@kubesem/core';
import { nodeFit, nodeHeadroom } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';
import { specOf } from '../helpers.js';
import { documentedNode, documentedPods, nodeOf, podOn } from '../objects.js';

describe('nodeHeadroom', () => {
  test('is what is left, and never below zero', () => {
    const allocatable = {
      cpu: '2',
      memory: '4Gi',
      'hugepages-2Mi': '10Mi',
      'x.io/gpu': '8',
      foo: '3',
      pods: '5',
    };
    const requests = { cpu: '0.1m', memory: '1Gi', 'x.io/gpu': '9', 'x.io/other': '6', bar: '7' };
    const { pods, resources } = nodeHeadroom(nodeOf('n1', allocatable), {
      pods: [podOn('n1', 'a', { requests }), podOn('n1', 'b', { requests: { cpu: '0.2m' } })],
    });
    expect(pods).toBe(3);
    expect(text(resources)).toEqual({
      cpu: '1998m',
      memory: '3Gi',
      'hugepages-2Mi': '10Mi',
      'x.io/gpu': '0',
      'x.io/other': '0',
    });
  });

  test('grows with a negative request, as in the scheduler', () => {
    const pods = [podOn('n1', 'a', { requests: { 'x.io/gpu': '-3' } })];
    const node = nodeOf('n1', { pods: '5' });
    expect(text(nodeHeadroom(node, { pods }).resources)).toEqual({ 'x.io/gpu': '3' });
    expect(nodeFit(specOf({ 'x.io/gpu': '3' }), node, { pods }).fits).toBe(true);
    expect(nodeFit(specOf({ 'x.io/gpu': '4' }), node, { pods }).fits).toBe(false);
  });

  test.each([
    ['9007199254740991', '-2', '9007199254740993'],
    ['9007199254740995', '2', '9007199254740993'],
    ['-9007199254740991', '-9007199254740991', '0'],
  ])('is exact beyond 2^53: %s minus %s is %s', (allocatable, request, left) => {
    const pods = [podOn('n1', 'a', { requests: { 'x.io/a': request } })];
    const { resources } = nodeHeadroom(nodeOf('n1', { 'x.io/a': allocatable }), { pods });
    expect(text(resources)).toEqual({ 'x.io/a': left });
  });

  test('has counts in decimal and bytes in binary format', () => {
    const allocatable = { 'x.io/a': '2048', memory: '2048', 'ephemeral-storage': '3072', cpu: 4 };
    const { resources } = nodeHeadroom(nodeOf('n1', allocatable), { pods: [] });
    expect(Object.values(resources).map((amount) => amount?.format)).toEqual([
      ...['DecimalSI', 'BinarySI', 'BinarySI', 'DecimalSI'],
    ]);
  });

  test('is 0 Pods if there are too many', () => {
    const pods = ['a', 'b'].map((name) => podOn('n1', name, {}));
    expect(nodeHeadroom(nodeOf('n1', { pods: '1' }), { pods }).pods).toBe(0);
    expect(nodeHeadroom(nodeOf('n1', { cpu: '1' }), { pods: [] }).pods).toBe(0);
    expect(nodeHeadroom(nodeOf('n1', { pods: '-1' }), { pods: [] }).pods).toBe(0);
  });

  test('subtracts Pods before it rounds to a number', () => {
    const node = nodeOf('n1', { pods: '9007199254740993' });
    expect(nodeHeadroom(node, { pods: [podOn('n1', 'a', {})] }).pods).toBe(9_007_199_254_740_992);
  });

  test('fits as a whole, but not with a unit more of anything', () => {
    const node = nodeOf('n1', { cpu: '3.5', memory: '7Gi', 'x.io/gpu': '5', pods: '9' });
    const requests = { cpu: '333333u', memory: '0.5', 'x.io/gpu': '1500m' };
    const pods = ['a', 'b'].map((name) => podOn('n1', name, { requests }));
    const { resources } = nodeHeadroom(node, { pods });
    const all = Object.fromEntries(Object.entries(resources).map(([name, q]) => [name, `${q}`]));
    expect(nodeFit(specOf(all), node, { pods }).fits).toBe(true);
    for (const [name, unit] of [
      ['cpu', '0.1m'],
      ['memory', '0.1'],
      ['x.io/gpu', '0.1'],
    ] as const) {
      const more = { ...all, [name]: `${resources[name]?.add(unit)}` };
      expect(nodeFit(specOf(more), node, { pods }).reasons).toEqual([`Insufficient ${name}`]);
    }
  });

  // "if a Pod requests more than 1.120 CPUs or more than 6.23Gi of memory, that Pod will not fit on the node"
  test('the node of manage-resources-containers.md', () => {
    const { resources, pods } = nodeHeadroom(documentedNode, { pods: documentedPods });
    expect(pods).toBe(105);
    expect(`${resources.cpu}`).toBe('1120m');
    expect(((resources.memory?.toNumber() ?? 0) / 2 ** 30).toFixed(2)).toBe('6.23');
  });
});

describe('fittingPods', () => {
  const node = nodeOf('n1', { cpu: '4', memory: '7Gi', 'x.io/gpu': '3', pods: '6' });
  const running = [podOn('n1', 'web', { requests: { cpu: '0.5' } })];
  const countOf = (requests: ResourceList) =>
    nodeFit(specOf(requests), node, { pods: running }).fittingPods;

  test.each<[ResourceList, number]>([
    [{}, 5],
    [{ cpu: '1' }, 3],
    [{ cpu: '0.7' }, 5],
    [{ cpu: '0.5', memory: '2Gi' }, 3],
    [{ memory: '7Gi' }, 1],
    [{ memory: '8Gi' }, 0],
    [{ 'x.io/gpu': '2', cpu: '1m' }, 1],
    [{ 'x.io/other': '1' }, 0],
  ])('%j fits as often as the scheduler accepts it', (requests, count) => {
    expect(countOf(requests)).toBe(count);
    const placed = [...running];
    while (placed.length < 20 && nodeFit(specOf(requests), node, { pods: placed }).fits) {
      placed.push(podOn('n1', `new-${placed.length}`, { requests }));
    }
    expect(placed.length - running.length).toBe(count);
  });

  test('ignores resources that the scheduler ignores', () => {
    const options = { ignoredResources: ['x.io/gpu'] };
    const fit = nodeFit(specOf({ cpu: '1', 'x.io/gpu': '9' }), node, { pods: running }, options);
    expect(fit.fittingPods).toBe(3);
  });
});
