import { identityOf, type Node } from '@kubesem/core';
import {
  controllerReplacement,
  type DrainCluster,
  type DrainedPod,
  type DrainPlan,
  type DrainTimeline,
  drainPlan,
  firstRejections,
  type SimulateDrainOptions,
  simulateDrain,
} from '@kubesem/disruption';

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
export interface DrainedPodModel
  extends Pick<DrainedPod, 'rule' | 'losesEmptyDirData' | 'finalizers'> {
  readonly namespace: string;
  readonly name: string;
  /** With `stay`, kubectl would evict it, but rejects another Pod of the node. */
  readonly action: 'evict' | 'delete' | 'skip' | 'reject' | 'stay';
  /**
   * The budgets that reject its eviction when the drain of the node starts, and the cause; empty if it passes. kubectl
   * starts all evictions of a node at once; here they are by namespace and name.
   */
  readonly blockedBy: readonly string[];
  readonly cause: string;
  /** The HTTP status of the rejection; kubectl tries again only after 429. */
  readonly code?: number | undefined;
  /** The message of the API server. */
  readonly message?: string | undefined;
}

/** What `kubectl drain` does with a node. */
export interface NodePlanModel extends Omit<DrainPlan, 'pods'> {
  /** Whether the node is cordoned already. */
  readonly isCordoned: boolean;
  readonly pods: readonly DrainedPodModel[];
}

/** What `kubesem drain` prints for programs. */
export interface DrainModel {
  readonly now: string;
  readonly nodes: readonly NodePlanModel[];
  /** After how many seconds kubectl skips a Pod that is still terminating; absent if it waits. */
  readonly skipWaitForDeleteTimeoutSeconds?: number | undefined;
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
  const { now, disableEviction, skipWaitForDeleteTimeoutSeconds = 0 } = settings;
  // Without eviction, no budget is asked.
  const asked = disableEviction === true ? { ...cluster, podDisruptionBudgets: [] } : cluster;
  const rejections = firstRejections(nodes, asked, settings);
  const plans = nodes.map((node): NodePlanModel => {
    const { pods, errors, warnings } = drainPlan(node, cluster, settings);
    const planned = pods.map(({ pod, action, ...explained }): DrainedPodModel => {
      const { rule, losesEmptyDirData, finalizers } = explained;
      const { pdbs: blockedBy = [], cause = '', code, message } = rejections.get(pod) ?? {};
      const verb = errors.length > 0 ? 'stay' : disableEviction === true ? 'delete' : 'evict';
      return {
        ...identityOf(pod),
        ...{ action: action === 'evict' ? verb : action, rule, losesEmptyDirData, finalizers },
        ...{ blockedBy, cause, ...(code !== undefined && { code, message }) },
      };
    });
    return { node, isCordoned: cordoned.has(node), pods: planned, errors, warnings };
  });
  return {
    ...{ now, nodes: plans },
    ...(skipWaitForDeleteTimeoutSeconds > 0 && { skipWaitForDeleteTimeoutSeconds }),
    ...(simulate && { timeline: timelineOf(nodes, asked, settings) }),
  };
}

/** Whether kubectl waits for a Pod that its finalizers keep. */
export function isHeld({ action, code, finalizers }: DrainedPodModel): boolean {
  return action !== 'stay' && code === undefined && finalizers.length > 0;
}

function timelineOf(
  nodes: readonly string[],
  cluster: DrainCluster,
  { readyAfterSeconds, stopSeconds, disableEviction, ...options }: DrainSettings,
): DrainTimeline {
  return simulateDrain(nodes, cluster, {
    ...options,
    ...(stopSeconds !== undefined && { stopSeconds: () => stopSeconds }),
    ...(readyAfterSeconds !== undefined && {
      replacement: controllerReplacement({ readyAfterSeconds, cluster, disableEviction }),
    }),
  });
}
