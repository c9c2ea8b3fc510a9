import { type QuotaObject, quotaViolations } from '@kubesem/admission';
import type { Pod, PodSpec, ResourceList, ResourceQuota, ResourceQuotaSpec } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

/** A quota with a status. */
function quota(
  hard: ResourceList,
  used: ResourceList,
  spec?: ResourceQuotaSpec,
  name = 'a',
): ResourceQuota {
  return { metadata: { name }, spec, status: { hard, used } };
}

/** Each violation in one line. */
function found(quotas: ResourceQuota | readonly ResourceQuota[], object: QuotaObject): string[] {
  return quotaViolations([quotas].flat(), object).map(({ code, quota, resource, containers }) =>
    [code, quota, resource, ...containers].join(' '),
  );
}

const pod = (requests: ResourceList, rest: PodSpec = {}): Pod => ({
  kind: 'Pod',
  spec: { containers: [{ name: 'app', resources: { requests } }], ...rest },
});

describe('QUOTA_EXCEEDED', () => {
  test.each<[string, ResourceList, ResourceList, ResourceList, string[]]>([
    ['an unused quota', { cpu: 2 }, { cpu: 0 }, { cpu: 2 }, []],
    ['a request of everything that is left', { cpu: 2 }, { cpu: '0.5' }, { cpu: '1500m' }, []],
    ['a request of more', { cpu: 2 }, { cpu: '0.5' }, { cpu: '1501m' }, ['QUOTA_EXCEEDED a cpu']],
    ['a limit of zero', { cpu: 0 }, { cpu: 0 }, { cpu: '1m' }, ['QUOTA_EXCEEDED a cpu']],
    ['a limit of zero and no request', { cpu: 0 }, { cpu: 0 }, { cpu: 0 }, []],
    [
      'a quota that is exceeded already',
      { cpu: 1, 'limits.cpu': 1, pods: 9 },
      { cpu: 5, 'limits.cpu': 5, pods: 3 },
      { cpu: 0 },
      ['QUOTA_RESOURCE_MISSING a limits.cpu app'],
    ],
    [
      'an extended resource',
      { 'requests.x.y/z': 1 },
      { 'requests.x.y/z': 1 },
      { 'x.y/z': 1 },
      ['QUOTA_EXCEEDED a requests.x.y/z'],
    ],
    [
      'several names, sorted',
      { pods: 1, memory: 1, 'count/pods': 2 },
      { pods: 1, memory: 1, 'count/pods': 1 },
      { memory: 1 },
      ['QUOTA_EXCEEDED a memory', 'QUOTA_EXCEEDED a pods'],
    ],
  ])('with %s', (_, hard, used, requests, expected) => {
    expect(found(quota(hard, used), pod(requests))).toEqual(expected);
  });

  test('is reported with the amounts', () => {
    const [violation] = quotaViolations(
      [quota({ memory: '2Gi' }, { memory: '1.5Gi' })],
      pod({ memory: '1Gi' }),
    );
    const { message, ...data } = JSON.parse(JSON.stringify(violation));
    expect(message).toContain('memory=1Gi');
    expect(data).toEqual({
      type: 'FORBIDDEN',
      severity: 'error',
      code: 'QUOTA_EXCEEDED',
      segments: [],
      path: '',
      quota: 'a',
      resource: 'memory',
      requested: '1Gi',
      used: '1536Mi',
      hard: '2Gi',
      containers: [],
    });
  });

  test('compares with the status, not with the spec', () => {
    const pods = { pods: 1 };
    expect(found({ spec: { hard: { pods: 0 } } }, pod({}))).toEqual([]);
    expect(found(quota(pods, { pods: 0 }, { hard: { pods: 0 } }), pod({}))).toEqual([]);
    expect(found(quota({ pods: 0 }, { pods: 0 }, { hard: pods }), pod({}))).toEqual([
      'QUOTA_EXCEEDED a pods',
    ]);
  });

  test.each<[string, QuotaObject, ResourceList, string[]]>([
    [
      'Services',
      { kind: 'Service', spec: { type: 'LoadBalancer', ports: [{}] } } as QuotaObject,
      { services: 5, 'services.loadbalancers': 0 },
      ['QUOTA_EXCEEDED a services.loadbalancers'],
    ],
    [
      'claims',
      {
        kind: 'PersistentVolumeClaim',
        spec: { resources: { requests: { storage: '2Gi' } } },
      } as QuotaObject,
      { 'requests.storage': '1Gi' },
      ['QUOTA_EXCEEDED a requests.storage'],
    ],
    [
      'other objects',
      { apiVersion: 'apps/v1', kind: 'Deployment' },
      { 'count/deployments.apps': 0, 'count/deployments': 0 },
      ['QUOTA_EXCEEDED a count/deployments.apps'],
    ],
  ])('counts %s', (_, object, hard, expected) => {
    const used = Object.fromEntries(Object.keys(hard).map((name) => [name, 0]));
    expect(found(quota(hard, used), object)).toEqual(expected);
  });
});

describe('QUOTA_RESOURCE_MISSING', () => {
  const names = [
    'cpu',
    'memory',
    'requests.cpu',
    'limits.memory',
    'ephemeral-storage',
    'pods',
    'hugepages-2Mi',
  ];
  const hard = Object.fromEntries(names.map((name) => [name, '100Gi']));
  const used = Object.fromEntries(names.map((name) => [name, '0']));
  const containers = [
    { name: 'b', resources: { requests: { cpu: 1 } } },
    { name: 'a', resources: { requests: { cpu: 0 }, limits: { memory: 1 } } },
    { name: 'b' },
  ];

  test('requires cpu and memory in every app and init container', () => {
    const rest = {
      containers,
      initContainers: [{ name: 'i' }],
      ephemeralContainers: [{ name: 'e' }],
    };
    expect(found(quota(hard, used), pod({}, rest))).toEqual([
      'QUOTA_RESOURCE_MISSING a cpu b i',
      'QUOTA_RESOURCE_MISSING a limits.memory b i',
      'QUOTA_RESOURCE_MISSING a memory a b i',
      'QUOTA_RESOURCE_MISSING a requests.cpu b i',
    ]);
  });

  test('requires nothing if the Pod as a whole sets something', () => {
    const resources = { requests: { 'hugepages-2Mi': '2Mi' } };
    expect(found(quota(hard, used), pod({}, { containers, resources }))).toEqual([]);
  });

  test('requires nothing of a Pod that is not in the scope', () => {
    expect(found(quota(hard, used, { scopes: ['Terminating'] }), pod({}))).toEqual([]);
  });
});

test('extended resources whose names contain cpu or memory are not required', () => {
  const names = ['requests.example.com/cpu', 'requests.memory.example.com/x'];
  const hard = Object.fromEntries(names.map((name) => [name, '1']));
  expect(found(quota(hard, hard), pod({}))).toEqual([]);
});

test('QUOTA_STATUS_UNKNOWN names the usage that the status does not have', () => {
  expect(found(quota({ secrets: 1, configmaps: 1 }, {}), { kind: 'ConfigMap' })).toEqual([
    'QUOTA_STATUS_UNKNOWN a configmaps',
  ]);
  const [violation] = quotaViolations(
    [quota({ pods: 5, cpu: 5, secrets: 1 }, { pods: 1 })],
    pod({ cpu: 9 }),
  );
  expect(violation).toMatchObject({
    code: 'QUOTA_STATUS_UNKNOWN',
    resource: 'cpu',
    segments: ['quotas', 0, 'status', 'used', 'cpu'],
  });
});

test('NEGATIVE names every amount below zero, in any quota', () => {
  expect(found(quota({ secrets: 1 }, {}), pod({ cpu: -1 }))).toEqual([
    'NEGATIVE  cpu',
    'NEGATIVE  requests.cpu',
  ]);
  expect(found(quota({}, {}), pod({ memory: -1, cpu: -1 }))).toEqual([
    'NEGATIVE  cpu',
    'NEGATIVE  memory',
    'NEGATIVE  requests.cpu',
    'NEGATIVE  requests.memory',
  ]);
  expect(found([], pod({ cpu: -1 }))).toEqual([]);
});

test('QUOTA_SCOPE_INVALID names the selector of the quota', () => {
  const scopeSelector = { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] };
  const violations = quotaViolations(
    [{}, quota({ pods: 1 }, { pods: 0 }, { scopeSelector })],
    pod({}),
  );
  expect(violations).toMatchObject([
    { code: 'QUOTA_SCOPE_INVALID', quota: 'a', segments: ['quotas', 1, 'spec', 'scopeSelector'] },
  ]);
});

test('violations that stop the comparison come before exceeded quotas', () => {
  const quotas = [
    quota({ pods: 0 }, { pods: 0 }, undefined, 'first'),
    quota({ cpu: 1 }, { cpu: 0 }, undefined, 'second'),
    quota({ pods: 3 }, {}, undefined, 'third'),
  ];
  expect(found(quotas, pod({}))).toEqual([
    'QUOTA_RESOURCE_MISSING second cpu app',
    'QUOTA_STATUS_UNKNOWN third pods',
    'QUOTA_EXCEEDED first pods',
  ]);
});

test('a quota applies only to objects of its own namespace', () => {
  const full = (name: string, namespace?: string) => ({
    ...quota({ pods: 0 }, { pods: 0 }),
    metadata: { name, namespace },
  });
  const quotas = [
    full('of-a', 'a'),
    full('of-b', 'b'),
    full('of-default', 'default'),
    full('bare'),
  ];
  const inNamespace = (namespace?: string) => ({ ...pod({}), metadata: { namespace } });
  expect(found(quotas, inNamespace('a'))).toEqual(['QUOTA_EXCEEDED of-a pods']);
  expect(found(quotas, inNamespace('c'))).toEqual([]);
  const ofDefault = ['QUOTA_EXCEEDED of-default pods', 'QUOTA_EXCEEDED bare pods'];
  expect(found(quotas, inNamespace('default'))).toEqual(ofDefault);
  expect(found(quotas, inNamespace())).toEqual(ofDefault);
});

test('a quota needs no name', () => {
  const status = { hard: { pods: 0 }, used: { pods: 0 } };
  expect(quotaViolations([{ status }], pod({}))).toMatchObject([
    { code: 'QUOTA_EXCEEDED', quota: '' },
  ]);
});
