import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** A function of another package that parses quantities; it may throw. */
export type PeerParser = (text: string) => number | bigint;

/** What the official client computes for one resource of a Pod. */
export interface PodTotal {
  /** Sum of the requests of the containers. */
  readonly request: number | bigint;
  /** Sum of the limits of the containers. */
  readonly limit: number | bigint;
}

/** A function of another package that parses quantities. */
export interface Peer {
  /** Package on npm. */
  readonly package: string;
  /** Name of the function. */
  readonly name: string;
  /** File to import. */
  readonly file: string;
}

// From `dist`, which is next to `src`.
const require = createRequire(new URL('../package.json', import.meta.url));

// The root of the official client does not load on Node 20: its undici 8 needs Node 22.
const CLIENT_FILE = '@kubernetes/client-node/dist/util.js';

/** All functions of other packages that parse quantities. */
export const PEERS = [
  { package: '@kubernetes/client-node', name: 'quantityToScalar', file: CLIENT_FILE },
  { package: 'k8s-resource-parser', name: 'memoryParser', file: 'k8s-resource-parser' },
  {
    package: 'kubernetes-resource-parser',
    name: 'memoryParser',
    file: 'kubernetes-resource-parser',
  },
  { package: 'kubernetes-resource-parser', name: 'cpuParser', file: 'kubernetes-resource-parser' },
] as const satisfies readonly Peer[];

/**
 * Returns the label of a peer.
 *
 * @param peer - one of {@link PEERS}
 * @returns package and function
 */
export function peerLabel(peer: Peer): string {
  return `${peer.package}.${peer.name}`;
}

/**
 * Loads the function of a peer.
 *
 * @param peer - one of {@link PEERS}
 * @returns the function
 */
export async function loadPeer(peer: Peer): Promise<PeerParser> {
  return (await loadModule<Record<string, PeerParser>>(peer.file))[peer.name] as PeerParser;
}

/**
 * Loads the function of the official client for the resources of a Pod.
 *
 * @returns its `totalForResource`
 */
export async function loadPodTotal(): Promise<(pod: object, resource: string) => PodTotal> {
  return (
    await loadModule<{ totalForResource: (pod: object, resource: string) => PodTotal }>(CLIENT_FILE)
  ).totalForResource;
}

/**
 * Loads a file of another package, by a name that the compiler does not follow: its types may be thousands of files.
 *
 * @param file - as a user imports it
 * @returns its exports
 */
export async function loadModule<T>(file: string): Promise<T> {
  const module = await import(pathToFileURL(require.resolve(file)).href);
  return module.default ?? module;
}

/**
 * Returns the installed version of a package.
 *
 * @param name - package on npm
 * @returns its version
 */
export function installedVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
