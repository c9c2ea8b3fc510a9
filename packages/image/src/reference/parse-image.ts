import type { Result } from '@kubesem/core';
import { domainFault, isIdentifier, pathEnd } from './grammar.js';
import { fail, type ImageParseError } from './image-errors.js';
import { checkString, type ImageReference, referenceOf, safely } from './reference.js';

/** The default domain. */
const DEFAULT_DOMAIN = 'docker.io';
/** Added before a path of one component on that domain. */
export const OFFICIAL_PREFIX = 'library/';
const LEGACY_DOMAIN = 'index.docker.io';
const DEFAULT_TAG = 'latest';

/**
 * The rule that determines the domain of an image from the part before the first `/`. The first matching rule applies.
 *
 * - `NO_SLASH`: there is no `/`; the domain is that of Docker Hub, `docker.io`
 * - `LOCALHOST`: the part is `localhost`, which is the domain
 * - `DOCKER_HUB_ALIAS`: the part is `index.docker.io`, an alias of `docker.io`
 * - `UNDERSCORE`: the part has a `.` and a `_`; the `.` prevents the default domain, but a domain cannot have a `_`, so it
 *   belongs to the path and the image has no domain
 * - `DOT_OR_COLON`: the part has a `.` or a `:` and is the domain
 * - `UPPERCASE`: the part has an upper-case letter, which a path cannot have, and is the domain
 * - `PLAIN`: otherwise the part belongs to the path; the domain is `docker.io`
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

/** Returns the rule for a string with the first `/` at `slash`. The text before it may still be an invalid domain. */
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
    // Go checks the letters of all scripts, but only ASCII letters are valid in a domain or path.
    hasUpperCase = hasUpperCase || (code >= 65 && code <= 90);
  }
  return hasUpperCase ? 'UPPERCASE' : 'PLAIN';
}

/**
 * Parses the name of an image as Kubernetes does, and adds defaults.
 *
 * The domain is `docker.io` if the part before the first `/` has no `.`, no `:` and no upper-case letter, and is not
 * `localhost`. On that domain, `library/` is added before a path of one component. The tag is `latest` if the string has
 * neither tag nor digest.
 *
 * @param input - the string, as in `image` of a container
 * @returns the parts with defaults; equal for all spellings of one image
 * @throws {@link ImageParseError} with code `INVALID_TYPE` if the input is not a string
 * @throws {@link ImageParseError} with code `EMPTY` if the string is empty
 * @throws {@link ImageParseError} with code `IDENTIFIER` if the string is 64 lower-case hexadecimal digits
 * @throws {@link ImageParseError} with code `INVALID_DOMAIN` if the part before the first `/` is neither a domain nor part
 * of a path
 * @throws {@link ImageParseError} with code `INVALID_PATH` if the path has an invalid character
 * @throws {@link ImageParseError} with code `UPPERCASE` if the path has an upper-case letter
 * @throws {@link ImageParseError} with code `PATH_TOO_LONG` if the path has more than 255 characters, including the default
 * `library/`
 * @throws {@link ImageParseError} with code `INVALID_TAG` if the tag is empty or has an invalid character
 * @throws {@link ImageParseError} with code `TAG_TOO_LONG` if the tag has more than 128 characters
 * @throws {@link ImageParseError} with code `UNSUPPORTED_DIGEST` if the algorithm of the digest is not `sha256`, `sha384`
 * or `sha512`
 * @throws {@link ImageParseError} with code `INVALID_DIGEST` if the digest is empty or has an invalid character
 * @throws {@link ImageParseError} with code `INVALID_DIGEST_LENGTH` if the digest has too few or too many digits
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
 * Parses the name of an image as Kubernetes does, without throwing.
 *
 * @param input - the string, or anything else
 * @returns the reference, or the error that {@link parseImage} throws
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

/**
 * Formats a reference as text: name, tag and digest.
 *
 * @param ref - the reference; `domain` and `path` are not used
 * @returns the string, which parses to the same reference
 * @example
 * ```ts
 * import { formatImage, parseImage } from '@kubesem/image';
 *
 * formatImage(parseImage('busybox')) // => 'docker.io/library/busybox:latest'
 * formatImage({ ...parseImage('busybox'), tag: '1.37' }) // => 'docker.io/library/busybox:1.37'
 * ```
 *
 * Source: `github.com/distribution/reference` v0.6.0, `Reference.String`.
 */
export function formatImage(ref: ImageReference): string {
  const tag = ref.tag ? `:${ref.tag}` : '';
  return ref.digest ? `${ref.name}${tag}@${ref.digest}` : ref.name + tag;
}

/**
 * Returns the short name of a reference: without `docker.io`, and without the `library/` of official images.
 *
 * Use it only for display. It may parse to another image: `docker.io/localhost/app` becomes `localhost/app`.
 *
 * @param ref - the reference; only `domain` and `path` are used
 * @returns the name, without tag and digest
 * @example
 * ```ts
 * import { familiarName, formatImage, parseImage } from '@kubesem/image';
 *
 * const image = parseImage('index.docker.io/library/busybox:1.37');
 * familiarName(image) // => 'busybox'
 * formatImage({ ...image, name: familiarName(image) }) // => 'busybox:1.37'
 * familiarName(parseImage('ghcr.io/team/app')) // => 'ghcr.io/team/app'
 * ```
 *
 * Source: `github.com/distribution/reference` v0.6.0, `FamiliarName`.
 */
export function familiarName(ref: ImageReference): string {
  const { domain, path } = ref;
  if (domain !== DEFAULT_DOMAIN) {
    return domain === '' ? path : `${domain}/${path}`;
  }
  const isOfficial =
    path.startsWith(OFFICIAL_PREFIX) && !path.includes('/', OFFICIAL_PREFIX.length);
  return isOfficial ? path.slice(OFFICIAL_PREFIX.length) : path;
}

/**
 * Returns the name by which an image is pulled from its registry: with the digest if it has one, otherwise with the tag.
 *
 * @param ref - the reference; `domain` and `path` are not used
 * @returns the name with a digest or a tag; the tag is `latest` if the reference has neither
 * @example
 * ```ts
 * import { parseImage, pullName } from '@kubesem/image';
 *
 * const digest = `sha256:${'a1'.repeat(32)}`;
 * pullName(parseImage(`busybox:1.37@${digest}`)) // => `docker.io/library/busybox@${digest}`
 * pullName(parseImage('busybox:1.37')) // => 'docker.io/library/busybox:1.37'
 * ```
 *
 * Source: `github.com/distribution/reference` v0.6.0, `ParseDockerRef`.
 */
export function pullName(ref: ImageReference): string {
  return ref.digest ? `${ref.name}@${ref.digest}` : `${ref.name}:${ref.tag || 'latest'}`;
}
