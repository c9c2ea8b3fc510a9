import {
  applyLimitRanges,
  applyQuotaStatus,
  applyRuntimeClass,
  combinedQuotaBars,
  podLimitRangeViolations,
  type RolloutAdmissionCluster,
} from '@kubesem/admission';
import {
  attempt,
  controllerOf,
  type Deployment,
  identityOf,
  objectOf,
  type ReplicaSet,
} from '@kubesem/core';
import {
  DEPLOYMENT,
  LIMIT_RANGE,
  REPLICA_SET,
  RESOURCE_QUOTA,
  RUNTIME_CLASS,
} from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type ReadObjects, readClusterObjects } from '../../../io/cluster-objects.js';
import type { Input } from '../../../io/objects.js';
import { attemptOn } from '../../../io/placed.js';
import type { Terminal } from '../../../io/terminal.js';

type AdmissionObjects = Required<Omit<RolloutAdmissionCluster, 'replicaSets'>>;

const KINDS = [DEPLOYMENT, REPLICA_SET, RESOURCE_QUOTA, LIMIT_RANGE, RUNTIME_CLASS];

/** What was read. */
export interface ReadDeployments extends Pick<ReadObjects, 'placeOf' | 'errors'> {
  readonly deployments: readonly Deployment[];
  readonly replicaSets: readonly ReplicaSet[];
  /** What decides about new Pods; what cannot be read is missing. */
  readonly admission: AdmissionObjects;
  readonly problems: readonly Problem[];
}

/** Reads Deployments, ReplicaSets and what decides about new Pods. A later manifest of a Deployment changes the spec of the stored one. */
export async function readDeployments(input: Input, terminal: Terminal): Promise<ReadDeployments> {
  const options = { kinds: KINDS, merge: applied };
  const { cluster, placeOf, errors, ...read } = await readClusterObjects(input, terminal, options);
  const problems: Problem[] = [...read.problems];
  const readable = <T extends object>(
    list: readonly T[] | null | undefined,
    check: (object: T) => void,
  ): readonly T[] =>
    (list ?? []).filter((object) =>
      attemptOn(placeOf(object) as ManifestObject, problems, () => {
        check(object);
        return true;
      }),
    );
  const admission: AdmissionObjects = {
    resourceQuotas: readable(cluster.resourceQuotas, (quota) => {
      applyQuotaStatus(quota, []);
      combinedQuotaBars([quota]);
    }),
    limitRanges: readable(cluster.limitRanges, (limitRange) => {
      const pod = { containers: [{ name: 'app' }] };
      applyLimitRanges(pod, { limitRanges: [limitRange] });
      podLimitRangeViolations(pod, { limitRanges: [limitRange] });
    }),
    runtimeClasses: readable(cluster.runtimeClasses, (runtimeClass) => {
      const spec = { runtimeClassName: 'x', containers: [] };
      applyRuntimeClass(
        { spec },
        { runtimeClasses: [{ ...runtimeClass, metadata: { name: 'x' } }] },
      );
    }),
  };
  const { deployments, replicaSets } = cluster;
  return {
    ...{ placeOf, problems, errors, admission },
    deployments: deployments ?? [],
    replicaSets: replicaSets ?? [],
  };
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Applies a manifest to a stored object, which keeps its metadata, its status, and fields of the spec that the manifest does not have.
 *
 * Source: `k8s.io/kubectl/pkg/cmd/apply` v0.37.1, `Patcher.patchSimple`.
 */
function applied(before: object, next: object): object {
  const { metadata, status, spec } = before as Deployment;
  const given = next as Deployment;
  if (objectOf(given.metadata).uid) {
    return next;
  }
  const { uid, annotations } = objectOf(metadata);
  const lastText = objectOf(annotations)[LAST_APPLIED] ?? '';
  // A manifest that was applied before is itself the last one.
  const last = uid ? attempt<Deployment>(() => JSON.parse(lastText)).value : (before as Deployment);
  const merged = { ...before, ...next, metadata, status };
  return isFields(given.spec) && isFields(spec)
    ? { ...merged, spec: mergeFields(spec, given.spec, objectOf(objectOf(last).spec)) }
    : merged;
}

interface Fields {
  readonly [name: string]: unknown;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Live fields stay, except those that the last manifest had and this one has not. A manifest replaces the template as a whole. */
function mergeFields(live: Fields, given: Fields, last: Fields): Fields {
  const kept = Object.entries(live).filter(([name]) => name in given || !(name in last));
  const merged = new Map(kept);
  for (const [name, value] of Object.entries(given)) {
    const before = merged.get(name);
    const isMerged = name !== 'template' && isFields(before) && isFields(value);
    merged.set(name, isMerged ? mergeNested(name, before, value, last[name]) : value);
  }
  return Object.fromEntries(merged);
}

/** A strategy keeps only the fields that the manifest has, so that no limits stay with another type. */
function mergeNested(name: string, live: Fields, given: Fields, last: unknown): Fields {
  const known = Object.entries(live).filter(([field]) => name !== 'strategy' || field in given);
  return mergeFields(Object.fromEntries(known), given, isFields(last) ? last : {});
}

/** The ReplicaSets that a Deployment controls. */
export function ownReplicaSets(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
): readonly ReplicaSet[] {
  const { uid } = objectOf(deployment.metadata);
  const { namespace } = identityOf(deployment);
  return replicaSets.filter(
    (set) =>
      Boolean(uid) && controllerOf(set)?.uid === uid && identityOf(set).namespace === namespace,
  );
}
