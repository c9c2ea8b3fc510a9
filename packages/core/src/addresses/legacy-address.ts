// Addresses as Kubernetes read them before 1.36.
import { formatIpAddress, type IpAddress, readIpAddress } from './ip-address.js';

/**
 * Reads an IP address as Kubernetes read it before 1.36: its numbers may have leading zeros, which are dropped, however many.
 *
 * @param text - the address
 * @returns the address; undefined if the text is not one
 *
 * Source: `k8s.io/utils/net` v0.0.0-20260626114624-be93311217bd, `ParseIPSloppy`.
 *
 * @internal
 */
export function readSloppyAddress(text: string): IpAddress | undefined {
  let address = readIpAddress(text);
  if (typeof address === 'string') {
    address = readIpAddress(text.replace(/(^|[.:])0+(?=[\da-f])/gi, '$1'));
  }
  return typeof address === 'string' || address.zone !== '' ? undefined : address;
}

/**
 * The family of an address; undefined if the text is not an address.
 *
 * @internal
 */
export function addressFamily(text: string): IpAddress['family'] | undefined {
  return readSloppyAddress(text)?.family;
}

/**
 * Returns an address in its canonical form.
 *
 * @param text - the address
 * @returns the address as Kubernetes writes it; undefined if the text is not an address
 *
 * @internal
 */
export function canonicalAddress(text: string): string | undefined {
  const address = readSloppyAddress(text);
  return address && formatIpAddress(address);
}

/**
 * Reports whether an address is IPv4 in the form of IPv6, such as `::ffff:10.0.0.1`.
 *
 * @internal
 */
export function isMappedAddress(text: string): boolean {
  return text.includes(':') && addressFamily(text) === 'IPv4';
}
