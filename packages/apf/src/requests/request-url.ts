// The parts of Go's `net/url` that decide what the API server sees of a URL.

/** Decodes `%` escapes, bytes that are no UTF-8 become U+FFFD; nothing if an escape is broken. */
function unescapePercent(text: string): string | undefined {
  if (!text.includes('%')) {
    return text;
  }
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) {
    return undefined;
  }
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => decodeBytes(escapes));
}

/** Decodes a run of escapes; where one byte spoils the run, byte by byte as far as it goes. */
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

/** The values of each parameter of a query, in their order. Pieces that are broken are left out, as the server does. */
export type Query = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the query of a URL.
 *
 * @param text - what stands behind the `?`
 * @returns its parameters
 */
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

/** How the server reads a flag of a query: whatever it is, it is set, unless it says that it is not. */
export function isFlagSet(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
}

/** A URL, as far as the server looks at it. */
interface RequestUrl {
  /** The path, decoded. */
  readonly path: string;
  /** The parameters. */
  readonly query: Query;
}

/**
 * Reads the URL of a request line: a path with its query, or all of a URL.
 *
 * @param url - as it stands in the request
 * @returns its path and its query; nothing if the server would not take it for a URL
 */
export function parseRequestUrl(url: string): RequestUrl | undefined {
  if (/[\0-\x1F\x7F]/.test(url)) {
    return undefined;
  }
  const rest = url.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?]*/, '');
  const mark = rest.includes('?') ? rest.indexOf('?') : rest.length;
  const rawPath = rest.slice(0, mark);
  // `*` is the target of an OPTIONS request for the server as a whole.
  if (rest === url && !rawPath.startsWith('/') && url !== '*') {
    return undefined;
  }
  const path = unescapePercent(rawPath);
  return path === undefined ? undefined : { path, query: parseQuery(rest.slice(mark + 1)) };
}
