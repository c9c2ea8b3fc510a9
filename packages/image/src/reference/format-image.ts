import { DEFAULT_DOMAIN, OFFICIAL_PREFIX } from './parse-image.js';
import type { ImageReference } from './reference.js';

/**
 * Writes a reference as one text: name, tag and digest.
 *
 * @param ref - the parts; `domain` and `path` are not looked at
 * @returns the text, which reads as the same reference again
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
 * Writes the name of a reference as people know it: without `docker.io`, and without `library/` there.
 *
 * It is for people alone: it need not read as the same image again, since `docker.io/localhost/app` becomes
 * `localhost/app`.
 *
 * @param ref - the parts; `domain` and `path` are looked at
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
 * Writes what a registry is asked for when an image is pulled: the digest alone where there is one, else the tag.
 *
 * @param ref - the parts; `domain` and `path` are not looked at
 * @returns the name with a digest or a tag, which is `latest` where neither is given
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
