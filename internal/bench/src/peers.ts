import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** A function of another package that reads a quantity; it may throw. */
export type PeerParser = (text: string) => number | bigint;

/** What the official client adds up of a Pod, for one resource. */
export interface PodTotal {
  /** The requests of the containers. */
  readonly request: number | bigint;
  /** The limits of the containers. */
  readonly limit: number | bigint;
}

/** A function of another package that reads quantities, and where it comes from. */
export interface Peer {
  /** The package on npm. */
  readonly package: string;
  /** The function. */
  readonly name: string;
  /** The file that a user imports, and that is bundled to see its size. */
  readonly file: string;
}

// Started from `dist`, which stands beside `src`.
const require = createRequire(new URL('../package.json', import.meta.url));

// The root of the official client does not load on Node 20: undici 8 asks for Node 22.
const CLIENT_FILE = '@kubernetes/client-node/dist/util.js';

/** Every peer that reads quantities. */
export const peers = [
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
 * Loads one peer's function.
 *
 * @param peer - which one
 * @returns the function
 */
export async function loadPeer(peer: Peer): Promise<PeerParser> {
  return (await loadModule<Record<string, PeerParser>>(peer.file))[peer.name] as PeerParser;
}

/**
 * Loads what the official client has for Pods.
 *
 * @returns its `totalForResource`
 */
export async function loadPodTotal(): Promise<(pod: object, resource: string) => PodTotal> {
  return (
    await loadModule<{ totalForResource: (pod: object, resource: string) => PodTotal }>(CLIENT_FILE)
  ).totalForResource;
}

/**
 * Loads a file of another package, by a name that the compiler does not follow: declarations may be thousands of files.
 *
 * @param file - as a user imports it
 * @returns what it exports
 */
export async function loadModule<T>(file: string): Promise<T> {
  const module = await import(pathToFileURL(require.resolve(file)).href);
  return module.default ?? module;
}

/**
 * The installed version of a package.
 *
 * @param name - on npm
 * @returns its version
 */
export function installedVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
