import {
  type DaemonSet,
  type Deployment,
  type Job,
  type Node,
  type Pod,
  type PodDisruptionBudget,
  type ReplicaSet,
  type ReplicationController,
  type StatefulSet,
} from '@kubesem/core';
import {
  customKinds,
  type DrainCluster,
  pdbProblems,
  type ScaleDefinition,
} from '@kubesem/disruption';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type ReadLists, readLists } from '../../io/lists.js';
import type { Input } from '../../io/objects.js';
import { attemptOn } from '../../io/placed.js';
import { isUnknown, type Terminal } from '../../io/terminal.js';

type List =
  | 'pods'
  | 'pdbs'
  | 'deployments'
  | 'replicaSets'
  | 'statefulSets'
  | 'replicationControllers'
  | 'daemonSets'
  | 'jobs'
  | 'nodes'
  | 'definitions'
  | 'custom';

const LISTS: ReadonlyMap<string, List> = /* @__PURE__ */ new Map<string, List>([
  ['v1 Pod', 'pods'],
  ['policy/v1 PodDisruptionBudget', 'pdbs'],
  ['apps/v1 Deployment', 'deployments'],
  ['apps/v1 ReplicaSet', 'replicaSets'],
  ['apps/v1 StatefulSet', 'statefulSets'],
  ['v1 ReplicationController', 'replicationControllers'],
  ['apps/v1 DaemonSet', 'daemonSets'],
  ['batch/v1 Job', 'jobs'],
  ['v1 Node', 'nodes'],
  ['apiextensions.k8s.io/v1 CustomResourceDefinition', 'definitions'],
]);

/** An object of any other group with a dot can be a controller; its definition may follow. */
const LISTS_AND_CUSTOM = {
  get: (type: string): List | undefined =>
    LISTS.get(type) ??
    (type.slice(0, Math.max(0, type.indexOf('/'))).includes('.') ? 'custom' : undefined),
};

/** What decides about disruptions. */
export interface ReadDisruptions extends Pick<ReadLists<List>, 'placeOf' | 'problems' | 'errors'> {
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
  const { objectsOf, placeOf, problems, errors } = await readLists(
    input,
    terminal,
    LISTS_AND_CUSTOM,
  );
  // The API server lists every kind that it lets us list. What it refuses is not known, even if a part was read.
  const isWhole = input.cluster !== undefined && errors.length === 0;
  const known = <T>(list: List, kind: string): readonly T[] | undefined =>
    isWhole && isUnknown(terminal, kind)
      ? undefined
      : (objectsOf<T>(list) ?? (isWhole ? [] : undefined));
  const definitions = objectsOf<ScaleDefinition>('definitions') ?? [];
  const cluster: DrainCluster = {
    ...(definitions.length > 0 && customKinds(definitions, objectsOf('custom') ?? [])),
    pods: objectsOf<Pod>('pods') ?? [],
    pdbs: objectsOf<PodDisruptionBudget>('pdbs') ?? [],
    deployments: known<Deployment>('deployments', 'Deployment'),
    replicaSets: known<ReplicaSet>('replicaSets', 'ReplicaSet'),
    statefulSets: known<StatefulSet>('statefulSets', 'StatefulSet'),
    replicationControllers: known<ReplicationController>(
      'replicationControllers',
      'ReplicationController',
    ),
    daemonSets: known<DaemonSet>('daemonSets', 'DaemonSet'),
    jobs: known<Job>('jobs', 'Job'),
  };
  const brokenPdbs = new Map<PodDisruptionBudget, Problem>();
  for (const pdb of cluster.pdbs) {
    const found: Problem[] = [];
    attemptOn(placeOf(pdb) as ManifestObject, found, () => pdbProblems([pdb], []));
    found.forEach((problem) => void brokenPdbs.set(pdb, problem));
  }
  const nodes = objectsOf<Node>('nodes') ?? [];
  return { cluster, nodes, brokenPdbs, placeOf, problems, errors };
}
