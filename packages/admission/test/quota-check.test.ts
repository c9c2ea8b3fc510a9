import { checkQuota, type QuotaObject } from '@kubesem/admission';
import type { Pod, PodSpec, ResourceList, ResourceQuota, ResourceQuotaSpec } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { failure } from './failure.js';

/** A quota that is in force. */
function quota(
  hard: ResourceList,
  used: ResourceList,
  spec?: ResourceQuotaSpec,
  name = 'a',
): ResourceQuota {
  return { metadata: { name }, spec, status: { hard, used } };
}

/** Violations in one line each. */
function found(quotas: ResourceQuota | readonly ResourceQuota[], object: QuotaObject): string[] {
  return checkQuota([quotas].flat(), object).map(({ code, quota, resource, containers }) =>
    [code, quota, resource, ...containers].join(' '),
  );
}

const pod = (requests: ResourceList, rest: PodSpec = {}): Pod => ({
  kind: 'Pod',
  spec: { containers: [{ name: 'app', resources: { requests } }], ...rest },
});

describe('what would be exceeded', () => {
  test.each<[string, ResourceList, ResourceList, ResourceList, string[]]>([
    ['nothing of it is used', { cpu: 2 }, { cpu: 0 }, { cpu: 2 }, []],
    ['all is used', { cpu: 2 }, { cpu: '0.5' }, { cpu: '1500m' }, []],
    ['more is used', { cpu: 2 }, { cpu: '0.5' }, { cpu: '1501m' }, ['EXCEEDED a cpu']],
    ['nothing may be', { cpu: 0 }, { cpu: 0 }, { cpu: '1m' }, ['EXCEEDED a cpu']],
    ['nothing may be, and nothing is asked for', { cpu: 0 }, { cpu: 0 }, { cpu: 0 }, []],
    [
      'it is exceeded already',
      { cpu: 1, 'limits.cpu': 1, pods: 9 },
      { cpu: 5, 'limits.cpu': 5, pods: 3 },
      { cpu: 0 },
      ['NOT_SPECIFIED a limits.cpu app'],
    ],
    [
      'of an extended resource',
      { 'requests.x.y/z': 1 },
      { 'requests.x.y/z': 1 },
      { 'x.y/z': 1 },
      ['EXCEEDED a requests.x.y/z'],
    ],
    [
      'several, by name',
      { pods: 1, memory: 1, 'count/pods': 2 },
      { pods: 1, memory: 1, 'count/pods': 1 },
      { memory: 1 },
      ['EXCEEDED a memory', 'EXCEEDED a pods'],
    ],
  ])('where %s', (_, hard, used, requests, expected) => {
    expect(found(quota(hard, used), pod(requests))).toEqual(expected);
  });

  test('is told with its amounts', () => {
    const [violation] = checkQuota(
      [quota({ memory: '2Gi' }, { memory: '1.5Gi' })],
      pod({ memory: '1Gi' }),
    );
    expect(JSON.parse(JSON.stringify(violation))).toEqual({
      code: 'EXCEEDED',
      quota: 'a',
      resource: 'memory',
      requested: '1Gi',
      used: '1536Mi',
      hard: '2Gi',
      containers: [],
    });
  });

  test('is held against the status, not the spec', () => {
    const pods = { pods: 1 };
    expect(found({ spec: { hard: { pods: 0 } } }, pod({}))).toEqual([]);
    expect(found(quota(pods, { pods: 0 }, { hard: { pods: 0 } }), pod({}))).toEqual([]);
    expect(found(quota({ pods: 0 }, { pods: 0 }, { hard: pods }), pod({}))).toEqual([
      'EXCEEDED a pods',
    ]);
  });

  test.each<[string, QuotaObject, ResourceList, string[]]>([
    [
      'Services',
      { kind: 'Service', spec: { type: 'LoadBalancer', ports: [{}] } } as QuotaObject,
      { services: 5, 'services.loadbalancers': 0 },
      ['EXCEEDED a services.loadbalancers'],
    ],
    [
      'claims',
      {
        kind: 'PersistentVolumeClaim',
        spec: { resources: { requests: { storage: '2Gi' } } },
      } as QuotaObject,
      { 'requests.storage': '1Gi' },
      ['EXCEEDED a requests.storage'],
    ],
    [
      'other objects',
      { apiVersion: 'apps/v1', kind: 'Deployment' },
      { 'count/deployments.apps': 0, 'count/deployments': 0 },
      ['EXCEEDED a count/deployments.apps'],
    ],
  ])('by %s, too', (_, object, hard, expected) => {
    const used = Object.fromEntries(Object.keys(hard).map((name) => [name, 0]));
    expect(found(quota(hard, used), object)).toEqual(expected);
  });
});

describe('what has to be set', () => {
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

  test('is cpu and memory, in every app and init container', () => {
    const rest = {
      containers,
      initContainers: [{ name: 'i' }],
      ephemeralContainers: [{ name: 'e' }],
    };
    expect(found(quota(hard, used), pod({}, rest))).toEqual([
      'NOT_SPECIFIED a cpu b i',
      'NOT_SPECIFIED a limits.memory b i',
      'NOT_SPECIFIED a memory a b i',
      'NOT_SPECIFIED a requests.cpu b i',
    ]);
  });

  test('is nothing once the Pod as a whole sets something', () => {
    const resources = { requests: { 'hugepages-2Mi': '2Mi' } };
    expect(found(quota(hard, used), pod({}, { containers, resources }))).toEqual([]);
  });

  test('is nothing for what is out of scope', () => {
    expect(found(quota(hard, used, { scopes: ['Terminating'] }), pod({}))).toEqual([]);
  });
});

test('names of extended resources may look like cpu and memory', () => {
  const names = ['requests.example.com/cpu', 'requests.memory.example.com/x'];
  const hard = Object.fromEntries(names.map((name) => [name, '1']));
  expect(found(quota(hard, hard), pod({}))).toEqual([]);
});

test('what is used has to be known', () => {
  expect(found(quota({ secrets: 1, configmaps: 1 }, {}), { kind: 'ConfigMap' })).toEqual([
    'STATUS_UNKNOWN a configmaps',
  ]);
  expect(found(quota({ pods: 5, cpu: 5, secrets: 1 }, { pods: 1 }), pod({ cpu: 9 }))).toEqual([
    'STATUS_UNKNOWN a cpu',
  ]);
});

test('less than nothing is refused, wherever it counts', () => {
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

test('a selector that is none is told', () => {
  const scopeSelector = { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] };
  expect(found(quota({ pods: 1 }, { pods: 0 }, { scopeSelector }), pod({}))).toEqual([
    'SCOPE_INVALID a ',
  ]);
});

test('of several quotas first comes what cannot be held against the Pod, then what is exceeded', () => {
  const quotas = [
    quota({ pods: 0 }, { pods: 0 }, undefined, 'first'),
    quota({ cpu: 1 }, { cpu: 0 }, undefined, 'second'),
    quota({ pods: 3 }, {}, undefined, 'third'),
    {
      ...quota({ pods: 0 }, {}, undefined, 'fourth'),
      metadata: { name: 'fourth', namespace: 'other' },
    },
  ];
  expect(found(quotas, { ...pod({}), metadata: { namespace: 'mine' } })).toEqual([
    'NOT_SPECIFIED second cpu app',
    'STATUS_UNKNOWN third pods',
    'EXCEEDED first pods',
  ]);
});

test('a quota may be without a name', () => {
  const status = { hard: { pods: 0 }, used: { pods: 0 } };
  expect(checkQuota([{ status }], pod({}))).toMatchObject([{ code: 'EXCEEDED', quota: '' }]);
});

test('what is no quota refuses nothing, or is told', () => {
  const object = { kind: 'Secret' };
  expect(checkQuota([null as unknown as ResourceQuota, {}], object)).toEqual([]);
  const error = expect.objectContaining({ code: 'INVALID_TYPE', path: 'quotas[0]' });
  expect(() => checkQuota([5 as unknown as ResourceQuota], object)).toThrow(error);
  expect(failure(() => checkQuota([{}], null as unknown as QuotaObject))).toBe('INVALID_TYPE kind');
});

test('an object that is none has no path, and its message names none', () => {
  const object = JSON.parse('5');
  expect(() => checkQuota([{}], object)).toThrow(
    expect.objectContaining({ code: 'INVALID_TYPE', path: '', message: 'expected an object' }),
  );
});
