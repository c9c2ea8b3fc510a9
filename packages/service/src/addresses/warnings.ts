import { formatIpAddress, type IpAddress, readIpAddress } from '@kubesem/core';
import { canonicalAddress, isMapped, readSloppyAddress } from './address.js';
import { maskedAddress, readCidr } from './cidr.js';

/**
 * Codes of the warnings about an address or a range:
 * - `NON_STANDARD`: leading zeros, or IPv4 in the form of IPv6
 * - `NOT_CANONICAL`: IPv6 that is not written as RFC 5952 recommends
 * - `AMBIGUOUS_CIDR`: a range with bits beyond its prefix
 */
export type AddressWarningCode = 'AMBIGUOUS_CIDR' | 'NON_STANDARD' | 'NOT_CANONICAL';

/** A warning of the API server about an address or a range. */
export interface AddressWarning {
  readonly code: AddressWarningCode;
  readonly message: string;
}

/**
 * Returns the warning for an address; undefined if it is written well, or not an address.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `GetWarningsForIP`.
 */
export function addressWarning(text: string): AddressWarning | undefined {
  const canonical = canonicalAddress(text);
  if (canonical === undefined) {
    return undefined;
  }
  if (isMapped(text) || typeof readIpAddress(text) === 'string') {
    return {
      code: 'NON_STANDARD',
      message: `non-standard IP address "${text}" is invalid: use "${canonical}"`,
    };
  }
  return canonical === text
    ? undefined
    : {
        code: 'NOT_CANONICAL',
        message: `IPv6 address "${text}" should be in RFC 5952 canonical format ("${canonical}")`,
      };
}

/**
 * Returns the warnings for a range of addresses.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `GetWarningsForCIDR`.
 */
export function cidrWarnings(text: string): readonly AddressWarning[] {
  const slash = text.indexOf('/');
  const base = text.slice(0, slash);
  const length = text.slice(slash + 1);
  const address = slash < 0 ? undefined : readSloppyAddress(base);
  const bits = base.includes(':') ? 128 : 32;
  const prefix = Number(length);
  if (address === undefined || !/^\d+$/.test(length) || prefix > bits) {
    return [];
  }
  // Go prints IPv4 in the form of IPv6 as IPv4, unless the prefix cuts what marks it as such.
  const marked = bits - 8 * address.bytes.length;
  const isCut = prefix < marked;
  const kept = isCut ? prefix : prefix - marked;
  const masked = maskedAddress(isCut ? asIpv6(address) : address, kept);
  const network = `${formatIpAddress(masked)}/${kept}`;
  const warnings: AddressWarning[] = [];
  const plain = formatIpAddress(address);
  if (plain !== formatIpAddress(masked)) {
    const message = `CIDR value "${text}" is ambiguous in this context (should be "${network}" or "${plain}/${bits}"?)`;
    warnings.push({ code: 'AMBIGUOUS_CIDR', message });
  }
  if (readCidr(text) === undefined) {
    const message = `non-standard CIDR value "${text}" is invalid: use "${network}"`;
    warnings.push({ code: 'NON_STANDARD', message });
  }
  const canonical = `${plain}/${prefix}`;
  if (warnings.length === 0 && address.family === 'IPv6' && canonical !== text) {
    const message = `IPv6 CIDR value "${text}" should be in RFC 5952 canonical format ("${canonical}")`;
    warnings.push({ code: 'NOT_CANONICAL', message });
  }
  return warnings;
}

/** An IPv4 address in the form of IPv6, such as `::ffff:10.0.0.1`. */
function asIpv6({ bytes, zone }: IpAddress): IpAddress {
  return { family: 'IPv6', bytes: [...Array<number>(10).fill(0), 255, 255, ...bytes], zone };
}
