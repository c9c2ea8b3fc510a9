import type { Service } from '@kubesem/core';
import { servicesWithoutAddress } from '@kubesem/dns';
import { expect, test } from 'vitest';

test.each<[string, Service['spec'], boolean]>([
  ['no spec', undefined, true],
  ['an empty clusterIP', { clusterIP: '', clusterIPs: [] }, true],
  ['a clusterIP', { clusterIP: '10.96.0.7' }, false],
  ['only clusterIPs', { clusterIPs: ['10.96.0.7'] }, false],
  ['the clusterIP None', { clusterIP: 'None' }, false],
  ['the type ExternalName', { type: 'ExternalName', externalName: 'example.com' }, false],
])('a Service with %s', (_, spec, isReported) => {
  const services = [
    { metadata: { name: 'a' }, spec: { clusterIP: '10.96.0.8' } },
    { metadata: { name: 'b' }, spec },
  ];
  const found = servicesWithoutAddress(services).map(({ code, segments }) => [code, ...segments]);
  expect(found).toEqual(
    isReported ? [['CLUSTER_IP_MISSING', 'services', 1, 'spec', 'clusterIP']] : [],
  );
});
