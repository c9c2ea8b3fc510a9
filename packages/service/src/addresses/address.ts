import { formatIpAddress, type IpAddress, readIpAddress } from '@kubesem/core';

/** An IP family, as in `spec.ipFamilies`. */
export type Family = IpAddress['family'];

/** Both families. */
export const FAMILIES: readonly Family[] = ['IPv4', 'IPv6'];

/**
 * Reads an IP address as Kubernetes read it before 1.36: its numbers may have leading zeros, which are dropped, however many.
 *
 * @param text - the address
 * @returns the address; undefined if the text is not one
 *
 * Source: `k8s.io/utils/net` v0.0.0-20260626114624-be93311217bd, `ParseIPSloppy`.
 */
export function readSloppyAddress(text: string): IpAddress | undefined {
  let address = readIpAddress(text);
  if (typeof address === 'string') {
    address = readIpAddress(text.replace(/(^|[.:])0+(?=[\da-f])/gi, '$1'));
  }
  return typeof address === 'string' || address.zone !== '' ? undefined : address;
}

/** The family of an address; undefined if the text is not an address. */
export function familyOf(text: string): Family | undefined {
  return readSloppyAddress(text)?.family;
}

/**
 * Returns an address in its canonical form.
 *
 * @param text - the address
 * @returns the address as Kubernetes writes it; undefined if the text is not an address
 */
export function canonicalAddress(text: string): string | undefined {
  const address = readSloppyAddress(text);
  return address && formatIpAddress(address);
}

/** Reports whether an address is IPv4 in the form of IPv6, such as `::ffff:10.0.0.1`. */
export function isMapped(text: string): boolean {
  return text.includes(':') && familyOf(text) === 'IPv4';
}
