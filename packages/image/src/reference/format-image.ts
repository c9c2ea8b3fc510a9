import { DEFAULT_DOMAIN, OFFICIAL_PREFIX } from './parse-image.js';
import type { ImageReference } from './reference.js';

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
