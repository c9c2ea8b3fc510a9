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
import { listsByType, type ReadLists, readLists } from '../../io/lists.js';
import type { Input } from '../../io/objects.js';
import { attemptOn } from '../../io/placed.js';
import { isUnknown, type Terminal } from '../../io/terminal.js';
import { CustomKinds, isCustom } from './custom.js';

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

const LISTS = /* @__PURE__ */ listsByType<List>([
  [POD, 'pods'],
  [POD_DISRUPTION_BUDGET, 'pdbs'],
  [DEPLOYMENT, 'deployments'],
  [REPLICA_SET, 'replicaSets'],
  [STATEFUL_SET, 'statefulSets'],
  [REPLICATION_CONTROLLER, 'replicationControllers'],
  [DAEMON_SET, 'daemonSets'],
  [JOB, 'jobs'],
  [NODE, 'nodes'],
  [CUSTOM_RESOURCE_DEFINITION, 'definitions'],
]);

/** An object of any other group with a dot can be a controller; its definition may follow. */
const LISTS_AND_CUSTOM = {
  get: (type: string): List | undefined =>
    LISTS.get(type) ?? (isCustom(type) ? 'custom' : undefined),
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
  let objectsOf: ReadLists<List>['objectsOf'] = () => undefined;
  const custom = new CustomKinds(
    {
      pods: () => objectsOf('pods') ?? [],
      pdbs: () => objectsOf('pdbs') ?? [],
      definitions: () => objectsOf('definitions') ?? [],
      objects: () => objectsOf('custom') ?? [],
    },
    terminal,
  );
  const read = await readLists(input, terminal, LISTS_AND_CUSTOM, undefined, (soFar) => {
    objectsOf = soFar;
    return custom.next();
  });
  const { placeOf, problems, errors } = read;
  objectsOf = read.objectsOf;
  // The API server lists every kind that it lets us list. What it refuses is not known, even if a part was read.
  const isWhole = input.cluster !== undefined && errors.length === 0;
  const known = <T>(list: List, kind: string): readonly T[] | undefined =>
    isWhole && isUnknown(terminal, kind)
      ? undefined
      : (objectsOf<T>(list) ?? (isWhole ? [] : undefined));
  const cluster: DrainCluster = {
    ...custom.result(),
    pods: objectsOf<Pod>('pods') ?? [],
    pdbs: objectsOf<PodDisruptionBudget>('pdbs') ?? [],
    deployments: known<Deployment>('deployments', DEPLOYMENT.kind),
    replicaSets: known<ReplicaSet>('replicaSets', REPLICA_SET.kind),
    statefulSets: known<StatefulSet>('statefulSets', STATEFUL_SET.kind),
    replicationControllers: known<ReplicationController>(
      'replicationControllers',
      REPLICATION_CONTROLLER.kind,
    ),
    daemonSets: known<DaemonSet>('daemonSets', DAEMON_SET.kind),
    jobs: known<Job>('jobs', JOB.kind),
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
