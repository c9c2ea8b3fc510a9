import type { Node, PodDisruptionBudget } from '@kubesem/core';
import {
  CUSTOM_RESOURCE_DEFINITION,
  DAEMON_SET,
  DEPLOYMENT,
  JOB,
  NODE,
  POD,
  POD_DISRUPTION_BUDGET,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
  STATEFUL_SET,
} from '@kubesem/core/kinds';
import { type DrainCluster, pdbProblems } from '@kubesem/disruption';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type ReadObjects, readClusterObjects } from '../io/cluster-objects.js';
import type { Input } from '../io/objects.js';
import { attemptOn } from '../io/placed.js';
import type { Terminal } from '../io/terminal.js';
import { CustomKinds, isCustom } from './custom-kinds.js';

const KINDS = [
  POD,
  POD_DISRUPTION_BUDGET,
  DEPLOYMENT,
  REPLICA_SET,
  STATEFUL_SET,
  REPLICATION_CONTROLLER,
  DAEMON_SET,
  JOB,
  NODE,
  CUSTOM_RESOURCE_DEFINITION,
];

/** What decides about disruptions. */
export interface ReadDisruptions extends Pick<ReadObjects, 'placeOf' | 'problems' | 'errors'> {
  /** A list is absent if the input is files without an object of this kind: it may be missing in the dump. */
  readonly cluster: DrainCluster;
  readonly nodes: readonly Node[];
  /** Why a budget cannot be read. */
  readonly brokenPdbs: ReadonlyMap<PodDisruptionBudget, Problem>;
}

/**
 * Reads the Pods, budgets, controllers and nodes of a cluster.
 *
 * @param input - files, maybe a cluster
 * @param terminal - standard input, and standard error for the progress
 */
export async function readDisruptions(input: Input, terminal: Terminal): Promise<ReadDisruptions> {
  const custom = new CustomKinds(terminal);
  const { cluster, others, ...read } = await readClusterObjects(input, terminal, {
    kinds: KINDS,
    wholeLists: true,
    // An object of any other group with a dot can be a controller; its definition may follow.
    isOther: ({ apiVersion }) => isCustom(apiVersion),
    next: (soFar) => custom.next(soFar),
  });
  const { nodes, podDisruptionBudgets: pdbs, ...lists } = cluster;
  const brokenPdbs = new Map<PodDisruptionBudget, Problem>();
  for (const pdb of pdbs ?? []) {
    const found: Problem[] = [];
    attemptOn(read.placeOf(pdb) as ManifestObject, found, () => pdbProblems([pdb], []));
    found.forEach((problem) => void brokenPdbs.set(pdb, problem));
  }
  return {
    ...read,
    cluster: {
      ...lists,
      ...custom.result({ cluster, others }),
      pods: cluster.pods ?? [],
      podDisruptionBudgets: pdbs ?? [],
    },
    nodes: nodes ?? [],
    brokenPdbs,
  };
}
