import type { Service } from '@kubesem/core';
import { checkLabel, fail } from '../dns-errors.js';
import { type DnsNameOptions, dnsName } from './dns-name.js';
import { type ServiceReference, serviceName } from './service-name.js';

/**
 * The DNS name of the SRV record of a Service's named port: `_<port>._<protocol>.<service>.<namespace>.svc.<cluster domain>`.
 *
 * @param port - name of the port
 * @param protocol - `TCP`, `UDP` or `SCTP`, in either case
 * @param service - the Service, or its name and namespace
 * @param options - the cluster domain
 * @returns the name
 * @throws {@link DnsError} `INVALID_NAME` if the name of the port or Service or the namespace is no DNS-1123 label, or the
 * cluster domain no DNS-1123 subdomain
 * @throws {@link DnsError} `INVALID_PROTOCOL` if the protocol is another
 * @throws {@link DnsError} `NAME_TOO_LONG` if all of it is longer than 253 bytes
 * @throws {@link DnsError} `INVALID_TYPE` if the object is not a Service
 * @example
 * ```ts
 * import { srvName } from '@kubesem/dns';
 *
 * const service = { name: 'web', namespace: 'prod' };
 * srvName('http', 'TCP', service) // => '_http._tcp.web.prod.svc.cluster.local'
 * srvName('http', 'HTTP', service) // throws INVALID_PROTOCOL
 * ```
 *
 * Source: Kubernetes DNS specification 1.1, sections 2.3.2 and 2.4.2; names of ports as
 * `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1 checks those of Services.
 */
export function srvName(
  port: string,
  protocol: string,
  service: Service | ServiceReference,
  options?: DnsNameOptions,
): string {
  const transport = `${protocol}`.toLowerCase();
  if (!/^(tcp|udp|sctp)$/.test(transport)) {
    fail('INVALID_PROTOCOL', 'protocol', 'TCP, UDP or SCTP', { input: protocol });
  }
  return dnsName([`_${checkLabel(port, 'port')}`, `_${transport}`, serviceName(service, options)]);
}
