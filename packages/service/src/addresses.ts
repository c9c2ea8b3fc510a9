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
  return typeof address === 'string' ||
    isMapped(base) ||
    address.zone !== '' ||
    prefixLength > 8 * address.bytes.length ||
    String(prefixLength) !== length
    ? undefined
    : { address, prefixLength };
}

/** A range that is read as Kubernetes did before 1.36. */
export interface SloppyCidr extends Cidr {
  /** The range as Go prints it: without bits beyond the prefix. */
  readonly network: Cidr;
}

/**
 * Reads a range of addresses as Kubernetes read it before 1.36, with leading zeros, host bits and IPv4 in the form of IPv6.
 *
 * @param text - the range
 * @returns the range; undefined if the text is not one
 *
 * Source: `k8s.io/utils/net` v0.0.0-20260626114624-be93311217bd, `ParseCIDRSloppy`.
 */
export function readSloppyCidr(text: string): SloppyCidr | undefined {
  const [, base = '', length = ''] = /^([^/]*)\/(\d+)$/.exec(text) ?? [];
  const address = readSloppyAddress(base);
  const prefixLength = Number(length);
  const bits = base.includes(':') ? 128 : 32;
  if (address === undefined || prefixLength > bits) {
    return undefined;
  }
  // IPv4 in the form of IPv6 stays IPv4, unless the prefix cuts what marks it as such.
  const marked = bits - 8 * address.bytes.length;
  const isCut = prefixLength < marked;
  const kept = isCut ? prefixLength : prefixLength - marked;
  const network = maskedAddress(isCut ? asIpv6(address) : address, kept);
  return { address, prefixLength, network: { address: network, prefixLength: kept } };
}

/** An IPv4 address in the form of IPv6, such as `::ffff:10.0.0.1`. */
function asIpv6({ bytes, zone }: IpAddress): IpAddress {
  return { family: 'IPv6', bytes: [...Array<number>(10).fill(0), 255, 255, ...bytes], zone };
}

/** Writes a range. */
export function formatCidr({ address, prefixLength }: Cidr): string {
  return `${formatIpAddress(address)}/${prefixLength}`;
}

/** The first address of the range of an address: all bits beyond the prefix are 0. */
function maskedAddress(address: IpAddress, prefixLength: number): IpAddress {
  const bytes = address.bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefixLength - 8 * index));
    return byte & ~(255 >> kept);
  });
  return { ...address, bytes };
}

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
  return cidr !== undefined && isInNetwork(cidr, cidr.address);
}

/** Reports whether an address is in a range of which the first address is given. */
export function isInNetwork(network: Cidr, address: IpAddress): boolean {
  const { bytes } = maskedAddress(address, network.prefixLength);
  const first = network.address.bytes;
  return bytes.length === first.length && bytes.every((byte, index) => byte === first[index]);
}
