import { type ClusterLists, type Node, type Pod, type Timestamp } from '@kubesem/core';
import {
  ABSENT,
  bareObject,
  type Fields,
  fields,
  fieldTimeMs,
  hasEnded,
  INT64_RANGE,
  listOf,
  readNow,
  timestampMs,
} from '@kubesem/core/internal';

/** How long a node must be missing before its Pods are deleted. */
const QUARANTINE_MS = 40_000;

const DEFAULT_THRESHOLD = 12_500;

const OUT_OF_SERVICE_TAINT = 'node.kubernetes.io/out-of-service';

/** Since when nodes are missing, by their names. */
export interface MissingNodes {
  /** When the garbage collector first missed the node. */
  readonly [node: string]: Timestamp | undefined;
}

/** What the garbage collector of Pods reads; the API server is asked before a node counts as missing. */
export type GarbageCluster<P extends Pod = Pod> = ClusterLists<'nodes'> & {
  /** All Pods. */
  readonly pods: readonly P[];
};

/** Options of {@link podsToCollect}. */
export interface PodsToCollectOptions {
  /** Since when nodes are missing: the result of the last pass, 20 seconds ago; none by default. */
  readonly missingNodesSince?: MissingNodes | undefined;
  /** How many finished Pods to keep; 12,500 by default. 0 or less keeps all of them. */
  readonly terminatedPodThreshold?: number | undefined;
  /** The current time. */
  readonly now: Timestamp;
}

/**
 * Why the garbage collector deletes a Pod.
 *
 * - `TERMINATED`: there are too many finished Pods
 * - `OUT_OF_SERVICE`: it is being deleted, and its node is not ready and has the taint `node.kubernetes.io/out-of-service`
 * - `ORPHANED`: its node has been missing for 40 seconds
 * - `UNSCHEDULED`: it is being deleted and has no node
 */
export type GarbageRule = 'TERMINATED' | 'OUT_OF_SERVICE' | 'ORPHANED' | 'UNSCHEDULED';

/** The condition that shows why an orphaned Pod has failed. */
export interface GarbageCondition {
  /** `DisruptionTarget`. */
  readonly type: string;
  /** `True`. */
  readonly status: string;
  /** `DeletionByPodGC`. */
  readonly reason: string;
  /** Human-readable message. */
  readonly message: string;
  /** The generation of the Pod; absent if it has none. */
  readonly observedGeneration?: number | undefined;
}

/** A Pod that the garbage collector deletes, with a grace period of 0. */
export interface CollectedPod<P extends Pod = Pod> {
  /** The Pod that was passed in. */
  readonly pod: P;
  /** Why it is deleted. */
  readonly rule: GarbageRule;
  /** Whether its phase is first set to `Failed`, because it has not finished. */
  readonly marksFailed: boolean;
  /** The condition that is set with this phase; only if it is orphaned. */
  readonly condition: GarbageCondition | undefined;
}

/**
 * Why the garbage collector keeps a Pod.
 *
 * - `NODE_MISSING`: its node is missing, but not for long enough
 * - `WITHIN_THRESHOLD`: it is finished, and there are not too many
 * - `TERMINATING`: it is being deleted, and the kubelet of its node completes that
 * - `IN_USE`: none of these
 */
export type KeptPodRule = 'NODE_MISSING' | 'WITHIN_THRESHOLD' | 'TERMINATING' | 'IN_USE';

/** A Pod that the garbage collector keeps. */
export interface KeptPod<P extends Pod = Pod> {
  /** The Pod that was passed in. */
  readonly pod: P;
  /** Why it is kept. */
  readonly rule: KeptPodRule;
  /** The earliest time at which a Pod with a missing node is deleted, in milliseconds since 1970. */
  readonly orphanedAtMs: number | undefined;
}

/** The result of {@link podsToCollect}. */
export interface GarbageCollection<P extends Pod = Pod> {
  /** The Pods to delete, in the order of the input. */
  readonly deleted: readonly CollectedPod<P>[];
  /** All others, in this order. */
  readonly kept: readonly KeptPod<P>[];
  /** Since when nodes are missing; pass it to the next pass. */
  readonly missingNodesSince: MissingNodes;
}

/**
 * Decides which Pods the Pod garbage collector deletes in one pass. It runs every 20 seconds.
 *
 * If there are too many finished Pods, it deletes evicted Pods first, then the oldest. Any phase other than `Pending`,
 * `Running` and `Unknown` counts as finished, even an empty one. If several rules apply to a Pod, the first one of
 * {@link GarbageRule} is reported. A field of the wrong type counts as absent.
 *
 * @param cluster - all Pods, and all nodes that the API server has
 * @param options - the result of the last pass, and the current time
 * @returns the Pods to delete and to keep, each with its rule, and since when nodes are missing
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time
 *
 * @example
 * ```ts
 * import { podsToCollect } from '@kubesem/lifecycle';
 *
 * const pods = [{ metadata: { name: 'web' }, spec: { nodeName: 'gone' }, status: { phase: 'Running' } }];
 * const { kept, missingNodesSince } = podsToCollect({ pods, nodes: [] }, { now: '1970-01-01T00:00:00Z' });
 * kept.map(({ rule, orphanedAtMs }) => [rule, orphanedAtMs]) // => [['NODE_MISSING', 40_000]]
 * const later = podsToCollect({ pods, nodes: [] }, { missingNodesSince, now: '1970-01-01T00:00:40Z' });
 * later.deleted.map(({ rule, marksFailed }) => [rule, marksFailed]) // => [['ORPHANED', true]]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podgc` v1.37.1, `PodGCController.gc`.
 */
export function podsToCollect<P extends Pod>(
  { pods, nodes }: GarbageCluster<P>,
  { missingNodesSince = {}, terminatedPodThreshold = DEFAULT_THRESHOLD, now }: PodsToCollectOptions,
): GarbageCollection<P> {
  const nowMs = readNow(now);
  const servingByName = new Map(
    fields({ nodes }, ABSENT).each('nodes', (node) => [
      node.at('metadata').text('name'),
      !isOutOfService(node),
    ]),
  );
  const quarantine = new Quarantine(missingNodesSince, nowMs);
  const all = listOf(pods);
  const surplus = surplusPods(all, terminatedPodThreshold);
  for (const pod of all) {
    const name = nodeNameOf(pod);
    if (name !== '' && !servingByName.has(name)) {
      quarantine.add(name);
    }
  }
  const deleted: CollectedPod<P>[] = [];
  const kept: KeptPod<P>[] = [];
  for (const pod of all) {
    const name = nodeNameOf(pod);
    const rule = surplus.has(pod) ? 'TERMINATED' : ruleOf(pod, servingByName.get(name), quarantine);
    if (isKeptRule(rule)) {
      const orphanedAtMs = rule === 'NODE_MISSING' ? quarantine.endMs(name) : undefined;
      kept.push({ pod, rule, orphanedAtMs });
    } else {
      deleted.push(collected(pod, rule));
    }
  }
  return { deleted, kept, missingNodesSince: quarantine.missingSince() };
}

function ruleOf(
  pod: Pod,
  isServing: boolean | undefined,
  quarantine: Quarantine,
): GarbageRule | KeptPodRule {
  const name = nodeNameOf(pod);
  if (isDeleted(pod) && isServing === false) {
    return 'OUT_OF_SERVICE';
  }
  if (name !== '' && isServing === undefined) {
    return quarantine.isOver(name) ? 'ORPHANED' : 'NODE_MISSING';
  }
  if (isDeleted(pod)) {
    return name === '' ? 'UNSCHEDULED' : 'TERMINATING';
  }
  return isFinished(pod) ? 'WITHIN_THRESHOLD' : 'IN_USE';
}

const KEPT_RULES: readonly string[] = ['NODE_MISSING', 'WITHIN_THRESHOLD', 'TERMINATING', 'IN_USE'];

function isKeptRule(rule: GarbageRule | KeptPodRule): rule is KeptPodRule {
  return KEPT_RULES.includes(rule);
}

function collected<P extends Pod>(pod: P, rule: GarbageRule): CollectedPod<P> {
  const marksFailed = !hasEnded(fields<Pod>(pod, ABSENT).at('status'));
  const condition = rule === 'ORPHANED' && marksFailed ? orphanCondition(pod) : undefined;
  return { pod, rule, marksFailed, condition };
}

function orphanCondition(pod: Pod): GarbageCondition {
  const metadata = fields<Pod>(pod, ABSENT).at('metadata');
  const generation = metadata.integer('generation', INT64_RANGE) ?? 0;
  return {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'DeletionByPodGC',
    message: 'PodGC: node no longer exists',
    ...(generation !== 0 && { observedGeneration: generation }),
  };
}

function nodeNameOf(pod: Pod): string {
  return fields<Pod>(pod, ABSENT).at('spec').text('nodeName');
}

function isDeleted(pod: Pod): boolean {
  return fields<Pod>(pod, ABSENT).at('metadata').has('deletionTimestamp');
}

function isFinished(pod: Pod): boolean {
  const phase = fields<Pod>(pod, ABSENT).at('status').text('phase');
  return phase !== 'Pending' && phase !== 'Running' && phase !== 'Unknown';
}

function isOutOfService(node: Fields<Node>): boolean {
  const conditions = node.at('status').objects('conditions');
  const ready = conditions.find((condition) => condition.text('type') === 'Ready');
  const taints = node.at('spec').objects('taints');
  return (
    ready?.text('status') !== 'True' &&
    taints.some((taint) => taint.text('key') === OUT_OF_SERVICE_TAINT)
  );
}

/** The finished Pods above the threshold: evicted ones first, then the oldest. */
function surplusPods<P extends Pod>(pods: readonly P[], threshold: number): ReadonlySet<P> {
  const finished = threshold > 0 ? pods.filter(isFinished) : [];
  const surplus = finished.length - threshold;
  if (!(surplus > 0)) {
    return new Set();
  }
  const keyed = finished.map((pod) => {
    const stored = fields<Pod>(pod, ABSENT);
    const metadata = stored.at('metadata');
    const status = stored.at('status');
    const isEvicted = status.text('phase') === 'Failed' && status.text('reason') === 'Evicted';
    // A Pod without a time counts as the oldest.
    const age = fieldTimeMs(metadata, 'creationTimestamp') ?? Number.NEGATIVE_INFINITY;
    return { pod, isEvicted, age, name: metadata.text('name') };
  });
  keyed.sort((a, b) => {
    if (a.isEvicted !== b.isEvicted) {
      return a.isEvicted ? -1 : 1;
    }
    return compare(a.age, b.age) || compare(a.name, b.name);
  });
  return new Set(keyed.slice(0, surplus).map(({ pod }) => pod));
}

function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The missing nodes. A pass asks the API server about those that were missing long enough when it began. */
class Quarantine {
  private readonly sinceMs = new Map<string, number>();
  private readonly over = new Set<string>();
  private readonly nowMs: number;

  constructor(missing: MissingNodes, nowMs: number) {
    this.nowMs = nowMs;
    for (const [name, since] of Object.entries(missing)) {
      const sinceMs = timestampMs(since);
      if (nowMs - sinceMs >= QUARANTINE_MS) {
        this.over.add(name);
      } else if (!Number.isNaN(sinceMs)) {
        this.sinceMs.set(name, sinceMs);
      }
    }
  }

  /** Starts the quarantine of a node; one that has started and is not over continues. */
  add(name: string): void {
    if (!this.sinceMs.has(name)) {
      this.sinceMs.set(name, this.nowMs);
    }
  }

  isOver(name: string): boolean {
    return this.over.has(name);
  }

  endMs(name: string): number {
    return (this.sinceMs.get(name) ?? this.nowMs) + QUARANTINE_MS;
  }

  missingSince(): MissingNodes {
    return bareObject(this.sinceMs, (ms) => new Date(ms).toISOString());
  }
}
