import { evictionAnswer, pdbProblems } from '@kubesem/disruption';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

const NOW = '2026-01-01T00:00:00Z';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('node-2 is drained after 80 s.');
});

describe('what goes wrong otherwise', () => {
  const matchLabels = { app: 'web' };
  const pod = {
    metadata: { name: 'web-1', labels: matchLabels },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  };
  const pdb = (name: string) => ({
    metadata: { name },
    spec: { minAvailable: 1, selector: { matchLabels } },
    status: { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3 },
  });

  it('two budgets of one Pod block its eviction, even if each allows it', () => {
    expect(evictionAnswer(pod, { podDisruptionBudgets: [pdb('a')] }, { now: NOW }).code).toBe(201);
    expect(
      evictionAnswer(pod, { podDisruptionBudgets: [pdb('a'), pdb('b')] }, { now: NOW }).code,
    ).toBe(500);
  });

  it('a budget with maxUnavailable for the Pods of a DaemonSet cannot be computed', () => {
    const template = { metadata: { labels: matchLabels } };
    const metadata = { name: 'web' };
    const web = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { template } };
    const budget = { metadata, spec: { maxUnavailable: 1, selector: { matchLabels } } };
    expect(pdbProblems([budget], [web]).map(({ code }) => code)).toEqual(['BUDGET_SYNC_FAILS']);
  });
});
