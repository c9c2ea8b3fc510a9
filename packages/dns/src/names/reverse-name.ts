import { hexDigits, parseNamedAddress } from './ip-address.js';

/**
 * The DNS name under which the PTR record of an address stands.
 *
 * @param ip - the address; one of IPv6 that holds one of IPv4 counts as that
 * @returns the bytes backwards and `in-addr.arpa`, or the hexadecimal digits backwards and `ip6.arpa`
 * @throws {@link DnsError} `INVALID_IP`, `IP_LEADING_ZERO` if the address is none, as {@link parseIpAddress} does
 * @throws {@link DnsError} `IP_ZONE` if the address has a zone
 * @example
 * ```ts
 * import { reverseName } from '@kubesem/dns';
 *
 * reverseName('10.96.0.1') // => '1.0.96.10.in-addr.arpa'
 * reverseName('fe80::1%eth0') // throws IP_ZONE
 * ```
 *
 * Source: RFC 1035, 3.5; RFC 3596, 2.5; Kubernetes DNS specification 1.1, sections 2.3.3 and 2.4.3.
 */
export function reverseName(ip: string): string {
  const { family, bytes } = parseNamedAddress(ip, 'ip');
  if (family === 'IPv4') {
    return `${[...bytes].reverse().join('.')}.in-addr.arpa`;
  }
  return `${[...hexDigits(bytes)].reverse().join('.')}.ip6.arpa`;
}
