import { KubesemError } from '@kubesem/core';

/**
 * Codes of the reasons why a string is not an image reference. The first fault in the string decides.
 *
 * - `INVALID_TYPE`: the value is not a string
 * - `EMPTY`: the string is empty
 * - `IDENTIFIER`: the string is 64 lower-case hexadecimal digits, which some tools treat as an image ID
 * - `INVALID_DOMAIN`: the part before the first `/` is neither a host with an optional port, nor part of a path
 * - `INVALID_PATH`: the path has an invalid character
 * - `UPPERCASE`: the path, or a first part that cannot be a domain, has an upper-case letter
 * - `PATH_TOO_LONG`: the path has more than 255 characters, including the default `library/`
 * - `INVALID_TAG`: the tag is empty or has an invalid character
 * - `TAG_TOO_LONG`: the tag has more than 128 characters
 * - `UNSUPPORTED_DIGEST`: the algorithm of the digest is not `sha256`, `sha384` or `sha512`
 * - `INVALID_DIGEST`: the digest is empty or has a character other than lower-case hexadecimal digits
 * - `INVALID_DIGEST_LENGTH`: the digest does not have the 64, 96 or 128 digits of its algorithm
 *
 * Source: `github.com/distribution/reference` v0.6.0 and `github.com/opencontainers/go-digest` v1.0.0, which report most
 * of these as "invalid reference format".
 */
export type ImageErrorCode =
  | 'INVALID_TYPE'
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
 * Thrown if a string is not an image reference. `offset` is the index of the first invalid character, and the message says
 * what is expected there.
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

/** Throws; the message names what was expected at the offset, and the character that was found. */
export function fail(
  code: ImageErrorCode,
  input: unknown,
  offset: number,
  expected: string,
): never {
  const found = typeof input === 'string' ? input.codePointAt(offset) : undefined;
  const what =
    found === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(found));
  throw new ImageParseError({
    code,
    input,
    offset,
    message: `invalid image reference: expected ${expected} at offset ${offset}, found ${what}`,
  });
}
