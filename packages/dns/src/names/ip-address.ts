import {
  type FieldError,
  type FieldPath,
  type IpAddress,
  type IpAddressFault,
  type Result,
} from '@kubesem/core';
import { fieldProblem, raise, readIpAddress, wrongType } from '@kubesem/core/internal';
import type { DnsErrorCode } from '../dns-error-code.js';

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
 * Source: see {@link @kubesem/core!IpAddress | IpAddress}.
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
 * Source: see {@link @kubesem/core!IpAddress | IpAddress}.
 */
export function safeParseIpAddress(text: unknown): Result<IpAddress, FieldError<DnsErrorCode>> {
  try {
    return { ok: true, value: checkIpAddress(text, undefined) };
  } catch (error) {
    return { ok: false, error: error as FieldError<DnsErrorCode> };
  }
}

/** Returns an address that can have a DNS name, so without a zone, or throws. */
export function checkAddressWithoutZone(value: unknown, path: FieldPath | undefined): IpAddress {
  const address = checkIpAddress(value, path);
  if (address.zone !== '') {
    const message = `expected an IP address without a zone, found the zone ${JSON.stringify(address.zone.slice(0, 80))}`;
    raise(fieldProblem({ type: 'INVALID', code: 'IP_ZONE', path, value, message }));
  }
  return address;
}

const MESSAGES: { readonly [Fault in IpAddressFault]: string } = {
  INVALID_IP: "expected an IP address, such as '10.0.0.1' or 'fd00::1'",
  IP_LEADING_ZERO:
    'expected an IP address without leading zeros, which some programs read as octal numbers',
};

function checkIpAddress(value: unknown, path: FieldPath | undefined): IpAddress {
  const text = value ?? '';
  if (typeof text !== 'string') {
    return raise(wrongType(text, path, 'a string'));
  }
  const address = readIpAddress(text);
  if (typeof address !== 'string') {
    return address;
  }
  const message = MESSAGES[address];
  return raise(fieldProblem({ type: 'INVALID', code: address, path, value, message }));
}

/**
 * Reports whether the C libraries read a string as an IPv4 address, as `inet_aton` does: one to four numbers in decimal,
 * octal (`010`) or hexadecimal (`0x8`), of which the last one fills the remaining bytes.
 */
export function isInetAton(text: string): boolean {
  const parts = text.split('.', 5);
  const last = parts.length - 1;
  return (
    last < 4 &&
    parts.every((part, index) => {
      const isNumber = /^(0x[0-9a-f]+|0[0-7]*|[1-9][0-9]*)$/i.test(part);
      const value = /^0[0-7]/.test(part) ? Number.parseInt(part, 8) : Number(part);
      return isNumber && value < (index === last ? 256 ** (4 - last) : 256);
    })
  );
}
