import { fields, formatIpAddress, THROW } from '@kubesem/core/internal';
import { checkNamespace, clusterName, type DnsNameOptions } from './dns-name.js';
import { checkAddressWithoutZone } from './ip-address.js';

/**
 * Returns the DNS name of a Pod by its address: `<address>.<namespace>.pod.<cluster domain>`, with `-` in place of each
 * `.` or `:` of the address.
 *
 * The address is written in its canonical form, as in the status of a Pod. Whether CoreDNS answers for the name depends
 * on its option `pods`: never (`disabled`), for every address (`insecure`), or only if a Pod in the namespace has the
 * address (`verified`).
 *
 * @param ip - address of the Pod
 * @param namespace - namespace of the Pod; `default` if empty
 * @param options - settings of the cluster
 * @returns the name, without a trailing dot
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_IP` or `IP_LEADING_ZERO` if the address is
 * invalid, as for {@link parseIpAddress}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `IP_ZONE` if the address has a zone
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_INVALID` if the namespace is not a DNS-1123 label,
 * or the cluster domain is not a DNS-1123 subdomain
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_TOO_LONG` if the name has more than 253 bytes
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if an argument is not a string
 * @example
 * ```ts
 * import { podDnsName } from '@kubesem/dns';
 *
 * podDnsName('172.17.0.3', 'default') // => '172-17-0-3.default.pod.cluster.local'
 * podDnsName('2001:db8::a', 'test') // => '2001-db8--a.test.pod.cluster.local'
 * podDnsName('172.17.0', 'default') // throws INVALID_IP
 * ```
 *
 * Source: `github.com/coredns/coredns/plugin/kubernetes` v1.14.6, `findPods`, which reads such names.
 */
export function podDnsName(ip: string, namespace: string, options?: DnsNameOptions): string {
  const given = fields({ ip, namespace }, THROW);
  const address = formatIpAddress(checkAddressWithoutZone(ip, given.pathOf('ip')));
  const label = address.replace(/[.:]/g, '-');
  const labels = [label, checkNamespace(given, 'namespace')];
  return clusterName(labels, 'pod', options);
}
