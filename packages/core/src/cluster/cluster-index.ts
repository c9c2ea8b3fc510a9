import { KUBERNETES_VERSION } from '../version.js';

/** Marks an index for every copy of this package. Its value is the version that has made the index. */
const TAG = /* @__PURE__ */ Symbol.for('kubesem.index');

/** What this copy of the package has made of each index: another one can be of another version, so it makes its own. */
const MADE: WeakMap<object, Map<unknown, unknown>> = /* @__PURE__ */ new WeakMap();

/**
 * Prepares a cluster for many questions: what a function groups by namespace, name, owner or node, it groups only once.
 *
 * @param cluster - the lists; they must not change while the index is in use
 * @returns the same lists, for functions that take them. A copy of it, such as `{ ...index, pods }`, is not an index
 *
 * @example
 * ```ts
 * import { indexCluster } from '@kubesem/core';
 *
 * const index = indexCluster({ pods: [{ metadata: { name: 'web' } }] });
 * index.pods // => [{ metadata: { name: 'web' } }]
 * ```
 */
export function indexCluster<Cluster extends object>(cluster: Cluster): Cluster {
  return Object.defineProperty({ ...cluster }, TAG, { value: KUBERNETES_VERSION });
}

/**
 * Makes something of a cluster, such as groups of its objects; of an index, only once.
 *
 * @param cluster - the lists, or an index of them
 * @param make - makes it; it tells apart what is made of the same index, so it must not be a new function each time
 *
 * @internal
 */
export function madeOf<Cluster extends object, Made>(
  cluster: Cluster,
  make: (cluster: Cluster) => Made,
): Made {
  if ((cluster as { readonly [TAG]?: unknown } | null | undefined)?.[TAG] === undefined) {
    return make(cluster);
  }
  const made = MADE.get(cluster) ?? new Map<unknown, unknown>();
  MADE.set(cluster, made);
  if (!made.has(make)) {
    made.set(make, make(cluster));
  }
  return made.get(make) as Made;
}
