import { byNamespace } from '@kubesem/core';
import type { DisruptionCluster } from './cluster.js';

/**
 * Splits a cluster by namespace. Budgets, evictions and controllers depend only on objects in their own namespace, so split
 * a large cluster once before you check many budgets one at a time.
 *
 * @param cluster - the objects; they are not changed. An object without a namespace is in `default`
 * @returns a function that returns the objects of a namespace, with all kinds and scales; an absent list stays absent
 *
 * @example
 * ```ts
 * import { clusterByNamespace } from '@kubesem/disruption';
 *
 * const pod = (namespace: string, name: string) => ({ metadata: { namespace, name } });
 * const own = clusterByNamespace({ pods: [pod('shop', 'web'), pod('lab', 'job')] });
 * own('shop').pods.map(({ metadata }) => metadata?.name) // => ['web']
 * own('lab').pods.length // => 1
 * ```
 */
export function clusterByNamespace<Cluster extends DisruptionCluster>(
  cluster: Cluster,
): (namespace: string) => Cluster {
  // Kinds have no namespace, and scales are looked up with theirs.
  const { kinds, scales, lacksKinds, ...objects } = cluster;
  const own = byNamespace(objects);
  return (namespace) => ({ ...own(namespace), kinds, scales, lacksKinds }) as unknown as Cluster;
}
