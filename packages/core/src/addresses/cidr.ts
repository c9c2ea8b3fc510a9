// Ranges of addresses.
import { formatIpAddress, type IpAddress, readIpAddress } from './ip-address.js';
import { isMappedAddress, readSloppyAddress } from './legacy-address.js';

/**
 * A range of addresses, such as `10.96.0.0/12`.
 *
 * @internal
 */
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
 *
 * @internal
 */
export function readCidr(text: unknown): Cidr | undefined {
  const range = typeof text === 'string' ? text : '';
  const [, base = '', length = ''] = /^([^/]*)\/(\d{1,3})$/.exec(range) ?? [];
  const address = readIpAddress(base);
  const prefixLength = Number(length);
  return typeof address === 'string' ||
    isMappedAddress(base) ||
    address.zone !== '' ||
    prefixLength > 8 * address.bytes.length ||
    String(prefixLength) !== length
    ? undefined
    : { address, prefixLength };
}

/**
 * A range that is read as Kubernetes did before 1.36.
 *
 * @internal
 */
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
 *
 * @internal
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
  const network = cidrNetwork({
    address: isCut ? asIpv6(address) : address,
    prefixLength: isCut ? prefixLength : prefixLength - marked,
  });
  return { address, prefixLength, network };
}

/** An IPv4 address in the form of IPv6, such as `::ffff:10.0.0.1`. */
function asIpv6({ bytes, zone }: IpAddress): IpAddress {
  return { family: 'IPv6', bytes: [...Array<number>(10).fill(0), 255, 255, ...bytes], zone };
}

/**
 * Writes a range.
 *
 * @internal
 */
export function formatCidr({ address, prefixLength }: Cidr): string {
  return `${formatIpAddress(address)}/${prefixLength}`;
}

/**
 * The range as Go prints it: without bits beyond the prefix.
 *
 * @internal
 */
export function cidrNetwork({ address, prefixLength }: Cidr): Cidr {
  const bytes = address.bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefixLength - 8 * index));
    return byte & ~(255 >> kept);
  });
  return { address: { ...address, bytes }, prefixLength };
}

/**
 * Reports whether an address is in a range of which the first address is given.
 *
 * @internal
 */
export function isInCidr(network: Cidr, address: IpAddress): boolean {
  const { bytes } = cidrNetwork({ ...network, address }).address;
  const first = network.address.bytes;
  return bytes.length === first.length && bytes.every((byte, index) => byte === first[index]);
}
