import {
  applyQuotaStatus,
  type QuotaObject,
  quotaUsage,
  quotaViolations,
} from '@kubesem/admission';
import type { ResourceQuota } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { errorsOfFields, failure } from '../../../../scripts/testing.js';

const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  spec: { storageClassName: 'gold', resources: { requests: { storage: '11Gi' } } },
  status: { allocatedResources: { storage: '12Gi' } },
};

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  spec: { type: 'LoadBalancer', ports: [{ nodePort: 30000 }] },
};

const pod = {
  kind: 'Pod',
  spec: {
    containers: [{ name: 'app', resources: { limits: { memory: '15' } } }],
    affinity: {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] },
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] },
    },
  },
  status: { phase: 'Running' },
};

const quota = {
  spec: {
    hard: { pods: '16', services: '17', 'requests.storage': '18' },
    scopes: ['CrossNamespacePodAffinity', 'NotBestEffort'],
    scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', values: ['high'] }] },
  },
  status: { hard: { pods: '19' }, used: { pods: '2' } },
};

const open = { spec: { hard: quota.spec.hard } };

describe('fields that are not readable', () => {
  test('of a claim', () => {
    const measure = (value: QuotaObject) => quotaUsage(open, [service, value]);
    expect(errorsOfFields(claim, measure)).toEqual([
      'INVALID_TYPE objects[1].apiVersion',
      'INVALID_TYPE objects[1].kind',
      'INVALID_TYPE objects[1].spec',
      'INVALID_TYPE objects[1].spec.storageClassName',
      'INVALID_TYPE objects[1].spec.resources',
      'INVALID_TYPE objects[1].spec.resources.requests',
      'INVALID_QUANTITY objects[1].spec.resources.requests[storage]',
      'INVALID_TYPE objects[1].status',
      'INVALID_TYPE objects[1].status.allocatedResources',
      'INVALID_QUANTITY objects[1].status.allocatedResources[storage]',
    ]);
  });

  test('of a Service', () => {
    const measure = (value: QuotaObject) => quotaUsage(open, [value]);
    expect(errorsOfFields(service, measure)).toEqual([
      'INVALID_TYPE objects[0].apiVersion',
      'INVALID_TYPE objects[0].kind',
      'INVALID_TYPE objects[0].spec',
      'INVALID_TYPE objects[0].spec.type',
      'INVALID_TYPE objects[0].spec.ports',
      'INVALID_TYPE objects[0].spec.ports[0]',
      'INVALID_TYPE objects[0].spec.ports[0].nodePort',
    ]);
  });

  test('of a Pod', () => {
    const scoped = { spec: { ...quota.spec, scopeSelector: null } };
    const measure = (value: QuotaObject) => quotaUsage(scoped, [value]);
    expect(errorsOfFields(pod, measure)).toEqual([
      'INVALID_TYPE objects[0].kind',
      'NOT_A_POD objects[0].spec',
      'INVALID_TYPE objects[0].spec.containers',
      'INVALID_TYPE objects[0].spec.containers[0]',
      'INVALID_TYPE objects[0].spec.containers[0].name',
      'INVALID_TYPE objects[0].spec.containers[0].resources',
      'INVALID_TYPE objects[0].spec.containers[0].resources.limits',
      'INVALID_QUANTITY objects[0].spec.containers[0].resources.limits[memory]',
      'INVALID_TYPE objects[0].spec.affinity',
      'INVALID_TYPE objects[0].spec.affinity.podAffinity',
      'INVALID_TYPE objects[0].spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution',
      'INVALID_TYPE objects[0].spec.affinity.podAntiAffinity',
      'INVALID_TYPE objects[0].spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution',
      'INVALID_TYPE objects[0].status',
    ]);
  });

  test.each([
    ['quotaUsage', quotaUsage],
    ['applyQuotaStatus', applyQuotaStatus],
  ] as const)('of a quota: %s', (_, measure) => {
    expect(errorsOfFields(quota, (value) => measure(value, []))).toEqual([
      'INVALID_TYPE spec',
      'INVALID_TYPE spec.hard',
      'INVALID_QUANTITY spec.hard[pods]',
      'INVALID_QUANTITY spec.hard[services]',
      'INVALID_QUANTITY spec.hard[requests.storage]',
      'INVALID_TYPE spec.scopes',
      'INVALID_TYPE spec.scopes[0]',
      'INVALID_TYPE spec.scopes[1]',
      'INVALID_TYPE spec.scopeSelector',
      'INVALID_TYPE spec.scopeSelector.matchExpressions',
      'INVALID_TYPE spec.scopeSelector.matchExpressions[0]',
      'INVALID_TYPE spec.scopeSelector.matchExpressions[0].scopeName',
      'INVALID_TYPE spec.scopeSelector.matchExpressions[0].values',
      'INVALID_TYPE spec.scopeSelector.matchExpressions[0].values[0]',
      'INVALID_TYPE status',
      'INVALID_TYPE status.used',
      'INVALID_QUANTITY status.used[pods]',
    ]);
  });

  test('of an ephemeral container to admit', () => {
    const debug = { name: 'debug', resources: 'abc' };
    const object: object = { kind: 'Pod', spec: { containers: [], ephemeralContainers: [debug] } };
    expect(failure(() => quotaViolations([{}], object as QuotaObject))).toBe(
      'INVALID_TYPE spec.ephemeralContainers[0].resources',
    );
  });

  test('of a quota to check', () => {
    const check = (value: ResourceQuota) => quotaViolations([{}, value], pod);
    expect(errorsOfFields(quota, check)).toEqual([
      'INVALID_TYPE quotas[1].spec',
      'INVALID_TYPE quotas[1].spec.scopes',
      'INVALID_TYPE quotas[1].spec.scopes[0]',
      'INVALID_TYPE quotas[1].spec.scopes[1]',
      'INVALID_TYPE quotas[1].spec.scopeSelector',
      'INVALID_TYPE quotas[1].spec.scopeSelector.matchExpressions',
      'INVALID_TYPE quotas[1].spec.scopeSelector.matchExpressions[0]',
      'INVALID_TYPE quotas[1].spec.scopeSelector.matchExpressions[0].scopeName',
      'INVALID_TYPE quotas[1].spec.scopeSelector.matchExpressions[0].values',
      'INVALID_TYPE quotas[1].spec.scopeSelector.matchExpressions[0].values[0]',
      'INVALID_TYPE quotas[1].status',
      'INVALID_TYPE quotas[1].status.hard',
      'INVALID_QUANTITY quotas[1].status.hard[pods]',
      'INVALID_TYPE quotas[1].status.used',
      'INVALID_QUANTITY quotas[1].status.used[pods]',
    ]);
  });
});

describe('objects of another kind', () => {
  const secret = { kind: 'Secret' };
  const noQuota = null as unknown as ResourceQuota;
  const counted = { spec: { hard: { pods: '100' } } };

  test.each([[null], [{}], [{ spec: {}, status: {} }]])('a quota of %j has no usage', (value) => {
    const empty = value as ResourceQuota;
    expect(quotaUsage(empty, [secret])).toEqual({});
    expect(applyQuotaStatus(empty, []).status?.used).toEqual({});
  });

  test('null is a quota without limits', () => {
    expect(quotaViolations([noQuota, {}], secret)).toEqual([]);
    expect(failure(() => quotaViolations([5 as unknown as ResourceQuota], secret))).toBe(
      'INVALID_TYPE quotas[0]',
    );
  });

  test.each([
    [null, 'KIND_MISSING objects[1].kind'],
    [{ apiVersion: 'v1' }, 'KIND_MISSING objects[1].kind'],
    [5, 'INVALID_TYPE objects[1]'],
    [[], 'INVALID_TYPE objects[1]'],
    [{ kind: 'Pod', spec: { template: {} } }, 'NOT_A_POD objects[1]'],
  ])('%j is rejected: %s', (object, error) => {
    expect(failure(() => quotaUsage(counted, [secret, object as QuotaObject]))).toBe(error);
  });

  test('an object to admit must have a kind', () => {
    expect(failure(() => quotaViolations([{}], null as unknown as QuotaObject))).toBe(
      'KIND_MISSING kind',
    );
    expect(failure(() => quotaViolations([{}], 5 as QuotaObject))).toBe('INVALID_TYPE ');
  });

  test('errors that an object itself throws are passed on', () => {
    const object = Object.defineProperty({}, 'kind', {
      get: () => {
        throw new Error('from a getter');
      },
    });
    expect(() => quotaUsage(counted, [object])).toThrow('from a getter');
  });
});
