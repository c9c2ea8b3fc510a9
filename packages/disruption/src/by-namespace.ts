import { byNamespace } from '@kubesem/core';
import type { DisruptionCluster } from './cluster.js';

/**
 * Splits a cluster by namespace, because budgets, evictions and controllers never look at another one. Splitting once keeps
 * questions about many budgets fast.
 *
 * @param cluster - the objects; they are not changed. An object without a namespace is in `default`
 * @returns a function that returns the objects of a namespace, with all kinds and scales; a list that is not known stays so
 *
 * @example
 * ```ts
 * import { clusterByNamespace } from '@kubesem/disruption';
 *
 * const pod = (namespace: string, name: string) => ({ metadata: { namespace, name } });
 * const own = clusterByNamespace({ pods: [pod('shop', 'web'), pod('lab', 'job')] });
 * own('shop').pods.map(({ metadata }) => metadata?.name) // => ['web']
 * own('shop').deployments // => undefined
 * ```
 */
export function clusterByNamespace<Cluster extends DisruptionCluster>(
  cluster: Cluster,
): (namespace: string) => Cluster {
  // Kinds have no namespace, and scales are looked up with theirs.
  const { kinds, scales, ...objects } = cluster;
  const own = byNamespace(objects);
  return (namespace) => ({ ...own(namespace), kinds, scales }) as unknown as Cluster;
}
