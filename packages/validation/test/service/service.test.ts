import type { Service } from '@kubesem/core';
import { validateService } from '@kubesem/validation/service';
import { describe, expect, test } from 'vitest';

const metadata = { name: 'web', namespace: 'shop' };
const ports = [{ port: 80 }];
const check = (spec: Service['spec'], options = {}) => validateService({ metadata, spec }, options);

test('generateName can end with a dash only after an ASCII character', () => {
  expect(validateService({ metadata: { generateName: 'ä-' }, spec: { ports } })).toMatchObject([
    { type: 'INVALID', path: 'metadata.generateName', value: 'ä-' },
    { type: 'INVALID', path: 'metadata.name' },
  ]);
});

test('an old object that is null makes the request one for a new object', () => {
  expect(validateService({}, { old: null })).toEqual(validateService({}));
});

describe('where the documentation of Services differs', () => {
  test.each<[rule: string, name: string, spec: Service['spec']]>([
    ['a name is no RFC 1035 label: it can begin with a digit', '2-web', { ports }],
    ['appProtocol accepts any qualified name', 'web', { ports: [{ port: 80, appProtocol: 'a' }] }],
    [
      'a load balancer can mix protocols',
      'web',
      {
        type: 'LoadBalancer',
        ports: [
          { name: 'dns', port: 53, protocol: 'UDP' },
          { name: 'dns-tcp', port: 53 },
        ],
      },
    ],
    [
      'a headless Service without a selector can have another target port',
      'web',
      { clusterIP: 'None', ports: [{ port: 80, targetPort: 8080 }] },
    ],
    ['a headless Service needs no ports', 'web', { clusterIP: 'None' }],
    [
      'PreferSameNode needs no feature gate',
      'web',
      { ports, trafficDistribution: 'PreferSameNode' },
    ],
  ])('%s', (_, name, spec) => {
    expect(validateService({ metadata: { name }, spec })).toEqual([]);
  });

  test('link-local addresses are fe80::/10', () => {
    expect(check({ ports, externalIPs: ['febf::1', 'fec0::1'] })).toMatchObject([
      {
        type: 'INVALID',
        path: 'spec.externalIPs[0]',
        message: 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
      },
    ]);
  });
});

// One row for each rule that is not about a port: what is rejected, the spec, and what the API server says.
test.each([
  [
    'no name of an ExternalName',
    { type: 'ExternalName' },
    ['REQUIRED', 'spec.externalName', 'Required value'],
  ],
  [
    'families of an ExternalName',
    { type: 'ExternalName', externalName: 'a.example', ipFamilies: ['IPv4'] },
    ['FORBIDDEN', 'spec.ipFamilies', 'may not be set for ExternalName services'],
  ],
  [
    'a headless NodePort',
    { type: 'NodePort', clusterIP: 'None', ports },
    ['INVALID', 'spec.clusterIPs[0]', "may not be set to 'None' for NodePort services"],
  ],
  [
    'clusterIPs without clusterIP',
    { ports, clusterIPs: ['10.0.0.1'] },
    ['INVALID', 'spec.clusterIPs', 'must be empty when `clusterIP` is not specified'],
  ],
  [
    'a cluster IP that is no address',
    { ports, clusterIP: 'IPv4' },
    [
      'INVALID',
      'spec.clusterIPs[0]',
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
  ],
  [
    'a cluster IP of another family',
    { ports, clusterIP: 'fd00::1', clusterIPs: ['fd00::1'], ipFamilies: ['IPv4'] },
    ['INVALID', 'spec.clusterIPs[0]', 'expected an IPv4 value as indicated by `ipFamilies[0]`'],
  ],
  [
    'a family twice',
    { ports, ipFamilies: ['IPv4', 'IPv4'] },
    ['DUPLICATE', 'spec.ipFamilies[1]', 'Duplicate value: "IPv4"'],
  ],
  [
    'two families with SingleStack',
    { ports, ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4', 'IPv6'] },
    [
      'INVALID',
      'spec.ipFamilyPolicy',
      "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
    ],
  ],
  [
    'a session that is too long',
    {
      ports,
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } },
    },
    [
      'INVALID',
      'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
      'must be greater than 0 and less than 86400',
    ],
  ],
  [
    'a health check without a load balancer',
    { ports, healthCheckNodePort: 1 },
    [
      'INVALID',
      'spec.healthCheckNodePort',
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    ],
  ],
  [
    'a port of health checks out of range',
    { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 1, ports },
    [
      'INTERNAL',
      'spec.healthCheckNodePort',
      'failed to allocate requested HealthCheck NodePort 1: provided port is not in the valid range. The range of valid ports is 30000-32767',
    ],
  ],
  [
    'a policy for traffic that cannot come',
    { ports, externalTrafficPolicy: 'Local' },
    ['INVALID', 'spec.externalTrafficPolicy', 'may only be set for externally-accessible services'],
  ],
  [
    'the class of a load balancer that is none',
    { ports, loadBalancerClass: 'a/b' },
    ['FORBIDDEN', 'spec.loadBalancerClass', "may only be used when `type` is 'LoadBalancer'"],
  ],
  [
    'a source range with bits beyond the prefix; white space is no fault',
    { type: 'LoadBalancer', ports, loadBalancerSourceRanges: ['10.0.0.1/8', ' 10.0.0.0/8 '] },
    [
      'INVALID',
      // As the API server writes it.
      'spec.LoadBalancerSourceRanges[0]',
      'must not have bits set beyond the prefix length',
    ],
  ],
])('%s', (_, spec, [type, path, message]) => {
  expect(check(spec)).toMatchObject([{ type, code: type, severity: 'error', path, message }]);
});

test('a key and a value of the selector are checked; the API server does not name the key', () => {
  expect(check({ ports, selector: { 'a b': '-' } })).toMatchObject([
    { type: 'INVALID', path: 'spec.selector', value: 'a b' },
    { type: 'INVALID', path: 'spec.selector', value: '-' },
  ]);
});

test('the segments of a source range lead to it in the object', () => {
  const spec = { type: 'LoadBalancer', ports, loadBalancerSourceRanges: ['10.0.0.0'] };
  expect(check(spec)).toMatchObject([{ segments: ['spec', 'loadBalancerSourceRanges', 0] }]);
});

describe('an update', () => {
  const old = {
    metadata,
    spec: {
      clusterIP: '10.96.0.7',
      clusterIPs: ['10.96.0.7'],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports,
    },
  };

  test('keeps the cluster IP', () => {
    expect(check({ ports }, { old })).toEqual([]);
    expect(check({ ports, clusterIP: '10.96.0.8' }, { old })).toMatchObject([
      { type: 'INVALID', path: 'spec.clusterIPs[0]', message: 'may not change once set' },
    ]);
  });

  test('keeps the name', () => {
    const renamed = { metadata: { ...metadata, name: 'api' }, spec: { ports } };
    expect(validateService(renamed, { old })).toMatchObject([
      { type: 'INVALID', path: 'metadata.name', message: 'field is immutable' },
    ]);
  });

  test('does not assign the first address again as the second one', () => {
    const swapped = {
      ...old.spec,
      ipFamilyPolicy: 'RequireDualStack',
      clusterIP: 'fd00::1',
      clusterIPs: ['fd00::1', '10.96.0.7'],
      ipFamilies: ['IPv6', 'IPv4'],
    };
    expect(check(swapped, { old, families: ['IPv4', 'IPv6'] })).toMatchObject([
      {
        type: 'INVALID',
        path: 'spec.clusterIPs',
        message: 'failed to allocate IP 10.96.0.7: provided IP is already allocated',
      },
    ]);
  });

  test('releases the second family only with SingleStack', () => {
    const dual = {
      ...old.spec,
      clusterIPs: ['10.96.0.7', 'fd00::7'],
      ipFamilies: ['IPv4', 'IPv6'],
      ipFamilyPolicy: 'RequireDualStack',
    };
    const spec = { ...dual, clusterIPs: ['10.96.0.7'], ipFamilies: ['IPv4'] };
    const before = { metadata, spec: dual };
    const released = (noun: string) => ({
      type: 'INVALID',
      path: 'spec.ipFamilyPolicy',
      message: `must be 'SingleStack' to release the secondary ${noun}`,
    });
    expect(check(spec, { old: before })).toMatchObject([
      released('cluster IP'),
      released('IP family'),
    ]);
    expect(check({ ...spec, ipFamilyPolicy: 'SingleStack' }, { old: before })).toEqual([]);
  });

  test('accepts None of the stored Service as the second cluster IP, and fails over it', () => {
    const headless = { metadata, spec: { clusterIP: 'None', clusterIPs: ['None'] } };
    const spec = { ports, clusterIP: '10.96.0.8', clusterIPs: ['10.96.0.8', 'None'] };
    expect(check(spec, { old: headless })).toMatchObject([
      {
        type: 'INTERNAL',
        path: 'spec.clusterIPs',
        message: 'failed to check for dual stack with error:invalid IP[1]: None',
      },
      { type: 'INVALID', path: 'spec.clusterIPs' },
    ]);
  });

  test('accepts addresses that were stored before', () => {
    const spec = { ...old.spec, externalIPs: ['010.0.0.1'] };
    expect(check(spec, { old: { metadata, spec } })).toEqual([]);
    expect(check(spec, { old })).toMatchObject([
      { type: 'INVALID', path: 'spec.externalIPs[0]', message: 'must not have leading 0s' },
    ]);
  });

  test('gives a node port twice no second time, and names no field in the answer', () => {
    const nodePorts = [
      { name: 'a', port: 80, nodePort: 30_001 },
      { name: 'b', port: 81, nodePort: 30_001 },
    ];
    expect(check({ ...old.spec, type: 'NodePort', ports: nodePorts }, { old })).toMatchObject([
      {
        type: 'INTERNAL',
        path: 'spec.ports[1].nodePort',
        message: 'duplicate nodePort: {TCP 30001}',
      },
    ]);
  });

  test('can give a stored Service without addresses a second family', () => {
    const before = {
      metadata,
      spec: { ports, ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
    };
    const spec = { ...before.spec, ipFamilyPolicy: 'RequireDualStack' };
    expect(check(spec, { old: before })).toEqual([]);
  });
});

test('a Service of the wrong type is not checked further', () => {
  const service = { spec: { ports: [{ port: '80' }], type: 'Odd' } } as unknown as object;
  expect(validateService(service)).toMatchObject([
    { type: 'TYPE_INVALID', code: 'INVALID_TYPE', path: 'spec.ports[0].port' },
  ]);
});

test('ports that are texts are reported, with their place', () => {
  const wrong = [{ port: 80 }, { port: '81', nodePort: '30081' }] as unknown as typeof ports;
  expect(check({ ports: wrong })).toMatchObject([
    { code: 'INVALID_TYPE', path: 'spec.ports[1].port' },
    { code: 'INVALID_TYPE', path: 'spec.ports[1].nodePort' },
  ]);
});

test('a Service is dual stack only in a cluster that is', () => {
  const spec = { ports, ipFamilyPolicy: 'RequireDualStack' };
  expect(check(spec)).toEqual([]);
  expect(check(spec, { families: ['IPv6'] })).toMatchObject([
    {
      path: 'spec.ipFamilyPolicy',
      message: 'this cluster is not configured for dual-stack services',
    },
  ]);
});

test('a cluster IP is in a range of the cluster, if the ranges are known', () => {
  const spec = { ports, clusterIP: '10.97.0.1' };
  expect(check(spec)).toEqual([]);
  expect(check(spec, { clusterIpRanges: ['10.96.3.4/16'] })).toMatchObject([
    {
      path: 'spec.clusterIPs',
      value: '["10.97.0.1"]',
      message:
        'failed to allocate IP 10.97.0.1: the provided IP (10.97.0.1) is not in the valid range. The range of valid IPs is 10.96.0.0/16',
    },
  ]);
  expect(() => check(spec, { clusterIpRanges: ['x'] })).toThrow(
    expect.objectContaining({ code: 'INVALID_CIDR' }),
  );
});

test('very many ports are checked in linear time', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => ({
    name: `p${index}`,
    port: (index % 65_535) + 1,
  }));
  expect(check({ ports: many })).toEqual([]);
});

test('the Service is not changed', () => {
  const service = Object.freeze({
    metadata,
    spec: Object.freeze({ ports: Object.freeze([Object.freeze({ port: 80 })]) }),
  });
  expect(validateService(service)).toEqual([]);
});
