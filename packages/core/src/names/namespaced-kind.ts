import { CLUSTER_KINDS } from '../kinds/cluster-kinds.js';
import { apiGroupOf } from './api-versions.js';

/**
 * Reports whether the objects of a kind are in a namespace.
 *
 * @param apiVersion - API group and version, such as `rbac.authorization.k8s.io/v1`
 * @param kind - kind, such as `ClusterRole`
 * @returns false for the built-in kinds outside of namespaces; true for all other kinds, because only their cluster knows
 *
 * @example
 * ```ts
 * import { isNamespacedKind } from '@kubesem/core';
 *
 * isNamespacedKind('v1', 'Pod') // => true
 * isNamespacedKind('v1', 'Node') // => false
 * isNamespacedKind('example.com/v1', 'Node') // => true
 * ```
 *
 * Source: the discovery documents of `k8s.io/kubernetes` v1.37.1, `api/discovery`.
 */
export function isNamespacedKind(apiVersion: string, kind: string): boolean {
  const group = apiGroupOf(apiVersion);
  return (
    !Object.prototype.hasOwnProperty.call(CLUSTER_KINDS, group) ||
    !(CLUSTER_KINDS[group] ?? '').split(' ').includes(kind)
  );
}
