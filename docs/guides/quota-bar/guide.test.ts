import { quotaBars } from '@kubesem/admission';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('3 of 5 new Pods are admitted.');
});

describe('what goes wrong otherwise', () => {
  it('suffixes count, and 0 of 0 has no ratio', () => {
    const hard = { pods: '1k', memory: '1.5Gi', cpu: '2', secrets: '0' };
    const used = { pods: '500', memory: '1536Mi', cpu: '1500m', secrets: '0' };
    const bars = quotaBars({ status: { hard, used } });
    const ratios = Object.entries(bars).map(([name, bar]) => [name, bar?.ratio]);
    expect(Object.fromEntries(ratios)).toEqual({
      pods: 0.5,
      memory: 1,
      cpu: 0.75,
      secrets: undefined,
    });
  });
});
