import { type Pod, type Timestamp } from '@kubesem/core';
import { ABSENT, fields, goQuote, isMirror, readNow, timestampMs } from '@kubesem/core/internal';
import { DAEMON_SET } from '@kubesem/core/kinds';
import { matchesLabelSelector, parseLabelSelector } from '@kubesem/selectors';
import type { DisruptionCluster } from '../cluster.js';
import { isFinished, keptBy, keyOf, namespaceOf, nodeNameOf, ownerOf } from '../stored.js';

/** The options of `kubectl drain` that affect Pods. All are off by default. */
export interface DrainOptions {
  /** `--force`: also evict Pods without a controller, and those of a DaemonSet that does not exist. */
  readonly force?: boolean | undefined;
  /** `--ignore-daemonsets`: leave Pods of DaemonSets on the node. */
  readonly ignoreDaemonSets?: boolean | undefined;
  /** `--delete-emptydir-data`: also evict Pods with `emptyDir` volumes, whose data is lost. */
  readonly deleteEmptyDirData?: boolean | undefined;
  /** `--skip-wait-for-delete-timeout`: skip Pods that have been terminating for longer than this; 0 skips none. */
  readonly skipWaitForDeleteTimeoutSeconds?: number | undefined;
  /** `--pod-selector`: drain only Pods with these labels. */
  readonly podSelector?: string | undefined;
  /** The current time. */
  readonly now: Timestamp;
}

/**
 * Why a drain evicts, skips or rejects a Pod.
 *
 * Evicts:
 * - `MANAGED`: it has a controller, of any kind
 * - `FINISHED`: it has succeeded or failed
 * - `FORCED`: it has no controller, and `force` is on
 * - `ORPHANED_DAEMON_SET_POD`: its DaemonSet does not exist, and `force` is on
 *
 * Skips:
 * - `TERMINATING`: it has been terminating for longer than `skipWaitForDeleteTimeoutSeconds`
 * - `DAEMON_SET_POD`: its DaemonSet would create it again, and `ignoreDaemonSets` is on
 * - `MIRROR_POD`: it is the mirror Pod of a static Pod
 *
 * Rejects:
 * - `NEEDS_IGNORE_DAEMON_SETS`, `NEEDS_DELETE_EMPTY_DIR_DATA`, `NEEDS_FORCE`: the option is off
 * - `DAEMON_SET_NOT_FOUND`: its DaemonSet does not exist
 */
export type DrainRule =
  | 'MANAGED'
  | 'FINISHED'
  | 'FORCED'
  | 'ORPHANED_DAEMON_SET_POD'
  | 'TERMINATING'
  | 'DAEMON_SET_POD'
  | 'MIRROR_POD'
  | 'NEEDS_IGNORE_DAEMON_SETS'
  | 'NEEDS_DELETE_EMPTY_DIR_DATA'
  | 'NEEDS_FORCE'
  | 'DAEMON_SET_NOT_FOUND';

/** What a drain does with a Pod. */
export interface DrainedPod {
  /** The Pod that was passed in. */
  readonly pod: Pod;
  /** `reject` means that nothing is evicted from the node. */
  readonly action: 'evict' | 'skip' | 'reject';
  /** The reason as kubectl prints it; absent if it prints none. */
  readonly message?: string | undefined;
  /** The rule that decides. */
  readonly rule: DrainRule;
  /** Whether the Pod loses the data of `emptyDir` volumes. kubectl does not print this. */
  readonly losesEmptyDirData: boolean;
  /** Finalizers that keep the Pod after its eviction, so kubectl waits until they are removed; empty if it is not evicted. */
  readonly finalizers: readonly string[];
}

/** What `kubectl drain` does with a node. */
export interface DrainPlan {
  /** Name of the node. */
  readonly node: string;
  /** Its Pods, by namespace and name. */
  readonly pods: readonly DrainedPod[];
  /** The errors as kubectl prints them. If there are any, nothing is evicted, and the node stays cordoned. */
  readonly errors: readonly string[];
  /** The warnings as kubectl prints them, separated by `; `. */
  readonly warnings: readonly string[];
}

const WARNINGS: { readonly [rule: string]: string | undefined } = {
  FORCED: 'deleting Pods that declare no controller',
  DAEMON_SET_POD: 'ignoring DaemonSet-managed Pods',
};

const ERRORS: { readonly [rule: string]: string | undefined } = {
  NEEDS_IGNORE_DAEMON_SETS: 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)',
  NEEDS_DELETE_EMPTY_DIR_DATA: 'Pods with local storage (use --delete-emptydir-data to override)',
  NEEDS_FORCE: 'Pods that declare no controller (use --force to override)',
};

/**
 * Lists which Pods `kubectl drain` evicts from a node, which it skips, and which it rejects.
 *
 * A controller of any kind counts, although the help of kubectl lists only some kinds. Pods that have finished pass all
 * checks. An `emptyDir` in memory also counts as local storage.
 *
 * @param node - name of the node
 * @param cluster - all Pods, and all DaemonSets. If you omit the DaemonSets, all of them count as existing
 * @param options - the options of the command, and the current time
 * @returns the Pods, each with its rule, and what kubectl prints
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with the codes of
 *   {@link @kubesem/selectors!parseLabelSelector | parseLabelSelector} if `podSelector` is invalid
 *
 * @example
 * ```ts
 * import { drainPlan } from '@kubesem/disruption';
 *
 * const pods = [{ metadata: { name: 'debug' }, spec: { nodeName: 'node-1' }, status: { phase: 'Running' } }];
 * const { pods: planned, errors } = drainPlan('node-1', { pods }, { now: '2026-01-01T00:00:00Z' });
 * planned.map(({ action, rule }) => [action, rule]) // => [['reject', 'NEEDS_FORCE']]
 * errors // => ['cannot delete Pods that declare no controller (use --force to override): default/debug']
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/drain` v0.37.1, `Helper.GetPodsForDeletion`, `makeFilters`, `filterPods`,
 * `PodDeleteList.Warnings`, `PodDeleteList.errors`.
 */
export function drainPlan(
  node: string,
  cluster: Pick<DisruptionCluster, 'pods' | 'daemonSets'>,
  options: DrainOptions,
): DrainPlan {
  const pods = fields(cluster, ABSENT)
    .each('pods', ({ value }) => value)
    .filter((pod) => nodeNameOf(pod) === node);
  return planPods(node, pods, daemonSetKeys(cluster), options);
}

/** The names of the DaemonSets; undefined if they are not known. */
export function daemonSetKeys({
  daemonSets,
}: Pick<DisruptionCluster, 'daemonSets'>): ReadonlySet<string> | undefined {
  return daemonSets === null || daemonSets === undefined
    ? undefined
    : new Set(fields({ daemonSets }, ABSENT).each('daemonSets', ({ value }) => keyOf(value)));
}

/** Plans the Pods of one node. */
export function planPods(
  node: string,
  podsOfNode: readonly Pod[],
  daemonSets: ReadonlySet<string> | undefined,
  options: DrainOptions,
): DrainPlan {
  const nowMs = readNow(options.now);
  const requirements = parseLabelSelector(options.podSelector ?? '');
  const pods = podsOfNode
    .filter(({ metadata }) => matchesLabelSelector(requirements, metadata?.labels))
    .map((pod) => ({ pod, key: keyOf(pod) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ pod }) => planPod(pod, daemonSets, options, nowMs));
  return {
    node,
    pods,
    errors: grouped(pods.filter(({ action }) => action === 'reject')).map(
      (line) => `cannot delete ${line}`,
    ),
    warnings: grouped(pods.filter(({ action }) => action !== 'reject')),
  };
}

/** One line for each message, with the names of its Pods. kubectl prints them in random order. */
function grouped(pods: readonly DrainedPod[]): readonly string[] {
  const names = new Map<string, string[]>();
  for (const { pod, message } of pods) {
    if (message !== undefined) {
      const list = names.get(message) ?? [];
      list.push(keyOf(pod));
      names.set(message, list);
    }
  }
  return [...names].map(([message, list]) => `${message}: ${list.join(', ')}`);
}

function planPod(
  pod: Pod,
  daemonSets: ReadonlySet<string> | undefined,
  options: DrainOptions,
  nowMs: number,
): DrainedPod {
  const rule = ruleOf(pod, daemonSets, options, nowMs);
  const notFound = `daemonsets.apps ${goQuote(ownerOf(pod)?.name ?? '')} not found`;
  const isOrphan = rule === 'DAEMON_SET_NOT_FOUND';
  // kubectl forgets the warning about an orphan, because a later check passes.
  const message = isOrphan ? notFound : (WARNINGS[rule] ?? ERRORS[rule]);
  const isRefused = isOrphan || ERRORS[rule] !== undefined;
  const isSkipped = rule === 'TERMINATING' || rule === 'DAEMON_SET_POD' || rule === 'MIRROR_POD';
  const action = isRefused ? 'reject' : isSkipped ? 'skip' : 'evict';
  return {
    pod,
    action,
    ...(message !== undefined && { message }),
    rule,
    losesEmptyDirData: action === 'evict' && hasLocalStorage(pod),
    finalizers: action === 'evict' ? keptBy(pod) : [],
  };
}

/** The checks in the order of kubectl: the first that does not pass decides. */
function ruleOf(
  pod: Pod,
  daemonSets: ReadonlySet<string> | undefined,
  options: DrainOptions,
  nowMs: number,
): DrainRule {
  if (isSkippedWhileTerminating(pod, options, nowMs)) {
    return 'TERMINATING';
  }
  const controller = ownerOf(pod);
  const finished = isFinished(pod);
  const isDaemon =
    !finished && controller?.kind === DAEMON_SET.kind && controller.apiVersion === 'apps/v1';
  const isOrphan = isDaemon && daemonSets?.has(`${namespaceOf(pod)}/${controller.name}`) === false;
  if (isOrphan && options.force !== true) {
    return 'DAEMON_SET_NOT_FOUND';
  }
  if (isDaemon && !isOrphan) {
    return options.ignoreDaemonSets === true ? 'DAEMON_SET_POD' : 'NEEDS_IGNORE_DAEMON_SETS';
  }
  if (isMirror(fields(pod, ABSENT))) {
    return 'MIRROR_POD';
  }
  if (finished) {
    return 'FINISHED';
  }
  if (hasLocalStorage(pod) && options.deleteEmptyDirData !== true) {
    return 'NEEDS_DELETE_EMPTY_DIR_DATA';
  }
  if (controller === undefined) {
    return options.force === true ? 'FORCED' : 'NEEDS_FORCE';
  }
  return isOrphan ? 'ORPHANED_DAEMON_SET_POD' : 'MANAGED';
}

/** Whole seconds count. */
function isSkippedWhileTerminating(
  { metadata }: Pod,
  { skipWaitForDeleteTimeoutSeconds: timeout = 0 }: DrainOptions,
  nowMs: number,
): boolean {
  const sinceMs = timestampMs(metadata?.deletionTimestamp);
  return timeout > 0 && Math.trunc((nowMs - sinceMs) / 1000) > timeout;
}

function hasLocalStorage(pod: Pod): boolean {
  const volumes = fields(pod, ABSENT).at('spec').list('volumes');
  return volumes.some((volume) => (volume?.emptyDir ?? undefined) !== undefined);
}
