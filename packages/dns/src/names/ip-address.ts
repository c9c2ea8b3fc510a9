import {
  type FieldError,
  type FieldPath,
  fieldProblem,
  type Result,
  raise,
  readString,
} from '@kubesem/core';
import type { DnsErrorCode } from '../dns-error-code.js';

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

/**
 * Parses an IP address.
 *
 * @param text - the address, without white space or brackets
 * @returns the address
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_IP` if the string is not an IP address
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `IP_LEADING_ZERO` if a part of the IPv4 address has a leading zero
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the value is not a string
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
 * Source: see {@link IpAddress}.
 */
export function parseIpAddress(text: string): IpAddress {
  return checkIpAddress(text, undefined);
}

/**
 * Parses an IP address without throwing.
 *
 * @param text - the address, or anything else
 * @returns the address, or the error that {@link parseIpAddress} throws
 * @example
 * ```ts
 * import { safeParseIpAddress } from '@kubesem/dns';
 *
 * safeParseIpAddress('::1').value?.family // => 'IPv6'
 * safeParseIpAddress('localhost').error?.code // => 'INVALID_IP'
 * ```
 *
 * Source: see {@link IpAddress}.
 */
export function safeParseIpAddress(text: unknown): Result<IpAddress, FieldError<DnsErrorCode>> {
  try {
    return { ok: true, value: checkIpAddress(text, undefined) };
  } catch (error) {
    return { ok: false, error: error as FieldError<DnsErrorCode> };
  }
}

/**
 * Formats an IP address in its canonical form: lower case, with `::` for the first of the longest runs of two or more
 * zero groups.
 *
 * @param address - the address
 * @returns the address as text
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

/** Returns two hexadecimal digits for each byte. */
export function hexDigits(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns an address that can have a DNS name, so without a zone, or throws. */
export function checkAddressWithoutZone(value: unknown, path: FieldPath | undefined): IpAddress {
  const address = checkIpAddress(value, path);
  if (address.zone !== '') {
    const message = `expected an IP address without a zone, found the zone ${JSON.stringify(address.zone.slice(0, 80))}`;
    raise(fieldProblem({ type: 'FieldValueInvalid', code: 'IP_ZONE', path, value, message }));
  }
  return address;
}

/** Why a string is not an IP address. */
type IpAddressFault = 'INVALID_IP' | 'IP_LEADING_ZERO';

const MESSAGES: { readonly [Fault in IpAddressFault]: string } = {
  INVALID_IP: "expected an IP address, such as '10.0.0.1' or 'fd00::1'",
  IP_LEADING_ZERO:
    'expected an IP address without leading zeros, which some programs read as octal numbers',
};

function checkIpAddress(value: unknown, path: FieldPath | undefined): IpAddress {
  const address = readIpAddress(readString(value, path));
  if (typeof address !== 'string') {
    return address;
  }
  const message = MESSAGES[address];
  return raise(fieldProblem({ type: 'FieldValueInvalid', code: address, path, value, message }));
}

/** Reads an IP address; returns the code of the fault if the string is not one. */
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
  const plain = text.replace(/(^|\.)0+(?=\d)/g, '$1');
  const bytes = plain.split('.').map(Number);
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(plain) || bytes.some((byte) => byte > 255)) {
    return 'INVALID_IP';
  }
  return plain === text ? bytes : 'IP_LEADING_ZERO';
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
