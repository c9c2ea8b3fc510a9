import { controllerOf, type Deployment, objectOf, type ReplicaSet } from '@kubesem/core';
import type { ManifestObject } from '@kubesem/manifests';
import { type Input, readManifests } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import type { ShownProblem } from '../../../output/problems.js';
import { identityOf } from '../../pods/lenient.js';

/** A Deployment, with its place. */
export interface PlacedDeployment {
  readonly placed: ManifestObject;
  readonly deployment: Deployment;
}

/** What was read. */
export interface ReadDeployments {
  readonly deployments: readonly PlacedDeployment[];
  readonly replicaSets: readonly ReplicaSet[];
  readonly problems: readonly ShownProblem[];
  readonly errors: readonly string[];
}

/** Reads Deployments and ReplicaSets. A later manifest of a Deployment changes the spec of the stored one. */
export async function readDeployments(input: Input, terminal: Terminal): Promise<ReadDeployments> {
  const found = new Map<string, PlacedDeployment>();
  const replicaSets: ReplicaSet[] = [];
  const problems: ShownProblem[] = [];
  const add = (placed: ManifestObject) => {
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
  const addProblem = (problem: ShownProblem) => void problems.push(problem);
  const errors = await readManifests(input, terminal, { add, addProblem });
  return { deployments: [...found.values()], replicaSets, problems, errors };
}

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
