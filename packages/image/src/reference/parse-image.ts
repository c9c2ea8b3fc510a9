import type { Result } from '@kubesem/core';
import { domainFault, isIdentifier, pathEnd } from './grammar.js';
import { fail, type ImageParseError } from './image-errors.js';
import { checkString, type ImageReference, referenceOf, safely } from './reference.js';

/** The domain that is filled in. */
export const DEFAULT_DOMAIN = 'docker.io';
/** What is put before a path of one component at that domain. */
export const OFFICIAL_PREFIX = 'library/';
const LEGACY_DOMAIN = 'index.docker.io';
const DEFAULT_TAG = 'latest';

/**
 * How the domain of an image is found out, from what stands before the first `/`. The first rule that holds counts.
 *
 * - `NO_SLASH`: there is no `/`, so there is no domain: Docker Hub.
 * - `LOCALHOST`: it is `localhost`: the domain.
 * - `DOCKER_HUB_ALIAS`: it is `index.docker.io`: Docker Hub, whose name is `docker.io`.
 * - `UNDERSCORE`: it has a `.` and a `_`. It is held for a domain, and so no other is filled in; but no domain has a
 *   `_`, so it becomes part of the path, and the image has no domain at all.
 * - `DOT_OR_COLON`: it has a `.` or a `:`: the domain.
 * - `UPPERCASE`: it has an upper-case letter, which no path has: the domain.
 * - `PLAIN`: none of that, so it is part of the path: Docker Hub.
 *
 * Source: `github.com/distribution/reference` v0.6.0, `splitDockerDomain`.
 */
export type ImageDomainRule =
  | 'NO_SLASH'
  | 'LOCALHOST'
  | 'DOCKER_HUB_ALIAS'
  | 'UNDERSCORE'
  | 'DOT_OR_COLON'
  | 'UPPERCASE'
  | 'PLAIN';

/** The rule for a text whose first `/` stands at `slash`; what is held for a domain need not be one. */
export function domainRule(text: string, slash: number): ImageDomainRule {
  if (slash < 0) {
    return 'NO_SLASH';
  }
  if (slash === 'localhost'.length && text.startsWith('localhost')) {
    return 'LOCALHOST';
  }
  if (slash === LEGACY_DOMAIN.length && text.startsWith(LEGACY_DOMAIN)) {
    return 'DOCKER_HUB_ALIAS';
  }
  let hasUpperCase = false;
  for (let index = 0; index < slash; index++) {
    const code = text.charCodeAt(index);
    if (code === 46 || code === 58) {
      return 'DOT_OR_COLON';
    }
    // Go looks at the letters of all scripts; with any but these, neither a domain nor a path comes of it.
    hasUpperCase = hasUpperCase || (code >= 65 && code <= 90);
  }
  return hasUpperCase ? 'UPPERCASE' : 'PLAIN';
}

/**
 * Reads the name of an image as Kubernetes does, and fills in what is left out.
 *
 * `docker.io` is the domain where the part before the first `/` has no `.`, no `:`, no upper-case letter and is not
 * `localhost`; there `library/` is put before a path of one component. The tag `latest` is filled in where tag and
 * digest are both absent.
 *
 * @param input - the text, as a container's `image` has it
 * @returns the parts, with all that was filled in; equal for all spellings of one image
 * @throws `NOT_A_STRING` if the input is not a string
 * @throws `EMPTY` if it is the empty string
 * @throws `IDENTIFIER` if it is 64 lower-case hexadecimal digits and nothing else
 * @throws `INVALID_DOMAIN` if the part before the first `/` is neither a domain nor part of a path
 * @throws `INVALID_PATH` if a character cannot stand where it does in the path
 * @throws `UPPERCASE` if that is an upper-case letter
 * @throws `PATH_TOO_LONG` if the path, with `library/` where that is filled in, has more than 255 characters
 * @throws `INVALID_TAG` if what follows the `:` is no tag
 * @throws `TAG_TOO_LONG` if the tag has more than 128 characters
 * @throws `UNSUPPORTED_DIGEST` if the algorithm of the digest is none of `sha256`, `sha384`, `sha512`
 * @throws `INVALID_DIGEST` if what follows the `@` is no digest
 * @throws `INVALID_DIGEST_LENGTH` if the digest has fewer or more digits than its algorithm gives
 * @example
 * ```ts
 * import { parseImage } from '@kubesem/image';
 *
 * parseImage('busybox') // => {
 * //   name: 'docker.io/library/busybox',
 * //   domain: 'docker.io',
 * //   path: 'library/busybox',
 * //   tag: 'latest',
 * // }
 * parseImage('registry:5000/app').name // => 'registry:5000/app'
 * parseImage('example.com/Team/app') // throws UPPERCASE
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/util/parsers` v1.37.1, `ParseImageName`, and `ParseNormalizedNamed` of
 * `github.com/distribution/reference` v0.6.0.
 */
export function parseImage(input: string): ImageReference {
  checkString(input);
  if (isIdentifier(input)) {
    fail('IDENTIFIER', input, 0, 'a name that is not 64 hexadecimal digits');
  }
  const slash = input.indexOf('/');
  const rule = domainRule(input, slash);
  const isDefault = rule === 'NO_SLASH' || rule === 'PLAIN';
  const fault = isDefault ? 0 : domainFault(input, slash);
  const pathStart = fault < 0 ? slash + 1 : 0;
  const end = pathEnd(input, pathStart, fault);
  let path = input.slice(pathStart, end);
  let domain = fault < 0 ? input.slice(0, slash) : isDefault ? DEFAULT_DOMAIN : '';
  if (rule === 'DOCKER_HUB_ALIAS') {
    domain = DEFAULT_DOMAIN;
  }
  if (domain !== DEFAULT_DOMAIN) {
    return referenceOf(input, end, domain, path, input.slice(0, end), DEFAULT_TAG);
  }
  if (!path.includes('/')) {
    path = OFFICIAL_PREFIX + path;
  }
  return referenceOf(input, end, domain, path, `${DEFAULT_DOMAIN}/${path}`, DEFAULT_TAG);
}

/**
 * Reads the name of an image as Kubernetes does, without throwing.
 *
 * @param input - anything; strings that {@link parseImage} takes are read
 * @returns `{ ok: true, value }` or `{ ok: false, error }`, the error with code and offset
 * @example
 * ```ts
 * import { safeParseImage } from '@kubesem/image';
 *
 * safeParseImage('nginx:1.27').value?.path // => 'library/nginx'
 * safeParseImage('nginx:1.27 ').error?.offset // => 10
 * safeParseImage(undefined).ok // => false
 * ```
 */
export function safeParseImage(input: unknown): Result<ImageReference, ImageParseError> {
  return safely(parseImage, input);
}
