import {
  type Container,
  formatAge,
  formatDuration,
  type Pod,
  type PodCondition,
  type PodLike,
  type PodSpec,
  type PodStatus,
  type Timestamp,
  toPod,
} from '@kubesem/core';
import { isFinalPhase, objectOf, objectsOf, textOf, timestampMs } from '@kubesem/core/internal';
import {
  appContainersSummary,
  initContainersSummary,
  type PodStatusStep,
  type RecordStep,
  type Restarts,
} from './containers.js';

/** A number of ready containers or readiness gates. */
export interface ReadyCount {
  /** How many are ready. */
  readonly ready: number;
  /** How many there are. */
  readonly total: number;
  /** Both, as kubectl prints them: `1/2`. */
  readonly text: string;
}

/** How often the containers of a Pod restarted. */
export interface RestartCount {
  /** The number of restarts. */
  readonly count: number;
  /** When a container last terminated before a restart; undefined if it is not known. */
  readonly lastAt: string | undefined;
  /** Both, as kubectl prints them: `3 (5m ago)`. */
  readonly text: string;
}

/** One row of `kubectl get pods -o wide`, with the numbers in its texts. */
export interface PodRow {
  /** Name of the Pod. */
  readonly name: string;
  /** Ready app containers and sidecars. */
  readonly ready: ReadyCount;
  /** Its status, such as `Running`, `CrashLoopBackOff` or `Init:0/1`. */
  readonly status: string;
  /** Restarts of its init containers; once these are done, restarts of its app containers and sidecars. */
  readonly restarts: RestartCount;
  /** The time since its creation, such as `5d7h`. */
  readonly age: string;
  /** Its address. */
  readonly ip: string | undefined;
  /** Its node. */
  readonly node: string | undefined;
  /** The node on which the scheduler preempts Pods for it. */
  readonly nominatedNode: string | undefined;
  /** Its readiness gates that are true; undefined without gates. */
  readonly readinessGates: ReadyCount | undefined;
  /** Whether it has succeeded or failed. */
  readonly isCompleted: boolean;
}

/** Options of {@link podRow}. */
export interface PodRowOptions {
  /** The current time; without it, ages are `<unknown>`. */
  readonly now?: Timestamp | undefined;
}

/** A row, and the rules that set its status. */
export interface PodRowExplanation {
  /** The row. */
  readonly row: PodRow;
  /** The rules that set the status, in the order of kubectl; the last one wins. */
  readonly steps: readonly PodStatusStep[];
}

/**
 * Computes the row that `kubectl get pods` prints for a Pod.
 *
 * The status follows from the phase and the states of all containers: a Pod with a crash-looping container has the phase
 * `Running` and the status `CrashLoopBackOff`. If several containers have a reason, the first one in
 * `status.containerStatuses` wins; the kubelet sorts this list by name. The number of restarts can decrease, because init
 * containers count only until they are done.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - the Pod as it is stored
 * @param options - the current time
 * @returns the row
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podRow } from '@kubesem/lifecycle';
 *
 * const row = podRow({
 *   metadata: { name: 'web', creationTimestamp: '2026-01-01T00:00:00Z' },
 *   spec: { containers: [{ name: 'web' }] },
 *   status: {
 *     phase: 'Running',
 *     containerStatuses: [{
 *       name: 'web',
 *       restartCount: 3,
 *       state: { waiting: { reason: 'CrashLoopBackOff' } },
 *       lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:55:00Z' } },
 *     }],
 *   },
 * }, { now: '2026-01-01T01:00:00Z' });
 * row.status // => 'CrashLoopBackOff'
 * row.ready.text // => '0/1'
 * row.restarts.text // => '3 (5m ago)'
 * row.age // => '60m'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/printers/internalversion` v1.37.1, `printPod`.
 */
export function podRow(pod: PodLike, options: PodRowOptions = {}): PodRow {
  return computeRow(toPod(pod), options, undefined);
}

/**
 * Explains the status in the row that `kubectl get pods` prints for a Pod.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - the Pod as it is stored
 * @param options - the current time
 * @returns the row, and the rules that set its status
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { explainPodRow } from '@kubesem/lifecycle';
 *
 * const { steps } = explainPodRow({
 *   status: {
 *     phase: 'Pending',
 *     initContainerStatuses: [{ name: 'migrate', state: { waiting: { reason: 'ImagePullBackOff' } } }],
 *   },
 * });
 * steps.map(({ rule, status }) => `${rule} ${status}`) // => ['PHASE Pending', 'INIT_WAITING Init:ImagePullBackOff']
 * steps[1]?.container // => 'migrate'
 * ```
 */
export function explainPodRow(pod: PodLike, options: PodRowOptions = {}): PodRowExplanation {
  const steps: PodStatusStep[] = [];
  const row = computeRow(toPod(pod), options, (step) => {
    steps.push(step);
  });
  return { row, steps };
}

/**
 * Computes the status that `kubectl get pods` prints for a Pod; see {@link podRow}.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - the Pod as it is stored
 * @returns the status, such as `Running`, `CrashLoopBackOff` or `Init:0/1`; empty if the Pod has no status
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podStatusText } from '@kubesem/lifecycle';
 *
 * podStatusText({ status: { phase: 'Failed', reason: 'Evicted' } }) // => 'Evicted'
 * podStatusText({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' }, status: { phase: 'Running' } }) // => 'Terminating'
 * ```
 */
export function podStatusText(pod: PodLike): string {
  return podRow(pod).status;
}

function computeRow(pod: Pod, { now }: PodRowOptions, record: RecordStep | undefined): PodRow {
  const { name, creationTimestamp, deletionTimestamp } = objectOf(pod.metadata);
  const spec = objectOf(pod.spec);
  const status = objectOf(pod.status);
  const summary = statusSummary(spec, status, record);
  const isDeleted = deletionTimestamp !== undefined && deletionTimestamp !== null;
  return {
    name: textOf(name),
    ready: readyCount(summary.ready, summary.total),
    status: (isDeleted && deletedStatus(status, record)) || summary.status,
    restarts: restartCount(summary.restarts, now),
    age: formatAge(creationTimestamp, now),
    ip: textOf(status.podIP) || textOf(objectsOf(status.podIPs)[0]?.ip) || undefined,
    node: textOf(spec.nodeName) || undefined,
    nominatedNode: textOf(status.nominatedNodeName) || undefined,
    readinessGates: gateCount(spec, status),
    isCompleted: isFinalPhase(textOf(status.phase)),
  };
}

interface StatusSummary {
  readonly status: string;
  readonly ready: number;
  readonly total: number;
  readonly restarts: Restarts;
}

function statusSummary(
  { containers, initContainers }: Partial<PodSpec>,
  status: Partial<PodStatus>,
  record: RecordStep | undefined,
): StatusSummary {
  const conditions = objectsOf(status.conditions);
  const initSpecs = objectsOf<Container>(initContainers);
  const sidecars = initSpecs.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const total = objectsOf(containers).length + sidecars.length;
  const first = firstStatus(status, conditions, record);
  const init = initContainersSummary(status, initSpecs, record);
  const initialized = conditions.find(({ type }) => type === 'Initialized');
  if (init.status !== undefined && initialized?.status !== 'True') {
    return { status: init.status, ready: init.ready, total, restarts: init.restarts };
  }
  const apps = appContainersSummary(status, init.sidecarRestarts, record);
  const text = apps.status ?? init.status ?? first;
  const completed =
    text === 'Completed' ? completedStep(apps.ready > 0, apps.failure, conditions) : undefined;
  if (completed !== undefined) {
    record?.(completed);
  }
  return {
    status: completed?.status ?? text,
    ready: init.ready + apps.ready,
    total,
    restarts: apps.restarts,
  };
}

function firstStatus(
  { phase, reason }: Partial<PodStatus>,
  conditions: readonly Partial<PodCondition>[],
  record: RecordStep | undefined,
): string {
  const hasReason = textOf(reason) !== '';
  const text = hasReason ? textOf(reason) : textOf(phase);
  record?.({
    rule: hasReason ? 'REASON' : 'PHASE',
    status: text,
    segments: ['status', hasReason ? 'reason' : 'phase'],
  });
  const gated = conditions.findIndex(
    (condition) => condition.type === 'PodScheduled' && condition.reason === 'SchedulingGated',
  );
  if (gated < 0) {
    return text;
  }
  record?.({
    rule: 'SCHEDULING_GATED',
    status: 'SchedulingGated',
    segments: ['status', 'conditions', gated, 'reason'],
  });
  return 'SchedulingGated';
}

/** What a Pod shows instead of `Completed`, the reason of its first container, while others have not completed. */
function completedStep(
  isRunning: boolean,
  failure: PodStatusStep | undefined,
  conditions: readonly Partial<PodCondition>[],
): PodStatusStep | undefined {
  const ready = conditions.findIndex(({ type, status }) => type === 'Ready' && status === 'True');
  if (isRunning && ready >= 0) {
    const segments = ['status', 'conditions', ready, 'status'];
    return { rule: 'STILL_RUNNING', status: 'Running', segments };
  }
  if (failure !== undefined) {
    return { ...failure, rule: 'ANOTHER_FAILED' };
  }
  return isRunning
    ? { rule: 'NOT_READY', status: 'NotReady', segments: ['status', 'conditions'] }
    : undefined;
}

/** What a Pod shows because it is being deleted; undefined if it has ended before. */
function deletedStatus(
  status: Partial<PodStatus>,
  record: RecordStep | undefined,
): string | undefined {
  const isLost = status.reason === 'NodeLost';
  if (!isLost && isFinalPhase(textOf(status.phase))) {
    return undefined;
  }
  const text = isLost ? 'Unknown' : 'Terminating';
  record?.({
    rule: isLost ? 'NODE_LOST' : 'DELETED',
    status: text,
    segments: isLost ? ['status', 'reason'] : ['metadata', 'deletionTimestamp'],
  });
  return text;
}

function restartCount({ count, lastMs }: Restarts, now: Timestamp | undefined): RestartCount {
  if (count === 0 || lastMs === undefined) {
    return { count, lastAt: undefined, text: `${count}` };
  }
  const agoMs = timestampMs(now) - lastMs;
  const ago = Number.isNaN(agoMs) ? '<unknown>' : formatDuration(agoMs);
  return { count, lastAt: new Date(lastMs).toISOString(), text: `${count} (${ago} ago)` };
}

function gateCount(spec: Partial<PodSpec>, status: Partial<PodStatus>): ReadyCount | undefined {
  const gates = objectsOf(spec.readinessGates);
  if (gates.length === 0) {
    return undefined;
  }
  const conditions = objectsOf(status.conditions);
  const isTrue = new Map<string, boolean>();
  for (const condition of conditions) {
    // The first condition of a type counts.
    const type = textOf(condition.type);
    isTrue.set(type, isTrue.get(type) ?? condition.status === 'True');
  }
  const ready = gates.filter(({ conditionType }) => isTrue.get(textOf(conditionType)) === true);
  return readyCount(ready.length, gates.length);
}

function readyCount(ready: number, total: number): ReadyCount {
  return { ready, total, text: `${ready}/${total}` };
}
