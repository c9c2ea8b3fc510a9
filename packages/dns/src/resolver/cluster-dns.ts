import { ABSENT, fields, type Service } from '@kubesem/core';

/** The address that kubeadm gives to the DNS server: the tenth of its default Service subnet. */
const DEFAULT_ADDRESS = '10.96.0.10';

/**
 * Finds the address of the cluster's DNS server: that of the Service `kube-system/kube-dns`, which has this name whatever
 * server it runs.
 *
 * @param services - the Services of the cluster
 * @returns the value for `clusterDNS` of {@link NodeResolver}; the default of kubeadm if the Service is missing or has no
 * address
 *
 * @example
 * ```ts
 * import { clusterDnsAddresses } from '@kubesem/dns';
 *
 * const metadata = { name: 'kube-dns', namespace: 'kube-system' };
 * clusterDnsAddresses([{ metadata, spec: { clusterIP: '10.32.0.10' } }]) // => ['10.32.0.10']
 * clusterDnsAddresses([]) // => ['10.96.0.10']
 * ```
 *
 * Source: `k8s.io/kubernetes/cmd/kubeadm/app/constants` v1.37.1, `GetDNSIP`, with the subnet `DefaultServicesSubnet` of
 * `app/apis/kubeadm/v1beta4`; the name is that of its DNS add-on.
 */
export function clusterDnsAddresses(services: Iterable<Service>): readonly string[] {
  for (const service of services) {
    const given = fields(service, ABSENT);
    const metadata = given.at('metadata');
    if (metadata.text('namespace') === 'kube-system' && metadata.text('name') === 'kube-dns') {
      const ip = given.at('spec').text('clusterIP');
      return [ip === '' || ip === 'None' ? DEFAULT_ADDRESS : ip];
    }
  }
  return [DEFAULT_ADDRESS];
}
