import { clusterDnsAddresses } from '@kubesem/dns';
import { expect, test } from 'vitest';

const service = (namespace: string, name: string, clusterIP?: string) => ({
  metadata: { namespace, name },
  spec: { clusterIP },
});

test('is the address of the Service kube-system/kube-dns', () => {
  const services = [
    service('default', 'kube-dns', '10.1.0.1'),
    service('kube-system', 'coredns', '10.1.0.2'),
    service('kube-system', 'kube-dns', '10.1.0.3'),
  ];
  expect(clusterDnsAddresses(services)).toEqual(['10.1.0.3']);
});

test.each([undefined, '', 'None'])('is the default if that Service has the address %s', (ip) => {
  expect(clusterDnsAddresses([service('kube-system', 'kube-dns', ip)])).toEqual(['10.96.0.10']);
});
