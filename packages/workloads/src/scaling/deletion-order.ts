import { type Pod, type Timestamp } from '@kubesem/core';
import { ABSENT, fields, hasEnded, readNow } from '@kubesem/core/internal';
import { type DeletionKey, deletionKey, NO_TIME } from './deletion-key.js';

/** Options of {@link deletionRanks} and {@link deletionOrder}. */
export interface DeletionRankOptions {
  /** The kind of workload that deletes Pods. A Job has fewer rules than a ReplicaSet. */
  readonly controller: 'ReplicaSet' | 'Job';
  /**
   * All Pods of the owner, such as those of all ReplicaSets of a Deployment, to count them on each node; by default the
   * ranked Pods.
   */
  readonly related?: readonly Pod[] | undefined;
  /** The current time; it does not affect the order for a Job. */
  readonly now: Timestamp;
}

/**
 * Why a Pod is deleted before another one, in the order in which the rules are tried.
 *
 * - `UNASSIGNED`: it has no node
 * - `PHASE`: it is `Pending`, or `Unknown` and the other one `Running`
 * - `NOT_READY`: it is not ready
 * - `DELETION_COST`: the annotation `controller.kubernetes.io/pod-deletion-cost` is lower (ReplicaSet)
 * - `COLOCATED`: its node has more Pods of the owner (ReplicaSet)
 * - `READY_TIME`: it has been ready for a shorter time
 * - `RESTARTS`, `SIDECAR_RESTARTS`: an app container, or a sidecar, has restarted more often
 * - `CREATION_TIME`: it is younger
 * - `UID`: its times are about as old, and its UID comes first (ReplicaSet)
 * - `EQUAL`: no rule decides
 */
export type DeletionRankRule =
  | 'UNASSIGNED'
  | 'PHASE'
  | 'NOT_READY'
  | 'DELETION_COST'
  | 'COLOCATED'
  | 'READY_TIME'
  | 'RESTARTS'
  | 'SIDECAR_RESTARTS'
  | 'CREATION_TIME'
  | 'UID'
  | 'EQUAL';

/** The result of {@link deletionOrder}. */
export interface DeletionOrder {
  /** -1 if the first Pod is deleted first, 1 if the second is, 0 if either can be. */
  readonly order: -1 | 0 | 1;
  /** The rule that decides. */
  readonly rule: DeletionRankRule;
}

/** A Pod in the order of deletion. */
export interface DeletionRank<P extends Pod = Pod> {
  /** The Pod that was passed in. */
  readonly pod: P;
  /** Why it is deleted before the next one; undefined for the last one. */
  readonly rule: DeletionRankRule | undefined;
}

/**
 * Sorts Pods in the order in which a controller deletes them when it scales down.
 *
 * Deployments delete Pods through their ReplicaSets. A ReplicaSet compares ages by their power of 2, and then by
 * UID. So its order can have cycles: A is deleted before B, B before C, and C before A. In that case, the result is one of
 * the possible orders. {@link deletionOrder} is exact for each pair.
 *
 * @param pods - the active Pods of the workload; they are not changed
 * @param options - the controller, all Pods of its owner and the current time
 * @returns the Pods in the order of deletion, each with the rule that puts it before the next one; equal Pods keep their order
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time
 *
 * @example
 * ```ts
 * import { deletionRanks } from '@kubesem/workloads';
 *
 * const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
 * const pods = [
 *   { metadata: { name: 'a' }, spec: { nodeName: 'node-1' }, status: ready },
 *   { metadata: { name: 'b' }, spec: { nodeName: 'node-2' }, status: { phase: 'Running' } },
 *   { metadata: { name: 'c' }, status: { phase: 'Pending' } },
 * ];
 * const options = { controller: 'ReplicaSet', now: '2026-01-01T00:00:00Z' } as const;
 * deletionRanks(pods, options).map(({ pod, rule }) => [pod.metadata.name, rule]) // => [
 * //   ['c', 'UNASSIGNED'],
 * //   ['b', 'NOT_READY'],
 * //   ['a', undefined],
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/replicaset` v1.37.1, `getPodsToDelete`.
 */
export function deletionRanks<P extends Pod>(
  pods: readonly P[],
  options: DeletionRankOptions,
): readonly DeletionRank<P>[] {
  const order = orderOf(options, pods);
  const sorted = fields<{ readonly pods: readonly Pod[] }>({ pods }, ABSENT).each(
    'pods',
    (pod) => ({
      pod: pod.value as P,
      key: deletionKey(pod),
    }),
  );
  sorted.sort((a, b) => order(a.key, b.key).order);
  return sorted.map(({ pod, key }, index) => {
    const next = sorted[index + 1];
    return { pod, rule: next && order(key, next.key).rule };
  });
}

/**
 * Compares two Pods as {@link deletionRanks} does, and names the rule that decides.
 *
 * A field of the wrong type counts as absent.
 *
 * @param a - a Pod
 * @param b - another Pod
 * @param options - the controller, all Pods of its owner and the current time
 * @returns the order and the rule
 * @throws the errors of {@link deletionRanks}
 *
 * @example
 * ```ts
 * import { deletionOrder } from '@kubesem/workloads';
 *
 * const options = { controller: 'Job', now: '2026-01-01T00:00:00Z' } as const;
 * deletionOrder({ spec: { nodeName: 'node-1' } }, { spec: {} }, options) // => { order: 1, rule: 'UNASSIGNED' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `ActivePodsWithRanks.Less` and `ActivePods.Less`.
 */
export function deletionOrder(a: Pod, b: Pod, options: DeletionRankOptions): DeletionOrder {
  const [left, right] = [fields<Pod>(a, ABSENT), fields<Pod>(b, ABSENT)];
  return orderOf(options, [left.value, right.value])(deletionKey(left), deletionKey(right));
}

/** One rule: whether it decides, and how. */
type Step = (a: DeletionKey, b: DeletionKey) => DeletionOrder | undefined;

function orderOf(
  { controller, related, now }: DeletionRankOptions,
  pods: readonly Pod[],
): (a: DeletionKey, b: DeletionKey) => DeletionOrder {
  const steps = controller === 'Job' ? jobSteps() : replicaSetSteps(related ?? pods, readNow(now));
  return (a, b) => {
    for (const step of steps) {
      const decided = step(a, b);
      if (decided !== undefined) {
        return decided;
      }
    }
    return { order: 0, rule: 'EQUAL' };
  };
}

function firstSteps(): readonly Step[] {
  return [
    smaller('UNASSIGNED', ({ nodeName }) => (nodeName === '' ? 0 : 1)),
    smaller('PHASE', ({ phase }) => phase),
    smaller('NOT_READY', ({ isReady }) => (isReady ? 1 : 0)),
  ];
}

function restartSteps(): readonly Step[] {
  return [
    smaller('RESTARTS', ({ restarts }) => -restarts),
    smaller('SIDECAR_RESTARTS', (key) => -key.sidecarRestarts),
  ];
}

function jobSteps(): readonly Step[] {
  return [
    ...firstSteps(),
    younger('READY_TIME', ({ readyMs }) => readyMs),
    ...restartSteps(),
    younger('CREATION_TIME', ({ createdMs }) => createdMs),
  ];
}

function replicaSetSteps(related: readonly Pod[], nowMs: number): readonly Step[] {
  const counts = podsByNode(related);
  return [
    ...firstSteps(),
    smaller('DELETION_COST', ({ cost }) => cost),
    smaller('COLOCATED', ({ nodeName }) => -(counts.get(nodeName) ?? 0)),
    roughlyYounger('READY_TIME', ({ readyMs }) => readyMs, nowMs),
    ...restartSteps(),
    roughlyYounger('CREATION_TIME', ({ createdMs }) => createdMs, nowMs),
  ];
}

/** Source: `k8s.io/kubernetes/pkg/controller/replicaset` v1.37.1, `getPodsRankedByRelatedPodsOnSameNode`. */
function podsByNode(related: readonly Pod[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const pod of fields({ related }, ABSENT).objects('related')) {
    if (!hasEnded(pod.at('status')) && !pod.at('metadata').has('deletionTimestamp')) {
      const name = pod.at('spec').text('nodeName');
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** The results of a rule: sorting asks for them so often that new objects for each pair would double its time. */
interface Results {
  readonly first: DeletionOrder;
  readonly second: DeletionOrder;
}

function resultsOf(rule: DeletionRankRule): Results {
  return { first: { order: -1, rule }, second: { order: 1, rule } };
}

/** The Pod with the smaller value comes first. */
function smaller(rule: DeletionRankRule, valueOf: (key: DeletionKey) => number): Step {
  const results = resultsOf(rule);
  return (a, b) => decide(results, valueOf(a) - valueOf(b));
}

function decide(results: Results, difference: number): DeletionOrder | undefined {
  return difference === 0 ? undefined : difference < 0 ? results.first : results.second;
}

/** The Pod with the later time comes first, and before that one without a time. */
function younger(rule: DeletionRankRule, timeOf: (key: DeletionKey) => number): Step {
  const results = resultsOf(rule);
  return (a, b) => byTime(results, timeOf(a), timeOf(b));
}

function byTime(results: Results, a: number, b: number): DeletionOrder | undefined {
  if (a === b) {
    return undefined;
  }
  return a === NO_TIME || (b !== NO_TIME && a > b) ? results.first : results.second;
}

/** Compares ages by powers of 2. Pods of about the same age are ordered by UID, even if no rule is left to try. */
function roughlyYounger(
  rule: DeletionRankRule,
  timeOf: (key: DeletionKey) => number,
  nowMs: number,
): Step {
  const results = resultsOf(rule);
  const uidResults = resultsOf('UID');
  return (a, b) => {
    const first = timeOf(a);
    const second = timeOf(b);
    if (first === second || first === NO_TIME || second === NO_TIME) {
      return byTime(results, first, second);
    }
    const difference = magnitude(nowMs - first) - magnitude(nowMs - second);
    return decide(results, difference) ?? byUid(uidResults, a, b);
  };
}

function byUid(results: Results, a: DeletionKey, b: DeletionKey): DeletionOrder {
  if (a.uid === b.uid) {
    return { order: 0, rule: 'EQUAL' };
  }
  return a.uid < b.uid ? results.first : results.second;
}

const MAX_NANOSECONDS = 9_223_372_036_854_775_808;

/**
 * The power of 2 of an age in nanoseconds; -1 without an age.
 *
 * Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `logarithmicRankDiff`.
 */
function magnitude(ageMs: number): number {
  return ageMs > 0 ? Math.floor(Math.log2(Math.min(ageMs * 1_000_000, MAX_NANOSECONDS))) : -1;
}
