import { checkNamespace, clusterName, type DnsNameOptions } from './dns-name.js';
import { formatIpAddress, parseNamedAddress } from './ip-address.js';

/**
 * The DNS name of a Pod by its address: `<address>.<namespace>.pod.<cluster domain>`, where `-` stands for each `.`
 * or `:` of the address.
 *
 * CoreDNS answers for it as its option `pods` says: never, for every address, or for the first address of each Pod in
 * the namespace. The address is written in its canonical form, as a Pod's status holds it.
 *
 * @param ip - address of the Pod
 * @param namespace - its namespace
 * @param options - the cluster domain
 * @returns the name
 * @throws {@link DnsError} `INVALID_IP`, `IP_LEADING_ZERO` if the address is none, as {@link parseIpAddress} does
 * @throws {@link DnsError} `IP_ZONE` if the address has a zone
 * @throws {@link DnsError} `INVALID_NAME` if the namespace is no DNS-1123 label, or the cluster domain no DNS-1123
 * subdomain
 * @throws {@link DnsError} `NAME_TOO_LONG` if all of it is longer than 253 bytes
 * @example
 * ```ts
 * import { podName } from '@kubesem/dns';
 *
 * podName('172.17.0.3', 'default') // => '172-17-0-3.default.pod.cluster.local'
 * podName('2001:db8::a', 'test') // => '2001-db8--a.test.pod.cluster.local'
 * podName('172.17.0', 'default') // throws INVALID_IP
 * ```
 *
 * Source: `github.com/coredns/coredns/plugin/kubernetes` v1.14.6, `findPods`, which reads such names back.
 */
export function podName(ip: string, namespace: string, options?: DnsNameOptions): string {
  const address = formatIpAddress(parseNamedAddress(ip, 'ip'));
  const labels = [address.replace(/[.:]/g, '-'), checkNamespace(namespace, 'namespace')];
  return clusterName(labels, 'pod', options);
}
