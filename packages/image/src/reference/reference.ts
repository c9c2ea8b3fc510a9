import type { Result } from '@kubesem/core';
import { checkDigest, checkPathLength, domainFault, pathEnd, tagEnd } from './grammar.js';
import { fail, type ImageParseError } from './image-errors.js';

/**
 * A reference to a container image, in its parts: plain data, so that equal references are deeply equal.
 *
 * ```text
 * reference = [ domain "/" ] path [ ":" tag ] [ "@" digest ]
 * domain    = ( label { "." label } | "[" 1*( hexadecimal digit | ":" ) "]" ) [ ":" 1*digit ]
 * label     = letters, digits and "-", with a letter or digit at both ends; upper case is allowed
 * path      = component { "/" component }, at most 255 characters
 * component = runs of a-z and 0-9, between each two of them one of "." "_" "__", or any number of "-"
 * tag       = 1 to 128 of letters, digits, "_", "." and "-", the first one not "." or "-"
 * digest    = ( "sha256:" 64 | "sha384:" 96 | "sha512:" 128 ) lower-case hexadecimal digits
 * ```
 *
 * What stands before the first `/` is the domain if it can be one, and else part of the path. The domain has no limit of
 * its own, a port has any digits, and what stands in the brackets need not be an address.
 *
 * Source: `github.com/distribution/reference` v0.6.0 and `github.com/opencontainers/go-digest` v1.0.0, the versions of
 * Kubernetes 1.37.1.
 */
export interface ImageReference {
  /** Domain and path with a `/` between them; the path alone where there is no domain. */
  readonly name: string;
  /** Host of the registry, with its port, such as `docker.io`; `''` where the name has none. */
  readonly domain: string;
  /** The repository within the registry, such as `library/busybox`. */
  readonly path: string;
  /** The tag; absent where there is none. */
  readonly tag?: string | undefined;
  /** The digest with its algorithm, such as `sha256:…`; absent where there is none. */
  readonly digest?: string | undefined;
}

/** Puts a reference together from its name, which ends at `nameEnd`, and from what follows there in the text. */
export function referenceOf(
  text: string,
  nameEnd: number,
  domain: string,
  path: string,
  name: string,
  defaultTag?: string,
): ImageReference {
  checkPathLength(text, nameEnd, path.length);
  const end = tagEnd(text, nameEnd);
  const tag = end > nameEnd ? text.slice(nameEnd + 1, end) : undefined;
  // What is absent has no key, so that references compare equal by any means.
  if (end < text.length) {
    checkDigest(text, end);
    const digest = text.slice(end + 1);
    return tag === undefined ? { name, domain, path, digest } : { name, domain, path, tag, digest };
  }
  const tagOrDefault = tag ?? defaultTag;
  return tagOrDefault === undefined
    ? { name, domain, path }
    : { name, domain, path, tag: tagOrDefault };
}

/** Throws if the input is not a string, whatever the compiler was told. */
export function checkString(input: unknown): void {
  if (typeof input !== 'string') {
    fail('NOT_A_STRING', input, 0, 'a string');
  }
}

/** Calls a door that throws, and returns what it throws. */
export function safely(
  parse: (input: string) => ImageReference,
  input: unknown,
): Result<ImageReference, ImageParseError> {
  try {
    return { ok: true, value: parse(input as string) };
  } catch (error) {
    return { ok: false, error: error as ImageParseError };
  }
}

/**
 * Reads a reference by the strict grammar, and fills nothing in.
 *
 * Unlike {@link parseImage} it takes the part before the first `/` for a domain wherever that can be one: in `foo/bar`
 * the domain is `foo`.
 *
 * @param input - the text, such as `example.com:5000/team/app:1.0`
 * @returns the parts as they are written
 * @throws `NOT_A_STRING` if the input is not a string
 * @throws `EMPTY` if it is the empty string
 * @throws `INVALID_DOMAIN` if the part before the first `/` is neither a domain nor part of a path
 * @throws `INVALID_PATH` if a character cannot stand where it does in the path
 * @throws `UPPERCASE` if that is an upper-case letter
 * @throws `PATH_TOO_LONG` if the path has more than 255 characters
 * @throws `INVALID_TAG` if what follows the `:` is no tag
 * @throws `TAG_TOO_LONG` if the tag has more than 128 characters
 * @throws `UNSUPPORTED_DIGEST` if the algorithm of the digest is none of `sha256`, `sha384`, `sha512`
 * @throws `INVALID_DIGEST` if what follows the `@` is no digest
 * @throws `INVALID_DIGEST_LENGTH` if the digest has fewer or more digits than its algorithm gives
 * @example
 * ```ts
 * import { parseReference } from '@kubesem/image';
 *
 * parseReference('foo/bar') // => { name: 'foo/bar', domain: 'foo', path: 'bar' }
 * parseReference('foo:5000') // => { name: 'foo', domain: '', path: 'foo', tag: '5000' }
 * parseReference('[::1]:5000/foo').domain // => '[::1]:5000'
 * parseReference('foo/Bar') // throws UPPERCASE
 * ```
 *
 * Source: `github.com/distribution/reference` v0.6.0, `Parse`.
 */
export function parseReference(input: string): ImageReference {
  checkString(input);
  const slash = input.indexOf('/');
  const fault = slash < 0 ? 0 : domainFault(input, slash);
  const pathStart = fault < 0 ? slash + 1 : 0;
  const end = pathEnd(input, pathStart, fault);
  const domain = fault < 0 ? input.slice(0, slash) : '';
  return referenceOf(input, end, domain, input.slice(pathStart, end), input.slice(0, end));
}

/**
 * Reads a reference by the strict grammar without throwing.
 *
 * @param input - anything; strings that {@link parseReference} takes are read
 * @returns `{ ok: true, value }` or `{ ok: false, error }`, the error with code and offset
 * @example
 * ```ts
 * import { safeParseReference } from '@kubesem/image';
 *
 * safeParseReference('example.com/app:1.0').value?.tag // => '1.0'
 * safeParseReference('example.com/app:').error?.code // => 'INVALID_TAG'
 * safeParseReference(null).error?.code // => 'NOT_A_STRING'
 * ```
 */
export function safeParseReference(input: unknown): Result<ImageReference, ImageParseError> {
  return safely(parseReference, input);
}
