import { fieldProblem, fields, raise, THROW } from '@kubesem/core';
import { checkSubdomain } from './check-name.js';

/** Settings of the cluster that its DNS names depend on. */
export interface DnsNameOptions {
  /** The cluster domain, without a trailing dot; `cluster.local` if absent. */
  readonly clusterDomain?: string | undefined;
}

/** RFC 1035, 2.3.4: 255 octets on the wire, of which one is the length of the first label and one the root label. */
const MAX_NAME_BYTES = 253;

/** Returns `<labels>.<type>.<cluster domain>`. The labels have been checked; the whole is checked here. */
export function clusterName(
  labels: readonly string[],
  type: 'svc' | 'pod',
  options: DnsNameOptions | undefined,
): string {
  return dnsName([...labels, type, clusterDomainOf(options)]);
}

/** Joins labels by dots; throws if the name is too long to be queried. */
export function dnsName(labels: readonly string[]): string {
  const name = labels.join('.');
  if (name.length > MAX_NAME_BYTES) {
    raise(
      fieldProblem({
        type: 'FieldValueTooLong',
        code: 'NAME_TOO_LONG',
        path: undefined,
        value: name,
        message: `the DNS name has ${name.length} bytes; at most ${MAX_NAME_BYTES} are allowed`,
      }),
    );
  }
  return name;
}

/** Returns the cluster domain of the options, or throws if it is invalid. */
export function clusterDomainOf(options: DnsNameOptions | undefined): string {
  const given = fields(options, THROW);
  const domain = given.optionalText('clusterDomain') ?? 'cluster.local';
  return checkSubdomain(given, 'clusterDomain', domain);
}
