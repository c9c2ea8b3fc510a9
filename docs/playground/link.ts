// The state of the playground in the fragment of its address, which browsers send to no server.

/** What a link contains. */
export interface SharedCase {
  readonly text: string;
  /** The area that is shown. */
  readonly area: string;
  /** Options of its panel. */
  readonly options: unknown;
}

/** Why a link cannot be read. */
export class LinkError extends Error {}

const PREFIX = '#v1.';
/** Browsers and chats cut off longer links. */
const MAX_LINK = 60_000;
/** A short link can hold a text of any length. */
const MAX_TEXT = 4_000_000;

/**
 * Writes a case as a fragment.
 *
 * @param shared - the case
 * @returns the fragment with its `#`; undefined if it is too long for a link
 */
export async function encodeLink(shared: SharedCase): Promise<string | undefined> {
  const { text, area, options } = shared;
  const bytes = new TextEncoder().encode(JSON.stringify([text, area, options]));
  const packed = await bytesOf(through(bytes, new CompressionStream('deflate')), MAX_TEXT);
  const fragment = PREFIX + toBase64Url(packed);
  return fragment.length > MAX_LINK ? undefined : fragment;
}

/**
 * Reads a fragment.
 *
 * @param fragment - the fragment with its `#`
 * @returns the case; undefined if the playground did not write the fragment
 * @throws LinkError if it is cut off or damaged
 */
export async function decodeLink(fragment: string): Promise<SharedCase | undefined> {
  if (!fragment.startsWith('#v')) {
    return undefined;
  }
  try {
    if (!fragment.startsWith(PREFIX)) {
      throw new LinkError('This link is from another version of the playground.');
    }
    const packed = fromBase64Url(fragment.slice(PREFIX.length));
    const bytes = await bytesOf(through(packed, new DecompressionStream('deflate')), MAX_TEXT);
    const [text, area, options] = JSON.parse(new TextDecoder().decode(bytes)) as unknown[];
    if (typeof text !== 'string' || typeof area !== 'string') {
      throw new LinkError('This link has no text.');
    }
    return { text, area, options: isPlainObject(options) ? options : {} };
  } catch (error) {
    if (error instanceof LinkError) {
      throw error;
    }
    throw new LinkError('This link is cut off or damaged. Ask for it again.');
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

async function bytesOf(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new LinkError('The text of this link is too long.');
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    text += String.fromCharCode(byte);
  }
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
