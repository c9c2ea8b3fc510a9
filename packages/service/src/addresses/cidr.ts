import { type IpAddress, readIpAddress } from '@kubesem/core';

/** A range of addresses, such as `10.96.0.0/12`. */
export interface Cidr {
  /** Its address as written, with any host bits. */
  readonly address: IpAddress;
  /** Number of leading bits that all its addresses share. */
  readonly prefixLength: number;
}

/**
 * Reads a range of addresses.
 *
 * @param text - the range in CIDR notation, or anything else
 * @returns the range; undefined if the text is not one
 *
 * Source: Go's `net/netip`, `ParsePrefix`.
 */
export function readCidr(text: unknown): Cidr | undefined {
  const range = typeof text === 'string' ? text : '';
  const [, base = '', length = ''] = /^([^/]*)\/(\d{1,3})$/.exec(range) ?? [];
  const address = readIpAddress(base);
  const prefixLength = Number(length);
  const isMapped = base.includes(':') && typeof address === 'object' && address.family === 'IPv4';
  return typeof address === 'string' ||
    isMapped ||
    address.zone !== '' ||
    prefixLength > 8 * address.bytes.length ||
    String(prefixLength) !== length
    ? undefined
    : { address, prefixLength };
}

/**
 * Returns the first address of a range.
 *
 * @param address - any address of the range
 * @param prefixLength - number of leading bits that all its addresses share
 * @returns the address with all other bits 0
 */
export function maskedAddress(address: IpAddress, prefixLength: number): IpAddress {
  const bytes = address.bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefixLength - 8 * index));
    return byte & ~(255 >> kept);
  });
  return { ...address, bytes };
}
