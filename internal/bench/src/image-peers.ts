import { loadModule } from './peers.js';

/** What a function tells of a reference; what is left out counts as if Kubernetes had filled it in. */
export interface ImageParts {
  /** The domain, if it is told apart, and the path. */
  readonly name: string;
  /** The tag. */
  readonly tag: string | undefined;
  /** The digest. */
  readonly digest: string | undefined;
}

type Parser = (text: string) => unknown;
type Fields = { readonly [field: string]: string | null | undefined };

/** A function of another package that reads image references. */
export interface ImagePeer {
  /** The package on npm. */
  readonly package: string;
  /** The function; `default` if the package is a function. */
  readonly name: string;
  /**
   * Takes its answer apart.
   *
   * @param answer - what the function returned
   * @returns what it says; undefined if it says that the text is no reference
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

/** Every peer that reads image references. */
export const imagePeers: readonly ImagePeer[] = [
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
 * Says which function it is.
 *
 * @param peer - from {@link imagePeers}
 * @returns package and function
 */
export function imagePeerLabel({ package: name, name: fn }: ImagePeer): string {
  return fn === 'default' ? name : `${name}.${fn}`;
}

/**
 * Loads one peer's function.
 *
 * @param peer - which one
 * @returns the function; it may throw
 */
export async function loadImagePeer(peer: ImagePeer): Promise<Parser> {
  const module = await loadModule<Parser | Record<string, Parser>>(peer.package);
  return typeof module === 'function' ? module : (module[peer.name] as Parser);
}
