import { clusterUsage } from '@kubesem/nodes';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('shop/web | memory | 192Mi | 150% | 75%');
});

describe('what goes wrong otherwise', () => {
  it('usage is rounded up, and a Pod without metrics has no ratio', () => {
    const { nodes, pods } = clusterUsage({
      nodes: [{ metadata: { name: 'n' }, status: { allocatable: { cpu: '4' } } }],
      nodeMetrics: [{ metadata: { name: 'n' }, usage: { cpu: '1250000001n' } }],
      pods: [{ metadata: { name: 'web' }, spec: { nodeName: 'n' } }],
      podMetrics: [],
    });
    expect(nodes[0]?.cpu.text).toBe('1251m');
    expect(pods[0]?.cpu).toMatchObject({ text: '<unknown>', requestRatio: undefined });
  });
});
