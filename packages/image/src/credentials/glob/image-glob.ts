import { type FieldErrorType, type FieldProblem, fieldPath } from '@kubesem/core';
import { fieldProblem, raise, toByteString } from '@kubesem/core/internal';
import { type ImageUrl, type ImageUrlErrorCode, parseImageUrl } from './image-url.js';
import { compileLabel, type LabelGlob, matchLabel } from './label-glob.js';

/**
 * The largest length of an image name. The path of a reference has at most 255 characters, and a DNS name 253. The Go code
 * has no limit, and takes quadratic time.
 */
const MAX_IMAGE_BYTES = 4096;

/**
 * Codes of the reasons why a pattern and an image cannot be compared: those of {@link ImageUrlErrorCode}, and
 *
 * - `INVALID_TYPE`: the pattern or the image is not a string
 * - `INVALID_GLOB`: a `[` in the host of the pattern does not start a valid list of characters in its label
 * - `IMAGE_TOO_LONG`: the image has more than 4,096 bytes of UTF-8, far more than any image
 */
export type ImageGlobErrorCode =
  | ImageUrlErrorCode
  | 'INVALID_TYPE'
  | 'INVALID_GLOB'
  | 'IMAGE_TOO_LONG';

/** The parts of an image name, as byte strings. */
export interface ImageTarget {
  /** The labels of the host. */
  readonly labels: readonly string[];
  /** Port; empty if absent. */
  readonly port: string;
  /** Path. */
  readonly path: string;
}

/** The parts of a pattern, as byte strings. */
export interface ImageGlob extends ImageTarget {
  /** The labels of the host, compiled. */
  readonly globs: readonly LabelGlob[];
}

/**
 * Reports whether an image matches a pattern, as the kubelet compares the keys of a `config.json` and `matchImages` of a
 * credential provider.
 *
 * A pattern is a host with an optional port and path, without a scheme. It matches under these conditions:
 * - The hosts have the same number of labels, and each label matches. `*` matches any part of one label, even an empty one.
 * - The ports are equal. A pattern without a port matches no image with a port.
 * - The path of the image starts with that of the pattern, even within a segment: `…/images` matches `…/images2`.
 *
 * The comparison is case-sensitive. Query, fragment and user information are ignored. An error contains neither of the two,
 * because both may have a password before an `@`.
 *
 * @param pattern - the pattern, such as `*.example.com/team`
 * @param image - the name of an image with its registry and without tag and digest, as `parseImage(…).name`: the kubelet
 * compares `docker.io/library/busybox`, not `busybox`
 * @returns whether the image matches
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if an argument is not a string
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `CONTROL_CHARACTER` if an argument has a control character
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_ESCAPE` if a `%` does not start a valid escape
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_HOST` if a host has an invalid character
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_PORT` if a port has a character that is not a digit
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_USER_INFO` if the text before an `@` has an
 * invalid character
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_GLOB` if a `[` of the pattern does not start a
 * valid list of characters
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `IMAGE_TOO_LONG` if the image has more than 4,096 bytes
 * @example
 * ```ts
 * import { matchesImageGlob } from '@kubesem/image';
 *
 * matchesImageGlob('*.example.com', 'eu.example.com/app') // => true
 * matchesImageGlob('*.example.com', 'example.com/app') // => false
 * matchesImageGlob('*.example.com', 'a.eu.example.com/app') // => false
 * matchesImageGlob('example.com/images', 'example.com/images2') // => true
 * matchesImageGlob('example.com', 'example.com:5000/app') // => false
 * matchesImageGlob('example.com', 'example.com:latest') // throws INVALID_PORT
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `URLsMatchStr`, with Go 1.26.8. The other wildcards of Go
 * are invalid in a host, except for lists such as `[::1]`.
 */
export function matchesImageGlob(pattern: string, image: string): boolean {
  const glob = typeof pattern === 'string' ? compileGlob(toByteString(pattern)) : 'INVALID_TYPE';
  if (typeof glob === 'string') {
    raise(imageGlobProblem(glob, 'pattern'));
  }
  const target = imageTarget(image);
  if (typeof target === 'string') {
    raise(imageGlobProblem(target, 'image'));
  }
  const { rule } = compareGlob(glob, target);
  return rule === 'INVALID_GLOB' ? raise(imageGlobProblem(rule, 'pattern')) : rule === 'MATCH';
}

/** Parses a pattern; returns the code of the fault if it is invalid. */
export function compileGlob(pattern: string): ImageGlob | ImageUrlErrorCode {
  const url = parseImageUrl(pattern);
  if (typeof url === 'string') {
    return url;
  }
  const target = splitUrl(url);
  return { ...target, globs: target.labels.map(compileLabel) };
}

/** Parses the name of an image; returns the code of the fault if it is invalid. */
export function imageTarget(image: unknown): ImageTarget | ImageGlobErrorCode {
  if (typeof image !== 'string') {
    return 'INVALID_TYPE';
  }
  // Checked before and after, so that a huge string is not encoded.
  const bytes = image.length > MAX_IMAGE_BYTES ? image : toByteString(image);
  if (bytes.length > MAX_IMAGE_BYTES) {
    return 'IMAGE_TOO_LONG';
  }
  const url = parseImageUrl(bytes);
  return typeof url === 'string' ? url : splitUrl(url);
}

/**
 * The result of comparing a pattern with an image: a match, or the first part that does not match.
 *
 * - `MATCH`: every part matches
 * - `PORT`: the ports differ, or only one of them has a port
 * - `LABEL_COUNT`: the hosts have different numbers of labels
 * - `PATH`: the path of the image does not start with that of the pattern
 * - `LABEL`: a label of the host does not match
 * - `INVALID_GLOB`: a label of the pattern is invalid, and the labels before it match
 */
export type ImageGlobRule = 'MATCH' | 'PORT' | 'LABEL_COUNT' | 'PATH' | 'LABEL' | 'INVALID_GLOB';

/** Compares part by part, in the order of `URLsMatch`; `label` is the index of the label that decides. */
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
 * If `net.SplitHostPort` fails, as for an IPv6 address without a port, the host keeps its `:`.
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

const MESSAGES: { readonly [Code in ImageGlobErrorCode]: string } = {
  INVALID_TYPE: 'expected a string',
  CONTROL_CHARACTER: 'expected no control character',
  INVALID_ESCAPE: "expected two hexadecimal digits after '%', and no escaped ASCII in the host",
  INVALID_HOST: "expected a host name, or an IPv6 address in brackets, before the first '/'",
  INVALID_PORT: "expected only digits after the ':' of the host; a name has no tag",
  INVALID_USER_INFO: "expected no space or special character before the '@'",
  INVALID_GLOB: "expected a list of characters with a closing ']' for each '[' of the host",
  IMAGE_TOO_LONG: 'expected at most 4096 bytes',
};

function typeOf(code: ImageGlobErrorCode): FieldErrorType {
  switch (code) {
    case 'INVALID_TYPE':
      return 'TYPE_INVALID';
    case 'IMAGE_TOO_LONG':
      return 'TOO_LONG';
    default:
      return 'INVALID';
  }
}

/** Makes the problem of an argument, without its value, which may have a password. */
export function imageGlobProblem(
  code: ImageGlobErrorCode,
  argument: 'pattern' | 'image',
): FieldProblem<ImageGlobErrorCode> {
  const path = fieldPath(argument);
  return fieldProblem({ type: typeOf(code), code, path, message: MESSAGES[code] });
}
