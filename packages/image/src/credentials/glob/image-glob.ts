import { KubesemError, type Result } from '@kubesem/core';
import { toByteString } from '../sources/byte-string.js';
import { type ImageUrl, type ImageUrlErrorCode, parseImageUrl } from './image-url.js';
import { compileLabel, type LabelGlob, matchLabel } from './label-glob.js';

/**
 * The most bytes of an image's name that is matched: the path of a reference has at most 255 characters, and a name in
 * DNS has 253. The Go code has no limit, and takes time by the square of the length.
 */
const MAX_IMAGE_BYTES = 4096;

/**
 * Why a pattern and an image cannot be matched: what is wrong with the URL, or
 *
 * - `NOT_A_STRING`: the pattern or the image is no string
 * - `INVALID_GLOB`: a `[` in the host of the pattern starts no well-formed list of characters within its label
 * - `IMAGE_TOO_LONG`: the image has more than 4,096 bytes of UTF-8, far more than any image
 */
export type ImageGlobErrorCode =
  | ImageUrlErrorCode
  | 'NOT_A_STRING'
  | 'INVALID_GLOB'
  | 'IMAGE_TOO_LONG';

/**
 * Thrown where a pattern and an image cannot be matched; `path` says which of the two is wrong.
 *
 * Neither stands in the error, since both may hold a password in front of an `@`.
 * @example
 * ```ts
 * import { safeMatchImageGlob } from '@kubesem/image';
 *
 * const { error } = safeMatchImageGlob('registry.example:port', 'registry.example/app');
 * error?.name // => 'ImageGlobError'
 * error?.code // => 'INVALID_PORT'
 * error?.path // => 'pattern'
 * ```
 */
export class ImageGlobError extends KubesemError<ImageGlobErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ImageGlobError';
}

/** An image's name, taken apart; byte strings. */
export interface ImageTarget {
  /** The labels of the host. */
  readonly labels: readonly string[];
  /** Port; empty where there is none. */
  readonly port: string;
  /** Path. */
  readonly path: string;
}

/** A pattern, taken apart; byte strings. */
export interface ImageGlob extends ImageTarget {
  /** The labels of the host, ready to match. */
  readonly globs: readonly LabelGlob[];
}

/**
 * Whether an image matches a pattern, as the keys of a `config.json` and the `matchImages` of a credential provider are
 * matched by the kubelet.
 *
 * The pattern is a host with an optional port and path, without a scheme. Host and image have the same number of labels
 * and each label matches; `*` stands for any part of one label, none included. The ports are equal, so a pattern
 * without a port matches no image with one. The path of the image starts with that of the pattern, wherever that ends:
 * `…/images` matches `…/images2`, too. Upper and lower case differ. Query, fragment and user information are dropped.
 *
 * @param pattern - such as `*.example.com/team`
 * @param image - the name of an image with its registry and without tag and digest, as `parseImage(…).name`: the
 * kubelet matches `docker.io/library/busybox`, not `busybox`
 * @returns whether the image matches
 * @throws `NOT_A_STRING` if the pattern or the image is no string
 * @throws `CONTROL_CHARACTER` if one of them has a control character
 * @throws `INVALID_ESCAPE` if one of them has a `%` that starts no allowed escape
 * @throws `INVALID_HOST` if the host of one of them has a character that no host has
 * @throws `INVALID_PORT` if the host of one of them has more than digits behind its `:`
 * @throws `INVALID_USER_INFO` if what stands in front of an `@` has a character that it cannot have
 * @throws `INVALID_GLOB` if the pattern has a `[` that starts no well-formed list of characters
 * @throws `IMAGE_TOO_LONG` if the image has more than 4,096 bytes
 * @example
 * ```ts
 * import { matchImageGlob } from '@kubesem/image';
 *
 * matchImageGlob('*.example.com', 'eu.example.com/app') // => true
 * matchImageGlob('*.example.com', 'example.com/app') // => false
 * matchImageGlob('*.example.com', 'a.eu.example.com/app') // => false
 * matchImageGlob('example.com/images', 'example.com/images2') // => true
 * matchImageGlob('example.com', 'example.com:5000/app') // => false
 * matchImageGlob('example.com', 'example.com:latest') // throws INVALID_PORT
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `URLsMatchStr`, as Go 1.26.8 builds it. What Go takes for
 * a pattern of a label besides `*` cannot stand in a host there, but for lists such as `[::1]`.
 */
export function matchImageGlob(pattern: string, image: string): boolean {
  const result = safeMatchImageGlob(pattern, image);
  if (!result.ok) {
    throw result.error;
  }
  return result.value;
}

/**
 * Whether an image matches a pattern, without throwing.
 *
 * @param pattern - a pattern as {@link matchImageGlob} takes it, or anything else
 * @param image - the name of an image, or anything else
 * @returns whether the image matches, or the error that {@link matchImageGlob} would throw
 * @example
 * ```ts
 * import { safeMatchImageGlob } from '@kubesem/image';
 *
 * safeMatchImageGlob('*.io', 'quay.io/app').value // => true
 * safeMatchImageGlob('quay io', 'quay.io/app').error?.code // => 'INVALID_HOST'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `URLsMatchStr`.
 */
export function safeMatchImageGlob(
  pattern: unknown,
  image: unknown,
): Result<boolean, ImageGlobError> {
  const glob = typeof pattern === 'string' ? compileGlob(toByteString(pattern)) : 'NOT_A_STRING';
  if (typeof glob === 'string') {
    return failure(glob, 'pattern');
  }
  const target = imageTarget(image);
  if (typeof target === 'string') {
    return failure(target, 'image');
  }
  const { rule } = compareGlob(glob, target);
  return rule === 'INVALID_GLOB' ? failure(rule, 'pattern') : { ok: true, value: rule === 'MATCH' };
}

/** Takes a pattern apart; or why it is none. */
export function compileGlob(pattern: string): ImageGlob | ImageUrlErrorCode {
  const url = parseImageUrl(pattern);
  if (typeof url === 'string') {
    return url;
  }
  const target = splitUrl(url);
  return { ...target, globs: target.labels.map(compileLabel) };
}

/** Takes the name of an image apart; or why it is none. */
export function imageTarget(image: unknown): ImageTarget | ImageGlobErrorCode {
  if (typeof image !== 'string') {
    return 'NOT_A_STRING';
  }
  // Looked at twice, so that hostile texts are not even encoded.
  const bytes = image.length > MAX_IMAGE_BYTES ? image : toByteString(image);
  if (bytes.length > MAX_IMAGE_BYTES) {
    return 'IMAGE_TOO_LONG';
  }
  const url = parseImageUrl(bytes);
  return typeof url === 'string' ? url : splitUrl(url);
}

/**
 * What a pattern and an image come to: a match, or the first part that does not.
 *
 * - `MATCH`: every part matches
 * - `PORT`: the ports differ, or only one of them has a port
 * - `LABEL_COUNT`: the hosts have different numbers of labels
 * - `PATH`: the path of the image does not start with that of the pattern
 * - `LABEL`: a label of the host does not match
 * - `INVALID_GLOB`: a label of the pattern is not well-formed, and none in front of it differs
 */
export type ImageGlobRule = 'MATCH' | 'PORT' | 'LABEL_COUNT' | 'PATH' | 'LABEL' | 'INVALID_GLOB';

/** Compares part by part, in the order of `URLsMatch`; `label` counts from 0 where a label decided. */
export function compareGlob(
  { globs, port, path }: ImageGlob,
  target: ImageTarget,
): { readonly rule: ImageGlobRule; readonly label?: number } {
  if (port !== target.port) {
    return { rule: 'PORT' };
  }
  if (globs.length !== target.labels.length) {
    return { rule: 'LABEL_COUNT' };
  }
  if (!target.path.startsWith(path)) {
    return { rule: 'PATH' };
  }
  for (const [label, glob] of globs.entries()) {
    const isMatch = matchLabel(glob, target.labels[label] as string);
    if (isMatch !== true) {
      return { rule: isMatch === undefined ? 'INVALID_GLOB' : 'LABEL', label };
    }
  }
  return { rule: 'MATCH' };
}

/**
 * Splits host and port, and the host into labels.
 *
 * What `net.SplitHostPort` does not split stays one host with its `:`, such as an IPv6 address without a port.
 */
function splitUrl({ host, path }: ImageUrl): ImageTarget {
  const colon = host.lastIndexOf(':');
  const close = host.indexOf(']');
  let name = host;
  if (colon >= 0) {
    if (host[0] !== '[') {
      name = close < 0 ? host.slice(0, colon) : host;
    } else if (close + 1 === colon && host.lastIndexOf('[') === 0) {
      name = host.slice(1, close);
    }
  }
  const port = name === host ? '' : host.slice(colon + 1);
  return { labels: name.split('.'), port, path };
}

const EXPECTED: { readonly [Code in ImageGlobErrorCode]: string } = {
  NOT_A_STRING: 'a string',
  CONTROL_CHARACTER: 'no control character',
  INVALID_ESCAPE: "two hexadecimal digits behind each '%', and in the host no escaped ASCII",
  INVALID_HOST: "a host name, or an IPv6 address in brackets, before the first '/'",
  INVALID_PORT:
    "nothing but the digits of a port behind the ':' of the host; a tag is no part of a name",
  INVALID_USER_INFO: "no space or special character before the '@'",
  INVALID_GLOB: "a list of characters that is closed by ']' for each '[' of the host",
  IMAGE_TOO_LONG: 'at most 4096 bytes',
};

/** What was expected of a pattern or image that broke a rule, for people. */
export function expectation(code: ImageGlobErrorCode): string {
  return EXPECTED[code];
}

function failure(
  code: ImageGlobErrorCode,
  path: 'pattern' | 'image',
): Result<boolean, ImageGlobError> {
  const message = `cannot match: expected ${expectation(code)} in the ${path}`;
  return { ok: false, error: new ImageGlobError({ code, message, path }) };
}
