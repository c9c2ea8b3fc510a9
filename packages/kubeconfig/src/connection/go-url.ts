import { goQuote, readIpAddress } from '@kubesem/core/internal';

/** A URL as Go reads it. It accepts other texts than the `URL` of JavaScript, and keeps their spelling. */
export interface GoUrl {
  /** In lower case; empty if there is none. */
  readonly scheme: string;
  /** What follows the scheme if it does not start with a slash. */
  readonly opaque: string;
  /** User and password in their escaped form, with the `@`; empty if there are none. */
  readonly user: string;
  /** `//` before the host, unless the URL is written without it. */
  readonly slashes: '' | '//';
  /** Host and port in their escaped form. */
  readonly host: string;
  /** The path in its escaped form. */
  readonly path: string;
  /** With the `?`; empty if there is none. */
  readonly query: string;
  /** Without the `#`. */
  readonly fragment: string;
}

/** Characters that Go does not escape, by the part of the URL. Source: Go 1.26 `net/url`, `table`. */
const PATH = /[$&+,\-./\d:;=@A-Z_a-z~]/;
const PATH_AS_WRITTEN = /[!'()*[\]$&+,\-./\d:;=@A-Z_a-z~]/;
const USER = /[$&+,\-.\d;=A-Z_a-z~]/;
const WRONG_HOST = /[\0-\x20#%/?@\\^`{|}\x7f]/;

/**
 * Parses a URL.
 *
 * @param text - the URL
 * @param isRequest - whether it must be absolute, as in a request
 * @returns the URL, or the error in the words of Go
 *
 * Source: Go 1.26 `net/url`, `Parse` and `ParseRequestURI`.
 */
export function parseGoUrl(text: string, isRequest = false): GoUrl | string {
  const [before, fragment] = isRequest ? [text, ''] : cut(text, '#');
  const parsed = parse(before, isRequest);
  if (typeof parsed === 'string') {
    return `parse ${goQuote(withoutPassword(before))}: ${parsed}`;
  }
  const wrong = wrongEscape(fragment);
  return wrong === undefined
    ? { ...parsed, fragment }
    : `parse ${goQuote(withoutPassword(text))}: ${wrong}`;
}

/** Hides the password in a text for a message that client-go would show: it may be a URL with any mistake. */
export function withoutPassword(text: string): string {
  return text.replace(/^((?:[a-z][a-z\d+.-]*:)?\/\/)?([^:]*):.*@/is, '$1$2:xxxxx@');
}

/** Writes a URL without its fragment. */
export function formatGoUrl({ scheme, opaque, slashes, user, host, path, query }: GoUrl): string {
  const start = scheme === '' ? '' : `${scheme}:`;
  return `${start}${opaque}${user + host + path === '' ? '' : slashes}${user}${host}${path}${query}`;
}

function parse(text: string, isRequest: boolean): GoUrl | string {
  if (/[\0-\x1f\x7f]/.test(text)) {
    return 'net/url: invalid control character in URL';
  }
  if (text === '' && isRequest) {
    return 'empty url';
  }
  const [, scheme = '', afterScheme = text] = /^([A-Za-z][A-Za-z\d+.-]*):(.*)$/s.exec(text) ?? [];
  if (text.startsWith(':')) {
    return 'missing protocol scheme';
  }
  const at = afterScheme.indexOf('?');
  const [rest, query] = at < 0 ? [afterScheme, ''] : splitAt(afterScheme, at);
  const empty = { opaque: '', slashes: '', user: '', host: '', path: '', fragment: '' } as const;
  const url: GoUrl = { ...empty, scheme: scheme.toLowerCase(), query };
  if (!rest.startsWith('/') && text !== '*') {
    if (scheme !== '') {
      return { ...url, opaque: rest };
    }
    if (isRequest) {
      return 'invalid URI for request';
    }
    if (cut(rest, '/')[0].includes(':')) {
      return 'first path segment in URL cannot contain colon';
    }
  }
  const hasHost =
    rest.startsWith('//') && (scheme !== '' || (!isRequest && !rest.startsWith('///')));
  return hasHost ? withAuthority(url, rest.slice(2)) : withPath(url, rest);
}

function withAuthority(url: GoUrl, rest: string): GoUrl | string {
  const slash = rest.indexOf('/');
  const [authority, path] = slash < 0 ? [rest, ''] : splitAt(rest, slash);
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const wrong = wrongHost(url.scheme, host);
  if (wrong !== undefined) {
    return wrong;
  }
  const user = authority.slice(0, Math.max(at, 0));
  if (/[^A-Za-z\d\-._:~!$&'()*+,;=%@]/.test(user)) {
    return 'net/url: invalid userinfo';
  }
  const wrongUser = wrongEscape(user);
  if (wrongUser !== undefined) {
    return wrongUser;
  }
  const [name, password] = cut(user, ':');
  const colon = user.includes(':') ? ':' : '';
  const written = `${escape(name, USER)}${colon}${escape(password, USER)}@`;
  const slashes = url.scheme !== '' || at >= 0 || host !== '' ? '//' : '';
  return withPath({ ...url, slashes, user: at < 0 ? '' : written, host: escapeHost(host) }, path);
}

function withPath(url: GoUrl, path: string): GoUrl | string {
  const wrong = wrongEscape(path);
  if (wrong !== undefined) {
    return wrong;
  }
  const isAsWritten = [...path].every((each) => each === '%' || PATH_AS_WRITTEN.test(each));
  return { ...url, path: isAsWritten ? path : escape(path, PATH) };
}

/** Source: Go 1.26 `net/url`, `parseHost`. */
function wrongHost(scheme: string, host: string): string | undefined {
  const open = host.lastIndexOf('[');
  if (open > 0) {
    return 'invalid IP-literal';
  }
  if (open === 0) {
    return wrongLiteral(host);
  }
  const isHttp = scheme === 'http' || scheme === 'https';
  const colon = isHttp ? host.indexOf(':') : host.lastIndexOf(':');
  return wrongPort(colon < 0 ? '' : host.slice(colon)) ?? wrongHostName(host);
}

function wrongLiteral(host: string): string | undefined {
  const close = host.lastIndexOf(']');
  if (close < 0) {
    return "missing ']' in host";
  }
  const wrong = wrongPort(host.slice(close + 1)) ?? wrongHostName(host.slice(1, close));
  if (wrong !== undefined) {
    return wrong;
  }
  const address = readIpAddress(host.slice(1, close).replace('%25', '%'));
  if (typeof address === 'string') {
    return `invalid host: ParseAddr(${goQuote(host.slice(1, close))})`;
  }
  return host.includes('.') && !host.includes(':') ? 'invalid IP-literal' : undefined;
}

function wrongPort(port: string): string | undefined {
  return port === '' || /^:\d*$/.test(port)
    ? undefined
    : `invalid port ${goQuote(port)} after host`;
}

/** In a host, only bytes that are not ASCII can be escaped, and the percent sign of a zone. */
function wrongHostName(host: string): string | undefined {
  const escapes = /%(?:25|[89a-f][\da-f])/gi;
  const rest = host.replace(escapes, '');
  const [wrong] = WRONG_HOST.exec(rest) ?? [];
  if (wrong === '%') {
    const at = host.replace(escapes, (each) => '-'.repeat(each.length)).indexOf('%');
    return `invalid URL escape ${goQuote(host.slice(at, at + 3))}`;
  }
  return wrong === undefined ? undefined : `invalid character ${goQuote(wrong)} in host name`;
}

function escapeHost(host: string): string {
  return host
    .replace(/%[\da-f]{2}/gi, (each) => each.toUpperCase())
    .replace(/[^\0-\x7f]+/g, encodeURIComponent);
}

function wrongEscape(text: string): string | undefined {
  const at = text.search(/%(?![\da-f]{2})/i);
  return at < 0 ? undefined : `invalid URL escape ${goQuote(text.slice(at, at + 3))}`;
}

/** Decodes the escapes of a text, and escapes all but some characters. */
function escape(text: string, plain: RegExp): string {
  return text.replace(/%([\da-f]{2})|[^]/giu, (each, digits?: string) => {
    const char = digits === undefined ? each : String.fromCharCode(Number.parseInt(digits, 16));
    if (plain.test(char)) {
      return char;
    }
    return digits === undefined ? escapeCharacter(char) : each.toUpperCase();
  });
}

const escapeCharacter = (char: string) =>
  char < '\x80'
    ? `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(char);

function cut(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at)];
