import {
  domainRule,
  type ImageDomainRule,
  OFFICIAL_PREFIX,
  parseImage,
  pullName,
} from './parse-image.js';
import type { ImageReference } from './reference.js';

/**
 * The rule that determines the path of an image.
 *
 * - `AS_WRITTEN`: the path as written
 * - `OFFICIAL_IMAGE`: `library/` is added, because a path of one component on Docker Hub is an official image
 */
export type ImagePathRule = 'AS_WRITTEN' | 'OFFICIAL_IMAGE';

/**
 * The rule that determines the tag of an image.
 *
 * - `AS_WRITTEN`: the tag as written, which is pulled
 * - `DIGEST_WINS`: the tag as written, but the digest is pulled
 * - `DEFAULT_TAG`: `latest`, because the string has neither tag nor digest
 * - `DIGEST_ONLY`: no tag, because the string has only a digest
 */
export type ImageTagRule = 'AS_WRITTEN' | 'DIGEST_WINS' | 'DEFAULT_TAG' | 'DIGEST_ONLY';

/**
 * The rule that determines the digest of an image.
 *
 * - `AS_WRITTEN`: the digest as written, which is pulled
 * - `NOT_WRITTEN`: no digest; there is no default
 */
export type ImageDigestRule = 'AS_WRITTEN' | 'NOT_WRITTEN';

/** One part of an image name: as written, with defaults, and the rule that connects them. */
export interface ImagePart<Rule extends string = string> {
  /** The part as written; undefined if it is absent. */
  readonly written: string | undefined;
  /** The part with defaults; undefined if the image has no such part. */
  readonly value: string | undefined;
  /** The rule that determines the value. */
  readonly rule: Rule;
}

/** How Kubernetes interprets the name of an image. */
export interface ImageExplanation {
  /** The result of {@link parseImage}. */
  readonly image: ImageReference;
  /** The result of {@link pullName}. */
  readonly pullName: string;
  /** The registry. */
  readonly domain: ImagePart<ImageDomainRule>;
  /** The repository in the registry. */
  readonly path: ImagePart<ImagePathRule>;
  /** The tag. */
  readonly tag: ImagePart<ImageTagRule>;
  /** The digest. */
  readonly digest: ImagePart<ImageDigestRule>;
}

function explainTag({ tag, digest }: ImageReference, isWritten: boolean): ImagePart<ImageTagRule> {
  if (digest === undefined) {
    return isWritten
      ? { written: tag, value: tag, rule: 'AS_WRITTEN' }
      : { written: undefined, value: tag, rule: 'DEFAULT_TAG' };
  }
  return { written: tag, value: tag, rule: tag === undefined ? 'DIGEST_ONLY' : 'DIGEST_WINS' };
}

/**
 * Explains how Kubernetes interprets the name of an image: which parts have defaults, and by which rule.
 *
 * @param input - the string, as in `image` of a container
 * @returns the image, and each of its parts as written and with defaults
 * @throws {@link ImageParseError} with the codes of {@link parseImage}
 * @example
 * ```ts
 * import { explainImage } from '@kubesem/image';
 *
 * const { domain, path, tag } = explainImage('busybox');
 * domain // => { written: undefined, value: 'docker.io', rule: 'NO_SLASH' }
 * path // => { written: 'busybox', value: 'library/busybox', rule: 'OFFICIAL_IMAGE' }
 * tag // => { written: undefined, value: 'latest', rule: 'DEFAULT_TAG' }
 * ```
 */
export function explainImage(input: string): ImageExplanation {
  const image = parseImage(input);
  const slash = input.indexOf('/');
  const held = domainRule(input, slash);
  const rule = image.domain === '' ? 'UNDERSCORE' : held;
  const pathStart = held === 'PLAIN' || rule === 'UNDERSCORE' ? 0 : slash + 1;
  const isPathWritten = input.startsWith(image.path, pathStart);
  const path = isPathWritten ? image.path : image.path.slice(OFFICIAL_PREFIX.length);
  const hasTagOrDigest = input.length > pathStart + path.length;
  return {
    image,
    pullName: pullName(image),
    domain: {
      written: pathStart === 0 ? undefined : input.slice(0, slash),
      value: image.domain || undefined,
      rule,
    },
    path: {
      written: path,
      value: image.path,
      rule: isPathWritten ? 'AS_WRITTEN' : 'OFFICIAL_IMAGE',
    },
    tag: explainTag(image, hasTagOrDigest),
    digest: {
      written: image.digest,
      value: image.digest,
      rule: image.digest === undefined ? 'NOT_WRITTEN' : 'AS_WRITTEN',
    },
  };
}
