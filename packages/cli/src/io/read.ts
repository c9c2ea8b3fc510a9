import { open } from 'node:fs/promises';
import { writeNotes } from '../output/problems.js';
import { startProgress } from './progress.js';
import {
  fileSource,
  InputError,
  type Source,
  STDIN_NAME,
  systemReason,
  UnrenderedError,
} from './sources.js';
import type { Terminal } from './terminal.js';

/** Largest text that is read whole, in bytes. Parsed, it needs several times its size of the 2 GiB that Node has. */
export const MAX_TEXT_BYTES: number = 256 * 1024 * 1024;

const BYTES_PER_READ = 512 * 1024;

/** V8 uses the memory of strings below 128 KiB again and again; longer ones get new pages each time. */
const BYTES_PER_PIECE = 96 * 1024;

/** A source while it is read. */
export interface OpenSource extends Source {
  /** Its text, piece by piece. It can be read once. */
  readonly chunks: AsyncIterable<string>;
}

/** A whole text and what to call it. */
interface TextFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads sources one after the other: the only place that does. Whoever wants objects, lines or whole texts makes them
 * from the chunks.
 *
 * @param sources - from {@link findSources} or {@link fileSource}
 * @param terminal - standard input, and standard error for the progress
 * @param take - receives each source; what it has received of a source that breaks off stays
 * @returns an error message for each source that could not be read to its end. Files of folders that another tool turns
 * into manifests are only noted on standard error
 */
export async function readSources(
  sources: readonly Source[],
  terminal: Terminal,
  take: (source: OpenSource) => Promise<void>,
): Promise<string[]> {
  const errors: string[] = [];
  const skipped: string[] = [];
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = startProgress(total, terminal.stderr);
  try {
    for (const source of sources) {
      try {
        if (source.unrendered !== undefined) {
          throw new UnrenderedError(source.unrendered);
        }
        await take({ ...source, chunks: chunksOf(source, terminal, progress.advance) });
      } catch (error) {
        if (error instanceof UnrenderedError && source.isFound) {
          skipped.push(`${source.name}: skipped ${error.message}`);
        } else if (error instanceof InputError || error instanceof UnrenderedError) {
          errors.push(`${source.name}: ${error.message}`);
        } else {
          throw error;
        }
      }
    }
  } finally {
    progress.stop();
  }
  writeNotes(skipped, terminal);
  return errors;
}

async function* chunksOf(
  { name }: Source,
  { stdin }: Terminal,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string, void> {
  const stream = name === STDIN_NAME ? stdin : bytesOf(name);
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of stream) {
      onBytes(chunk.length);
      for (let start = 0; start < chunk.length; start += BYTES_PER_PIECE) {
        yield chunk.subarray(start, start + BYTES_PER_PIECE);
      }
    }
  }
  try {
    yield* decodeText(counted());
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(systemReason(error));
  }
}

/** Reads a file into the same memory each time, because new memory would wait for the garbage collector. */
async function* bytesOf(name: string): AsyncGenerator<Uint8Array, void> {
  const file = await open(name);
  try {
    const buffer = Buffer.allocUnsafe(BYTES_PER_READ);
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) {
        return;
      }
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * Collects a source into one text.
 *
 * @param source - while it is read
 * @returns its text, with its byte order mark
 * @throws InputError if it is larger than {@link MAX_TEXT_BYTES}, before it is read if its size is known
 */
export async function wholeText({ bytes, chunks }: OpenSource): Promise<string> {
  const tooLarge = () =>
    new InputError(`larger than ${MAX_TEXT_BYTES / 1024 / 1024} MiB, the limit of this command`);
  if (bytes > MAX_TEXT_BYTES) {
    throw tooLarge();
  }
  const parts: string[] = [];
  let length = 0;
  // The size of a pipe or a device is not known beforehand.
  for await (const chunk of chunks) {
    length += Buffer.byteLength(chunk);
    if (length > MAX_TEXT_BYTES) {
      throw tooLarge();
    }
    parts.push(chunk);
  }
  return parts.join('');
}

/**
 * Reads one file that is not a manifest into one text.
 *
 * @param path - of the file; `-` is standard input
 * @param terminal - standard input, and standard error for the progress
 * @returns the text, without a byte order mark
 * @throws InputError if it cannot be read; the message names the file
 */
export async function readTextFile(path: string, terminal: Terminal): Promise<TextFile> {
  const source = fileSource(path);
  let text = '';
  const [error] = await readSources([source], terminal, async (open) => {
    text = await wholeText(open);
  });
  if (error !== undefined) {
    throw new InputError(error);
  }
  return { name: source.name, text: text.replace(/^\ufeff/, '') };
}

/**
 * Decodes text chunk by chunk: UTF-8, or UTF-16 if it starts with a byte order mark of it, as some shells of Windows
 * write it. Bytes that are not UTF-8 become U+FFFD, as in kubectl.
 *
 * Source: `k8s.io/cli-runtime/pkg/resource` v0.37.1, `FileVisitor`.
 *
 * @param stream - the bytes, cut anywhere
 * @returns the text, with its byte order mark
 * @throws InputError if the bytes are not text but binary data; the text before them is yielded first
 */
export async function* decodeText(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let carried: Buffer = Buffer.alloc(0);
  let encoding: Encoding | undefined;
  for await (const chunk of stream) {
    const bytes = carried.length === 0 ? asBuffer(chunk) : Buffer.concat([carried, chunk]);
    if (bytes.length >= 2) {
      encoding ??= encodingOf(bytes);
    }
    const isUtf8 = encoding === undefined || encoding === 'utf8';
    const end = isUtf8 ? wholeCharacters(bytes) : bytes.length - (bytes.length % 2);
    // The stream may use its memory again.
    carried = Buffer.from(bytes.subarray(end));
    yield toText(bytes.subarray(0, end), encoding);
  }
  yield toText(carried, 'utf8');
}

type Encoding = 'utf8' | 'utf16le' | 'utf16be';

function encodingOf(bytes: Buffer): Encoding {
  const mark = bytes.readUInt16BE();
  return mark === 0xfeff ? 'utf16be' : mark === 0xfffe ? 'utf16le' : 'utf8';
}

/** The number of bytes before a character of UTF-8 that the end cuts off. */
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

/** Twice as fast as a `TextDecoder`, which matters for hundreds of megabytes. */
function toText(bytes: Buffer, encoding: Encoding | undefined): string {
  const text =
    encoding === 'utf16be'
      ? Buffer.from(bytes).swap16().toString('utf16le')
      : bytes.toString(encoding);
  if (text.includes('\0')) {
    throw new InputError('a binary file, not text');
  }
  return text;
}
