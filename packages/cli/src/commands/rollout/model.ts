import {
  applyLimitRanges,
  applyQuotaStatus,
  applyRuntimeClass,
  combinedQuotaBars,
  podLimitRangeViolations,
  type RolloutAdmissionCluster,
  rolloutAdmission,
} from '@kubesem/admission';
import { type Deployment, identityOf } from '@kubesem/core';
import { objectOf } from '@kubesem/core/internal';
import * as kinds from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import { appliedObject } from '@kubesem/inspect/internal';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import { validatePod } from '@kubesem/validation/pod';
import {
  rollingUpdateLimits,
  type SimulateRolloutOptions,
  simulateRollout,
} from '@kubesem/workloads';
import {
  changedDeployment,
  earlierVersion,
  ownReplicaSets,
  withUid,
} from '@kubesem/workloads/internal';
import { attemptOn, readClusterObjects } from '../../io/cluster-objects.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';

/** What happens to a Deployment, and how long its Pods take. */
interface SimulationSettings extends Omit<SimulateRolloutOptions, 'replicaSets' | 'admit'> {
  readonly now: string;
  /** New images of containers. */
  readonly images: ReadonlyMap<string, string>;
  /** Whether the template changes as with `kubectl rollout restart`. */
  readonly restart: boolean;
}

/** A simulated rollout. */
export type SimulatedRolloutModel = ReturnType<typeof simulatedRollout>;

/**
 * Simulates the rollout of a Deployment.
 *
 * @throws FieldError if a field that counts has the wrong type
 */
export function simulatedRollout(
  deployment: Deployment,
  {
    replicaSets: all,
    admission,
  }: Pick<Awaited<ReturnType<typeof readDeployments>>, 'replicaSets' | 'admission'>,
  { images, restart, ...options }: SimulationSettings,
) {
  const stored = withUid(deployment);
  const own = ownReplicaSets(stored, all);
  // Then the Pods of an earlier version are assumed.
  const isAssumed = own.length === 0;
  const replicaSets = isAssumed ? [earlierVersion(stored)] : own;
  const next = changedDeployment(stored, images, restart ? options.now : undefined);
  const limits = rollingUpdateLimits({
    ...next,
    apiVersion: kinds.DEPLOYMENT.apiVersion,
    kind: kinds.DEPLOYMENT.kind,
  });
  const cluster = { ...admission, replicaSets };
  const admit = rolloutAdmission(next, cluster, { validate: validatePod });
  const simulation = simulateRollout(next, { ...options, replicaSets, admit });
  return { ...identityOf(deployment), now: options.now, limits, isAssumed, ...simulation };
}

type AdmissionObjects = Required<Omit<RolloutAdmissionCluster, 'replicaSets'>>;

const KINDS = [
  kinds.DEPLOYMENT,
  kinds.REPLICA_SET,
  kinds.RESOURCE_QUOTA,
  kinds.LIMIT_RANGE,
  kinds.RUNTIME_CLASS,
];

/** Reads Deployments, ReplicaSets and what decides about new Pods. A later manifest of a Deployment changes the spec of the stored one. */
export async function readDeployments(input: Input, terminal: Terminal) {
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

/**
 * Applies a manifest to a stored object, which keeps its metadata, its status, and fields of the spec that the manifest does not
 * have. A manifest has no defaults, so its template replaces the stored one.
 */
function applied(before: object, next: object): object {
  const { metadata, status, spec } = before as Deployment;
  const given = next as Deployment;
  if (objectOf(given.metadata).uid) {
    return next;
  }
  const merged = { ...before, ...next, metadata, status };
  const { template } = objectOf(given.spec);
  const isMerged = [spec, given.spec].every((each) => Object.keys(objectOf(each)).length > 0);
  return isMerged
    ? { ...merged, spec: { ...appliedSpec(before, next), ...(template && { template }) } }
    : merged;
}

function appliedSpec(before: object, next: object): object {
  return appliedObject(before as JSONObject, next as JSONObject).spec as object;
}
