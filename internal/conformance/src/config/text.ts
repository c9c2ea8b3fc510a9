import { decodeBase64, fromByteString } from '@kubesem/core/internal';
import type { Json, JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';

/** A text of the oracle; bytes that are not UTF-8 come in base64. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : fromByteString(bytesOf(value));
}

/** The base64 of a text that is not UTF-8; undefined for any other. */
export function base64Of(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? undefined : ((value as JsonObject).b64 as string);
}

function bytesOf(value: Json | undefined): string {
  return decodeBase64((value as JsonObject).b64 as string, true) ?? '';
}

/** A text as the oracle takes it, for a list of pieces in which `\xFF` is a byte. */
export function asBytes(pieces: string): Json {
  const isText = !pieces.includes('\xFF');
  return isText ? pieces : { b64: Buffer.from(pieces, 'latin1').toString('base64') };
}

/** The same as our functions take it. */
export function asContent(value: Json): string | Uint8Array {
  return typeof value === 'string'
    ? value
    : Buffer.from((value as { readonly b64: string }).b64, 'base64');
}

/** Pieces in a row. */
export function joined(random: Random, most: number, pieces: readonly string[]): string {
  return random.list(most, () => random.pick(pieces)).join('');
}
