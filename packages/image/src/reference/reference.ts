import type { Result } from '@kubesem/core';
import { checkDigest, checkPathLength, domainFault, pathEnd, tagEnd } from './grammar.js';
import { fail, type ImageParseError } from './image-errors.js';

/**
 * The parts of a reference to a container image. It is plain data, so equal references are deeply equal.
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
 * The text before the first `/` is the domain if it can be one, otherwise part of the path. The length of the domain and
 * the number of the port are not limited, and the text in brackets does not have to be an address.
 *
 * Source: `github.com/distribution/reference` v0.6.0 and `github.com/opencontainers/go-digest` v1.0.0, the versions of
 * Kubernetes 1.37.1.
 */
export interface ImageReference {
  /** `<domain>/<path>`, or the path if the reference has no domain. */
  readonly name: string;
  /** Host of the registry with an optional port, such as `docker.io`; empty if the name has none. */
  readonly domain: string;
  /** The repository in the registry, such as `library/busybox`. */
  readonly path: string;
  /** The tag; absent if the reference has none. */
  readonly tag?: string | undefined;
  /** The digest with its algorithm, such as `sha256:…`; absent if the reference has none. */
  readonly digest?: string | undefined;
}

/** Makes a reference from its name, which ends at `nameEnd`, and the tag and digest that follow in the text. */
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
  // Absent parts have no key, so that references compare equal by any means.
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

/** Throws if the input is not a string. */
export function checkString(input: unknown): void {
  if (typeof input !== 'string') {
    fail('INVALID_TYPE', input, 0, 'a string');
  }
}

/** Turns a throwing parser into a `Result`. */
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
 * Parses a reference by the grammar, without defaults.
 *
 * Unlike {@link parseImage}, it reads the part before the first `/` as a domain whenever that is possible: the domain of
 * `foo/bar` is `foo`.
 *
 * @param input - the string, such as `example.com:5000/team/app:1.0`
 * @returns the parts as written
 * @throws {@link ImageParseError} with code `INVALID_TYPE` if the input is not a string
 * @throws {@link ImageParseError} with code `EMPTY` if the string is empty
 * @throws {@link ImageParseError} with code `INVALID_DOMAIN` if the part before the first `/` is neither a domain nor part
 * of a path
 * @throws {@link ImageParseError} with code `INVALID_PATH` if the path has an invalid character
 * @throws {@link ImageParseError} with code `UPPERCASE` if the path has an upper-case letter
 * @throws {@link ImageParseError} with code `PATH_TOO_LONG` if the path has more than 255 characters
 * @throws {@link ImageParseError} with code `INVALID_TAG` if the tag is empty or has an invalid character
 * @throws {@link ImageParseError} with code `TAG_TOO_LONG` if the tag has more than 128 characters
 * @throws {@link ImageParseError} with code `UNSUPPORTED_DIGEST` if the algorithm of the digest is not `sha256`, `sha384`
 * or `sha512`
 * @throws {@link ImageParseError} with code `INVALID_DIGEST` if the digest is empty or has an invalid character
 * @throws {@link ImageParseError} with code `INVALID_DIGEST_LENGTH` if the digest has too few or too many digits
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
 * Parses a reference by the grammar, without defaults and without throwing.
 *
 * @param input - the string, or anything else
 * @returns the reference, or the error that {@link parseReference} throws
 * @example
 * ```ts
 * import { safeParseReference } from '@kubesem/image';
 *
 * safeParseReference('example.com/app:1.0').value?.tag // => '1.0'
 * safeParseReference('example.com/app:').error?.code // => 'INVALID_TAG'
 * safeParseReference(null).error?.code // => 'INVALID_TYPE'
 * ```
 */
export function safeParseReference(input: unknown): Result<ImageReference, ImageParseError> {
  return safely(parseReference, input);
}
