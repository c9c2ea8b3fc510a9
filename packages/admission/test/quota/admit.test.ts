import { addQuotaUsage, admitToQuotas, checkQuota } from '@kubesem/admission';
import type { ResourceList, ResourceQuota } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

const quotaOf = (hard: ResourceList, used: ResourceList, namespace?: string): ResourceQuota => ({
  metadata: { name: 'q', namespace },
  status: { hard, used },
});
const podOf = (requests: ResourceList) => ({
  kind: 'Pod',
  spec: { containers: [{ name: 'app', resources: { requests } }] },
});

describe('admitToQuotas', () => {
  test.each<[string, ResourceList, ResourceList, ResourceList, number, number | undefined]>([
    ['nothing is limited', {}, {}, { cpu: '1' }, 9, undefined],
    [
      'the object requests none of it',
      { memory: '1' },
      { memory: '1' },
      { memory: '0' },
      9,
      undefined,
    ],
    ['exactly so many fit', { cpu: '1' }, { cpu: '0' }, { cpu: '250m' }, 4, 4],
    ['one thousandth is missing', { cpu: '999m' }, { cpu: '0' }, { cpu: '250m' }, 3, 3],
    [
      'another name is tighter',
      { cpu: '9', pods: '5' },
      { cpu: '1', pods: '3' },
      { cpu: '1' },
      2,
      2,
    ],
    ['nothing is left', { pods: '5' }, { pods: '5' }, { cpu: '1' }, 0, 0],
    ['the quota is exceeded', { pods: '5' }, { pods: '7' }, { cpu: '1' }, 0, 0],
    ['the usage is unknown', { pods: '5' }, {}, { cpu: '1' }, 0, 0],
    ['the request is negative', { pods: '5' }, { pods: '0' }, { cpu: '-1' }, 0, 0],
    ['formats differ', { memory: '1Gi' }, { memory: '24M' }, { memory: '500M' }, 2, 2],
    ['amounts exceed int64', { cpu: '90E' }, { cpu: '1n' }, { cpu: '30E' }, 2, 2],
  ])('of 9 Pods, if %s', (_, hard, used, requests, admitted, fitting) => {
    const result = admitToQuotas([quotaOf(hard, used)], podOf(requests), { count: 9 });
    expect([result.admitted, result.fitting]).toEqual([admitted, fitting]);
    expect(result.violations.length > 0).toBe(admitted < 9);
  });

  test('agrees with creating the objects one by one', () => {
    for (const [hard, used, cpu] of [
      ['7', '3', '1300m'],
      ['2', '0', '333m'],
      ['1Gi', '1', '10M'],
    ] as const) {
      let quotas: readonly ResourceQuota[] = [quotaOf({ cpu: hard }, { cpu: used })];
      const pod = podOf({ cpu });
      const { admitted, quotas: after } = admitToQuotas(quotas, pod, { count: 1e6 });
      let created = 0;
      while (checkQuota(quotas, pod).length === 0) {
        quotas = addQuotaUsage(quotas, pod);
        created++;
      }
      expect(admitted).toBe(created);
      expect(after).toEqual(quotas);
    }
  });

  test('without a count, one object is created', () => {
    const { admitted, quotas } = admitToQuotas([quotaOf({ pods: 3 }, { pods: 0 })], podOf({}));
    expect([admitted, quotas[0]?.status?.used]).toEqual([1, { pods: '1' }]);
  });

  test('the lowest of several quotas decides, in its own namespace', () => {
    const quotas = [
      quotaOf({ pods: 8 }, { pods: 0 }),
      quotaOf({ pods: 5 }, { pods: 3 }),
      quotaOf({ pods: 0 }, { pods: 0 }, 'other'),
    ];
    const result = admitToQuotas(quotas, podOf({}), { count: 4 });
    expect(result.admitted).toBe(2);
    expect(result.quotas.map(({ status }) => `${status?.used?.pods}`)).toEqual(['2', '5', '0']);
    expect(result.quotas[2]).toBe(quotas[2]);
  });
});

describe('addQuotaUsage', () => {
  test('adds beyond the limit, and changes nothing that it receives', () => {
    const quota = quotaOf({ pods: '1', cpu: '1' }, { pods: '1', secrets: '4' });
    const copy = structuredClone(quota);
    const [after] = addQuotaUsage([quota], podOf({ cpu: '1' }), { count: 3 });
    expect(after?.status?.used).toEqual({ pods: '4', secrets: '4' });
    expect(quota).toEqual(copy);
    expect(after?.status?.hard).toBe(quota.status?.hard);
  });

  test('adds no objects', () => {
    const quotas = [quotaOf({ pods: '1' }, { pods: '1' })];
    expect(addQuotaUsage(quotas, podOf({}), { count: 0 })).toEqual(quotas);
  });

  test('names the quota in errors', () => {
    const quotas = [quotaOf({ pods: '1' }, {}), quotaOf({ pods: 'x' }, {})];
    expect(failure(() => addQuotaUsage(quotas, podOf({})))).toBe(
      'INVALID_QUANTITY quotas[1].status.hard.pods',
    );
  });
});

test('addQuotaUsage removes objects with a count below 0', () => {
  const quota = quotaOf({ cpu: '4' }, { cpu: '3' });
  expect(addQuotaUsage([quota], podOf({ cpu: '500m' }), { count: -2 })[0]?.status?.used).toEqual({
    cpu: '2',
  });
});
