import { isUtf8 } from 'node:buffer';
import { createReadStream, type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from './terminal.js';

/** Largest file that is read, in bytes. Parsed, it takes several times its size of the 2 GiB that Node has at least. */
export const MAX_FILE_BYTES: number = 256 * 1024 * 1024;

/** What standard input is called in reports. */
export const STDIN_NAME = '<stdin>';

/** A place to read manifests from. */
export interface Source {
  readonly name: string;
  /** Size in bytes; 0 if it is not known beforehand. */
  readonly bytes: number;
}

/** Why something could not be read; the message is for people. */
export class InputError extends Error {}

/**
 * Lists what is to be read.
 *
 * @param paths - files, folders, `-` for standard input; none is standard input, too
 * @returns the files, those of a folder sorted by path, and what could not be looked at
 */
export function findSources(paths: readonly string[]): { sources: Source[]; problems: string[] } {
  const sources: Source[] = [];
  const problems: string[] = [];
  for (const path of paths.length === 0 ? ['-'] : paths) {
    if (path === '-') {
      // It can be read only once.
      if (!sources.some(({ name }) => name === STDIN_NAME)) {
        sources.push({ name: STDIN_NAME, bytes: 0 });
      }
      continue;
    }
    try {
      const stats = statSync(path);
      if (!stats.isDirectory()) {
        sources.push({ name: path, bytes: stats.size });
        continue;
      }
      const found = [...filesBelow(path, problems)];
      found.forEach((name) => void sources.push({ name, bytes: sizeOf(name) }));
      if (found.length === 0) {
        problems.push(`${path}: expected *.yaml, *.yml or *.json files in this folder, found none`);
      }
    } catch (error) {
      problems.push(`${path}: ${reason(error)}`);
    }
  }
  return { sources, problems };
}

const MANIFEST = /\.(?:yaml|yml|json)$/;

/** Like kubectl, follows no links to folders: they could lead in circles. */
function* filesBelow(folder: string, problems: string[]): Generator<string, void> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    problems.push(`${folder}: ${reason(error)}`);
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') {
      continue;
    }
    if (entry.isDirectory()) {
      yield* filesBelow(path, problems);
    } else if (MANIFEST.test(entry.name)) {
      yield path;
    }
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    // Reading it will say why.
    return 0;
  }
}

/**
 * Reads a source as text.
 *
 * @param source - one of {@link findSources}
 * @param terminal - where standard input comes from
 * @returns its text, with its byte order mark
 * @throws InputError if it cannot be read, is too large, or is no text
 */
export async function readSource(source: Source, { stdin }: Terminal): Promise<string> {
  if (source.bytes > MAX_FILE_BYTES) {
    throw tooLarge(source.bytes);
  }
  try {
    // As a stream even where it is a file: a pipe or device tells no size beforehand.
    const isStdin = source.name === STDIN_NAME;
    return decode(await readAll(isStdin ? stdin : createReadStream(source.name)));
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(reason(error));
  }
}

/**
 * Reads a source as text, chunk by chunk, however long it is.
 *
 * @param source - one of {@link findSources}
 * @param terminal - where standard input comes from
 * @param onBytes - called with the length of each chunk, in bytes
 * @returns the chunks
 * @throws InputError if it cannot be read or is no text; what was read before is there
 */
export async function* openSource(
  source: Source,
  { stdin }: Terminal,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string, void> {
  const stream = source.name === STDIN_NAME ? stdin : createReadStream(source.name);
  let carried: Buffer = Buffer.alloc(0);
  let isUtf16: boolean | undefined;
  try {
    for await (const chunk of stream) {
      onBytes(chunk.length);
      const bytes = carried.length === 0 ? asBuffer(chunk) : Buffer.concat([carried, chunk]);
      if (bytes.length >= 2) {
        isUtf16 ??= hasUtf16Mark(bytes);
      }
      const end = isUtf16 ? bytes.length - (bytes.length % 2) : wholeCharacters(bytes);
      carried = bytes.subarray(end);
      yield toText(bytes.subarray(0, end), isUtf16);
    }
    yield toText(carried, false);
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(reason(error));
  }
}

/** How many bytes there are up to a character of UTF-8 that the end cuts off. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** The same memory with other methods. */
function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** Twice as fast as a `TextDecoder`, which matters where there are hundreds of megabytes. */
function toText(bytes: Buffer, isUtf16: boolean | undefined): string {
  if (!isUtf16 && !isUtf8(bytes)) {
    throw notUtf8();
  }
  return requireText(bytes.toString(isUtf16 ? 'utf16le' : 'utf8'));
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > MAX_FILE_BYTES) {
      throw tooLarge(length);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Text is UTF-8, or what its byte order mark says: some shells of Windows write UTF-16. */
function hasUtf16Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xfe;
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    const encoding = hasUtf16Mark(bytes) ? 'utf-16le' : 'utf-8';
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
  return requireText(text);
}

function requireText(text: string): string {
  if (text.includes('\0')) {
    throw new InputError('expected text, found a binary file');
  }
  return text;
}

function notUtf8(): InputError {
  return new InputError('expected text in UTF-8, found other bytes');
}

function tooLarge(bytes: number): InputError {
  const mebi = (size: number) => `${Math.ceil(size / (1024 * 1024))} MiB`;
  return new InputError(`expected at most ${mebi(MAX_FILE_BYTES)}, found ${mebi(bytes)} or more`);
}

const REASONS: { readonly [code: string]: string | undefined } = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'expected a file, found a folder',
  ELOOP: 'too many links',
  ENAMETOOLONG: 'the name is too long',
};

/** Why a file could not be read, for people. */
export function reason(error: unknown): string {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
