import { KubesemError } from '@kubesem/core';

/**
 * Why a value is not an image reference. What stands first in the text is told first.
 *
 * - `NOT_A_STRING`: the value is no string
 * - `EMPTY`: the empty string
 * - `IDENTIFIER`: 64 lower-case hexadecimal digits and nothing else, which some tools take for an image's ID
 * - `INVALID_DOMAIN`: the part before the first `/` is neither a host with an optional port, nor part of a path
 * - `INVALID_PATH`: a character that cannot stand where it does in the path
 * - `UPPERCASE`: an upper-case letter in the path, or in a first part that cannot be a domain
 * - `PATH_TOO_LONG`: more than 255 characters between the domain and the tag, with the `library/` that is filled in
 * - `INVALID_TAG`: no tag after the `:`, or a character that no tag has
 * - `TAG_TOO_LONG`: a tag of more than 128 characters
 * - `UNSUPPORTED_DIGEST`: the algorithm after the `@` is none of `sha256`, `sha384`, `sha512`
 * - `INVALID_DIGEST`: no digest after the `@`, or a character in it that is no lower-case hexadecimal digit
 * - `INVALID_DIGEST_LENGTH`: other than 64, 96 or 128 digits, as the algorithm asks for
 *
 * Source: `github.com/distribution/reference` v0.6.0 and `github.com/opencontainers/go-digest` v1.0.0, whose errors
 * these refine: most of them are "invalid reference format" there.
 */
export type ImageErrorCode =
  | 'NOT_A_STRING'
  | 'EMPTY'
  | 'IDENTIFIER'
  | 'INVALID_DOMAIN'
  | 'INVALID_PATH'
  | 'UPPERCASE'
  | 'PATH_TOO_LONG'
  | 'INVALID_TAG'
  | 'TAG_TOO_LONG'
  | 'UNSUPPORTED_DIGEST'
  | 'INVALID_DIGEST'
  | 'INVALID_DIGEST_LENGTH';

/**
 * Thrown where a value is not an image reference; `offset` is where the text stops to be one, and the message says
 * what was expected there.
 *
 * @example
 * ```ts
 * import { safeParseImage } from '@kubesem/image';
 *
 * const { error } = safeParseImage('registry.example:port/app');
 * error?.name // => 'ImageParseError'
 * error?.code // => 'INVALID_DOMAIN'
 * error?.offset // => 17
 * error?.message.includes('expected the digits of a port') // => true
 * ```
 */
export class ImageParseError extends KubesemError<ImageErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ImageParseError';
}

/** Throws; the message names what was expected at the offset, and what stands there. */
export function fail(
  code: ImageErrorCode,
  input: unknown,
  offset: number,
  expected: string,
): never {
  const found = typeof input === 'string' ? input.codePointAt(offset) : undefined;
  const what = found === undefined ? 'nothing' : JSON.stringify(String.fromCodePoint(found));
  throw new ImageParseError({
    code,
    input,
    offset,
    message: `not an image reference such as "example.com:5000/app:1.0": expected ${expected} at offset ${offset}, found ${what}`,
  });
}
