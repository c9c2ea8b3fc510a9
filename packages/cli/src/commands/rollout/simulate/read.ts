import {
  applyLimitRanges,
  applyQuotaStatus,
  applyRuntimeClass,
  combinedQuotaBars,
} from '@kubesem/admission';
import { controllerOf, type Deployment, objectOf, type ReplicaSet } from '@kubesem/core';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type Input, readManifests } from '../../../io/objects.js';
import { attemptOn } from '../../../io/placed.js';
import type { Terminal } from '../../../io/terminal.js';
import { identityOf } from '../../pods/lenient.js';
import type { AdmissionObjects } from './quota.js';

/** A Deployment, with its place. */
export interface PlacedDeployment {
  readonly placed: ManifestObject;
  readonly deployment: Deployment;
}

/** What was read. */
export interface ReadDeployments {
  readonly deployments: readonly PlacedDeployment[];
  readonly replicaSets: readonly ReplicaSet[];
  /** What decides about new Pods; what cannot be read is missing. */
  readonly admission: AdmissionObjects;
  readonly problems: readonly Problem[];
  readonly errors: readonly string[];
}

/** Reads Deployments, ReplicaSets and what decides about new Pods. A later manifest of a Deployment changes the spec of the stored one. */
export async function readDeployments(input: Input, terminal: Terminal): Promise<ReadDeployments> {
  const found = new Map<string, PlacedDeployment>();
  const replicaSets: ReplicaSet[] = [];
  const problems: Problem[] = [];
  const admission: { [list in keyof AdmissionObjects]: object[] } = {
    quotas: [],
    limitRanges: [],
    runtimeClasses: [],
  };
  const add = (placed: ManifestObject) => {
    const rule = RULES.get(`${placed.apiVersion} ${placed.kind}`);
    if (rule !== undefined) {
      const { list, read } = rule;
      attemptOn(placed, problems, () => {
        read(placed.object);
        admission[list].push(placed.object);
      });
    }
    if (placed.apiVersion !== 'apps/v1') {
      return;
    }
    if (placed.kind === 'ReplicaSet') {
      replicaSets.push(placed.object as ReplicaSet);
    }
    if (placed.kind === 'Deployment') {
      const next = placed.object as Deployment;
      const { namespace, name } = identityOf(next);
      const key = `${namespace}/${name}`;
      found.set(key, { placed, deployment: applied(found.get(key)?.deployment, next) });
    }
  };
  const addProblem = (problem: Problem) => void problems.push(problem);
  const errors = await readManifests(input, terminal, { add, addProblem });
  return {
    deployments: [...found.values()],
    replicaSets,
    admission: admission as unknown as AdmissionObjects,
    problems,
    errors,
  };
}

/** The kinds that decide about new Pods, and what throws if one cannot be read. */
const RULES: ReadonlyMap<
  string,
  { readonly list: keyof AdmissionObjects; readonly read: (object: object) => void }
> = /* @__PURE__ */ new Map([
  [
    'v1 ResourceQuota',
    {
      list: 'quotas',
      read: (quota) => {
        applyQuotaStatus(quota, []);
        combinedQuotaBars([quota]);
      },
    },
  ],
  [
    'v1 LimitRange',
    {
      list: 'limitRanges',
      read: (limitRange) => applyLimitRanges({ containers: [{ name: 'app' }] }, [limitRange]),
    },
  ],
  [
    'node.k8s.io/v1 RuntimeClass',
    {
      list: 'runtimeClasses',
      read: (runtimeClass) => {
        const spec = { runtimeClassName: 'x', containers: [] };
        applyRuntimeClass({ spec }, [{ ...runtimeClass, metadata: { name: 'x' } }]);
      },
    },
  ],
]);

/** A stored object keeps its metadata and status when a manifest is applied. */
function applied(before: Deployment | undefined, next: Deployment): Deployment {
  return before === undefined || objectOf(next.metadata).uid
    ? next
    : { ...before, ...next, metadata: before.metadata, status: before.status };
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
