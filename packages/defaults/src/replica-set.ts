import type { Named, ReplicaSet } from '@kubesem/core';
import { POD_TEMPLATE_SPEC } from './rules/pod-spec.js';
import { type Rule, withDefaults } from './rules/rule.js';

const REPLICA_SET: Rule<ReplicaSet> = {
  parts: { spec: { absent: { replicas: 1 }, parts: { template: POD_TEMPLATE_SPEC } } },
};

/**
 * Fills in a ReplicaSet as the API server does.
 *
 * It runs one Pod. The Pods of its template get the defaults of a Pod spec.
 *
 * @param replicaSet - the ReplicaSet; it is not changed
 * @returns a new ReplicaSet, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyReplicaSetDefaults } from '@kubesem/defaults/replica-set';
 *
 * applyReplicaSetDefaults({ spec: { minReadySeconds: 5 } }).spec?.replicas // => 1
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/apps/v1` v1.37.1, `SetObjectDefaults_ReplicaSet`.
 */
export function applyReplicaSetDefaults<T extends ReplicaSet>(replicaSet: Named<T>): T;
/** The same for an object literal. */
export function applyReplicaSetDefaults(replicaSet: ReplicaSet): ReplicaSet;
/** The implementation. */
export function applyReplicaSetDefaults(replicaSet: ReplicaSet): ReplicaSet {
  return withDefaults(replicaSet, REPLICA_SET);
}
