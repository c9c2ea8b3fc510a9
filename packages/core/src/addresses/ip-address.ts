/**
 * An IP address.
 *
 * IPv4 is four decimal numbers without leading zeros. IPv6 is eight groups of one to four hexadecimal digits, in which
 * one `::` can replace one or more groups of zeros. The last two groups can be written as an IPv4 address, and `%` and
 * the name of a zone can follow. An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) is that IPv4 address.
 *
 * Source: Go's `net/netip` and `net`, as `k8s.io/apimachinery/pkg/util/validation` v0.37.1 uses them; RFC 4291, 2.2.
 */
export interface IpAddress {
  /** The IP family, as in `spec.ipFamilies` of a Service. */
  readonly family: 'IPv4' | 'IPv6';
  /** The 4 or 16 bytes, the most significant one first. */
  readonly bytes: readonly number[];
  /** The zone of the address, such as `eth0`; empty if it has none. */
  readonly zone: string;
}

/** Why a string is not an IP address. */
export type IpAddressFault = 'INVALID_IP' | 'IP_LEADING_ZERO';

/**
 * Formats an IP address in its canonical form: lower case, with `::` for the first of the longest runs of two or more
 * zero groups.
 *
 * @param address - the address
 * @returns the address as text
 * @example
 * ```ts
 * import { formatIpAddress } from '@kubesem/core/internal';
 *
 * formatIpAddress({ family: 'IPv4', bytes: [10, 0, 0, 7], zone: '' }) // => '10.0.0.7'
 * formatIpAddress({ family: 'IPv6', bytes: [...new Array(15).fill(0), 1], zone: '' }) // => '::1'
 * ```
 *
 * Source: RFC 5952, section 4; Go's `net.IP.String`.
 */
export function formatIpAddress({ family, bytes, zone }: IpAddress): string {
  if (family === 'IPv4') {
    return bytes.join('.');
  }
  // Groups of four digits, without up to three leading zeros.
  const text = hexDigits(bytes)
    .replace(/.{4}(?!$)/g, '$&:')
    .replace(/\b0{1,3}/g, '');
  // Tries the longest run of zeros first; of equal runs the first one is replaced.
  let short = text;
  for (let more = 7; more > 0 && short === text; more--) {
    short = text.replace(new RegExp(`(^|:)0(:0){${more}}(:|$)`), '::');
  }
  return zone === '' ? short : `${short}%${zone}`;
}

/**
 * Returns two hexadecimal digits for each byte.
 *
 * @param bytes - the bytes
 * @returns the digits, in lower case
 *
 * @example
 * ```ts
 * import { hexDigits } from '@kubesem/core/internal';
 *
 * hexDigits([10, 255]) // => '0aff'
 * ```
 */
export function hexDigits(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Reads an IP address.
 *
 * @param text - the address, without white space or brackets
 * @returns the address; the code of the fault if the text is not one
 *
 * @example
 * ```ts
 * import { readIpAddress } from '@kubesem/core/internal';
 *
 * readIpAddress('10.0.0.7') // => { family: 'IPv4', bytes: [10, 0, 0, 7], zone: '' }
 * readIpAddress('10.0.0.07') // => 'IP_LEADING_ZERO'
 * ```
 *
 * Source: see {@link IpAddress}.
 */
export function readIpAddress(text: string): IpAddress | IpAddressFault {
  // Scanned by hand: the libraries on npm report neither leading zeros nor zones, and accept an empty zone.
  if (!text.includes(':')) {
    const bytes = readIPv4(text);
    return typeof bytes === 'string' ? bytes : { family: 'IPv4', bytes, zone: '' };
  }
  // Without a `%` there is no second part.
  const [address = '', zone] = text.split(/%(.*)/s);
  const bytes = readIPv6(address);
  if (typeof bytes === 'string') {
    return bytes;
  }
  const isMapped = bytes.slice(0, 12).join('') === '0000000000255255';
  if (zone === '' || (zone !== undefined && isMapped)) {
    return 'INVALID_IP';
  }
  return isMapped
    ? { family: 'IPv4', bytes: bytes.slice(12), zone: '' }
    : { family: 'IPv6', bytes, zone: zone ?? '' };
}

function readIPv4(text: string): readonly number[] | IpAddressFault {
  const hasZeros = /(^|\.)0\d/.test(text);
  const plain = hasZeros ? text.replace(/(^|\.)0+(?=\d)/g, '$1') : text;
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(plain)) {
    return 'INVALID_IP';
  }
  const bytes = plain.split('.').map(Number);
  if (bytes.some((byte) => byte > 255)) {
    return 'INVALID_IP';
  }
  return hasZeros ? 'IP_LEADING_ZERO' : bytes;
}

function readIPv6(text: string): readonly number[] | IpAddressFault {
  // An IPv4 address at the end replaces two groups.
  const end = text.lastIndexOf(':') + 1;
  const ipv4 = text.includes('.') ? readIPv4(text.slice(end)) : [];
  if (typeof ipv4 === 'string') {
    return ipv4;
  }
  const hex = ipv4.length === 0 ? text : `${text.slice(0, end)}0:0`;
  const halves = hex.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], tail = []] = halves;
  const missing = 8 - head.length - tail.length;
  const isComplete = halves.length === 1 ? missing === 0 : halves.length === 2 && missing > 0;
  if (!isComplete || ![...head, ...tail].every((group) => /^[0-9a-f]{1,4}$/i.test(group))) {
    return 'INVALID_IP';
  }
  const groups = [...head, ...new Array<string>(missing).fill('0'), ...tail];
  const bytes = groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return [...bytes.slice(0, 16 - ipv4.length), ...ipv4];
}
