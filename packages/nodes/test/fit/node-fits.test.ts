import { indexCluster, type Node, type Pod } from '@kubesem/core';
import { nodeFit, nodeFits, nodeHeadroom } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';
import { specOf } from '../helpers.js';
import { nodeOf, podOn } from '../objects.js';

describe('nodeFits', () => {
  const pod = specOf({ cpu: '2' });
  const nodes = [nodeOf('n1', { cpu: '4', pods: '5' }), nodeOf('n2', { cpu: '3', pods: '7' })];
  const pods = [
    podOn('n2', 'a', { requests: { cpu: '1500m' } }),
    podOn('n1', 'b', { requests: { cpu: '300m', memory: '1GB', 'x.io/a': '-2' } }),
    podOn('gone', 'c', {}),
  ];

  test('gives each node the same result as alone, and reports problems', () => {
    const index = indexCluster({ nodes, pods });
    const { nodes: fits, problems } = nodeFits(pod, index);
    const readable = [pods[0] as Pod, podOn('n1', 'b', { requests: { cpu: '300m' } })];
    expect(fits).toEqual(nodes.map((node) => nodeFit(pod, node, { pods: readable })));
    const other = specOf({ cpu: '1' });
    const options = { ignoredResources: ['x.io/a'] };
    expect(nodeFits(other, index, options).nodes).toEqual(
      nodes.map((node) => nodeFit(other, node, { pods: readable }, options)),
    );
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'INVALID_QUANTITY pods[1].spec.containers[0].resources.requests[memory]',
      'NEGATIVE pods[1].spec.containers[0].resources.requests[x.io/a]',
      'NODE_NOT_FOUND pods[2].spec.nodeName',
    ]);
  });

  test('reports negative amounts of the spec, not of the status', () => {
    const status = { resources: { requests: { cpu: '-5' } }, allocatedResources: { cpu: '-6' } };
    const placed = podOn('n1', 'a', {}, status);
    const resources = { requests: { cpu: '-4' } };
    const { problems } = nodeFits(pod, {
      nodes,
      pods: [{ ...placed, spec: { ...placed.spec, resources } }],
    });
    expect(problems.map(({ path, value }) => `${path} ${value}`)).toEqual([
      'pods[0].spec.resources.requests[cpu] -4',
    ]);
  });

  test('throws if the Pod to place is not readable', () => {
    expect(failure(() => nodeFits(specOf({ cpu: 'x' }), { nodes: [], pods: [] }))).toBe(
      'INVALID_QUANTITY containers[0].resources.requests[cpu]',
    );
  });
});

test('an index of Pods gives the same answers for each node', () => {
  const pods = [podOn('n1', 'a', { requests: { cpu: '1' } }), podOn('n2', 'b', {})];
  const index = indexCluster({ pods });
  for (const node of [nodeOf('n1', { cpu: '4' }), nodeOf('n3', { cpu: '4' })] as Node[]) {
    expect(nodeHeadroom(node, index)).toEqual(nodeHeadroom(node, { pods }));
    expect(nodeFit(specOf({ cpu: '2' }), node, index)).toEqual(
      nodeFit(specOf({ cpu: '2' }), node, { pods }),
    );
  }
  const broken = indexCluster({ pods: [{}, { kind: 'Service' } as Pod] });
  expect(failure(() => nodeHeadroom(nodeOf('n1', {}), broken))).toBe('NOT_A_POD pods[1].kind');
});
