import { addQuotaUsage, quotaAdmission, quotaViolations } from '@kubesem/admission';
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

describe('quotaAdmission', () => {
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
    const result = quotaAdmission([quotaOf(hard, used)], podOf(requests), { count: 9 });
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
      const { admitted, quotas: after } = quotaAdmission(quotas, pod, { count: 1e6 });
      let created = 0;
      while (quotaViolations(quotas, pod).length === 0) {
        quotas = addQuotaUsage(quotas, pod);
        created++;
      }
      expect(admitted).toBe(created);
      expect(after).toEqual(quotas);
    }
  });

  test('without a count, one object is created', () => {
    const { admitted, quotas } = quotaAdmission([quotaOf({ pods: 3 }, { pods: 0 })], podOf({}));
    expect([admitted, quotas[0]?.status?.used]).toEqual([1, { pods: '1' }]);
  });

  test('the lowest of several quotas decides, in its own namespace', () => {
    const quotas = [
      quotaOf({ pods: 8 }, { pods: 0 }),
      quotaOf({ pods: 5 }, { pods: 3 }),
      quotaOf({ pods: 0 }, { pods: 0 }, 'other'),
    ];
    const result = quotaAdmission(quotas, podOf({}), { count: 4 });
    expect(result.admitted).toBe(2);
    expect(result.quotas.map(({ status }) => `${status?.used?.pods}`)).toEqual(['2', '5', '0']);
    expect(result.quotas[2]).toBe(quotas[2]);
  });
});

describe('quotaAdmission of a group', () => {
  const claimOf = (storage: string) => ({
    kind: 'PersistentVolumeClaim',
    spec: { resources: { requests: { storage } } },
  });
  const group = [claimOf('1Gi'), claimOf('2Gi'), podOf({ cpu: '1' })];
  const used = { 'requests.storage': '0', persistentvolumeclaims: '0', pods: '0' };

  test.each<[string, ResourceList, number | undefined, number, ResourceList]>([
    ['nothing is limited', {}, undefined, 9, {}],
    ['claims are few', { persistentvolumeclaims: '4' }, 2, 2, { persistentvolumeclaims: '4' }],
    [
      'Pods are few',
      { pods: '1', persistentvolumeclaims: '9' },
      1,
      1,
      { pods: '1', persistentvolumeclaims: '4' },
    ],
    [
      'the first claim still fits',
      { 'requests.storage': '7Gi' },
      2,
      2,
      { 'requests.storage': '7Gi' },
    ],
    [
      'only the second claim fits',
      { 'requests.storage': '2Gi' },
      0,
      0,
      { 'requests.storage': '1Gi' },
    ],
  ])('of 9, if %s', (_, hard, fitting, admitted, after) => {
    const known = Object.fromEntries(
      Object.keys(hard).map((name) => [name, used[name as keyof typeof used]]),
    );
    const result = quotaAdmission([quotaOf(hard, known)], group, { count: 9 });
    expect([result.fitting, result.admitted]).toEqual([fitting, admitted]);
    expect(result.quotas[0]?.status?.used).toEqual(after);
    expect(result.violations.length > 0).toBe(admitted < 9);
  });

  test('agrees with creating the objects one by one', () => {
    for (const hard of ['3Gi', '10Gi', '11Gi', '12Gi']) {
      let quotas: readonly ResourceQuota[] = [
        quotaOf({ 'requests.storage': hard }, { 'requests.storage': '1' }),
      ];
      const result = quotaAdmission(quotas, group, { count: 9 });
      let admitted = 0;
      for (let isAdmitted = true; isAdmitted; admitted += isAdmitted ? 1 : 0) {
        for (const object of group) {
          const isFitting = quotaViolations(quotas, object).length === 0;
          isAdmitted = isAdmitted && isFitting;
          quotas = isFitting ? addQuotaUsage(quotas, object) : quotas;
        }
      }
      expect([result.admitted, result.quotas]).toEqual([admitted, quotas]);
    }
  });
});

describe('quotaAdmission of an update', () => {
  const service = (type: string, ports: number) => ({
    kind: 'Service',
    spec: { type, ports: Array.from({ length: ports }, () => ({ port: 80 })) },
  });
  const hard = { services: '1', 'services.nodeports': '5', 'services.loadbalancers': '1' };
  const used = { services: '1', 'services.nodeports': '3', 'services.loadbalancers': '0' };

  test.each<[object, object, ResourceList, number]>([
    [service('NodePort', 3), service('NodePort', 3), {}, 0],
    [service('NodePort', 3), service('NodePort', 5), { 'services.nodeports': '5' }, 0],
    [service('NodePort', 3), service('NodePort', 6), {}, 1],
    [service('NodePort', 3), service('ClusterIP', 9), {}, 0],
    [
      service('ClusterIP', 1),
      service('LoadBalancer', 1),
      { 'services.nodeports': '4', 'services.loadbalancers': '1' },
      0,
    ],
    [{ kind: 'Secret' }, { kind: 'Secret' }, {}, 0],
  ])('of %j to %j counts what is more', (before, object, more, violations) => {
    const result = quotaAdmission(
      [quotaOf({ ...hard, secrets: '0' }, { ...used, secrets: '0' })],
      object,
      { before },
    );
    expect(result.violations).toHaveLength(violations);
    expect(result.quotas[0]?.status?.used).toEqual({ ...used, secrets: '0', ...more });
  });

  const scoped = (scope: string): ResourceQuota => ({
    ...quotaOf({ pods: '5', cpu: '3' }, { pods: '1', cpu: '1' }),
    spec: { scopes: [scope] },
  });
  const podWith = (activeDeadlineSeconds: number | undefined) => ({
    kind: 'Pod',
    spec: {
      activeDeadlineSeconds,
      containers: [{ name: 'app', resources: { requests: { cpu: '2' } } }],
    },
  });

  test.each([
    // The quota controller frees what the Pod used before; admission does not.
    ['sets a deadline', undefined, 60, [{ pods: '2', cpu: '3' }, undefined]],
    ['removes the deadline', 60, undefined, [undefined, { pods: '2', cpu: '3' }]],
    ['shortens the deadline', 60, 30, [undefined, undefined]],
  ])('a Pod that %s counts in the quotas whose scopes it enters', (_, before, after, used) => {
    const quotas = [scoped('Terminating'), scoped('NotTerminating')];
    const result = quotaAdmission(quotas, podWith(after), { before: podWith(before) });
    expect(result).toMatchObject({ admitted: 1, violations: [] });
    expect(result.quotas.map(({ status }) => status?.used)).toEqual(
      used.map((each) => each ?? { pods: '1', cpu: '1' }),
    );
  });

  test('an update can exceed a quota whose scope the Pod enters', () => {
    const quota = quotaOf({ cpu: '2' }, { cpu: '1' });
    const terminating = { ...quota, spec: { scopes: ['Terminating'] } };
    const result = quotaAdmission([terminating], podWith(60), { before: podWith(undefined) });
    expect(result.admitted).toBe(0);
    expect(result.violations.map(({ code }) => code)).toEqual(['QUOTA_EXCEEDED']);
  });

  test('a claim that gets a class of volume attributes counts in the quota of the class', () => {
    const claimWith = (volumeAttributesClassName: string | undefined) => ({
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
      spec: { volumeAttributesClassName, resources: { requests: { storage: '2Gi' } } },
    });
    const quota = quotaOf({ 'requests.storage': '5Gi' }, { 'requests.storage': '1Gi' });
    const matchExpressions = [
      { scopeName: 'VolumeAttributesClass', operator: 'In', values: ['fast'] },
    ];
    const fast = { ...quota, spec: { scopeSelector: { matchExpressions } } };
    const usedAfter = (before: string | undefined) =>
      quotaAdmission([fast], claimWith('fast'), { before: claimWith(before) }).quotas[0]?.status
        ?.used;
    expect(usedAfter('slow')).toEqual({ 'requests.storage': '3Gi' });
    expect(usedAfter('fast')).toEqual({ 'requests.storage': '1Gi' });
  });

  test('counts no other update of a Pod, also in a list', () => {
    const pod = (cpu: string) => ({
      kind: 'Pod',
      spec: { containers: [{ name: 'app', resources: { requests: { cpu } } }] },
    });
    const quotas = [quotaOf({ cpu: '1' }, { cpu: '1' })];
    for (const object of [pod('2'), [pod('2')]]) {
      const result = quotaAdmission(quotas, object, { before: pod('1') });
      expect(result).toMatchObject({ admitted: 1, violations: [], quotas });
    }
  });
});

describe('addQuotaUsage', () => {
  test.each([
    // Without a suffix, the sum is decimal from then on.
    ['1Ki', '100M', 16, '1600001024'],
    ['1Gi', '1Gi', 5000, '5001Gi'],
    ['0', '1Mi', 3, '3Mi'],
    ['0', '100M', 16, '1600M'],
    ['1Gi', '1M', 1024, '2097741824'],
    ['0.5Ki', '512', 3, '2048'],
    ['1e3', '1e3', 3, '4e3'],
    ['1e3', '500', 3, '2500'],
    ['1e3', '500', 4, '3k'],
  ])(
    'of %s and %s %i times is spelled as the API server stores it',
    (before, amount, count, sum) => {
      const add = (quotas: readonly ResourceQuota[], times: number) =>
        addQuotaUsage(quotas, podOf({ memory: amount }), { count: times });
      const quotas: readonly ResourceQuota[] = [quotaOf({ memory: '9E' }, { memory: before })];
      const after = add(quotas, count);
      expect(after[0]?.status?.used).toEqual({ memory: sum });
      const single = Array.from({ length: count }).reduce<readonly ResourceQuota[]>(
        (all) => add(all, 1),
        quotas,
      );
      expect(single).toEqual(after);
    },
  );

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
      'INVALID_QUANTITY quotas[1].status.hard[pods]',
    );
  });
});

test('addQuotaUsage removes objects with a count below 0', () => {
  const quota = quotaOf({ cpu: '4' }, { cpu: '3' });
  expect(addQuotaUsage([quota], podOf({ cpu: '500m' }), { count: -2 })[0]?.status?.used).toEqual({
    cpu: '2',
  });
});
