import type { Pod } from '@kubesem/core';
import type { DisruptionCluster, ObjectScale } from './cluster.js';
import type { DrainCluster } from './drain/timeline.js';
import { namespaceOf } from './lenient.js';

/**
 * Splits a cluster by namespace, because budgets, evictions and controllers never look at another one. Splitting once keeps
 * questions about many budgets fast.
 *
 * @param cluster - the objects; they are not changed. An object without a namespace is in `default`
 * @returns a function that returns the objects of a namespace; a list that is not known stays so
 *
 * @example
 * ```ts
 * import { clusterByNamespace } from '@kubesem/disruption';
 *
 * const pod = (namespace: string, name: string) => ({ metadata: { namespace, name } });
 * const own = clusterByNamespace({ pods: [pod('shop', 'web'), pod('lab', 'job')], pdbs: [] });
 * own('shop').pods.map(({ metadata }) => metadata?.name) // => ['web']
 * own('shop').deployments // => undefined
 * ```
 */
export function clusterByNamespace<Cluster extends DisruptionCluster | DrainCluster>(
  cluster: Cluster,
): (namespace: string) => Cluster {
  const { kinds, ...lists } = cluster;
  const found = new Map<string, { [list: string]: unknown[] }>();
  for (const [name, objects] of Object.entries(lists)) {
    for (const object of objects ?? []) {
      // A scale is no object of its own.
      const namespace =
        name === 'scales' ? (object as ObjectScale).namespace : namespaceOf(object as Pod);
      const own = found.get(namespace) ?? {};
      found.set(namespace, own);
      (own[name] ??= []).push(object);
    }
  }
  return (namespace) => {
    const own = found.get(namespace) ?? {};
    const split = Object.entries(lists).map(([name, list]) => [name, list && (own[name] ?? [])]);
    return { ...Object.fromEntries(split), kinds } as Cluster;
  };
}
