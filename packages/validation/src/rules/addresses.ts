import { type FieldPath } from '@kubesem/core';
import {
  canonicalAddress,
  type Fields,
  isInCidr,
  isMappedAddress,
  readCidr,
  readIpAddress,
  readSloppyAddress,
  readSloppyCidr,
} from '@kubesem/core/internal';

type Where<T> = (keyof T & string) | FieldPath;

/**
 * Checks an address; returns whether it is valid. An IPv6 address may be written in any way.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsValidIPForLegacyField` with strict validation.
 */
export function checkAddress<T extends object>(
  object: Fields<T>,
  where: Where<T>,
  text: string,
): boolean {
  const fault = addressFault(text);
  if (fault !== undefined) {
    object.invalid(where, fault, text);
  }
  return fault === undefined;
}

/**
 * Checks an address that must be in canonical form; returns whether it is valid.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsValidIP`.
 */
export function checkCanonicalAddress<T extends object>(
  object: Fields<T>,
  where: Where<T>,
  text: string,
): boolean {
  const canonical = canonicalAddress(text);
  const isCanonical = checkAddress(object, where, text) && canonical === text;
  if (!isCanonical && addressFault(text) === undefined) {
    object.invalid(where, `must be in canonical form ("${canonical}")`, text);
  }
  return isCanonical;
}

/** Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `parseIP`. */
function addressFault(text: string): string | undefined {
  if (readSloppyAddress(text) === undefined) {
    return 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  }
  if (typeof readIpAddress(text) === 'string') {
    return 'must not have leading 0s';
  }
  return isMappedAddress(text) ? 'must not be an IPv4-mapped IPv6 address' : undefined;
}

/**
 * Checks that an address, which can be written in any way, is one of a single host.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEndpointIP`.
 */
export function checkEndpointAddress<T extends object>(
  object: Fields<T>,
  where: Where<T>,
  text: string,
): void {
  const address = readSloppyAddress(text);
  if (address === undefined) {
    object.invalid(where, 'must be a valid IP address', text);
    return;
  }
  const { family, bytes } = address;
  const [first = 0, second = 0, third = 0] = bytes;
  const isIPv4 = family === 'IPv4';
  const tail = bytes.slice(0, -1).every((byte) => byte === 0) ? bytes[bytes.length - 1] : undefined;
  if (tail === 0) {
    object.invalid(where, `may not be unspecified (${text})`, text);
  }
  if (isIPv4 ? first === 127 : tail === 1) {
    object.invalid(where, 'may not be in the loopback range (127.0.0.0/8, ::1/128)', text);
  }
  if (isIPv4 ? first === 169 && second === 254 : first === 254 && second >> 6 === 2) {
    object.invalid(where, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)', text);
  }
  if (
    isIPv4 ? first === 224 && second === 0 && third === 0 : first === 255 && (second & 15) === 2
  ) {
    const message = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)';
    object.invalid(where, message, text);
  }
}

/**
 * Checks a range of addresses.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsValidCIDRForLegacyField` with strict validation.
 */
export function checkCidr<T extends object>(
  object: Fields<T>,
  where: Where<T>,
  text: string,
): void {
  const fault = cidrFault(text);
  if (fault !== undefined) {
    object.invalid(where, fault, text);
  }
}

/** Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `parseCIDR`. */
function cidrFault(text: string): string | undefined {
  if (readSloppyCidr(text) === undefined) {
    return 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
  }
  const [address = '', prefixLength = ''] = text.split('/');
  if (typeof readIpAddress(address) === 'string' || /^0\d/.test(prefixLength)) {
    return 'must not have leading 0s in IP or prefix length';
  }
  if (isMappedAddress(address)) {
    return 'must not have an IPv4-mapped IPv6 address';
  }
  const range = readCidr(text);
  const isNetwork = range !== undefined && isInCidr(range, range.address);
  return isNetwork ? undefined : 'must not have bits set beyond the prefix length';
}
