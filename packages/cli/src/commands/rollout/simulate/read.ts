import { controllerOf, type Deployment, objectOf, type ReplicaSet } from '@kubesem/core';
import { identityOf } from '../../../io/lenient.js';
import { type ReadLists, readLists } from '../../../io/lists.js';
import type { Input } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';

type List = 'deployments' | 'replicaSets';

const LISTS: ReadonlyMap<string, List> = /* @__PURE__ */ new Map<string, List>([
  ['apps/v1 Deployment', 'deployments'],
  ['apps/v1 ReplicaSet', 'replicaSets'],
]);

/** What was read. */
export interface ReadDeployments extends Pick<ReadLists<List>, 'placeOf' | 'problems' | 'errors'> {
  readonly deployments: readonly Deployment[];
  readonly replicaSets: readonly ReplicaSet[];
}

/** Reads Deployments and ReplicaSets. A later manifest of a Deployment changes the spec of the stored one. */
export async function readDeployments(input: Input, terminal: Terminal): Promise<ReadDeployments> {
  const { objectsOf, ...read } = await readLists(input, terminal, LISTS, applied);
  return {
    ...read,
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
