import { applyResourceDefaults, podRequests } from '@kubesem/resources';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('The build fails: 1 error.');
});

describe('what goes wrong otherwise', () => {
  it('the API server stores 1m for a CPU request of 0.0005', () => {
    const resources = { requests: { cpu: '0.0005' } };
    const pod = applyResourceDefaults({ containers: [{ name: 'app', resources }] });
    expect(String(podRequests(pod).cpu)).toBe('1m');
  });
});
