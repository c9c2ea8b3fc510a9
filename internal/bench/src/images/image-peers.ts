import { loadModule } from '../quantities/peers.js';

/** Parts of a reference that a function returns. Kubernetes defaults are added to omitted parts later. */
export interface ImageParts {
  /** Domain, if the function separates it, and path. */
  readonly name: string;
  /** Tag. */
  readonly tag: string | undefined;
  /** Digest. */
  readonly digest: string | undefined;
}

type Parser = (text: string) => unknown;
type Fields = { readonly [field: string]: string | null | undefined };

/** A function of another package that parses image references. */
export interface ImagePeer {
  /** Package on npm. */
  readonly package: string;
  /** Name of the function; `default` if the package is a function. */
  readonly name: string;
  /**
   * Reads the answer of the function.
   *
   * @param answer - what the function returned
   * @returns the parts; undefined if the function rejects the text
   */
  readonly parts: (answer: Fields) => ImageParts | undefined;
}

const joined = (...parts: readonly (string | null | undefined)[]) =>
  parts.filter(Boolean).join('/');
const docker = ({ domain, repository, tag, digest }: Fields): ImageParts => ({
  name: joined(domain, repository),
  tag: tag ?? undefined,
  digest: digest ?? undefined,
});

/** All functions of other packages that parse image references. */
export const IMAGE_PEERS: readonly ImagePeer[] = [
  { package: '@swimlane/docker-reference', name: 'parseFamiliarName', parts: docker },
  { package: '@codefresh-io/docker-reference', name: 'parseFamiliarName', parts: docker },
  {
    package: 'docker-parse-image',
    name: 'default',
    parts: ({ registry, namespace, repository, tag }) => ({
      name: joined(registry, namespace, repository),
      tag: tag ?? undefined,
      digest: undefined,
    }),
  },
  {
    package: 'parse-docker-image-name',
    name: 'default',
    parts: ({ domain, path, tag, digest }) =>
      path
        ? { name: joined(domain, path), tag: tag ?? undefined, digest: digest ?? undefined }
        : undefined,
  },
  {
    package: 'docker-image-parser',
    name: 'default',
    parts: ({ repository, tag }) => ({
      name: repository ?? '',
      tag: tag ?? undefined,
      digest: undefined,
    }),
  },
];

/**
 * Returns the label of a peer.
 *
 * @param peer - one of {@link IMAGE_PEERS}
 * @returns package and function
 */
export function imagePeerLabel({ package: name, name: fn }: ImagePeer): string {
  return fn === 'default' ? name : `${name}.${fn}`;
}

/**
 * Loads the function of a peer.
 *
 * @param peer - one of {@link IMAGE_PEERS}
 * @returns the function; it may throw
 */
export async function loadImagePeer(peer: ImagePeer): Promise<Parser> {
  const module = await loadModule<Parser | Record<string, Parser>>(peer.package);
  return typeof module === 'function' ? module : (module[peer.name] as Parser);
}
