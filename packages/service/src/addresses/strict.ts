import { readIpAddress } from '@kubesem/core';
import { isMapped } from './address.js';
import { maskedAddress, readCidr } from './cidr.js';

/**
 * Reports whether the API server accepts an address in a new field: without leading zeros, zone, or IPv4 in the form of
 * IPv6. An IPv6 address may be written in any way.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsValidIPForLegacyField` with strict validation.
 */
export function isStrictAddress(text: string): boolean {
  const address = readIpAddress(text);
  return typeof address !== 'string' && address.zone === '' && !isMapped(text);
}

/**
 * Reports whether the API server accepts a range of addresses in a new field: as an address, and without bits beyond the
 * prefix.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsValidCIDRForLegacyField` with strict validation.
 */
export function isStrictCidr(text: string): boolean {
  const cidr = readCidr(text);
  if (cidr === undefined) {
    return false;
  }
  const { bytes } = maskedAddress(cidr.address, cidr.prefixLength);
  return cidr.address.bytes.every((byte, index) => byte === bytes[index]);
}
