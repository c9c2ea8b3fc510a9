import { quotaMessage, quotaViolations } from '@kubesem/admission';
import type { ResourceQuota } from '@kubesem/core';
import { expect, test } from 'vitest';

const pod = {
  kind: 'Pod',
  spec: { containers: [{ name: 'app', resources: { requests: { cpu: '2' } } }] },
};

const messageOf = (...quotas: ResourceQuota[]) => quotaMessage(quotaViolations(quotas, pod));

test('there is no message if the object is admitted', () => {
  expect(messageOf()).toBeUndefined();
});

test('the first quota that is exceeded is reported, with all of its names', () => {
  const [hard, used] = [
    { pods: '1', cpu: '2' },
    { pods: '1', cpu: '500m' },
  ] as const;
  const quotas = ['a', 'b'].map((name) => ({ metadata: { name }, status: { hard, used } }));
  expect(messageOf(...quotas)).toBe(
    'exceeded quota: a, requested: cpu=2,pods=1, used: cpu=500m,pods=1, limited: cpu=2,pods=1',
  );
});

test('containers that must set a resource are reported first', () => {
  const hard = { pods: '0', 'limits.cpu': '1', 'requests.memory': '1' };
  const status = { hard, used: { pods: '0', 'limits.cpu': '0', 'requests.memory': '0' } };
  expect(messageOf({ metadata: { name: 'a' }, status })).toBe(
    'failed quota: a: must specify limits.cpu for: app; requests.memory for: app',
  );
});

test('a usage that is not known is reported', () => {
  expect(messageOf({ metadata: { name: 'a' }, status: { hard: { pods: '4' } } })).toBe(
    'status unknown for quota: a, resources: pods',
  );
});
