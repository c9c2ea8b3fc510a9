import { type Endpoint, type Service } from '@kubesem/core';
import { fields, THROW } from '@kubesem/core/internal';
import { checkLabel, clusterName, type DnsNameOptions } from './dns-name.js';
import { checkAddressWithoutZone } from './ip-address.js';
import { type ServiceReference, serviceLabels } from './service-name.js';

/**
 * Returns the DNS name of one endpoint of a headless Service: `<endpoint>.<service>.<namespace>.svc.<cluster domain>`.
 *
 * The first label is the `hostname` of the endpoint. An endpoint has one if its Pod sets `hostname`, and `subdomain` to
 * the name of the Service. Without it, CoreDNS uses the address with `-` in place of each `.` or `:`, and appends a `0` if
 * that ends in `-`.
 *
 * @param endpoint - the endpoint, of which the first address is used, or an address
 * @param service - the Service, or its name and namespace
 * @param options - settings of the cluster
 * @returns the name, without a trailing dot
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_INVALID` if the host name or the Service's name
 * or namespace is not a DNS-1123 label, or the cluster domain is not a DNS-1123 subdomain
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_IP`, `IP_LEADING_ZERO` or `IP_ZONE` if the
 * endpoint has no host name and its address cannot have a DNS name, as for {@link podDnsName}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_TOO_LONG` if the name has more than 253 bytes
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the object is not a Service, or a
 * field has the wrong JSON type
 * @example
 * ```ts
 * import { endpointDnsName } from '@kubesem/dns';
 *
 * const service = { name: 'db', namespace: 'prod' };
 * endpointDnsName({ hostname: 'db-0', addresses: ['10.1.0.4'] }, service) // => 'db-0.db.prod.svc.cluster.local'
 * endpointDnsName('10.1.0.4', service) // => '10-1-0-4.db.prod.svc.cluster.local'
 * endpointDnsName('fd00::4', service) // => 'fd00--4.db.prod.svc.cluster.local'
 * ```
 *
 * Source: `github.com/coredns/coredns/plugin/kubernetes` v1.14.6, `endpointHostname`, without `endpoint_pod_names`.
 */
export function endpointDnsName(
  endpoint: Endpoint | string,
  service: Service | ServiceReference,
  options?: DnsNameOptions,
): string {
  const object = typeof endpoint === 'string' ? { addresses: [endpoint] } : endpoint;
  const given = fields<Endpoint>(object, THROW);
  const labels = serviceLabels(service);
  if (given.text('hostname') !== '') {
    return clusterName([checkLabel(given, 'hostname'), ...labels], 'svc', options);
  }
  const address = given.list('addresses')[0] ?? '';
  checkAddressWithoutZone(address, given.pathOf('addresses', 0));
  return clusterName([addressLabel(address), ...labels], 'svc', options);
}

/** Returns what CoreDNS calls an endpoint without a host name: its address as written, not its canonical form. */
export function addressLabel(address: string): string {
  const label = address.replace(address.includes('.') ? /\./g : /:/g, '-');
  return label.endsWith('-') ? `${label}0` : label;
}
