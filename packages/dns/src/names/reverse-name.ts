import { fields, hexDigits, THROW } from '@kubesem/core/internal';
import { checkAddressWithoutZone } from './ip-address.js';

/**
 * Returns the DNS name of the PTR record of an address.
 *
 * @param ip - the address; an IPv4-mapped IPv6 address counts as IPv4
 * @returns the bytes in reverse order and `in-addr.arpa`, or the hexadecimal digits in reverse order and `ip6.arpa`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_IP` or `IP_LEADING_ZERO` if the address is
 * invalid, as for {@link parseIpAddress}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `IP_ZONE` if the address has a zone
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the address is not a string
 * @example
 * ```ts
 * import { reverseDnsName } from '@kubesem/dns';
 *
 * reverseDnsName('10.96.0.1') // => '1.0.96.10.in-addr.arpa'
 * reverseDnsName('fe80::1%eth0') // throws IP_ZONE
 * ```
 *
 * Source: RFC 1035, 3.5; RFC 3596, 2.5; Kubernetes DNS specification 1.1, sections 2.3.3 and 2.4.3.
 */
export function reverseDnsName(ip: string): string {
  const { family, bytes } = checkAddressWithoutZone(ip, fields({ ip }, THROW).pathOf('ip'));
  if (family === 'IPv4') {
    return `${[...bytes].reverse().join('.')}.in-addr.arpa`;
  }
  return `${[...hexDigits(bytes)].reverse().join('.')}.ip6.arpa`;
}
