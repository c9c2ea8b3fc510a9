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

  test.each(['INVALID:spec.ports[0].nodePort', 'invalid:', 'Invalid'])(
    'reads %s as a gate does',
    async (given) => {
      const { stdout } = await kubesem(['explain', given]);
      expect(stdout).toMatch(/^INVALID \(error\)\n/);
    },
  );

  test.each([
    ['INVALD', 'did you mean INVALID?'],
    ['RESOURCES_MISING', 'did you mean RESOURCES_MISSING?'],
    ['__proto__', 'each finding ends with its code'],
    ['', 'each finding ends with its code'],
    ['ınvalid_x', 'each finding ends with its code'],
    ['A'.repeat(5000), 'each finding ends with its code'],
  ])('names the codes that are near to %s', async (given, advice) => {
    const { status, stderr } = await kubesem(['explain', given]);
    expect(status).toBe(2);
    expect(stderr).toContain(advice);
  });

  test('completes codes, which its help does not list', async () => {
    const { stdout } = await kubesem(['explain', '--help']);
    expect(stdout).not.toContain('NOT_SUPPORTED');
  });
});
