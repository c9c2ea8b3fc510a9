import {
  applyLimitRanges,
  applyQuotaStatus,
  applyRuntimeClass,
  combinedQuotaBars,
  podLimitRangeViolations,
  type RolloutAdmissionOptions,
} from '@kubesem/admission';
import { controllerOf, type Deployment, objectOf, type ReplicaSet } from '@kubesem/core';
import type { ManifestObject } from '@kubesem/manifests';
import { identityOf } from '../../../io/lenient.js';
import { type ReadLists, readLists } from '../../../io/lists.js';
import type { Input } from '../../../io/objects.js';
import { attemptOn } from '../../../io/placed.js';
import type { Terminal } from '../../../io/terminal.js';

type AdmissionObjects = Required<Omit<RolloutAdmissionOptions, 'replicaSets'>>;

type List = 'deployments' | 'replicaSets' | keyof AdmissionObjects;

const LISTS: ReadonlyMap<string, List> = /* @__PURE__ */ new Map<string, List>([
  ['apps/v1 Deployment', 'deployments'],
  ['apps/v1 ReplicaSet', 'replicaSets'],
  ['v1 ResourceQuota', 'quotas'],
  ['v1 LimitRange', 'limitRanges'],
  ['node.k8s.io/v1 RuntimeClass', 'runtimeClasses'],
]);

/** What was read. */
export interface ReadDeployments extends Pick<ReadLists<List>, 'placeOf' | 'problems' | 'errors'> {
  readonly deployments: readonly Deployment[];
  readonly replicaSets: readonly ReplicaSet[];
  /** What decides about new Pods; what cannot be read is missing. */
  readonly admission: AdmissionObjects;
}

/** Reads Deployments, ReplicaSets and what decides about new Pods. A later manifest of a Deployment changes the spec of the stored one. */
export async function readDeployments(input: Input, terminal: Terminal): Promise<ReadDeployments> {
  const { objectsOf, ...read } = await readLists(input, terminal, LISTS, applied);
  const problems = [...read.problems];
  const readable = <T extends object>(list: List, check: (object: T) => void): readonly T[] =>
    (objectsOf<T>(list) ?? []).filter((object) =>
      attemptOn(read.placeOf(object) as ManifestObject, problems, () => {
        check(object);
        return true;
      }),
    );
  const admission: AdmissionObjects = {
    quotas: readable('quotas', (quota) => {
      applyQuotaStatus(quota, []);
      combinedQuotaBars([quota]);
    }),
    limitRanges: readable('limitRanges', (limitRange) => {
      const pod = { containers: [{ name: 'app' }] };
      applyLimitRanges(pod, [limitRange]);
      podLimitRangeViolations(pod, [limitRange]);
    }),
    runtimeClasses: readable('runtimeClasses', (runtimeClass) => {
      const spec = { runtimeClassName: 'x', containers: [] };
      applyRuntimeClass({ spec }, [{ ...runtimeClass, metadata: { name: 'x' } }]);
    }),
  };
  return {
    ...read,
    problems,
    admission,
    deployments: objectsOf<Deployment>('deployments') ?? [],
    replicaSets: objectsOf<ReplicaSet>('replicaSets') ?? [],
  };
}

/** A stored object keeps its metadata and status when a manifest is applied. */
function applied(before: object, next: object): object {
  const { metadata, status } = before as Deployment;
  return objectOf((next as Deployment).metadata).uid
    ? next
    : { ...before, ...next, metadata, status };
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
