import { describe, expect, test } from 'vitest';
import { kubesem } from '../support/run.js';

describe('kubesem explain', () => {
  test('shows what a code means, what decides it and where it is documented', async () => {
    const { status, stdout } = await kubesem(['explain', 'resources_missing']);
    expect(status).toBe(0);
    expect(stdout).toBe(
      [
        'RESOURCES_MISSING (warning)',
        'A container has neither a request nor a limit of cpu or memory.',
        '',
        'Decided by k8s.io/kubernetes/pkg/apis/core/v1/helper/qos ComputePodQOS',
        'https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/',
        '',
      ].join('\n'),
    );
  });

  test('has the row for programs', async () => {
    const { stdout } = await kubesem(['explain', 'INVALID', '-o', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ code: 'INVALID', severity: 'error' });
  });

  test.each([
    ['INVALD', 'INVALID'],
    ['RESOURCES_MISING', 'RESOURCES_MISSING'],
    ['__proto__', 'NEGATIVE'],
  ])('names the code that is nearest to %s', async (given, nearest) => {
    const { status, stderr } = await kubesem(['explain', given]);
    expect(status).toBe(2);
    expect(stderr).toContain(given === '__proto__' ? 'did you mean' : `did you mean ${nearest}?`);
  });
});
