import { fields } from '../field/fields.js';
import { THROW } from '../field/policy.js';
import type { ClusterObjects } from './cluster-objects.js';

/** Those lists of a cluster without which there is no answer. */
export type ClusterLists<List extends keyof ClusterObjects> = {
  readonly [list in List]: NonNullable<ClusterObjects[list]>;
};

/**
 * Reads the lists of a cluster without which there is no answer.
 *
 * @param cluster - the cluster
 * @param names - the lists
 * @returns the lists; empty for one that is absent
 * @throws FieldError with code `INVALID_TYPE` if one is not a list
 *
 * @internal
 */
export function clusterLists<Cluster extends object, List extends keyof Cluster & string>(
  cluster: Cluster,
  ...names: readonly List[]
): { readonly [list in List]: NonNullable<Cluster[list]> } {
  const opened = fields(cluster, THROW);
  return Object.fromEntries(names.map((name) => [name, opened.list(name)])) as {
    readonly [list in List]: NonNullable<Cluster[list]>;
  };
}
