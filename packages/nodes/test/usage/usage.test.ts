import type { NodeMetrics, Pod, PodMetrics, ResourceList } from '@kubesem/core';
import { clusterUsage, type Usage } from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { frozen } from '../../../../scripts/testing.js';
import { nodeOf, podOn } from '../objects.js';

const nodeMetrics = (name: string, cpu: string, memory = '1Gi'): NodeMetrics => ({
  metadata: { name },
  usage: { cpu, memory },
});
const podMetrics = (
  name: string,
  usages: readonly ResourceList[],
  namespace = 'shop',
): PodMetrics => ({
  metadata: { name, namespace },
  containers: usages.map((usage, index) => ({ name: index === 0 ? 'app' : `c${index}`, usage })),
});
const shown = ({ cpu, memory }: Usage) => `${cpu.text} ${memory.text}`;

describe('nodes', () => {
  const allocatable = { cpu: '4', memory: '8Gi' };

  test('are compared with what is allocatable, or with the capacity', () => {
    const input = {
      nodeMetrics: [nodeMetrics('n1', '1250000001n', '3Gi')],
      nodes: [nodeOf('n1', allocatable)],
    };
    const [node] = clusterUsage(input).nodes;
    expect(node && shown(node)).toBe('1251m 3072Mi');
    expect([node?.cpu.percent, node?.memory.percent, node?.memory.ratio]).toEqual([31, 37, 0.375]);
    const [ofCapacity] = clusterUsage(input, { showCapacity: true }).nodes;
    expect(`${ofCapacity?.cpu.allocatable}`).toBe('640');
  });

  test('without metrics are unknown and last; metrics without a node have no share', () => {
    const { nodes } = clusterUsage({
      nodeMetrics: [nodeMetrics('n2', '1')],
      nodes: [nodeOf('n1', allocatable)],
    });
    expect(nodes.map(({ name, cpu }) => [name, cpu.text, cpu.percent, cpu.ratio])).toEqual([
      ['n2', '1000m', undefined, undefined],
      ['n1', '<unknown>', undefined, undefined],
    ]);
    expect(nodes[1]?.cpu.usage).toBeUndefined();
  });

  test('with nothing allocatable are at 0 %, but have no ratio', () => {
    const nodes = [nodeOf('n1', { cpu: '0' })];
    const [node] = clusterUsage({ nodeMetrics: [nodeMetrics('n1', '1')], nodes }).nodes;
    expect([node?.cpu.percent, node?.cpu.ratio]).toEqual([0, undefined]);
  });

  test('have the requests and limits of their Pods that have not ended', () => {
    const { nodes } = clusterUsage({
      nodes: [nodeOf('n1', allocatable)],
      nodeMetrics: [nodeMetrics('n1', '500m')],
      pods: [
        podOn('n1', 'a', { requests: { cpu: '1' }, limits: { memory: '2Gi' } }),
        podOn('n1', 'b', { requests: { cpu: '1' } }),
        podOn('n1', 'done', { requests: { cpu: '1' } }, { phase: 'Succeeded' }),
        podOn('n2', 'elsewhere', { requests: { cpu: '1' } }),
      ],
    });
    expect(`${nodes[0]?.cpu.request} ${nodes[0]?.memory.limit}`).toBe('2 2Gi');
    expect(nodes[0]?.cpu.requestRatio).toBe(0.25);
  });

  test('are sorted by name, or by the highest usage and then by name', () => {
    const input = {
      nodeMetrics: [
        nodeMetrics('b', '2', '1Gi'),
        nodeMetrics('c', '1', '3Gi'),
        nodeMetrics('a', '1', '1Gi'),
      ],
      nodes: [nodeOf('0', allocatable)],
    };
    const names = (sortBy?: 'cpu' | 'memory') =>
      clusterUsage(input, { sortBy })
        .nodes.map(({ name }) => name)
        .join('');
    expect([names(), names('cpu'), names('memory')]).toEqual(['abc0', 'bac0', 'cab0']);
  });
});

describe('Pods', () => {
  test('add up their containers, next to requests and limits', () => {
    const resources = { requests: { cpu: '200m' }, limits: { memory: '256Mi' } };
    const { pods } = clusterUsage({
      podMetrics: [
        podMetrics('web', [
          { cpu: '100m', memory: '64Mi' },
          { cpu: '50m', memory: '1' },
        ]),
      ],
      pods: [podOn('n1', 'web', resources)],
    });
    const [pod] = pods;
    expect(pod && shown(pod)).toBe('150m 64Mi');
    expect([pod?.nodeName, pod?.cpu.requestRatio, pod?.cpu.limitRatio]).toEqual([
      'n1',
      0.75,
      undefined,
    ]);
    expect(
      pod?.containers.map(({ name, cpu, memory }) => [name, cpu.requestRatio, memory.limitRatio]),
    ).toEqual([
      ['app', 0.5, 0.25],
      ['c1', undefined, undefined],
    ]);
  });

  test('have the effective requests of all their containers', () => {
    const pod: Pod = {
      metadata: { name: 'web' },
      spec: {
        initContainers: [{ name: 'init', resources: { requests: { cpu: '3' } } }],
        containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }],
        overhead: { cpu: '250m' },
      },
    };
    const { pods } = clusterUsage({ pods: [pod] });
    expect([pods[0]?.namespace, `${pods[0]?.cpu.request}`, pods[0]?.cpu.text]).toEqual([
      'default',
      '3250m',
      '<unknown>',
    ]);
  });

  test('match their metrics by namespace and name', () => {
    const { pods } = clusterUsage({
      podMetrics: [podMetrics('web', [{ cpu: '1' }], 'other')],
      pods: [podOn('n1', 'web', { requests: { cpu: '2' } })],
    });
    expect(
      pods.map(({ namespace, cpu }) => [namespace, cpu.text, cpu.request?.toString()]),
    ).toEqual([
      ['other', '1000m', undefined],
      ['shop', '<unknown>', '2'],
    ]);
  });

  test('that have ended count only with metrics', () => {
    const ended = podOn('n1', 'job', { requests: { cpu: '2' } }, { phase: 'Failed' });
    expect(clusterUsage({ pods: [ended] }).pods).toEqual([]);
    const { pods } = clusterUsage({
      pods: [ended],
      podMetrics: [podMetrics('job', [{ cpu: '1' }])],
    });
    expect(pods.map(({ cpu }) => [cpu.text, cpu.request])).toEqual([['1000m', undefined]]);
  });

  test('are added up by namespace and in total', () => {
    const { namespaces, total } = clusterUsage({
      podMetrics: [
        podMetrics('a', [{ cpu: '1500m', memory: '1Gi' }]),
        podMetrics('b', [{ cpu: '500m', memory: '1Gi' }]),
        podMetrics('a', [{ cpu: '1n', memory: '1' }], 'default'),
      ],
      pods: [podOn('n1', 'waiting', { requests: { cpu: '8' } })],
    });
    expect(namespaces.map((one) => `${one.namespace} ${one.pods} ${shown(one)}`)).toEqual([
      'default 1 1m 0Mi',
      'shop 3 2000m 2048Mi',
    ]);
    expect(`${total.cpu.usage} ${total.cpu.request}`).toBe('2000000001n 8');
  });
});

describe('bad input', () => {
  test('is reported with its place and counts as absent', () => {
    const { nodes, pods, problems } = clusterUsage({
      nodeMetrics: [{ metadata: { name: 'n1' }, usage: { cpu: 'much', memory: '1Gi' } }],
      podMetrics: [
        null as never,
        { metadata: { name: 'web' }, containers: [{ name: 'app', usage: { cpu: true as never } }] },
      ],
      nodes: [{ metadata: { name: 'n1' }, status: { allocatable: { cpu: '1 core' } } }],
      pods: [
        {
          metadata: { name: 'web' },
          spec: { containers: [{ resources: { requests: { cpu: 'x' } } }] },
        },
      ],
    });
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'INVALID_QUANTITY nodes[0].status.allocatable[cpu]',
      'NODE_CAPACITY_MISSING nodes[0].status',
      'INVALID_QUANTITY podMetrics[1].containers[0].usage[cpu]',
      'INVALID_QUANTITY nodeMetrics[0].usage[cpu]',
    ]);
    expect(nodes.map(shown)).toEqual(['0m 1024Mi']);
    expect(pods.map(({ name, cpu }) => [name, cpu.text])).toEqual([
      ['', '0m'],
      ['web', '0m'],
    ]);
  });

  test('is not changed, and __proto__ is a name like any other', () => {
    const input = frozen({
      podMetrics: [podMetrics('__proto__', [{ cpu: '1' }])],
      nodeMetrics: [nodeMetrics('__proto__', '1')],
      nodes: [nodeOf('__proto__', { cpu: '4' })],
      pods: [podOn('__proto__', '__proto__', {})],
    });
    const { nodes, pods } = clusterUsage(input);
    expect([nodes[0]?.cpu.ratio, pods[0]?.nodeName]).toEqual([0.25, '__proto__']);
  });

  test('nothing at all is an empty cluster', () => {
    const { nodes, pods, namespaces, total, problems } = clusterUsage({});
    expect([nodes, pods, namespaces, problems]).toEqual([[], [], [], []]);
    expect(total.cpu.text).toBe('<unknown>');
  });
});
