import { type StringMap } from '@kubesem/core';
import { isInt64Text } from '@kubesem/core/internal';
import type { DeploymentFields, ReplicaSetFields } from './deployment-fields.js';
import { REVISION } from './rollout-fields.js';
import { DESIRED_REPLICAS, MAX_REPLICAS } from './scaling-plan.js';

/** Annotations of a Deployment that its ReplicaSets do not get. */
const NOT_COPIED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  'deployment.kubernetes.io/revision-history',
  DESIRED_REPLICAS,
  MAX_REPLICAS,
  'deprecated.deployment.rollback.to',
]);

/**
 * Whether the controller changes the annotations or `minReadySeconds` of the new ReplicaSet. It then leaves the conditions of
 * the Deployment for its next sync.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `SetNewReplicaSetAnnotations` and `MaxRevision`.
 */
export function needsUpdate(
  { annotations, minReadySeconds }: DeploymentFields,
  latest: ReplicaSetFields,
  old: readonly ReplicaSetFields[],
): boolean {
  const revision = latest.annotations[REVISION] || '0';
  if (!isInt64Text(revision)) {
    return minReadySeconds !== latest.minReadySeconds;
  }
  return (
    minReadySeconds !== latest.minReadySeconds ||
    BigInt(revision) <= newestRevision(old) ||
    Object.entries(annotations).some(
      ([name, value]) =>
        !NOT_COPIED.has(name) && (value ?? '') !== annotation(latest.annotations, name),
    )
  );
}

function annotation(annotations: StringMap, name: string): string | undefined {
  return Object.prototype.hasOwnProperty.call(annotations, name)
    ? (annotations[name] ?? '')
    : undefined;
}

/** The largest revision; at least 0. */
function newestRevision(sets: readonly ReplicaSetFields[]): bigint {
  return sets
    .map(({ annotations }) => annotations[REVISION] || '0')
    .filter(isInt64Text)
    .map((text) => BigInt(text))
    .reduce((a, b) => (a < b ? b : a), BigInt(0));
}
