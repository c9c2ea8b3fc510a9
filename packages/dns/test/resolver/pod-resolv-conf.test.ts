import type { FieldError, PodDNSConfig, PodSpec } from '@kubesem/core';
import { type NodeResolver, podResolvConf } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const metadata = { name: 'web', namespace: 'test', uid: '1-2-3' };
const node: NodeResolver = {
  resolvConf: 'nameserver 192.0.2.53\nsearch example.com corp.example\noptions rotate timeout:3\n',
  clusterDNS: ['10.32.0.10', 'fd00::a'],
  clusterDomain: 'k8s.example',
  nodeIPs: ['192.0.2.7'],
};
const CLUSTER = {
  nameservers: ['10.32.0.10', 'fd00::a'],
  searches: [
    'test.svc.k8s.example',
    'svc.k8s.example',
    'k8s.example',
    'example.com',
    'corp.example',
  ],
  options: ['ndots:5'],
};
const NODE = {
  nameservers: ['192.0.2.53'],
  searches: ['example.com', 'corp.example'],
  options: ['rotate', 'timeout:3'],
};
const NOTHING = { nameservers: [], searches: [], options: [] };

const resolve = (spec: PodSpec, of: NodeResolver = node) => podResolvConf({ metadata, spec }, of);

describe('the policy', () => {
  test.each([
    [{ dnsPolicy: 'ClusterFirst' }, 'CLUSTER_FIRST', CLUSTER],
    [{}, 'CLUSTER_FIRST', CLUSTER],
    [{ dnsPolicy: '' }, 'CLUSTER_FIRST', CLUSTER],
    [{ dnsPolicy: 'ClusterFirst', hostNetwork: true }, 'HOST_NETWORK', NODE],
    [{ hostNetwork: true }, 'HOST_NETWORK', NODE],
    [
      { dnsPolicy: 'ClusterFirstWithHostNet', hostNetwork: true },
      'CLUSTER_FIRST_WITH_HOST_NET',
      CLUSTER,
    ],
    [{ dnsPolicy: 'ClusterFirstWithHostNet' }, 'CLUSTER_FIRST_WITH_HOST_NET', CLUSTER],
    [{ dnsPolicy: 'Default' }, 'DEFAULT', NODE],
    [{ dnsPolicy: 'None' }, 'NONE', NOTHING],
    [{ dnsPolicy: 'clusterfirst', hostNetwork: true }, 'UNKNOWN_POLICY', CLUSTER],
  ])('%j: %s', (spec, rule, expected) => {
    const { rule: ours, base, ...rest } = resolve(spec);
    expect(ours).toBe(rule);
    expect(base).toBe(expected === CLUSTER ? 'cluster' : expected === NODE ? 'node' : 'none');
    expect(rest).toEqual({ ...expected, omitted: { nameservers: [], searches: [] }, events: [] });
  });

  test('without a namespace, the search domain starts with a dot', () => {
    expect(podResolvConf({ dnsPolicy: 'ClusterFirst' }, node).searches[0]).toBe('.svc.k8s.example');
  });

  test('a Pod without a spec has the defaults', () => {
    expect(podResolvConf({ metadata }, node)).toMatchObject({ ...CLUSTER, rule: 'CLUSTER_FIRST' });
  });

  test('the cluster domain defaults to cluster.local, and can be empty', () => {
    const { clusterDomain: _, ...rest } = node;
    expect(resolve({}, rest).searches.slice(0, 3)).toEqual([
      'test.svc.cluster.local',
      'svc.cluster.local',
      'cluster.local',
    ]);
    expect(resolve({}, { ...rest, clusterDomain: '' }).searches).toEqual(NODE.searches);
  });

  test('search domains of the node do not repeat those of the cluster', () => {
    const resolvConf = 'search k8s.example example.com example.com';
    expect(resolve({}, { ...node, resolvConf }).searches).toEqual([
      ...CLUSTER.searches.slice(0, 3),
      'example.com',
    ]);
    expect(resolve({ dnsPolicy: 'Default' }, { ...node, resolvConf }).searches).toEqual([
      'k8s.example',
      'example.com',
      'example.com',
    ]);
  });

  test('addresses of the cluster DNS are in their canonical form', () => {
    const clusterDNS = ['FD00:0::A', '::ffff:10.0.0.1'];
    expect(resolve({}, { ...node, clusterDNS }).nameservers).toEqual(['fd00::a', '10.0.0.1']);
  });
});

describe('without cluster DNS', () => {
  const without = { ...node, clusterDNS: [] };
  const message =
    'kubelet does not have ClusterDNS IP configured and cannot create Pod using "ClusterFirst" policy. Falling back to "Default" policy.';

  test.each(['ClusterFirst', 'ClusterFirstWithHostNet', 'other'])(
    '%s counts as Default, with two events',
    (dnsPolicy) => {
      expect(resolve({ dnsPolicy }, without)).toMatchObject({
        ...NODE,
        rule: 'NO_CLUSTER_DNS',
        base: 'node',
        events: [
          { object: 'Node', type: 'Warning', reason: 'MissingClusterDNS', message },
          {
            object: 'Pod',
            type: 'Warning',
            reason: 'MissingClusterDNS',
            message: `pod: "web_test(1-2-3)". ${message}`,
          },
        ],
      });
    },
  );

  test('the event contains empty texts for absent metadata', () => {
    expect(podResolvConf({ spec: {} }, without).events[1]?.message).toBe(`pod: "_()". ${message}`);
  });

  test.each(['Default', 'None'])('%s records no event', (dnsPolicy) => {
    expect(resolve({ dnsPolicy }, without).events).toEqual([]);
  });
});

describe('without a resolver file on the node', () => {
  const loopback = (nodeIPs: readonly string[] | undefined) =>
    resolve({ dnsPolicy: 'Default' }, { clusterDNS: ['10.32.0.10'], nodeIPs });

  test('there is a loopback address for each node address, and the root as search domain', () => {
    expect(loopback(['192.0.2.7'])).toMatchObject({
      nameservers: ['127.0.0.1'],
      searches: ['.'],
      options: [],
    });
    expect(loopback(['fd00::7', '192.0.2.7', '192.0.2.8']).nameservers).toEqual([
      '::1',
      '127.0.0.1',
      '127.0.0.1',
    ]);
    expect(loopback(['::ffff:192.0.2.7']).nameservers).toEqual(['127.0.0.1']);
    expect(loopback([]).nameservers).toEqual(['127.0.0.1']);
    expect(loopback(undefined).nameservers).toEqual(['127.0.0.1']);
  });

  test('an empty file counts as a file', () => {
    expect(resolve({ dnsPolicy: 'Default' }, { resolvConf: '' })).toMatchObject(NOTHING);
  });

  test('ClusterFirst needs no file', () => {
    expect(resolve({}, { clusterDNS: ['10.32.0.10'] }).searches).toEqual([
      'test.svc.cluster.local',
      'svc.cluster.local',
      'cluster.local',
    ]);
  });
});

describe('dnsConfig', () => {
  const add = (dnsConfig: PodDNSConfig, dnsPolicy = 'Default') => resolve({ dnsPolicy, dnsConfig });

  test('adds name servers and search domains without duplicates', () => {
    const searches = ['corp.example', 'other.example', 'other.example', 'k8s.example.'];
    expect(add({ nameservers: ['192.0.2.54', '192.0.2.53'], searches })).toMatchObject({
      nameservers: ['192.0.2.53', '192.0.2.54'],
      searches: ['example.com', 'corp.example', 'other.example', 'k8s.example.'],
    });
  });

  test('is the complete configuration with the policy None', () => {
    const dnsConfig = { nameservers: ['192.0.2.1'], searches: ['.'], options: [{ name: 'a' }] };
    expect(add(dnsConfig, 'None')).toMatchObject({
      nameservers: ['192.0.2.1'],
      searches: ['.'],
      options: ['a'],
    });
  });

  test.each([
    [[{ name: 'timeout', value: '9' }], ['rotate', 'timeout:9']],
    [[{ name: 'timeout' }], ['rotate', 'timeout']],
    [[{ name: 'timeout', value: '' }], ['rotate', 'timeout']],
    [[{ name: 'rotate', value: 'x:y' }], ['rotate:x:y', 'timeout:3']],
    [
      [
        { name: 'ndots', value: '1' },
        { name: 'ndots', value: '2' },
      ],
      ['rotate', 'timeout:3', 'ndots:2'],
    ],
    [[{ name: 'timeout:3' }], ['rotate', 'timeout:3', 'timeout:3']],
    [[{ name: '__proto__', value: 'x' }], ['rotate', 'timeout:3', '__proto__:x']],
    [[{}], ['rotate', 'timeout:3', '']],
  ])('options replace those of the same name: %j', (options, expected) => {
    expect(add({ options }).options).toEqual(expected);
  });

  test('removes duplicates and empty values even if it is empty', () => {
    const spec = { dnsPolicy: 'Default', dnsConfig: {} };
    const resolvConf = 'nameserver 192.0.2.1\nnameserver 192.0.2.1\nsearch a a\noptions ndots:';
    expect(resolve(spec, { resolvConf })).toMatchObject({
      nameservers: ['192.0.2.1'],
      searches: ['a'],
      options: ['ndots'],
    });
    expect(resolve({ dnsPolicy: 'Default' }, { resolvConf })).toMatchObject({
      nameservers: ['192.0.2.1', '192.0.2.1'],
      searches: ['a', 'a'],
      options: ['ndots:'],
    });
  });
});

describe('invalid fields', () => {
  test.each<[spec: object, of: object, expected: string]>([
    [{ dnsPolicy: 'None' }, { resolvConf: 'nameserver' }, 'INVALID_RESOLV_CONF resolvConf'],
    [{}, { resolvConf: 7 }, 'INVALID_TYPE resolvConf'],
    [{}, { clusterDNS: ['10.0.0.1'], clusterDomain: 7 }, 'INVALID_TYPE clusterDomain'],
    [{ dnsPolicy: 1 }, {}, 'INVALID_TYPE spec.dnsPolicy'],
    [{ hostNetwork: 'yes' }, {}, 'INVALID_TYPE spec.hostNetwork'],
    [{ dnsConfig: [] }, {}, 'INVALID_TYPE spec.dnsConfig'],
    [{ dnsConfig: { options: ['ndots:5'] } }, {}, 'INVALID_TYPE spec.dnsConfig.options[0]'],
    [{}, { clusterDNS: ['10.0.0.10', '10.0.0.010'] }, 'IP_LEADING_ZERO clusterDNS[1]'],
    [{}, { clusterDNS: ['kube-dns'] }, 'INVALID_IP clusterDNS[0]'],
    [{}, { clusterDNS: ['fe80::1%eth0'] }, 'IP_ZONE clusterDNS[0]'],
    [{}, { clusterDNS: '10.0.0.10' }, 'INVALID_TYPE clusterDNS'],
    [{ dnsPolicy: 'Default' }, { nodeIPs: [7] }, 'INVALID_TYPE nodeIPs[0]'],
    [{ dnsConfig: { searches: 'a' } }, {}, 'INVALID_TYPE spec.dnsConfig.searches'],
    [{ dnsConfig: { nameservers: ['a', 1] } }, {}, 'INVALID_TYPE spec.dnsConfig.nameservers[1]'],
    [{ dnsConfig: { options: 'a' } }, {}, 'INVALID_TYPE spec.dnsConfig.options'],
    [{ dnsConfig: { options: [{ name: 1 }] } }, {}, 'INVALID_TYPE spec.dnsConfig.options[0].name'],
    [
      { dnsConfig: { options: [null, { name: 'ndots', value: 2 }] } },
      {},
      'INVALID_TYPE spec.dnsConfig.options[1].value',
    ],
  ])('%j on %j: %s', (spec, of, expected) => {
    let error: FieldError | undefined;
    try {
      resolve(spec, of);
    } catch (caught) {
      error = caught as FieldError;
    }
    expect(`${error?.code} ${error?.problem.path}`).toBe(expected);
  });
});

test('does not change its arguments', () => {
  const spec = { dnsConfig: { nameservers: ['a'], searches: ['b'], options: [{ name: 'c' }] } };
  const before = JSON.stringify([metadata, spec, node]);
  resolve(spec);
  expect(JSON.stringify([metadata, spec, node])).toBe(before);
});
