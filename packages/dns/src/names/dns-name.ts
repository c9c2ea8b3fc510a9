import { checkLabel, checkSubdomain, fail } from '../dns-errors.js';

/** What the functions that build names need to know of the cluster. */
export interface DnsNameOptions {
  /** The domain below which the cluster's names stand, without a dot at the end; `cluster.local` if absent. */
  readonly clusterDomain?: string | undefined;
}

/** RFC 1035, 2.3.4: 255 octets on the wire, where a name takes a length in front and the root at the end. */
const MAX_NAME_BYTES = 253;

/** `<labels>.<type>.<cluster domain>`, checked as a whole. The labels have been checked. */
export function clusterName(
  labels: readonly string[],
  type: 'svc' | 'pod',
  options: DnsNameOptions | undefined,
): string {
  return dnsName([...labels, type, clusterDomainOf(options)]);
}

/** Labels joined by dots, if DNS can ask for the result. */
export function dnsName(labels: readonly string[]): string {
  const name = labels.join('.');
  if (name.length > MAX_NAME_BYTES) {
    fail('NAME_TOO_LONG', undefined, `at most ${MAX_NAME_BYTES} bytes`, { input: name });
  }
  return name;
}

/** The cluster domain of the options, checked. */
export function clusterDomainOf(options: DnsNameOptions | undefined): string {
  return checkSubdomain(options?.clusterDomain ?? 'cluster.local', 'clusterDomain');
}

/** A namespace, checked; none counts as `default`, as kubectl and the kubelet fill it in. */
export function checkNamespace(namespace: unknown, path: string): string {
  return checkLabel(namespace == null || namespace === '' ? 'default' : namespace, path);
}
