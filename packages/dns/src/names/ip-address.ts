import type { Result } from '@kubesem/core';
import { type DnsError, fail } from '../dns-errors.js';

/**
 * An IP address.
 *
 * IPv4 is four decimal numbers without leading zeros. IPv6 is eight groups of one to four hexadecimal digits; `::` stands
 * once for one or more groups of zeros; the last two groups may be written as an IPv4 address; a `%` and the name of a
 * zone may follow. An IPv6 address that holds one of IPv4 (`::ffff:10.0.0.1`) is that IPv4 address.
 *
 * Source: Go's `net/netip` and `net`, as `k8s.io/apimachinery/pkg/util/validation` v0.37.1 uses them; RFC 4291, 2.2.
 */
export interface IpAddress {
  /** The family, as a Service names it. */
  readonly family: 'IPv4' | 'IPv6';
  /** The 4 or 16 bytes, the most significant one first. */
  readonly bytes: readonly number[];
  /** The zone that the address is of, such as `eth0`; empty if there is none. */
  readonly zone: string;
}

/**
 * Reads an IP address.
 *
 * @param text - the address, with nothing around it
 * @returns the address
 * @throws {@link DnsError} `INVALID_IP` if it is no address
 * @throws {@link DnsError} `IP_LEADING_ZERO` if it would be one but for leading zeros in its IPv4 part
 * @example
 * ```ts
 * import { parseIpAddress } from '@kubesem/dns';
 *
 * parseIpAddress('10.0.0.7') // => { family: 'IPv4', bytes: [10, 0, 0, 7], zone: '' }
 * parseIpAddress('::ffff:10.0.0.7').family // => 'IPv4'
 * parseIpAddress('fe80::1%eth0').zone // => 'eth0'
 * parseIpAddress('10.0.0.07') // throws IP_LEADING_ZERO
 * parseIpAddress('10.0.7') // throws INVALID_IP
 * ```
 *
 * Source: as of {@link IpAddress}.
 */
export function parseIpAddress(text: string): IpAddress {
  return readIpAddress(text, undefined);
}

/**
 * Reads an IP address without throwing.
 *
 * @param text - what may be an address
 * @returns the address, or the error that {@link parseIpAddress} throws
 * @example
 * ```ts
 * import { safeParseIpAddress } from '@kubesem/dns';
 *
 * safeParseIpAddress('::1').value?.family // => 'IPv6'
 * safeParseIpAddress('localhost').error?.code // => 'INVALID_IP'
 * ```
 *
 * Source: as of {@link IpAddress}.
 */
export function safeParseIpAddress(text: unknown): Result<IpAddress, DnsError> {
  try {
    return { ok: true, value: readIpAddress(text, undefined) };
  } catch (error) {
    return { ok: false, error: error as DnsError };
  }
}

/**
 * Writes an IP address in its canonical form: lower case, `::` for the first of the longest runs of two or more zero
 * groups.
 *
 * @param address - the address
 * @returns its text
 * @example
 * ```ts
 * import { formatIpAddress, parseIpAddress } from '@kubesem/dns';
 *
 * formatIpAddress(parseIpAddress('2001:DB8:0:0:1:0:0:1')) // => '2001:db8::1:0:0:1'
 * formatIpAddress(parseIpAddress('::ffff:10.0.0.7')) // => '10.0.0.7'
 * ```
 *
 * Source: RFC 5952, section 4; Go's `net.IP.String`.
 */
export function formatIpAddress({ family, bytes, zone }: IpAddress): string {
  if (family === 'IPv4') {
    return bytes.join('.');
  }
  // Groups of four digits, of which up to three zeros in front go.
  const text = hexDigits(bytes)
    .replace(/.{4}(?!$)/g, '$&:')
    .replace(/\b0{1,3}/g, '');
  // The longest row of zeros goes, the first one of several.
  let short = text;
  for (let more = 7; more > 0 && short === text; more--) {
    short = text.replace(new RegExp(`(^|:)0(:0){${more}}(:|$)`), '::');
  }
  return zone === '' ? short : `${short}%${zone}`;
}

/** Two hexadecimal digits for each byte. */
export function hexDigits(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads an address that may have a name in DNS, so one without a zone. */
export function parseNamedAddress(text: string, path: string): IpAddress {
  const address = readIpAddress(text, path);
  if (address.zone !== '') {
    fail('IP_ZONE', path, 'an IP address without a zone', { input: text });
  }
  return address;
}

// Read by hand: the smallest library on npm that takes all of it is 834 bytes (these are 560), tells neither a leading
// zero nor a zone, and takes an empty one.
function readIpAddress(input: unknown, path: string | undefined): IpAddress {
  const refuse: Refuse = (code) =>
    fail(code, path, 'an IP address without leading zeros', { input });
  const text = typeof input === 'string' ? input : refuse('INVALID_IP');
  if (!text.includes(':')) {
    return { family: 'IPv4', bytes: readIPv4(text, refuse), zone: '' };
  }
  // Without a `%` there is no second part.
  const [address = '', zone] = text.split(/%(.*)/s);
  const bytes = readIPv6(address, refuse);
  const isMapped = bytes.slice(0, 12).join('') === '0000000000255255';
  if (zone === '' || (zone !== undefined && isMapped)) {
    refuse('INVALID_IP');
  }
  return isMapped
    ? { family: 'IPv4', bytes: bytes.slice(12), zone: '' }
    : { family: 'IPv6', bytes, zone: zone ?? '' };
}

/** Throws with that code. */
type Refuse = (code: 'INVALID_IP' | 'IP_LEADING_ZERO') => never;

function readIPv4(text: string, refuse: Refuse): number[] {
  const plain = text.replace(/(^|\.)0+(?=\d)/g, '$1');
  const bytes = plain.split('.').map(Number);
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(plain) || bytes.some((byte) => byte > 255)) {
    refuse('INVALID_IP');
  }
  return plain === text ? bytes : refuse('IP_LEADING_ZERO');
}

function readIPv6(text: string, refuse: Refuse): number[] {
  // An IPv4 address at the end takes the place of two groups.
  const end = text.lastIndexOf(':') + 1;
  const ipv4 = text.includes('.') ? readIPv4(text.slice(end), refuse) : [];
  const hex = ipv4[0] === undefined ? text : `${text.slice(0, end)}0:0`;
  const halves = hex.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], tail = []] = halves;
  const missing = 8 - head.length - tail.length;
  const isComplete = halves.length === 1 ? missing === 0 : halves.length === 2 && missing > 0;
  if (!isComplete || ![...head, ...tail].every((group) => /^[0-9a-f]{1,4}$/i.test(group))) {
    refuse('INVALID_IP');
  }
  const groups = [...head, ...new Array<string>(missing).fill('0'), ...tail];
  const bytes = groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return [...bytes.slice(0, 16 - ipv4.length), ...ipv4];
}
