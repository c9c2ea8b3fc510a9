import type { PodSpec } from '@kubesem/core';
import { validatePod } from '@kubesem/validation/pod';
import { describe, expect, test } from 'vitest';

const containers = [{ name: 'app', image: 'app:1' }];
const found = (spec: PodSpec) =>
  validatePod({ metadata: { name: 'web' }, spec: { containers, ...spec } }).map(
    ({ code, path }) => `${code} ${path}`,
  );
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
    [{ dnsPolicy: 'clusterFirst' }, 'NOT_SUPPORTED spec.dnsPolicy'],
    [{ dnsPolicy: 'None' }, 'REQUIRED spec.dnsConfig'],
    [{ dnsPolicy: 'None', dnsConfig: { searches: ['A'] } }, 'REQUIRED spec.dnsConfig.nameservers'],
    [{ dnsConfig: { nameservers: many(4) } }, 'INVALID spec.dnsConfig.nameservers'],
    [
      { dnsConfig: { nameservers: ['10.0.0.1', '10.0.0.01'] } },
      'INVALID spec.dnsConfig.nameservers[1]',
    ],
    [
      { dnsConfig: { nameservers: ['fe80::1%eth0', '::ffff:10.0.0.1', ''] } },
      'INVALID spec.dnsConfig.nameservers[0]',
      'INVALID spec.dnsConfig.nameservers[1]',
      'INVALID spec.dnsConfig.nameservers[2]',
    ],
    [
      { dnsConfig: { searches: Array.from({ length: 33 }, () => 'a') } },
      'INVALID spec.dnsConfig.searches',
    ],
    [
      {
        dnsConfig: {
          searches: [...Array.from({ length: 8 }, () => 'a'.repeat(227)), 'a'.repeat(225)],
        },
      },
      'INVALID spec.dnsConfig.searches',
    ],
    [
      { dnsConfig: { searches: ['a', 'a..b', '..', 'A', 'a_', '__a', '-a', 'a'.repeat(254)] } },
      ...[1, 2, 3, 4, 5, 6, 7].map((index) => `INVALID spec.dnsConfig.searches[${index}]`),
    ],
    [
      { dnsConfig: { options: [{ name: 'a' }, { value: '2' }] } },
      'REQUIRED spec.dnsConfig.options[1]',
    ],
    [{ dnsConfig: { options: [null as never] } }, 'REQUIRED spec.dnsConfig.options[0]'],
    [{ hostname: 'a.b' }, 'INVALID spec.hostname'],
    [{ subdomain: 'A' }, 'INVALID spec.subdomain'],
    [{ hostnameOverride: '' }, 'INVALID spec.hostnameOverride'],
    [{ hostnameOverride: 'a'.repeat(65) }, 'TOO_LONG spec.hostnameOverride'],
    [{ hostnameOverride: 'a', setHostnameAsFQDN: true }, 'FORBIDDEN spec.hostnameOverride'],
    [{ hostnameOverride: 'a', hostNetwork: true }, 'FORBIDDEN spec.hostnameOverride'],
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
      'dnsConfig.nameservers',
      'hostname',
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
    const pod = { metadata: { name: 'web' }, spec: { containers, ...spec }, status: 'x' };
    const problems = validatePod(pod as never);
    expect(problems).toMatchObject([
      { code: 'INVALID_TYPE', path: 'status' },
      { type: 'NOT_SUPPORTED', path: 'spec.dnsPolicy' },
      {
        type: 'INVALID',
        path: 'spec.dnsConfig.nameservers[0]',
        message: 'must not have leading 0s',
      },
      { code: 'INVALID_TYPE', path: 'spec.dnsConfig.searches[0]' },
      { type: 'INVALID', path: 'spec.dnsConfig.searches[1]' },
      { code: 'INVALID_TYPE', path: 'spec.dnsConfig.options[0].name' },
      { type: 'REQUIRED', path: 'spec.dnsConfig.options[1]', message: 'must not be empty' },
      { type: 'INVALID', path: 'spec.hostname', value: 'H_' },
    ]);
  });
});

test('the words of the API server', () => {
  const spec = {
    dnsPolicy: 'none',
    hostnameOverride: 'a'.repeat(65),
    hostNetwork: true,
    dnsConfig: { nameservers: [''], options: [{}] },
  };
  const supported = '"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"';
  expect(validatePod({ containers, ...spec })).toMatchObject([
    { type: 'NOT_SUPPORTED', value: 'none', message: `supported values: ${supported}` },
    { type: 'INVALID', segments: ['dnsConfig', 'nameservers', 0] },
    { type: 'REQUIRED', segments: ['dnsConfig', 'options', 0] },
    { type: 'FORBIDDEN', message: 'may not be specified when hostNetwork is true' },
    { type: 'TOO_LONG', message: 'may not be more than 64 bytes' },
  ]);
});
