import { type Service } from '@kubesem/core';
import { fields, THROW } from '@kubesem/core/internal';
import { checkLabel, type DnsNameOptions, dnsName } from './dns-name.js';
import { type ServiceReference, serviceDnsName } from './service-name.js';

/**
 * Returns the DNS name of the SRV record of a Service's named port:
 * `_<port>._<protocol>.<service>.<namespace>.svc.<cluster domain>`.
 *
 * @param port - name of the port
 * @param protocol - `TCP`, `UDP` or `SCTP`, in upper or lower case
 * @param service - the Service, or its name and namespace
 * @param options - settings of the cluster
 * @returns the name, without a trailing dot
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_INVALID` if the name of the port, the name of the
 * Service or its namespace is not a DNS-1123 label, or the cluster domain is not a DNS-1123 subdomain
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_PROTOCOL` if the protocol is another one
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_TOO_LONG` if the name has more than 253 bytes
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the object is not a Service, or a
 * field has the wrong JSON type
 * @example
 * ```ts
 * import { srvName } from '@kubesem/dns';
 *
 * const service = { name: 'web', namespace: 'prod' };
 * srvName('http', 'TCP', service) // => '_http._tcp.web.prod.svc.cluster.local'
 * srvName('http', 'HTTP', service) // throws INVALID_PROTOCOL
 * ```
 *
 * Source: Kubernetes DNS specification 1.1, sections 2.3.2 and 2.4.2; the names of ports are checked as those of Services
 * in `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
 */
export function srvName(
  port: string,
  protocol: string,
  service: Service | ServiceReference,
  options?: DnsNameOptions,
): string {
  const given = fields({ port, protocol }, THROW);
  const transport = given.text('protocol').toLowerCase();
  if (!/^(tcp|udp|sctp)$/.test(transport)) {
    const message = 'expected TCP, UDP or SCTP';
    given.problem('protocol', 'NOT_SUPPORTED', message, protocol, 'INVALID_PROTOCOL');
  }
  const portLabel = checkLabel(given, 'port');
  return dnsName([`_${portLabel}`, `_${transport}`, serviceDnsName(service, options)]);
}
