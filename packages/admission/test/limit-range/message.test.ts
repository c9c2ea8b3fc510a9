import { limitRangeMessage, podLimitRangeViolations } from '@kubesem/admission';
import type { LimitRangeItem, ResourceRequirements } from '@kubesem/core';
import { expect, test } from 'vitest';

test.each<[LimitRangeItem, ResourceRequirements, string]>([
  [{ min: { cpu: '1' } }, {}, 'minimum cpu usage per Container is 1.  No request is specified'],
  [
    { min: { cpu: '1' } },
    { requests: { cpu: '2' }, limits: { cpu: '999m' } },
    'minimum cpu usage per Container is 1, but limit is 999m',
  ],
  [
    { max: { memory: '1Gi' } },
    { requests: { memory: '2Gi' }, limits: { memory: '1Gi' } },
    'maximum memory usage per Container is 1Gi, but request is 2Gi',
  ],
  [
    { maxLimitRequestRatio: { cpu: '2' } },
    { requests: { cpu: '0' }, limits: { cpu: '1' } },
    'cpu max limit to request ratio per Container is 2, but no request is specified or request is 0',
  ],
  [
    { maxLimitRequestRatio: { cpu: '1' } },
    { requests: { cpu: '128m' }, limits: { cpu: '129m' } },
    // Go rounds half to even.
    'cpu max limit to request ratio per Container is 1, but provided ratio is 1.007812',
  ],
])('%j, %j', (bounds, resources, message) => {
  const limitRange = { spec: { limits: [{ type: 'Container', ...bounds }] } };
  const found = podLimitRangeViolations(
    { containers: [{ name: 'app', resources }] },
    { limitRanges: [limitRange] },
  );
  expect(found.map(limitRangeMessage)).toEqual([message]);
});
