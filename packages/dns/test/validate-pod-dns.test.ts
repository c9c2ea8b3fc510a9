import type { PodSpec } from '@kubesem/core';
import { validatePodDns } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const found = (spec: PodSpec) =>
  validatePodDns({ metadata: { name: 'web' }, spec }).map(({ code, path }) => `${code} ${path}`);
const many = (count: number) => Array.from({ length: count }, (_, index) => `10.0.0.${index}`);

test('nothing is wrong with a Pod that says nothing, or all that it may', () => {
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
  'the policy %j is one',
  (dnsPolicy) => {
    expect(found({ dnsPolicy })).toEqual([]);
  },
);

describe('what is wrong', () => {
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

  test('the limits themselves are kept', () => {
    // With 8 spaces between them these are 2048 bytes.
    const searches = [...Array.from({ length: 8 }, () => 'a'.repeat(227)), 'a'.repeat(224)];
    expect(found({ dnsConfig: { nameservers: many(3), searches } })).toEqual([]);
    expect(found({ dnsConfig: { searches: Array.from({ length: 32 }, () => 'a') } })).toEqual([]);
    expect(found({ hostnameOverride: 'a'.repeat(64) })).toEqual([]);
  });

  test.each<[spec: object, path: string]>([
    [{ dnsPolicy: 1 }, 'spec.dnsPolicy'],
    [{ hostname: {} }, 'spec.hostname'],
    [{ hostnameOverride: 7 }, 'spec.hostnameOverride'],
    [{ dnsConfig: { nameservers: [7] } }, 'spec.dnsConfig.nameservers[0]'],
    [{ dnsConfig: { searches: {} } }, 'spec.dnsConfig.searches'],
    [{ dnsConfig: { options: {} } }, 'spec.dnsConfig.options'],
    [{ dnsConfig: { options: [{ name: 1 }] } }, 'spec.dnsConfig.options[0].name'],
    [{ dnsConfig: { options: [{ name: 'a', value: 2 }] } }, 'spec.dnsConfig.options[0].value'],
  ])('of another type: %j', (spec, path) => {
    expect(found(spec as PodSpec)).toEqual([`INVALID_TYPE ${path}`]);
  });
});

test('a field of another type is told as such, in a message without its path', () => {
  expect(validatePodDns({ hostname: 7 } as never)).toEqual([
    {
      type: 'FieldValueTypeInvalid',
      path: 'hostname',
      value: '7',
      code: 'INVALID_TYPE',
      message: expect.not.stringContaining('hostname'),
    },
  ]);
  const [problem] = validatePodDns({ dnsConfig: { searches: {} } } as never);
  expect(problem?.value).toBe('[object]');
});

test('a problem tells its kind, its value and what was expected', () => {
  const [problem] = validatePodDns({ dnsPolicy: 'none' });
  expect(problem).toEqual({
    type: 'FieldValueNotSupported',
    path: 'dnsPolicy',
    value: 'none',
    code: 'DNS_POLICY_NOT_SUPPORTED',
    message: expect.stringContaining('ClusterFirstWithHostNet'),
  });
  const kinds = validatePodDns({
    hostnameOverride: 'a'.repeat(65),
    hostNetwork: true,
    dnsConfig: { nameservers: [''], options: [{}] },
  }).map(({ type }) => type);
  expect(kinds).toEqual([
    'FieldValueForbidden',
    'FieldValueTooLong',
    'FieldValueInvalid',
    'FieldValueRequired',
  ]);
});
