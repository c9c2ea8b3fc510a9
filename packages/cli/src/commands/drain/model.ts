import { byNamespace, type Node, type Pod } from '@kubesem/core';
import {
  controllerReplacement,
  type DrainCluster,
  type DrainRule,
  type DrainTimeline,
  explainDrain,
  explainEviction,
  type SimulateDrainOptions,
  simulateDrain,
} from '@kubesem/disruption';
import { identityOf } from '../../io/lenient.js';
import { currentBudgets } from '../pdb/eviction.js';

/** The options of `kubectl drain`, and of the simulation. */
export interface DrainSettings extends Omit<SimulateDrainOptions, 'stopSeconds' | 'replacement'> {
  readonly now: string;
  /** Whether Pods are deleted without asking budgets. */
  readonly disableEviction?: boolean | undefined;
  /** Seconds until a replacement is ready; undefined if there are no replacements. */
  readonly readyAfterSeconds?: number | undefined;
  /** Seconds that a Pod needs to stop; undefined for its grace period. */
  readonly stopSeconds?: number | undefined;
}

/** What a drain does with a Pod. */
export interface DrainedPodModel {
  readonly namespace: string;
  readonly name: string;
  readonly action: 'evict' | 'delete' | 'skip' | 'reject';
  readonly rule: DrainRule;
  /** Whether the data of `emptyDir` volumes is lost. */
  readonly losesEmptyDirData: boolean;
  /** The budgets that would reject its eviction now, if it were the first, and the cause; empty if it would pass. */
  readonly blockedBy: readonly string[];
  readonly cause: string;
}

/** What `kubectl drain` does with a node. */
export interface NodePlanModel {
  readonly node: string;
  /** Whether the node is cordoned already. */
  readonly isCordoned: boolean;
  readonly pods: readonly DrainedPodModel[];
  /** The errors and warnings of kubectl. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** What `kubesem drain` prints for programs. */
export interface DrainModel {
  readonly now: string;
  readonly nodes: readonly NodePlanModel[];
  /** What happens in virtual time; only with `--simulate`. */
  readonly timeline?: DrainTimeline | undefined;
}

/** Plans the drains of nodes; with `simulate`, also lets them happen. */
export function drainModel(
  nodes: readonly string[],
  { cluster, nodes: known }: { readonly cluster: DrainCluster; readonly nodes: readonly Node[] },
  settings: DrainSettings,
  simulate: boolean,
): DrainModel {
  const cordoned = new Set(
    known.filter(({ spec }) => spec?.unschedulable === true).map((node) => identityOf(node).name),
  );
  const { now, disableEviction } = settings;
  // Without eviction, no budget is asked.
  const { pdbs, ...others } = cluster;
  const asked = { ...others, pdbs: disableEviction === true ? [] : pdbs };
  const blocks = blockedPods(asked, now);
  const plans = nodes.map((node): NodePlanModel => {
    const { pods, errors, warnings } = explainDrain(node, cluster, settings);
    const planned = pods.map(({ pod, action, rule, losesEmptyDirData }): DrainedPodModel => {
      const block = action === 'evict' ? blocks(pod) : undefined;
      const verb = action === 'evict' && disableEviction ? 'delete' : action;
      return {
        ...identityOf(pod),
        ...{ action: verb, rule, losesEmptyDirData },
        blockedBy: block?.pdbs ?? [],
        cause: block?.cause ?? '',
      };
    });
    return { node, isCordoned: cordoned.has(node), pods: planned, errors, warnings };
  });
  return { now, nodes: plans, ...(simulate && { timeline: timelineOf(nodes, asked, settings) }) };
}

function timelineOf(
  nodes: readonly string[],
  cluster: DrainCluster,
  { readyAfterSeconds, stopSeconds, ...options }: DrainSettings,
): DrainTimeline {
  return simulateDrain(nodes, cluster, {
    ...options,
    ...(stopSeconds !== undefined && { stopSeconds: () => stopSeconds }),
    ...(readyAfterSeconds !== undefined && {
      replacement: controllerReplacement({ readyAfterSeconds }),
    }),
  });
}

/** Returns which budgets reject the eviction of a Pod now, if it is the first. */
function blockedPods(cluster: DrainCluster, now: string) {
  const pdbsIn = byNamespace({ pdbs: currentBudgets(cluster, now) });
  return (pod: Pod): { pdbs: readonly string[]; cause: string } | undefined => {
    const { pdbs } = pdbsIn(identityOf(pod).namespace);
    const { deletes, status, matchingPdbs } = explainEviction(pod, pdbs, { now });
    const cause = status.details?.causes?.[0]?.message ?? status.message ?? '';
    return deletes ? undefined : { pdbs: matchingPdbs.map((pdb) => identityOf(pdb).name), cause };
  };
}
