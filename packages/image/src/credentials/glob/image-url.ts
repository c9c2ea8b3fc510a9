/**
 * Codes of the reasons why a string is not a URL after `https://`.
 *
 * - `CONTROL_CHARACTER`: a control character before the fragment
 * - `INVALID_ESCAPE`: a `%` without two hexadecimal digits, or an escape that is invalid in the host
 * - `INVALID_HOST`: an invalid character in the host, or a host in brackets that is not an IPv6 address
 * - `INVALID_PORT`: a character other than digits after the first `:` of the host; the tag of a name without a `/` counts as
 *   a port
 * - `INVALID_USER_INFO`: an invalid character before the `@`
 */
export type ImageUrlErrorCode =
  | 'CONTROL_CHARACTER'
  | 'INVALID_ESCAPE'
  | 'INVALID_HOST'
  | 'INVALID_PORT'
  | 'INVALID_USER_INFO';

/** Host and path of a URL, as byte strings without escapes. */
export interface ImageUrl {
  /** Host with its port, including the brackets of an IPv6 address. */
  readonly host: string;
  /** Path; empty, or starts with `/`. */
  readonly path: string;
}

// Characters that Go does not escape in a host, and all bytes outside ASCII.
const NOT_IN_HOST = /[^A-Za-z0-9!$&'()*+,;=:[\]<>"_.~\x80-\xff-]/;
const NOT_IN_USER_INFO = /[^A-Za-z0-9._:~!$&'()*+,;=%@-]/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
// Only bytes outside ASCII can be escaped in a host, and the `%` itself.
const ESCAPE_OUT_OF_HOST = /%(?!25)[0-7]/;
// Nearly all image names have this form, and need no further checks.
const PLAIN = /^[A-Za-z0-9._-]*(?::[0-9]*)?(?:\/[A-Za-z0-9._/-]*)?$/;
const OPTIONAL_PORT = /^(?::[0-9]*)?$/;
const CONTROL = /[\0-\x1f\x7f]/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/;

/**
 * Parses the text after `https://`. User information is checked and removed; query and fragment are removed.
 *
 * Source: Go 1.26.8 `net/url`, `Parse`; `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `ParseSchemelessURL`.
 */
export function parseImageUrl(bytes: string): ImageUrl | ImageUrlErrorCode {
  if (PLAIN.test(bytes)) {
    return splitPath(bytes);
  }
  const [url, fragment] = cut(bytes, '#');
  if (CONTROL.test(url)) {
    return 'CONTROL_CHARACTER';
  }
  const [hierarchy] = cut(url, '?');
  const { host: authority, path } = splitPath(hierarchy);
  const at = authority.lastIndexOf('@');
  const userInfo = authority.slice(0, Math.max(at, 0));

  const host = parseHost(authority.slice(at + 1));
  if (host.error !== undefined) {
    return host.error;
  }
  if (NOT_IN_USER_INFO.test(userInfo)) {
    return 'INVALID_USER_INFO';
  }
  if (BROKEN_ESCAPE.test(userInfo) || BROKEN_ESCAPE.test(path) || BROKEN_ESCAPE.test(fragment)) {
    return 'INVALID_ESCAPE';
  }
  return { host: host.value, path: unescapeAll(path) };
}

type Part =
  | { readonly value: string; readonly error?: undefined }
  | { readonly error: ImageUrlErrorCode };

function parseHost(host: string): Part {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) {
    return { error: 'INVALID_HOST' };
  }
  if (bracket === 0) {
    return parseBracketed(host);
  }
  const colon = host.indexOf(':');
  if (colon >= 0 && !OPTIONAL_PORT.test(host.slice(colon))) {
    return { error: 'INVALID_PORT' };
  }
  return unescapeHost(host);
}

/** Parses an IPv6 address in brackets, with an optional zone and port. */
function parseBracketed(host: string): Part {
  const close = host.lastIndexOf(']');
  if (close < 0) {
    return { error: 'INVALID_HOST' };
  }
  const port = host.slice(close + 1);
  if (!OPTIONAL_PORT.test(port)) {
    return { error: 'INVALID_PORT' };
  }
  const inside = host.slice(1, close);
  const percent = inside.indexOf('%25');
  const address = unescapeHost(percent < 0 ? inside : inside.slice(0, percent));
  if (address.error !== undefined) {
    return address;
  }
  const zone = percent < 0 ? { value: '' } : unescapeZone(inside.slice(percent));
  if (zone.error !== undefined) {
    return zone;
  }
  // A zone is its `%` and at least one more character.
  if (zone.value === '%' || !isIPv6(address.value)) {
    return { error: 'INVALID_HOST' };
  }
  return { value: `[${address.value}${zone.value}]${port}` };
}

function unescapeHost(text: string): Part {
  if (BROKEN_ESCAPE.test(text) || ESCAPE_OUT_OF_HOST.test(text)) {
    return { error: 'INVALID_ESCAPE' };
  }
  return NOT_IN_HOST.test(text.replace(/%/g, ''))
    ? { error: 'INVALID_HOST' }
    : { value: unescapeAll(text) };
}

/** In a zone, the characters of a host and spaces can be escaped. */
function unescapeZone(text: string): Part {
  if (BROKEN_ESCAPE.test(text)) {
    return { error: 'INVALID_ESCAPE' };
  }
  if (NOT_IN_HOST.test(text.replace(/%/g, ''))) {
    return { error: 'INVALID_HOST' };
  }
  const value = unescapeAll(text);
  const escaped = unescapeAll((text.match(/%../g) ?? []).join('')).replace(/[ %]/g, '');
  return /[\x80-\xff]/.test(escaped) || NOT_IN_HOST.test(escaped)
    ? { error: 'INVALID_ESCAPE' }
    : { value };
}

function unescapeAll(text: string): string {
  return text.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function splitPath(text: string): ImageUrl {
  const slash = text.indexOf('/');
  return slash < 0
    ? { host: text, path: '' }
    : { host: text.slice(0, slash), path: text.slice(slash) };
}

/** Returns the text before and after the first occurrence of a character. */
function cut(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Reports whether a string is an IPv6 address without a zone. Source: Go 1.26.8 `net/netip`, `ParseAddr`. */
function isIPv6(text: string): boolean {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [left = [], right, third] = halves;
  if (third !== undefined) {
    return false;
  }
  const last = right ?? left;
  // Only the last group can be an IPv4 address, which replaces two groups.
  const hasIPv4 = IPV4.test(last[last.length - 1] ?? '');
  const groups = [...left, ...(right ?? [])].slice(0, hasIPv4 ? -1 : undefined);
  const count = groups.length + (hasIPv4 ? 2 : 0);
  return (
    (right === undefined ? count === 8 : count < 8) &&
    groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))
  );
}
