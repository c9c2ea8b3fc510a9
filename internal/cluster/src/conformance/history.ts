import type { Cluster } from '../cluster.js';
import type { ManifestLike } from '../object.js';

/** An object as it was stored at a moment, and what happened to it. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: Stored;
  /** Version of the whole cluster at that moment. */
  readonly version: number;
}

/** An object of the API server. */
export interface Stored extends ManifestLike {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}

/**
 * Records every change of objects during an action, in the order in which they were stored. The server keeps the changes of
 * the last minute, so they are read afterwards.
 *
 * @param cluster - the cluster
 * @param paths - paths of the lists
 * @param action - what to do
 * @returns the objects of before the action, and its changes
 */
export async function recordHistory(
  cluster: Cluster,
  paths: readonly string[],
  action: () => Promise<void>,
): Promise<readonly Change[]> {
  const lists = await Promise.all(paths.map((path) => cluster.api.send<RawList>('GET', path)));
  await action();
  const changes = await Promise.all(
    paths.map(async (path, index): Promise<Change[]> => {
      const { items, apiVersion, kind, metadata } = lists[index] as RawList;
      const typed = { apiVersion, kind: kind.replace(/List$/, '') };
      const { resourceVersion } = metadata;
      const query = `?watch=1&timeoutSeconds=1&resourceVersion=${resourceVersion}`;
      const watched = await (await cluster.fetch(path + query)).text();
      const later = watched
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Pick<Change, 'type' | 'object'>);
      const before = items.map(
        (item) => ({ type: 'ADDED', object: { ...typed, ...item } }) as const,
      );
      return [...before, ...later].map(({ type, object }) => {
        if ((type as string) === 'ERROR') {
          throw new Error(`watching ${path}: ${JSON.stringify(object)}`);
        }
        return { type, object, version: Number(object.metadata.resourceVersion) };
      });
    }),
  );
  return changes.flat().sort((a, b) => a.version - b.version);
}

interface RawList {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly Stored[];
}

/** The objects at a moment, by UID. */
export type State = ReadonlyMap<string, Stored>;

/**
 * Returns the state after each change.
 *
 * @param changes - the changes, in order
 * @returns as many states
 */
export function statesOf(changes: readonly Change[]): readonly State[] {
  let state: State = new Map();
  return changes.map(({ type, object }) => {
    const next = new Map(state);
    if (type === 'DELETED') {
      next.delete(object.metadata.uid);
    } else {
      next.set(object.metadata.uid, object);
    }
    state = next;
    return next;
  });
}

/**
 * Returns the objects of a kind at a moment.
 *
 * @param state - the state
 * @param kind - the kind
 * @returns its objects
 */
export function ofKind<T>(state: State, kind: string): readonly T[] {
  return [...state.values()].filter((object) => object.kind === kind) as unknown as T[];
}
