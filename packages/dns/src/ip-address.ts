import type { Result } from '@kubesem/core';
import { DnsError, type DnsErrorCode, fail } from './dns-errors.js';

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

const EXPECTED = {
  INVALID_IP: "an IP address, as in '10.9.8.7' or '2001:db8::1'",
  IP_LEADING_ZERO: 'an IP address without leading zeros',
};

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
  const address = readIpAddress(text);
  return typeof address === 'string'
    ? fail(address, undefined, EXPECTED[address], { input: text })
    : address;
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
  const address = readIpAddress(text);
  if (typeof address === 'string') {
    const message = `expected ${EXPECTED[address]}`;
    return { ok: false, error: new DnsError({ code: address, message, input: text }) };
  }
  return { ok: true, value: address };
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
  const groups: string[] = [];
  for (let at = 0; at < 16; at += 2) {
    groups.push((((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
  }
  let start = 0;
  let length = 1;
  for (let from = 0; from < 8; from++) {
    let to = from;
    while (groups[to] === '0') to++;
    if (to - from > length) {
      start = from;
      length = to - from;
    }
  }
  const text =
    length > 1
      ? `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`
      : groups.join(':');
  return zone === '' ? text : `${text}%${zone}`;
}

/** Reads an address that may have a name in DNS, so one without a zone. */
export function parseNamedAddress(text: string, path: string): IpAddress {
  const address = readIpAddress(text);
  if (typeof address === 'string') {
    return fail(address, path, EXPECTED[address], { input: text });
  }
  if (address.zone !== '') {
    fail('IP_ZONE', path, 'an IP address without a zone', { input: text });
  }
  return address;
}

type Refusal = DnsErrorCode & keyof typeof EXPECTED;

function readIpAddress(text: unknown): IpAddress | Refusal {
  if (typeof text !== 'string') {
    return 'INVALID_IP';
  }
  if (!text.includes(':')) {
    const bytes = readIPv4(text);
    return typeof bytes === 'string' ? bytes : { family: 'IPv4', bytes, zone: '' };
  }
  const percent = text.indexOf('%');
  const bytes = readIPv6(percent < 0 ? text : text.slice(0, percent));
  if (typeof bytes === 'string') {
    return bytes;
  }
  const zone = percent < 0 ? '' : text.slice(percent + 1);
  const isMapped = bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  if (percent >= 0 && (zone === '' || isMapped)) {
    return 'INVALID_IP';
  }
  return isMapped
    ? { family: 'IPv4', bytes: bytes.slice(12), zone }
    : { family: 'IPv6', bytes, zone };
}

function readIPv4(text: string): number[] | Refusal {
  const plain = text.replace(/(^|\.)0+(?=\d)/g, '$1');
  const bytes = plain.split('.').map(Number);
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(plain) || bytes.some((byte) => byte > 255)) {
    return 'INVALID_IP';
  }
  return plain === text ? bytes : 'IP_LEADING_ZERO';
}

function readIPv6(text: string): number[] | Refusal {
  const halves = text.split('::');
  const head = readGroups(halves[0] ?? '', halves.length === 1);
  const tail = readGroups(halves[1] ?? '', true);
  if (typeof head === 'string') return head;
  if (typeof tail === 'string') return tail;
  const missing = 16 - head.length - tail.length;
  if (halves.length > 2 || (halves.length === 2 ? missing < 2 : missing !== 0)) {
    return 'INVALID_IP';
  }
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** The bytes of groups joined by single colons; at the address's end the last may be an IPv4 address. */
function readGroups(text: string, isEnd: boolean): number[] | Refusal {
  const bytes: number[] = [];
  const groups = text === '' ? [] : text.split(':');
  for (const [index, group] of groups.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 255);
    } else {
      const ipv4 = isEnd && index === groups.length - 1 ? readIPv4(group) : 'INVALID_IP';
      if (typeof ipv4 === 'string') return ipv4;
      bytes.push(...ipv4);
    }
  }
  return bytes;
}
