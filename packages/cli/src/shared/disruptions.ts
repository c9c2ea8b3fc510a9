import {
  apiGroupOf,
  type ClusterObjects,
  type Controller,
  identityOf,
  type PodDisruptionBudget,
} from '@kubesem/core';
import { ABSENT, fields, readController } from '@kubesem/core/internal';
import * as kinds from '@kubesem/core/kinds';
import {
  type ApiKind,
  type CustomObject,
  customKinds,
  type DisruptionCluster,
  type DrainCluster,
  pdbProblems,
  type ScaleDefinition,
} from '@kubesem/disruption';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import type { PlacedCluster } from '@kubesem/manifests/cluster';
import { DEFINITION_RESOURCES, type Resource } from '../io/cluster/resources.js';
import { attemptOn, readClusterObjects } from '../io/cluster-objects.js';
import type { Input } from '../io/objects.js';
import { isUnknown, type Terminal } from '../io/terminal.js';

const KINDS = [
  ...[kinds.POD, kinds.POD_DISRUPTION_BUDGET, kinds.DEPLOYMENT, kinds.REPLICA_SET],
  ...[kinds.STATEFUL_SET, kinds.REPLICATION_CONTROLLER, kinds.DAEMON_SET, kinds.JOB],
  ...[kinds.NODE, kinds.CUSTOM_RESOURCE_DEFINITION],
];

/** What decides about disruptions. */
export type ReadDisruptions = Awaited<ReturnType<typeof readDisruptions>>;

/**
 * Reads the Pods, budgets, controllers and nodes of a cluster.
 *
 * @param input - files, maybe a cluster
 * @param terminal - standard input, and standard error for the progress
 */
export async function readDisruptions(input: Input, terminal: Terminal) {
  const custom = new CustomKinds(terminal);
  const { cluster, others, ...read } = await readClusterObjects(input, terminal, {
    kinds: KINDS,
    wholeLists: true,
    // An object of any other group with a dot can be a controller; its definition may follow.
    isOther: ({ apiVersion }) => isCustom(apiVersion),
    next: (soFar) => custom.next(soFar),
  });
  const { nodes, podDisruptionBudgets: pdbs, ...lists } = cluster;
  /** Why a budget cannot be read. */
  const brokenPdbs = new Map<PodDisruptionBudget, Problem>();
  for (const pdb of pdbs ?? []) {
    const found: Problem[] = [];
    attemptOn(read.placeOf(pdb) as ManifestObject, found, () => pdbProblems([pdb], []));
    found.forEach((problem) => void brokenPdbs.set(pdb, problem));
  }
  return {
    ...read,
    /** A list is absent if the input is files without an object of this kind: it may be missing in the dump. */
    cluster: {
      ...lists,
      ...custom.result({ cluster, others }),
      pods: cluster.pods ?? [],
      podDisruptionBudgets: pdbs ?? [],
    } satisfies DrainCluster,
    nodes: nodes ?? [],
    brokenPdbs,
  };
}

// The kinds of a cluster that are not built in, as far as budgets depend on them.

type CustomLists = Pick<DisruptionCluster, 'kinds' | 'scales' | 'lacksKinds'>;

/** What was read of a cluster. */
type ReadPart = Pick<PlacedCluster, 'cluster' | 'others'>;

/** Reads kinds that are not built in: from a cluster, only those of controllers in a namespace with a budget. */
class CustomKinds {
  private steps = 0;
  /** The kinds whose objects a cluster was asked for. */
  private listed: readonly ApiKind[] = [];

  constructor(private readonly terminal: Terminal) {}

  /** What else to read from the cluster: the definitions, and then the objects of the kinds that have a scale. */
  next({ cluster }: ReadPart): readonly Resource[] {
    this.steps += 1;
    const controllers = this.steps > 2 ? [] : controllersIn(cluster);
    if (controllers.length === 0 || this.steps === 1) {
      return controllers.length === 0 ? [] : DEFINITION_RESOURCES;
    }
    // With an object of each, all that have a scale are known.
    const { kinds } = customKinds(definitionsIn(cluster), controllers);
    const names = new Set(controllers.map(nameOf));
    this.listed = (kinds ?? []).filter(
      (kind) => kind.hasScale === true && names.has(nameOf(kind)) && isPlain(kind),
    );
    return this.listed.map(({ apiVersion, kind, resource }) => ({
      ...{ apiVersion, kind, plural: resource, namespaced: true, unlisted: 'WARNING' as const },
    }));
  }

  /** The kinds and scales. The objects of a kind that a cluster does not list are unknown, even if a part was read. */
  result({ cluster, others: objects }: ReadPart): CustomLists {
    const definitions = definitionsIn(cluster);
    const isKnown = ({ kind }: { readonly kind?: string | null | undefined }) =>
      !isUnknown(this.terminal, kind ?? '');
    if (definitions.length === 0) {
      const isListed = this.steps > 1 && DEFINITION_RESOURCES.every(isKnown);
      return isListed ? { kinds: [], lacksKinds: true } : {};
    }
    const { kinds, ...others } = customKinds(
      definitions,
      (objects as readonly CustomObject[]).filter(isKnown),
    );
    return { kinds: [...(kinds ?? []), ...this.listed.filter(isKnown)], ...others };
  }
}

/** The definitions of kinds, of which `core` has no type. */
function definitionsIn(cluster: ClusterObjects): readonly ScaleDefinition[] {
  const { [kinds.CUSTOM_RESOURCE_DEFINITION.listKey]: found = [] } = cluster as {
    readonly [list: string]: readonly ScaleDefinition[] | undefined;
  };
  return found;
}

/** The controllers of Pods in namespaces with budgets, whose kinds are not built in. */
function controllersIn({ pods, podDisruptionBudgets }: ClusterObjects): readonly Controller[] {
  const namespaces = new Set((podDisruptionBudgets ?? []).map((pdb) => identityOf(pdb).namespace));
  return (pods ?? []).flatMap((pod) => {
    const controller = namespaces.has(identityOf(pod).namespace)
      ? readController(fields(pod, ABSENT).at('metadata'))
      : undefined;
    return controller !== undefined && isCustom(controller.apiVersion) ? [controller] : [];
  });
}

/** Whether a version has a group with a dot, as every kind that is not built in. */
function isCustom(apiVersion: string): boolean {
  return apiGroupOf(apiVersion).includes('.');
}

/** Whether it can be in a path: files can define kinds as well. */
function isPlain({ apiVersion, resource }: ApiKind): boolean {
  return /^[a-z0-9.-]+\/[a-z0-9]+$/.test(apiVersion) && /^[a-z0-9-]+$/.test(resource);
}

function nameOf({ apiVersion, kind }: Pick<ApiKind, 'apiVersion' | 'kind'>): string {
  return `${apiVersion} ${kind}`;
}
