import type { Endpoint, Service } from '@kubesem/core';
import { checkLabel } from '../dns-errors.js';
import { clusterName, type DnsNameOptions } from './dns-name.js';
import { parseNamedAddress } from './ip-address.js';
import { type ServiceReference, serviceLabels } from './service-name.js';

/**
 * The DNS name of one endpoint of a headless Service: `<endpoint>.<service>.<namespace>.svc.<cluster domain>`.
 *
 * The first part is the endpoint's `hostname`, which is that of its Pod if the Pod's `subdomain` names the Service. Without
 * one CoreDNS takes the address with `-` for each `.` or `:`; an address that ends in `::` gets a `0` at the end.
 *
 * @param endpoint - the endpoint, of which the first address counts, or an address
 * @param service - the Service, or its name and namespace
 * @param options - the cluster domain
 * @returns the name
 * @throws {@link DnsError} `INVALID_NAME` if the host name, the Service's name or namespace is no DNS-1123 label, or the
 * cluster domain no DNS-1123 subdomain
 * @throws {@link DnsError} `INVALID_IP`, `IP_LEADING_ZERO`, `IP_ZONE` if there is no host name, and the address is none, as
 * for {@link podName}
 * @throws {@link DnsError} `NAME_TOO_LONG` if all of it is longer than 253 bytes
 * @throws {@link DnsError} `INVALID_TYPE` if the object is not a Service
 * @example
 * ```ts
 * import { endpointName } from '@kubesem/dns';
 *
 * const service = { name: 'db', namespace: 'prod' };
 * endpointName({ hostname: 'db-0', addresses: ['10.1.0.4'] }, service) // => 'db-0.db.prod.svc.cluster.local'
 * endpointName('10.1.0.4', service) // => '10-1-0-4.db.prod.svc.cluster.local'
 * endpointName('fd00::4', service) // => 'fd00--4.db.prod.svc.cluster.local'
 * ```
 *
 * Source: `github.com/coredns/coredns/plugin/kubernetes` v1.14.6, `endpointHostname`, without `endpoint_pod_names`.
 */
export function endpointName(
  endpoint: Endpoint | string,
  service: Service | ServiceReference,
  options?: DnsNameOptions,
): string {
  const { hostname, addresses }: Endpoint =
    typeof endpoint === 'string' ? { addresses: [endpoint] } : (endpoint ?? {});
  const labels = serviceLabels(service);
  if (hostname != null && hostname !== '') {
    return clusterName([checkLabel(hostname, 'hostname'), ...labels], 'svc', options);
  }
  // What is no text is refused.
  const address = addresses?.[0] as string;
  parseNamedAddress(address, 'addresses[0]');
  return clusterName([addressLabel(address), ...labels], 'svc', options);
}

/** What CoreDNS calls an endpoint without a host name: its address as it is written, not its canonical form. */
export function addressLabel(address: string): string {
  const label = address.replace(address.includes('.') ? /\./g : /:/g, '-');
  return label.endsWith('-') ? `${label}0` : label;
}
