import { dns1123SubdomainErrors, KubesemError, type KubesemErrorDetails } from '@kubesem/core';

/**
 * What can be wrong with what names, zones and resolver configurations are made from.
 *
 * - `INVALID_NAME`: a name breaks the syntax of Kubernetes; `path` says which
 * - `INVALID_IP`: the text is no IP address
 * - `IP_LEADING_ZERO`: a part of an IPv4 address has a leading zero, which programs read as 8 or as 10 times as much
 * - `IP_ZONE`: an address with a zone (`fe80::1%eth0`) stands where none may, as it has no name outside of its host
 * - `INVALID_PROTOCOL`: a protocol is none of `TCP`, `UDP`, `SCTP`
 * - `NAME_TOO_LONG`: the whole name is longer than the 253 bytes that DNS can ask for
 * - `FQDN_TOO_LONG`: the host name with its domain is longer than the 64 bytes that the kernel holds
 * - `INVALID_TYPE`: a field holds another JSON type than it should, or an object is of another kind
 * - `INVALID_RESOLV_CONF`: a line of a `resolv.conf` keeps the kubelet from reading it
 */
export type DnsErrorCode =
  | 'INVALID_NAME'
  | 'INVALID_IP'
  | 'IP_LEADING_ZERO'
  | 'IP_ZONE'
  | 'INVALID_PROTOCOL'
  | 'NAME_TOO_LONG'
  | 'FQDN_TOO_LONG'
  | 'INVALID_TYPE'
  | 'INVALID_RESOLV_CONF';

/**
 * Thrown where something is not what DNS wants; `path` is the field, `offset` the place in a text.
 *
 * @example
 * ```ts
 * import { type DnsError, serviceName } from '@kubesem/dns';
 *
 * let error: DnsError | undefined;
 * try {
 *   serviceName({ name: 'My_Svc', namespace: 'default' });
 * } catch (caught) {
 *   error = caught as DnsError;
 * }
 * error?.code // => 'INVALID_NAME'
 * error?.path // => 'name'
 * error?.input // => 'My_Svc'
 * ```
 */
export class DnsError extends KubesemError<DnsErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'DnsError';
}

/** Throws; `expected` goes on after the word "expected". */
export function fail(
  code: DnsErrorCode,
  path: string | undefined,
  expected: string,
  details: Pick<KubesemErrorDetails, 'input' | 'offset'>,
): never {
  const place = path === undefined ? '' : `${path}: `;
  throw new DnsError({ code, message: `${place}expected ${expected}`, path, ...details });
}

/** Returns a DNS-1123 subdomain as it is, or throws. */
export function checkSubdomain(input: unknown, path: string): string {
  if (dns1123SubdomainErrors(input).length > 0) {
    fail('INVALID_NAME', path, "a name, as in 'example.com'", { input });
  }
  return input as string;
}

/** Returns a DNS-1123 label as it is, or throws. A label is a subdomain of one part: one check is smaller than two. */
export function checkLabel(input: unknown, path: string): string {
  const label = checkSubdomain(input, path);
  if (label.length > 63 || label.includes('.')) {
    fail('INVALID_NAME', path, 'at most 63 bytes and no dot', { input });
  }
  return label;
}
