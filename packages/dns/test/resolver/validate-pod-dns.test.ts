import type { PodSpec } from '@kubesem/core';
import { validatePodDns } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const found = (spec: PodSpec) =>
  validatePodDns({ metadata: { name: 'web' }, spec }).map(({ code, path }) => `${code} ${path}`);
const many = (count: number) => Array.from({ length: count }, (_, index) => `10.0.0.${index}`);

test('accepts a Pod without DNS fields, and one with all of them', () => {
  expect(found({})).toEqual([]);
  expect(
    found({
      dnsPolicy: 'None',
      hostname: 'foo',
      subdomain: 'bar',
      setHostnameAsFQDN: true,
      dnsConfig: {
        nameservers: ['10.0.0.1', 'FD00::A', '64:ff9b::10.0.0.1'],
        searches: ['.', 'example.com.', '_tcp.a_b.example', 'a'.repeat(253)],
        options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }],
      },
    }),
  ).toEqual([]);
});

test.each(['', 'ClusterFirst', 'ClusterFirstWithHostNet', 'Default'])(
  'accepts the policy %j',
  (dnsPolicy) => {
    expect(found({ dnsPolicy })).toEqual([]);
  },
);

describe('problems', () => {
  test.each<[spec: PodSpec, ...problems: string[]]>([
    [{ dnsPolicy: 'clusterFirst' }, 'DNS_POLICY_NOT_SUPPORTED spec.dnsPolicy'],
    [{ dnsPolicy: 'None' }, 'DNS_CONFIG_REQUIRED spec.dnsConfig'],
    [
      { dnsPolicy: 'None', dnsConfig: { searches: ['A'] } },
      'NAMESERVER_REQUIRED spec.dnsConfig.nameservers',
    ],
    [{ dnsConfig: { nameservers: many(4) } }, 'TOO_MANY_NAMESERVERS spec.dnsConfig.nameservers'],
    [
      { dnsConfig: { nameservers: ['10.0.0.1', '10.0.0.01'] } },
      'INVALID_NAMESERVER spec.dnsConfig.nameservers[1]',
    ],
    [
      { dnsConfig: { nameservers: ['fe80::1%eth0', '::ffff:10.0.0.1', ''] } },
      'INVALID_NAMESERVER spec.dnsConfig.nameservers[0]',
      'INVALID_NAMESERVER spec.dnsConfig.nameservers[1]',
      'INVALID_NAMESERVER spec.dnsConfig.nameservers[2]',
    ],
    [
      { dnsConfig: { searches: Array.from({ length: 33 }, () => 'a') } },
      'TOO_MANY_SEARCHES spec.dnsConfig.searches',
    ],
    [
      {
        dnsConfig: {
          searches: [...Array.from({ length: 8 }, () => 'a'.repeat(227)), 'a'.repeat(225)],
        },
      },
      'SEARCH_LIST_TOO_LONG spec.dnsConfig.searches',
    ],
    [
      { dnsConfig: { searches: ['a', 'a..b', '..', 'A', 'a_', '__a', '-a', 'a'.repeat(254)] } },
      ...[1, 2, 3, 4, 5, 6, 7].map((index) => `INVALID_SEARCH spec.dnsConfig.searches[${index}]`),
    ],
    [
      { dnsConfig: { options: [{ name: 'a' }, { value: '2' }] } },
      'OPTION_NAME_REQUIRED spec.dnsConfig.options[1]',
    ],
    [{ dnsConfig: { options: [null as never] } }, 'OPTION_NAME_REQUIRED spec.dnsConfig.options[0]'],
    [{ hostname: 'a.b' }, 'INVALID_HOSTNAME spec.hostname'],
    [{ subdomain: 'A' }, 'INVALID_HOSTNAME spec.subdomain'],
    [{ hostnameOverride: '' }, 'INVALID_HOSTNAME spec.hostnameOverride'],
    [{ hostnameOverride: 'a'.repeat(65) }, 'HOSTNAME_OVERRIDE_TOO_LONG spec.hostnameOverride'],
    [
      { hostnameOverride: 'a', setHostnameAsFQDN: true },
      'HOSTNAME_OVERRIDE_FORBIDDEN spec.hostnameOverride',
    ],
    [
      { hostnameOverride: 'a', hostNetwork: true },
      'HOSTNAME_OVERRIDE_FORBIDDEN spec.hostnameOverride',
    ],
  ])('%j', (spec, ...problems) => {
    expect(found(spec)).toEqual(problems);
  });

  test('none at the limits', () => {
    // With 8 spaces between them these are 2048 bytes.
    const searches = [...Array.from({ length: 8 }, () => 'a'.repeat(227)), 'a'.repeat(224)];
    expect(found({ dnsConfig: { nameservers: many(3), searches } })).toEqual([]);
    expect(found({ dnsConfig: { searches: Array.from({ length: 32 }, () => 'a') } })).toEqual([]);
    expect(found({ hostnameOverride: 'a'.repeat(64) })).toEqual([]);
  });

  test.each<[spec: object, ...paths: string[]]>([
    [{ dnsPolicy: 1 }, 'dnsPolicy'],
    [{ hostname: {} }, 'hostname'],
    [{ hostnameOverride: 7 }, 'hostnameOverride'],
    [{ hostNetwork: 'true' }, 'hostNetwork'],
    [{ setHostnameAsFQDN: 0 }, 'setHostnameAsFQDN'],
    [{ dnsConfig: 'a' }, 'dnsConfig'],
    [{ dnsConfig: { nameservers: [7] } }, 'dnsConfig.nameservers[0]'],
    [{ dnsConfig: { searches: {} } }, 'dnsConfig.searches'],
    [{ dnsConfig: { options: {} } }, 'dnsConfig.options'],
    [{ dnsConfig: { options: ['a'] } }, 'dnsConfig.options[0]'],
    [{ dnsConfig: { options: [{ name: 1 }] } }, 'dnsConfig.options[0].name'],
    [{ dnsConfig: { options: [{ name: 'a', value: 2 }] } }, 'dnsConfig.options[0].value'],
    [
      { dnsPolicy: 'None', hostname: 7, dnsConfig: { nameservers: {} } },
      'hostname',
      'dnsConfig.nameservers',
    ],
    [{ dnsPolicy: 'None', dnsConfig: 'a' }, 'dnsConfig'],
  ])('only its type, for a field of the wrong type: %j', (spec, ...paths) => {
    expect(found(spec)).toEqual(paths.map((path) => `INVALID_TYPE spec.${path}`));
  });

  test('of the other fields, if a field has the wrong type', () => {
    const spec = {
      dnsPolicy: 'X',
      hostname: 'H_',
      dnsConfig: { nameservers: ['10.0.0.01'], searches: [5, 'A'], options: [{ name: 1 }, {}] },
    };
    const problems = validatePodDns({ spec: spec as never, status: 'x' as never });
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'INVALID_TYPE spec.dnsConfig.searches[0]',
      'INVALID_TYPE spec.dnsConfig.options[0].name',
      'DNS_POLICY_NOT_SUPPORTED spec.dnsPolicy',
      'INVALID_HOSTNAME spec.hostname',
      'INVALID_NAMESERVER spec.dnsConfig.nameservers[0]',
      'INVALID_SEARCH spec.dnsConfig.searches[1]',
      'OPTION_NAME_REQUIRED spec.dnsConfig.options[1]',
    ]);
  });
});

test('a problem carries its type, segments and value', () => {
  expect(validatePodDns({ dnsPolicy: 'none' })).toEqual([
    {
      type: 'NOT_SUPPORTED',
      severity: 'error',
      code: 'DNS_POLICY_NOT_SUPPORTED',
      segments: ['dnsPolicy'],
      path: 'dnsPolicy',
      value: 'none',
      message: expect.any(String),
    },
  ]);
  const problems = validatePodDns({
    spec: {
      hostnameOverride: 'a'.repeat(65),
      hostNetwork: true,
      dnsConfig: { nameservers: [''], options: [{}] },
    },
  });
  expect(problems.map(({ type, segments }) => [type, segments])).toEqual([
    ['FORBIDDEN', ['spec', 'hostnameOverride']],
    ['TOO_LONG', ['spec', 'hostnameOverride']],
    ['INVALID', ['spec', 'dnsConfig', 'nameservers', 0]],
    ['REQUIRED', ['spec', 'dnsConfig', 'options', 0]],
  ]);
});
