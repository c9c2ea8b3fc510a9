// URLs as Go writes them. Source: `net/url` of Go 1.26. Texts are handled as strings of UTF-8 bytes.
import { readIpAddress, toByteString } from '@kubesem/core/internal';

/** Characters that Go leaves as they are, in addition to letters and digits. */
const PATH = '-_.~$&+,/:;=@';
const HOST = '-_.~!$&\'()*+,;=:[]<>"';
/** In a path, characters that Go keeps as they are written, even those that it would escape itself. */
const WRITTEN_PATH = "-_.~$&+,/:;=@!'()*[]%";

function isKept(byte: string, kept: string): boolean {
  return /[A-Za-z0-9]/.test(byte) || kept.includes(byte);
}

function escape(bytes: string, kept: string): string {
  return bytes.replace(/[^A-Za-z0-9]/g, (byte) =>
    isKept(byte, kept)
      ? byte
      : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function unescape(bytes: string): string {
  return bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)));
}

/** A path as it is sent, for one that is not escaped. */
export function escapePath(path: string): string {
  return path === '*' ? path : escape(toByteString(path), PATH);
}

/** A host as it is written in a URL. */
export function escapeHost(host: string): string {
  return escape(toByteString(host), HOST);
}

/** Whether each `%` starts an escape. */
function isWellEscaped(text: string): boolean {
  return !/%(?![0-9A-Fa-f]{2})/.test(text);
}

/**
 * Writes the path and the query of a probe as they are sent. What cannot be read as a URL is escaped as a whole.
 *
 * @returns undefined if the text is a URL without a path, such as `mailto:a`
 */
export function requestTarget(path: string): string | undefined {
  const [beforeFragment] = path.split('#', 1) as [string];
  const fragment = path.slice(beforeFragment.length + 1);
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(beforeFragment)?.[0] ?? '';
  const rest = beforeFragment.slice(scheme.length);
  const [beforeQuery] = rest.split('?', 1) as [string];
  const query = rest.slice(beforeQuery.length);
  const isRooted = beforeQuery.startsWith('/');
  const isOpaque = !isRooted && scheme !== '' && beforeQuery !== '';
  const hasAuthority =
    beforeQuery.startsWith('//') && (scheme !== '' || !beforeQuery.startsWith('///'));
  const start = hasAuthority ? `${beforeQuery}/`.indexOf('/', 2) : 0;
  const authority = beforeQuery.slice(2, Math.max(2, start));
  const own = beforeQuery.slice(start);
  const hasControls = /[\x00-\x1f\x7f]/.test(beforeFragment);
  const isUnreadable =
    hasControls ||
    beforeFragment.startsWith(':') ||
    (!isOpaque && !isWellEscaped(own)) ||
    !isWellEscaped(fragment) ||
    !isAuthority(scheme, authority) ||
    (!isRooted && scheme === '' && /^[^/]*:/.test(beforeQuery));
  if (isUnreadable) {
    return rooted(escapePath(path));
  }
  if (isOpaque) {
    return undefined;
  }
  return `${rooted(readPath(own))}${query}`;
}

/** A readable path: as it is written if Go keeps its characters, otherwise escaped again. */
function readPath(path: string): string {
  const bytes = toByteString(path);
  const isWritten = [...bytes].every((byte) => isKept(byte, WRITTEN_PATH));
  return isWritten || path === '*' ? path : escape(unescape(bytes), PATH);
}

function rooted(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

/** Whether a host and port in a path can be read; those of the probe replace them. */
function isAuthority(scheme: string, text: string): boolean {
  if (text.startsWith('[')) {
    const end = text.lastIndexOf(']');
    const address = text.slice(1, Math.max(1, end));
    const isZoneEscaped = !/%(?!25)/.test(address);
    return (
      isZoneEscaped && isIpv6(address.replace('%25', '%')) && /^(:\d*)?$/.test(text.slice(end + 1))
    );
  }
  const isStrict = /^https?:$/i.test(scheme);
  const colon = isStrict ? text.indexOf(':') : text.lastIndexOf(':');
  return (
    (colon < 0 || /^:\d*$/.test(text.slice(colon))) &&
    [...text].every(isHostCharacter) &&
    !/%(?!25|[89A-Fa-f][0-9A-Fa-f])/.test(text)
  );
}

/** Whether Go connects to a host: a name, an IPv4 address, or an IPv6 address without brackets. */
export function isHost(host: string): boolean {
  return host.includes(':') ? isIpv6(host) : [...host].every(isHostCharacter);
}

function isHostCharacter(character: string): boolean {
  const isAscii = character <= '\x7f';
  return !isAscii || (isKept(character, `${HOST}%`) && character !== '[');
}

/** Whether a text is an IPv6 address, with a zone or without. */
function isIpv6(text: string): boolean {
  const [address] = text.split('%', 1) as [string];
  const zone = text.slice(address.length);
  return (
    text.includes(':') &&
    typeof readIpAddress(address) !== 'string' &&
    (zone === '' || /^%[A-Za-z0-9._~-]+$/.test(zone))
  );
}
