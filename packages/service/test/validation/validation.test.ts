import {
  endpointSliceWarnings,
  serviceWarnings,
  validateEndpointSlice,
  validateService,
} from '@kubesem/service';
import { describe, expect, test } from 'vitest';

const metadata = { name: 'web', namespace: 'shop' };
const ports = [{ port: 80 }];
const codes = (problems: readonly { path: string; code: string }[]) =>
  problems.map(({ path, code }) => `${path} ${code}`);

test.each([
  ['Services', validateService({ metadata: { generateName: 'ä-' }, spec: { ports } })],
  ['slices', validateEndpointSlice({ metadata: { generateName: 'ä-' }, addressType: 'IPv4' })],
])('generateName of %s can end with a dash only after an ASCII character', (_, problems) => {
  expect(codes(problems)).toEqual([
    'metadata.generateName INVALID_NAME',
    'metadata.name INVALID_NAME',
  ]);
  expect(problems[0]?.value).toBe('ä-');
});

test('an old object that is null makes the request one for a new object', () => {
  const slice = { addressType: 'IPv4' };
  expect(validateService({}, { old: null })).toEqual(validateService({}));
  expect(validateEndpointSlice(slice, { old: null })).toEqual(validateEndpointSlice(slice));
});

describe('what the documentation says otherwise', () => {
  test.each([
    ['names can start with a digit', { metadata: { name: '2-web' }, spec: { ports } }],
    [
      'appProtocol is any qualified name',
      { metadata, spec: { ports: [{ port: 80, appProtocol: 'anything' }] } },
    ],
    [
      'protocols can be mixed',
      {
        metadata,
        spec: {
          type: 'LoadBalancer',
          ports: [
            { name: 'a', port: 53 },
            { name: 'b', port: 53, protocol: 'UDP' },
          ],
        },
      },
    ],
    [
      'headless target ports can differ',
      { metadata, spec: { clusterIP: 'None', ports: [{ port: 80, targetPort: 8080 }] } },
    ],
    ['headless Services need no ports', { metadata, spec: { clusterIP: 'None' } }],
    [
      'PreferSameNode needs no feature gate',
      { metadata, spec: { ports, trafficDistribution: 'PreferSameNode' } },
    ],
  ])('%s', (_, service) => {
    expect(validateService(service)).toEqual([]);
  });

  test('a number in quotes is no target port', () => {
    const spec = { ports: [{ port: 80, targetPort: '9376' }] };
    expect(codes(validateService({ metadata, spec }))).toEqual([
      'spec.ports[0].targetPort INVALID_PORT_NAME',
    ]);
  });

  test('link-local addresses are fe80::/10', () => {
    const spec = { ports, externalIPs: ['febf::1', 'fec0::1'] };
    expect(codes(validateService({ metadata, spec }))).toEqual([
      'spec.externalIPs[0] SPECIAL_ADDRESS',
    ]);
  });

  test('external IPs are ignored by headless Services', () => {
    const spec = { clusterIP: 'None', externalIPs: ['192.0.2.1'] };
    expect(serviceWarnings({ spec }).map(({ message }) => message)).toEqual([
      'spec.externalIPs is ignored for headless services',
    ]);
  });
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
    expect(validateService({ metadata, spec: { ports } }, { old })).toEqual([]);
    const moved = { metadata, spec: { ports, clusterIP: '10.96.0.8' } };
    expect(codes(validateService(moved, { old }))).toEqual(['spec.clusterIPs[0] IMMUTABLE']);
  });

  test('has no warnings about the cluster IP of an ExternalName', () => {
    const spec = { type: 'ExternalName', externalName: 'a.example', clusterIP: '0::' };
    expect(serviceWarnings({ spec })).toEqual([]);
  });

  test('does not assign the first address again as the second one', () => {
    const spec = {
      ports: [{ port: 80 }],
      clusterIP: '10.0.0.1',
      clusterIPs: ['10.0.0.1'],
      ipFamilies: ['IPv4'],
    };
    const old = { metadata: { name: 'web', resourceVersion: '1' }, spec };
    const swapped = {
      ...old,
      spec: {
        ...spec,
        ipFamilyPolicy: 'RequireDualStack',
        clusterIP: 'fd00::1',
        clusterIPs: ['fd00::1', '10.0.0.1'],
        ipFamilies: ['IPv6', 'IPv4'],
      },
    };
    const problems = validateService(swapped, { old, families: ['IPv4', 'IPv6'] });
    expect(problems.map(({ code }) => code)).toEqual(['CLUSTER_IP_TAKEN']);
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
    expect(codes(validateService({ metadata, spec }, { old: before }))).toEqual([
      'spec.ipFamilyPolicy POLICY_MISMATCH',
      'spec.ipFamilyPolicy POLICY_MISMATCH',
    ]);
    const single = { metadata, spec: { ...spec, ipFamilyPolicy: 'SingleStack' } };
    expect(validateService(single, { old: before })).toEqual([]);
  });

  test('accepts addresses that were stored before', () => {
    const stored = { metadata, spec: { ...old.spec, externalIPs: ['010.0.0.1'] } };
    expect(validateService(stored, { old: stored })).toEqual([]);
    expect(codes(validateService(stored, { old }))).toEqual([
      'spec.externalIPs[0] INVALID_ADDRESS',
    ]);
  });
});

describe('a Service', () => {
  test.each([
    [{}, ['spec.ports REQUIRED']],
    [{ type: 'ExternalName' }, ['spec.externalName REQUIRED']],
    [{ type: 'NodePort', clusterIP: 'None', ports }, ['spec.clusterIPs[0] HEADLESS_FORBIDDEN']],
    [
      { ports: [{ port: 80 }, { port: 80 }] },
      ['spec.ports[0].name REQUIRED', 'spec.ports[1].name REQUIRED', 'spec.ports[1] DUPLICATE'],
    ],
    [{ ports, clusterIPs: ['10.0.0.1'] }, ['spec.clusterIPs CLUSTER_IP_MISMATCH']],
    [{ ports, clusterIP: 'IPv4' }, ['spec.clusterIPs[0] INVALID_ADDRESS']],
    [{ ports, selector: { 'a b': 'c' } }, ['spec.selector INVALID_LABEL']],
    [{ ports, healthCheckNodePort: 1 }, ['spec.healthCheckNodePort FORBIDDEN_FOR_TYPE']],
    [
      { ports, ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4', 'IPv6'] },
      ['spec.ipFamilyPolicy POLICY_MISMATCH'],
    ],
    [
      { type: 'LoadBalancer', ports, loadBalancerSourceRanges: ['10.0.0.1/8', ' 10.0.0.0/8 '] },
      ['spec.LoadBalancerSourceRanges[0] INVALID_CIDR'],
    ],
    [
      {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 1, nodePort: 30000 },
          { name: 'b', port: 2, nodePort: 30000 },
        ],
      },
      ['spec.ports[1].nodePort NODE_PORT_TAKEN'],
    ],
  ])('%j is rejected', (spec, expected) => {
    expect(codes(validateService({ metadata, spec }))).toEqual(expected);
  });

  test('of the wrong type is not checked further', () => {
    const service = { spec: { ports: [{ port: '80' }], type: 'Odd' } } as unknown as object;
    expect(codes(validateService(service))).toEqual(['spec.ports[0].port INVALID_TYPE']);
  });

  test('can be dual stack only in a cluster that is', () => {
    const service = { metadata, spec: { ports, ipFamilyPolicy: 'RequireDualStack' } };
    expect(validateService(service)).toEqual([]);
    expect(codes(validateService(service, { families: ['IPv6'] }))).toEqual([
      'spec.ipFamilyPolicy CLUSTER_NOT_DUAL_STACK',
    ]);
    const ranges = { clusterIpRanges: ['10.96.0.0/16'] };
    const outside = { metadata, spec: { ports, clusterIP: '10.97.0.1' } };
    expect(codes(validateService(outside, ranges))).toEqual([
      'spec.clusterIPs CLUSTER_IP_NOT_IN_RANGE',
    ]);
    expect(() => validateService(service, { clusterIpRanges: ['x'] })).toThrow(
      expect.objectContaining({ code: 'INVALID_CIDR' }),
    );
  });

  test('with very many ports is checked in linear time', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({
      name: `p${index}`,
      port: (index % 65_535) + 1,
    }));
    expect(validateService({ metadata, spec: { ports: many } })).toEqual([]);
  });

  test('is not changed', () => {
    const service = Object.freeze({
      metadata,
      spec: Object.freeze({ ports: Object.freeze([Object.freeze({ port: 80 })]) }),
    });
    expect(validateService(service)).toEqual([]);
  });
});

describe('an EndpointSlice', () => {
  const slice = { metadata: { name: 'web-1' }, addressType: 'IPv4' };

  test('can have a cluster IP as an address, and many ports', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ name: `p${index}` }));
    expect(
      validateEndpointSlice({ ...slice, endpoints: [{ addresses: ['10.96.0.1'] }], ports: many }),
    ).toEqual([]);
    const more = [...many, { name: 'x' }];
    expect(codes(validateEndpointSlice({ ...slice, ports: more }))).toEqual(['ports TOO_MANY']);
  });

  test('keeps endpoints that were stored before', () => {
    const stored = { ...slice, endpoints: [{ addresses: ['127.0.0.1'] }] };
    expect(validateEndpointSlice(stored, { old: stored })).toEqual([]);
    const changed = { ...slice, endpoints: [{ addresses: ['127.0.0.1'], hostname: 'a' }] };
    expect(codes(validateEndpointSlice(changed, { old: stored }))).toEqual([
      'endpoints[0].addresses[0] SPECIAL_ADDRESS',
    ]);
  });

  test('of a controller has no warnings about addresses', () => {
    const given = { ...slice, addressType: 'IPv6', endpoints: [{ addresses: ['FD00::1'] }] };
    expect(endpointSliceWarnings(given)).toMatchObject([
      { code: 'NOT_CANONICAL', path: 'endpoints[0].addresses[0]' },
    ]);
    const labels = { 'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io' };
    expect(endpointSliceWarnings({ ...given, metadata: { labels } })).toEqual([]);
  });
});

test.each([
  ['::ffff:10.0.0.0/104', ['NON_STANDARD'], '"10.0.0.0/8"'],
  ['::ffff:10.0.0.1/100', ['AMBIGUOUS_CIDR', 'NON_STANDARD'], '"0.0.0.0/4" or "10.0.0.1/128"'],
  ['::ffff:10.0.0.1/95', ['AMBIGUOUS_CIDR', 'NON_STANDARD'], '"::fffe:0:0/95"'],
  ['::ffff:10.0.0.1/0', ['AMBIGUOUS_CIDR', 'NON_STANDARD'], '"::/0"'],
])('the stored source range %s is shown as Kubernetes writes it', (range, codes, text) => {
  const spec = { type: 'LoadBalancer', ports, loadBalancerSourceRanges: [range] };
  const warnings = serviceWarnings({ metadata, spec });
  expect(warnings.map(({ code }) => code)).toEqual(codes);
  expect(warnings[0]?.message).toContain(text);
});

test('a stored Service without addresses can become dual stack', () => {
  const old = { metadata, spec: { ports, ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' } };
  const spec = { ...old.spec, ipFamilyPolicy: 'RequireDualStack' };
  expect(validateService({ metadata, spec }, { old })).toEqual([]);
});

test('names the source ranges as the API server does, with the segments of the object', () => {
  const problems = validateService({
    metadata: { name: 'web' },
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }], loadBalancerSourceRanges: ['10.0.0.0'] },
  });
  expect(problems.map(({ path, segments }) => [path, segments])).toEqual([
    ['spec.LoadBalancerSourceRanges[0]', ['spec', 'loadBalancerSourceRanges', 0]],
  ]);
});
