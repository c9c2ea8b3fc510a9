// The parts of Go's `net/url` that decide what the API server reads from a URL.
import { isInt64Text } from '@kubesem/core/internal';

/** Decodes `%` escapes, and bytes that are not UTF-8 to U+FFFD; undefined if an escape is broken. */
function unescapePercent(text: string): string | undefined {
  if (!text.includes('%')) {
    return text;
  }
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) {
    return undefined;
  }
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => decodeBytes(escapes));
}

/** Decodes a run of escapes, character by character: an invalid byte must not spoil the others. */
function decodeBytes(escapes: string): string {
  let text = '';
  for (let start = 0; start < escapes.length; ) {
    const size = sequenceLength(Number.parseInt(escapes.slice(start + 1, start + 3), 16));
    const sequence = escapes.slice(start, start + 3 * size);
    const decoded = decode(sequence);
    text += decoded ?? '\uFFFD';
    start += decoded === undefined ? 3 : sequence.length;
  }
  return text;
}

function sequenceLength(first: number): number {
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xe0) {
    return 2;
  }
  return first < 0xf0 ? 3 : 4;
}

function decode(sequence: string): string | undefined {
  try {
    return decodeURIComponent(sequence);
  } catch {
    return undefined;
  }
}

/** The values of each parameter of a query, in their order. Broken parameters are skipped, as the server does. */
export type Query = ReadonlyMap<string, readonly string[]>;

function parseQuery(text: string): Query {
  const query = new Map<string, string[]>();
  for (const piece of text.split('&')) {
    if (piece.includes(';')) {
      continue;
    }
    const equals = piece.indexOf('=');
    const key = unescapePart(equals < 0 ? piece : piece.slice(0, equals));
    const value = unescapePart(equals < 0 ? '' : piece.slice(equals + 1));
    if (key === undefined || value === undefined) {
      continue;
    }
    const values = query.get(key);
    if (values === undefined) {
      query.set(key, [value]);
    } else {
      values.push(value);
    }
  }
  return query;
}

function unescapePart(text: string): string | undefined {
  return unescapePercent(text.replace(/\+/g, ' '));
}

/** The first value of a parameter, which is the one that counts. */
export function first(query: Query, name: string): string | undefined {
  return query.get(name)?.[0];
}

/** Whether a flag is set: any value sets it except `0` and `false`. */
export function isFlagSet(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
}

/** Whether the server can decode the numbers among the list options; if not, it ignores all list options. */
export function areNumbersReadable(query: Query): boolean {
  return ['limit', 'timeoutSeconds'].every((name) => {
    const value = first(query, name);
    return value === undefined || isInt64Text(value);
  });
}

/** The parts of a URL that the server reads. */
interface RequestUrl {
  /** The path, decoded. */
  readonly path: string;
  /** The parameters. */
  readonly query: Query;
}

/** The two parts of a URL, as they are in it. */
interface RawUrl {
  readonly path: string;
  readonly query: string;
}

/** A path without a query, escapes, control characters or others than ASCII: most paths, and then there is nothing to do. */
const PLAIN_PATH = /^\/[!-$&->@-~]*$/;

function splitUrl(url: string): RawUrl | undefined {
  if (/[\0-\x1F\x7F]/.test(url)) {
    return undefined;
  }
  const rest = url.startsWith('/') ? url : url.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?]*/, '');
  const mark = rest.includes('?') ? rest.indexOf('?') : rest.length;
  const path = rest.slice(0, mark);
  // `*` is the target of an OPTIONS request for the whole server.
  if (rest === url && !path.startsWith('/') && url !== '*') {
    return undefined;
  }
  return { path, query: rest.slice(mark + 1) };
}

/**
 * Parses the URL of a request line: a path with its query, or a whole URL.
 *
 * @param url - as in the request
 * @returns its path and its query; undefined if the server cannot parse it
 */
export function parseRequestUrl(url: string): RequestUrl | undefined {
  const raw = splitUrl(url);
  const path = raw && unescapePercent(raw.path);
  return path === undefined ? undefined : { path, query: parseQuery(raw?.query ?? '') };
}

/**
 * Reads the decoded path of the URL of a request line.
 *
 * @param url - as in the request: a path with its query, or a whole URL
 * @returns the path, decoded; undefined if the server cannot parse the URL
 * @example
 * ```ts
 * import { pathFromUrl } from '@kubesem/apf/internal';
 *
 * pathFromUrl('/caf%C3%A9?x=1') // => '/café'
 * pathFromUrl('/%') // => undefined
 * ```
 */
export function pathFromUrl(url: string): string | undefined {
  if (PLAIN_PATH.test(url)) {
    return url;
  }
  const raw = splitUrl(url);
  return raw && unescapePercent(raw.path);
}

/**
 * Reads the first value of a parameter in the query of a URL.
 *
 * @param url - as in the request
 * @param name - name of the parameter
 * @returns the value, decoded; undefined if the parameter is absent
 * @example
 * ```ts
 * import { parameterFromUrl } from '@kubesem/apf/internal';
 *
 * parameterFromUrl('/api/v1/pods?timeout=5s', 'timeout') // => '5s'
 * ```
 */
export function parameterFromUrl(url: string, name: string): string | undefined {
  // Most URLs have no query.
  return url.includes('?') ? first(parseQuery(splitUrl(url)?.query ?? ''), name) : undefined;
}
