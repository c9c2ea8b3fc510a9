import type { Node, Pod } from '@kubesem/core';
import { clusterFitter, fitsNode } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';
import { specOf } from '../helpers.js';
import { nodeOf, podOn } from '../objects.js';

describe('clusterFitter', () => {
  const pod = specOf({ cpu: '2' });
  const nodes = [nodeOf('n1', { cpu: '4', pods: '5' }), nodeOf('n2', { cpu: '3', pods: '7' })];
  const pods = [
    podOn('n2', 'a', { requests: { cpu: '1500m' } }),
    podOn('n1', 'b', { requests: { cpu: '300m', memory: '1GB', 'x.io/a': '-2' } }),
    podOn('gone', 'c', {}),
  ];

  test('gives each node the same result as alone, and reports problems', () => {
    const fitter = clusterFitter();
    fitter.addPod(pods[0] as Pod);
    nodes.forEach((node, index) => void fitter.addNode(node, ['items', index]));
    fitter.addPod(pods[1] as Pod, ['items', 7]);
    fitter.addPod(pods[2] as Pod, ['items', 8]);
    const { nodes: fits, problems } = fitter.fit(pod);
    const readable = [pods[0] as Pod, podOn('n1', 'b', { requests: { cpu: '300m' } })];
    expect(fits).toEqual(nodes.map((node) => fitsNode(pod, node, { pods: readable })));
    const other = specOf({ cpu: '1' });
    const options = { ignoredResources: ['x.io/a'] };
    expect(fitter.fit(other, options).nodes).toEqual(
      nodes.map((node) => fitsNode(other, node, { pods: readable }, options)),
    );
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'INVALID_QUANTITY items[7].spec.containers[0].resources.requests[memory]',
      'NEGATIVE items[7].spec.containers[0].resources.requests[x.io/a]',
      'UNKNOWN_NODE items[8].spec.nodeName',
    ]);
  });

  test('reports negative amounts of the spec, not of the status', () => {
    const status = { resources: { requests: { cpu: '-5' } }, allocatedResources: { cpu: '-6' } };
    const placed = podOn('n1', 'a', {}, status);
    const resources = { requests: { cpu: '-4' } };
    const fitter = clusterFitter();
    fitter.addNode(nodes[0] as Node);
    fitter.addPod({ ...placed, spec: { ...placed.spec, resources } });
    const { problems } = fitter.fit(pod);
    expect(problems.map(({ path, value }) => `${path} ${value}`)).toEqual([
      'pods[0].spec.resources.requests[cpu] -4',
    ]);
  });

  test('compares with what was added since the last comparison', () => {
    const fitter = clusterFitter();
    const fitting = () => fitter.fit(pod).nodes.map(({ node, fits }) => `${node} ${fits}`);
    expect(fitting()).toEqual([]);
    fitter.addNode(nodes[0] as Node);
    expect(fitting()).toEqual(['n1 true']);
    fitter.addPod(podOn('n1', 'a', { requests: { cpu: '3' } }));
    expect(fitting()).toEqual(['n1 false']);
    fitter.addNode(nodes[1] as Node);
    expect(fitting()).toEqual(['n1 false', 'n2 true']);
  });

  test('throws if the Pod to place is not readable', () => {
    expect(failure(() => clusterFitter().fit(specOf({ cpu: 'x' })))).toBe(
      'INVALID_QUANTITY containers[0].resources.requests[cpu]',
    );
  });
});
