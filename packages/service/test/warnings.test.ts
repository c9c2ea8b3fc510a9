import { endpointSliceWarnings, serviceWarnings } from '@kubesem/service';
import { expect, test } from 'vitest';

test('external IPs are ignored by headless Services', () => {
  const spec = { clusterIP: 'None', externalIPs: ['192.0.2.1'] };
  expect(serviceWarnings({ spec })).toMatchObject([
    {
      code: 'FIELD_IGNORED',
      severity: 'warning',
      path: 'spec.externalIPs',
      message: 'spec.externalIPs is ignored for headless services',
    },
  ]);
});

test('there are no warnings about the cluster IP of an ExternalName', () => {
  const spec = { type: 'ExternalName', externalName: 'a.example', clusterIP: '0::' };
  expect(serviceWarnings({ spec })).toEqual([]);
});

test.each([
  ['::ffff:10.0.0.0/104', ['ADDRESS_NON_STANDARD'], '"10.0.0.0/8"'],
  [
    '::ffff:10.0.0.1/100',
    ['CIDR_AMBIGUOUS', 'ADDRESS_NON_STANDARD'],
    '"0.0.0.0/4" or "10.0.0.1/128"',
  ],
  ['::ffff:10.0.0.1/95', ['CIDR_AMBIGUOUS', 'ADDRESS_NON_STANDARD'], '"::fffe:0:0/95"'],
  ['::ffff:10.0.0.1/0', ['CIDR_AMBIGUOUS', 'ADDRESS_NON_STANDARD'], '"::/0"'],
])('the stored source range %s is shown as Kubernetes writes it', (range, codes, text) => {
  const spec = { type: 'LoadBalancer', ports: [{ port: 80 }], loadBalancerSourceRanges: [range] };
  const warnings = serviceWarnings({ metadata: { name: 'web' }, spec });
  expect(warnings).toMatchObject(codes.map((code) => ({ code, severity: 'warning' })));
  expect(warnings[0]?.message).toContain(text);
});

test('the addresses of a slice of a controller are not looked at', () => {
  const given = { addressType: 'IPv6', endpoints: [{ addresses: ['FD00::1'] }] };
  expect(endpointSliceWarnings(given)).toMatchObject([
    { code: 'ADDRESS_NOT_CANONICAL', severity: 'warning', path: 'endpoints[0].addresses[0]' },
  ]);
  const labels = { 'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io' };
  expect(endpointSliceWarnings({ ...given, metadata: { labels } })).toEqual([]);
});
