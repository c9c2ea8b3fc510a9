import { applyQuotaStatus, type QuotaObject, quotaUsage } from '@kubesem/admission';
import type {
  PersistentVolumeClaim,
  Pod,
  PodSpec,
  ResourceQuota,
  ResourceQuotaSpec,
  Service,
} from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const quota = (names: readonly string[], spec: ResourceQuotaSpec = {}): ResourceQuota => ({
  spec: { hard: Object.fromEntries(names.map((name) => [name, '100'])), ...spec },
});
const pod = (spec: PodSpec, rest: Omit<Pod, 'spec'> = {}): Pod => ({ kind: 'Pod', ...rest, spec });
const service = (spec: Service['spec']): Service => ({ apiVersion: 'v1', kind: 'Service', spec });
const claim = (rest: PersistentVolumeClaim): PersistentVolumeClaim => ({
  kind: 'PersistentVolumeClaim',
  ...rest,
});

/** The usage of some names by objects, as text. */
function used(
  names: readonly string[],
  objects: readonly QuotaObject[],
  spec?: ResourceQuotaSpec,
  now?: string,
): unknown {
  const usage = Object.entries(quotaUsage(quota(names, spec), objects, { now }));
  const amounts = usage.map(([name, each]) => [name, each?.used?.toString()] as const);
  return Object.fromEntries(amounts.filter(([, amount]) => amount !== undefined));
}

describe('Pods', () => {
  const web = pod({
    containers: [
      {
        name: 'web',
        resources: {
          requests: {
            cpu: '250m',
            memory: '1Gi',
            'ephemeral-storage': '3Gi',
            'hugepages-2Mi': '6Mi',
            'nvidia.com/gpu': 2,
          },
          limits: { cpu: '750m', memory: '2Gi', 'ephemeral-storage': '5Gi' },
        },
      },
    ],
    overhead: { cpu: '10m' },
  });

  test('count with their requests and limits', () => {
    const names = [
      ...['cpu', 'requests.cpu', 'limits.cpu', 'memory', 'limits.memory', 'ephemeral-storage'],
      ...['requests.ephemeral-storage', 'limits.ephemeral-storage', 'hugepages-2Mi'],
      ...['requests.hugepages-2Mi', 'requests.nvidia.com/gpu', 'pods', 'count/pods'],
    ];
    expect(used(names, [web, web])).toEqual({
      cpu: '520m',
      'requests.cpu': '520m',
      'limits.cpu': '1520m',
      memory: '2Gi',
      'limits.memory': '4Gi',
      'ephemeral-storage': '6Gi',
      'requests.ephemeral-storage': '6Gi',
      'limits.ephemeral-storage': '10Gi',
      'hugepages-2Mi': '12Mi',
      'requests.hugepages-2Mi': '12Mi',
      'requests.nvidia.com/gpu': '4',
      pods: '2',
      'count/pods': '2',
    });
  });

  test.each([
    ['succeeded', { status: { phase: 'Succeeded' } }],
    ['failed', { status: { phase: 'Failed' } }],
    [
      'are past their grace period',
      { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 30 } },
    ],
  ])('that %s count only as objects', (_, rest) => {
    const names = ['cpu', 'pods', 'count/pods'];
    const expected = { cpu: '0', pods: '0', 'count/pods': '1' };
    expect(used(names, [{ ...web, ...rest }], {}, '2026-01-01T00:00:31Z')).toEqual(expected);
  });

  test.each([
    [
      'the end of the grace period',
      '2026-01-01T00:00:30Z',
      { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 30 },
    ],
    [
      'an unknown time',
      undefined,
      { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 30 },
    ],
    [
      'any time without a grace period',
      '2027-01-01T00:00:00Z',
      { deletionTimestamp: '2026-01-01T00:00:00Z' },
    ],
    [
      'any time with a grace period of null',
      '2027-01-01T00:00:00Z',
      { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: null },
    ],
    [
      'any time without a deletion time',
      '2027-01-01T00:00:00Z',
      { deletionGracePeriodSeconds: 30 },
    ],
  ])('that are deleted count at %s', (_, now, metadata) => {
    expect(used(['pods'], [{ ...web, metadata }], {}, now)).toEqual({ pods: '1' });
  });

  test('count with their status while they are resized', () => {
    const resized = {
      ...web,
      status: {
        containerStatuses: [
          { name: 'web', resources: { requests: { cpu: 3 }, limits: { cpu: 4 } } },
        ],
      },
    };
    expect(used(['requests.cpu', 'limits.cpu'], [resized])).toEqual({
      'requests.cpu': '3010m',
      'limits.cpu': '4010m',
    });
  });

  test('count with requests of device classes', () => {
    const name = 'deviceclass.resource.kubernetes.io/gpus';
    const asking = pod({ containers: [{ resources: { requests: { [name]: 3 } } }] });
    expect(used([`requests.${name}`], [asking])).toEqual({ [`requests.${name}`]: '3' });
  });

  test('are not read if they do not count', () => {
    const broken = pod({ containers: [{ resources: { requests: { cpu: 'x' } } }] });
    expect(used(['secrets'], [broken])).toEqual({ secrets: '0' });
  });
});

describe('names', () => {
  test('without usage are zero, and those under which nothing can count are absent', () => {
    const names = [
      'secrets',
      'count/a.b',
      'gold.storageclass.storage.k8s.io/requests.storage',
      'requests.x.y/z',
    ];
    const missing = [
      'cpu.foo',
      'limits.x.y/z',
      'x.y/z',
      'storage',
      'count/events',
      'a.deviceclass.resource.k8s.io/devices',
      '__proto__',
    ];
    expect(used([...names, ...missing], [])).toEqual(
      Object.fromEntries(names.map((name) => [name, '0'])),
    );
  });

  test.each<[string, string, string]>([
    ['apps/v1', 'Deployment', 'count/deployments.apps'],
    ['v1', 'Secret', 'count/secrets'],
    ['v1', 'Secret', 'secrets'],
    ['v1', 'ReplicationController', 'replicationcontrollers'],
    ['networking.k8s.io/v1', 'Ingress', 'count/ingresses.networking.k8s.io'],
    ['networking.k8s.io/v1', 'NetworkPolicy', 'count/networkpolicies.networking.k8s.io'],
    ['gateway.networking.k8s.io/v1', 'Gateway', 'count/gateways.gateway.networking.k8s.io'],
    ['v1', 'Endpoints', 'count/endpoints'],
    ['x.io/v1', 'OtherEndpoints', 'count/otherendpoints.x.io'],
    [
      'admissionregistration.k8s.io/v1',
      'ValidatingAdmissionPolicyBinding',
      'count/validatingadmissionpolicybindings.admissionregistration.k8s.io',
    ],
    ['v1', 'ResourceQuota', 'resourcequotas'],
  ])('%s %s counts under %s', (apiVersion, kind, name) => {
    const others = [
      { apiVersion, kind: 'Job' },
      { apiVersion: `x.${apiVersion}/v1`, kind },
    ];
    expect(used([name], [{ apiVersion, kind }, ...others])).toEqual({ [name]: '1' });
  });
});

test.each<[string, Service['spec'], string, string]>([
  ['nothing', undefined, '0', '0'],
  ['an address', { type: 'ClusterIP', ports: [{ nodePort: 5 }] }, '0', '0'],
  ['node ports', { type: 'NodePort', ports: [{}, {}] }, '2', '0'],
  ['a load balancer', { type: 'LoadBalancer', ports: [{}, {}, {}] }, '3', '1'],
  [
    'a load balancer without node ports',
    {
      type: 'LoadBalancer',
      allocateLoadBalancerNodePorts: false,
      ports: [{}, null as unknown as object, { nodePort: 30000 }],
    },
    '1',
    '1',
  ],
])('a Service with %s', (_, spec, nodePorts, loadBalancers) => {
  const names = ['services', 'count/services', 'services.nodeports', 'services.loadbalancers'];
  expect(Object.values(used(names, [service(spec)]) as object)).toEqual([
    '1',
    '1',
    nodePorts,
    loadBalancers,
  ]);
});

describe('claims', () => {
  const names = ['persistentvolumeclaims', 'requests.storage'];
  const byClass = (name: string) => `gold.storageclass.storage.k8s.io/${name}`;
  const storage = (amount: string) => ({ requests: { storage: amount } });

  test.each<[string, PersistentVolumeClaim, string[]]>([
    [
      'of a class',
      { spec: { storageClassName: 'gold', resources: storage('1.5Gi') } },
      ['1', '1536Mi', '1', '1536Mi'],
    ],
    [
      'of another class',
      { spec: { storageClassName: 'tin', resources: storage('1Gi') } },
      ['1', '1Gi', '0', '0'],
    ],
    [
      'with the old annotation',
      {
        metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'gold' } },
        spec: { storageClassName: 'tin' },
      },
      ['1', '0', '1', '0'],
    ],
    ['with fractions of bytes', { spec: { resources: storage('1500m') } }, ['1', '2', '0', '0']],
    [
      'with more allocated storage',
      { spec: { resources: storage('1Gi') }, status: { allocatedResources: { storage: '2Gi' } } },
      ['1', '2Gi', '0', '0'],
    ],
    [
      'with less allocated storage',
      { spec: { resources: storage('2Gi') }, status: { allocatedResources: { storage: '1Gi' } } },
      ['1', '2Gi', '0', '0'],
    ],
    [
      'with the same allocated storage',
      { spec: { resources: storage('1Gi') }, status: { allocatedResources: { storage: 2 ** 30 } } },
      ['1', '1Gi', '0', '0'],
    ],
    [
      'without a request',
      { status: { allocatedResources: { storage: '1Gi' } } },
      ['1', '0', '0', '0'],
    ],
  ])('%s', (_, rest, expected) => {
    expect(Object.values(used([...names, ...names.map(byClass)], [claim(rest)]) as object)).toEqual(
      expected,
    );
  });
});

test('claims without a class do not count under a class without a name', () => {
  const names = ['.storageclass.storage.k8s.io/persistentvolumeclaims'];
  expect(used(names, [claim({}), claim({ spec: { storageClassName: '' } })])).toEqual({
    [String(names)]: '0',
  });
});

describe('a quota counts only objects of its own namespace', () => {
  const secret = (namespace?: string) => ({ kind: 'Secret', metadata: { namespace } });
  const objects = [secret('a'), secret('a'), secret('b'), secret(), secret(''), secret('default')];
  test.each([
    ['a', '2'],
    ['b', '1'],
    ['c', '0'],
    ['default', '3'],
    [undefined, '3'],
  ])('%s', (namespace, expected) => {
    const ofNamespace = { ...quota(['secrets']), metadata: { namespace } };
    const { secrets } = quotaUsage(ofNamespace, objects);
    expect(String(secrets?.used)).toBe(expected);
    expect(secrets?.shares).toHaveLength(Number(expected));
  });
});

describe('the usage of a name', () => {
  const usage = () =>
    quotaUsage(
      { spec: { hard: { cpu: '4', memory: 0, 'cpu.foo': 1 } }, status: { used: { cpu: '7' } } },
      ['a', 'b', 'c'].map((name) =>
        pod(
          {
            containers: [
              { resources: { requests: { memory: '1Gi', cpu: name === 'c' ? 0 : '1500m' } } },
            ],
          },
          { metadata: { name } },
        ),
      ),
    );

  test('lists the objects that count', () => {
    expect(JSON.parse(JSON.stringify(usage().cpu))).toEqual({
      hard: '4',
      used: '3',
      statusUsed: '7',
      left: '1',
      ratio: 0.75,
      shares: [
        { resource: 'pods', name: 'a', amount: '1500m' },
        { resource: 'pods', name: 'b', amount: '1500m' },
      ],
    });
  });

  test('lists objects without a name', () => {
    const { secrets } = quotaUsage(quota(['secrets']), [{ kind: 'Secret' }]);
    expect(secrets?.shares).toMatchObject([{ resource: 'secrets', name: '' }]);
  });

  test('distinguishes zero from missing', () => {
    const { memory, 'cpu.foo': foo, pods } = usage();
    expect([String(memory?.used), String(memory?.left), memory?.ratio]).toEqual([
      '3Gi',
      '-3Gi',
      undefined,
    ]);
    expect(foo).toEqual({
      hard: expect.anything(),
      used: undefined,
      statusUsed: undefined,
      left: undefined,
      ratio: undefined,
      shares: [],
    });
    expect(pods).toBeUndefined();
  });
});

test('applyQuotaStatus sets the status of the controller, and keeps usage that it cannot count', () => {
  const { status } = applyQuotaStatus(
    {
      spec: { hard: { pods: '2', 'cpu.foo': 1, 'cpu.bar': 1 } },
      status: { used: { pods: 9, 'cpu.foo': '0.5', gone: 1 } },
    },
    [],
  );
  expect(status).toEqual({
    hard: { pods: '2', 'cpu.foo': 1, 'cpu.bar': 1 },
    used: { pods: '0', 'cpu.foo': '500m' },
  });
});
