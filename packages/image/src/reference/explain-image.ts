import { pullName } from './format-image.js';
import { domainRule, type ImageDomainRule, OFFICIAL_PREFIX, parseImage } from './parse-image.js';
import type { ImageReference } from './reference.js';

/**
 * Where the path of an image comes from.
 *
 * - `AS_WRITTEN`: it stands in the text.
 * - `OFFICIAL_IMAGE`: at Docker Hub a path of one component is that of an official image: `library/` was filled in.
 */
export type ImagePathRule = 'AS_WRITTEN' | 'OFFICIAL_IMAGE';

/**
 * Where the tag of an image comes from, and what it is good for.
 *
 * - `AS_WRITTEN`: it stands in the text, and is what is pulled.
 * - `DIGEST_WINS`: it stands in the text beside a digest, and it is the digest that is pulled.
 * - `DEFAULT_TAG`: neither tag nor digest stand in the text: `latest` was filled in.
 * - `DIGEST_ONLY`: there is none, and none was filled in, since there is a digest.
 */
export type ImageTagRule = 'AS_WRITTEN' | 'DIGEST_WINS' | 'DEFAULT_TAG' | 'DIGEST_ONLY';

/**
 * Where the digest of an image comes from.
 *
 * - `AS_WRITTEN`: it stands in the text, and is what is pulled.
 * - `NOT_WRITTEN`: there is none; a digest is never filled in.
 */
export type ImageDigestRule = 'AS_WRITTEN' | 'NOT_WRITTEN';

/** One part of an image's name: what was written, what it means, and the rule that says so. */
export interface ImagePart<Rule extends string = string> {
  /** What the text has there; undefined where it has nothing. */
  readonly written: string | undefined;
  /** What it means; undefined where there is no such part. */
  readonly value: string | undefined;
  /** The rule that led from the one to the other. */
  readonly rule: Rule;
}

/** How Kubernetes reads the name of an image. */
export interface ImageExplanation {
  /** What `parseImage` answers. */
  readonly image: ImageReference;
  /** What `pullName` answers. */
  readonly pullName: string;
  /** The registry. */
  readonly domain: ImagePart<ImageDomainRule>;
  /** The repository within the registry. */
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
 * Says how Kubernetes reads the name of an image: what was filled in, and by which rule.
 *
 * @param input - the text, as a container's `image` has it
 * @returns the image, and for each part what was written, what it means, and why
 * @throws the codes of {@link parseImage}
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
