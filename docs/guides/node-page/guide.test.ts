import { nodeAllocations, podPercent } from '@kubesem/nodes';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('cpu: 850m of 3920m (21%), 3070m free');
});

describe('what goes wrong otherwise', () => {
  it('216 Pods of 1k are 21 %', () => {
    const nodes = [{ metadata: { name: 'n' }, status: { allocatable: { pods: '1k' } } }];
    const pods = Array.from({ length: 216 }, () => ({ spec: { nodeName: 'n' } }));
    const cluster = nodeAllocations({ nodes, pods });
    expect(podPercent(cluster, cluster.podCounts.counted)).toBe(21);
  });

  it('a Pod that still pulls its image holds its requests', () => {
    const nodes = [{ metadata: { name: 'n' }, status: { allocatable: { cpu: '1' } } }];
    const containers = [{ name: 'app', resources: { requests: { cpu: '500m' } } }];
    const pending = { spec: { nodeName: 'n', containers }, status: { phase: 'Pending' } };
    expect(nodeAllocations({ nodes, pods: [pending] }).requests.cpu?.percent).toBe(50);
  });
});
