import { formatDuration, formatFieldPath, type Pod, type Timestamp } from '@kubesem/core';
import { ABSENT, type Fields, fields, timestampMs } from '@kubesem/core/internal';
import {
  type CrashLoop,
  crashLoop,
  explainPodRow,
  type PodReadiness,
  type PodRowExplanation,
  podPhase,
  podReadiness,
} from '@kubesem/lifecycle';
import {
  agoText,
  endText,
  lastEndOf,
  type ObservedContainer,
  observedContainers,
  restartsOf,
  titleOf,
  waitOf,
} from './containers.js';
import { POD_PHASE_TEXTS, POD_STATUS_TEXTS } from './texts.js';

/** One link in the chain of reasons for the state of a Pod. */
export interface PodReason {
  /** What the reason is about. */
  readonly about: 'status' | 'deletion' | 'node' | 'container' | 'gate' | 'phase';
  /** What the Pod waits for, in a few words; undefined if the reason is not something to wait for. */
  readonly waitsFor?: string | undefined;
  /** The reason in a sentence. */
  readonly text: string;
}

/** A container in `CrashLoopBackOff`, and when it restarts. */
export interface ContainerCrashLoop extends CrashLoop {
  /** Name of the container. */
  readonly container: string;
}

/** Why a Pod is in its state. */
export interface PodReasonsReport extends PodRowExplanation {
  /** Whether it is ready, and why not. */
  readonly readiness: PodReadiness;
  /** The containers in `CrashLoopBackOff`. */
  readonly crashLoops: readonly ContainerCrashLoop[];
  /** The reasons, from its status to its phase. */
  readonly reasons: readonly PodReason[];
  /** What it waits for, in a few words, the most important first; empty if it waits for nothing. */
  readonly waitsFor: string;
  /** Whether it needs an explanation: it is not ready, has failed, is being deleted, or has restarted in the last 10 minutes. */
  readonly isNotable: boolean;
}

/** Options of {@link podReasons}. */
export interface PodReasonsOptions {
  /** The current time; without it, there are no ages and countdowns. */
  readonly now?: Timestamp | undefined;
}

/** What is known about a Pod: the explanations of its parts. */
interface KnownPod {
  readonly pod: Pod;
  readonly given: Fields<Pod>;
  readonly explanation: PodRowExplanation;
  readonly readiness: PodReadiness;
  readonly now: Timestamp | undefined;
}

/**
 * Explains the state of a stored Pod: what set its status, and what it waits for until it is ready, such as a node, an image,
 * a probe or a restart.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - the Pod as it is stored
 * @param options - the current time
 * @returns its row in `kubectl get pods`, and the reasons
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podReasons } from '@kubesem/inspect';
 *
 * const terminated = { exitCode: 1, finishedAt: '2026-01-01T11:58:00Z' };
 * const { row, waitsFor, reasons } = podReasons(
 *   {
 *     spec: { nodeName: 'n1', containers: [{ name: 'app' }] },
 *     status: {
 *       phase: 'Running',
 *       containerStatuses: [
 *         {
 *           name: 'app',
 *           restartCount: 1,
 *           state: {
 *             waiting: {
 *               reason: 'CrashLoopBackOff',
 *               message: 'back-off 2m40s restarting failed container=app pod=web',
 *             },
 *           },
 *           lastState: { terminated },
 *         },
 *       ],
 *     },
 *   },
 *   { now: '2026-01-01T12:00:00Z' },
 * );
 * row.status // => 'CrashLoopBackOff'
 * waitsFor // => 'app: restart in 40s'
 * reasons.map(({ about, text }) => `${about}: ${text}`) // => [
 * //   'status: CrashLoopBackOff: a container waits (container app, status.containerStatuses[0].state.waiting.reason)',
 * //   'container: app restarts in 40s at the earliest, at 2026-01-01T12:00:40Z (back-off 2m40s); 1 restart, last end: exit code 1 2m ago',
 * //   'phase: Running: a container that ended will restart (app)',
 * // ]
 * ```
 */
export function podReasons(pod: Pod, { now }: PodReasonsOptions = {}): PodReasonsReport {
  const explanation = explainPodRow(pod, { now });
  const readiness = podReadiness(pod);
  const known = { pod, given: fields(pod, ABSENT), explanation, readiness, now };
  const reasons = reasonsOf(known);
  return {
    ...explanation,
    readiness,
    crashLoops: observedContainers(pod).flatMap(({ name, status }) => {
      const found = crashLoop(status.value, { now });
      return found === undefined ? [] : [{ container: name, ...found }];
    }),
    reasons,
    waitsFor: waitsForText(reasons),
    isNotable: isNotable(known, reasons),
  };
}

/** The reasons with `waitsFor` say what the Pod waits for, the most important one first. */
function reasonsOf(known: KnownPod): readonly PodReason[] {
  const { explanation, readiness } = known;
  const isSettled = explanation.row.isCompleted || readiness.ready;
  return [
    statusReason(explanation),
    ...deletionReasons(known),
    ...(isSettled ? [] : nodeReasons(known)),
    ...containerReasons(known),
    ...gateReasons(readiness),
    phaseReason(known),
  ];
}

function statusReason({ row, steps }: PodRowExplanation): PodReason {
  const last = steps[steps.length - 1];
  if (last === undefined) {
    return { about: 'status', text: `${row.status || 'none'}: the Pod has no phase yet` };
  }
  const container = last.container === undefined ? '' : `container ${last.container}, `;
  const field = `${container}${formatFieldPath(last.segments)}`;
  return { about: 'status', text: `${row.status}: ${POD_STATUS_TEXTS[last.rule]} (${field})` };
}

/** The time of deletion is that at which the grace period ends. */
function deletionReasons({ given, now, explanation }: KnownPod): PodReason[] {
  const metadata = given.at('metadata');
  const endMs = timestampMs(metadata.value.deletionTimestamp);
  if (Number.isNaN(endMs) || explanation.row.isCompleted) {
    return [];
  }
  const seconds = metadata.integer('deletionGracePeriodSeconds');
  const grace = seconds === undefined ? 'its grace period' : formatDuration(seconds * 1000);
  const leftMs = endMs - timestampMs(now);
  const finalizers = metadata.texts('finalizers');
  const blockers = finalizers.length === 0 ? '' : `; finalizers: ${finalizers.join(', ')}`;
  const [short, text] = Number.isNaN(leftMs)
    ? ['deletion', '']
    : leftMs > 0
      ? [
          `deletion, within ${formatDuration(leftMs)}`,
          `, ${formatDuration(leftMs)} of ${grace} left`,
        ]
      : ['deletion', `, its grace period ended ${formatDuration(-leftMs)} ago`];
  return [{ about: 'deletion', waitsFor: short, text: `being deleted${text}${blockers}` }];
}

function nodeReasons({ given }: KnownPod): PodReason[] {
  const [spec, status] = [given.at('spec'), given.at('status')];
  const node = spec.text('nodeName');
  if (node !== '') {
    const isReported =
      status.list('containerStatuses').length + status.list('initContainerStatuses').length > 0;
    const text = `on ${node}, whose kubelet has not reported any container`;
    return isReported ? [] : [{ about: 'node', waitsFor: `the kubelet of ${node}`, text }];
  }
  const gates = spec.each('schedulingGates', (gate) => gate.text('name'));
  if (gates.length > 0) {
    const names = gates.join(', ');
    const text = `none: scheduling gates keep it from being scheduled: ${names}`;
    return [{ about: 'node', waitsFor: `scheduling gate ${names}`, text }];
  }
  const condition = status
    .objects('conditions')
    .find((each) => each.text('type') === 'PodScheduled' && each.text('status') !== 'True');
  const why = condition?.text('message') || 'the scheduler has not assigned one';
  return [{ about: 'node', waitsFor: 'a node', text: `none: ${why}` }];
}

function containerReasons(known: KnownPod): PodReason[] {
  const { pod, explanation, readiness, now } = known;
  const { isCompleted } = explanation.row;
  const blocking = blockingContainers(known);
  return observedContainers(pod).flatMap((observed): PodReason[] => {
    const title = titleOf(observed);
    const history = historyOf(observed, now);
    const isBlocking = isCompleted ? hasFailed(observed) : blocking.has(observed.name);
    if (isBlocking && Object.keys(observed.status.value).length > 0) {
      const { short, text } = waitOf(observed, pod, now);
      const waitsFor = isCompleted ? undefined : `${title}: ${short}`;
      const all = [text, ...history].join('; ');
      return [{ about: 'container', waitsFor, text: `${title} ${all}` }];
    }
    const isShown = history.length > 0 && readiness.ready;
    return isShown ? [{ about: 'container', text: `${title}: ${history.join()}` }] : [];
  });
}

function hasFailed({ status }: ObservedContainer): boolean {
  const terminated = status.at('state').at('terminated');
  return terminated.isPresent && terminated.integer('exitCode') !== 0;
}

/** The init container that the others wait for, or else the containers that are not ready. */
function blockingContainers({ explanation, readiness }: KnownPod): ReadonlySet<string> {
  const [last] = explanation.steps.filter(({ rule }) => rule.startsWith('INIT_')).slice(-1);
  const names = last?.container
    ? [last.container]
    : readiness.blockers.map(({ container }) => container);
  return new Set(names.filter((name) => name !== undefined));
}

/** The restarts of a container and how it ended last, in one sentence; empty if it has not restarted. */
function historyOf(observed: ObservedContainer, now: Timestamp | undefined): string[] {
  const restarts = restartsOf(observed);
  const end = lastEndOf(observed);
  if (restarts === 0) {
    return [];
  }
  const number = restarts === 1 ? '1 restart' : `${restarts} restarts`;
  return [
    end ? `${number}, last end: ${endText(end)}${agoText(end.value.finishedAt, now)}` : number,
  ];
}

function gateReasons({ blockers }: PodReadiness): PodReason[] {
  return blockers.flatMap(({ code, conditionType = '', status }) => {
    const found = status === undefined ? 'no controller has set it' : `its condition is ${status}`;
    const waitsFor = `gate ${conditionType}`;
    return code === 'GATE' ? [{ about: 'gate', waitsFor, text: `${conditionType}: ${found}` }] : [];
  });
}

function phaseReason({ pod, given }: KnownPod): PodReason {
  const status = given.at('status');
  const phase = status.text('phase');
  const said = [status.text('reason'), status.text('message')].filter((part) => part !== '');
  const { phase: computed, rule, containers } = podPhase(pod);
  const isComputed = status.list('containerStatuses').length > 0 && computed === phase;
  const names = containers.length === 0 ? '' : ` (${containers.join(', ')})`;
  const why = [...said, ...(isComputed ? [`${POD_PHASE_TEXTS[rule]}${names}`] : [])];
  return { about: 'phase', text: [phase || 'none', ...why].join(': ') };
}

function waitsForText(reasons: readonly PodReason[]): string {
  const [first, ...more] = reasons.flatMap(({ waitsFor }) => waitsFor ?? []);
  return first === undefined ? '' : more.length === 0 ? first : `${first} (+${more.length})`;
}

/** Restarts before that are history: the kubelet has forgotten the back-off. */
const RECENT_MS = 600_000;

function isNotable(
  { explanation: { row }, readiness, now }: KnownPod,
  reasons: readonly PodReason[],
): boolean {
  if (row.isCompleted) {
    return row.status !== 'Completed' && row.status !== 'Succeeded';
  }
  const lastMs = timestampMs(row.restarts.lastAt);
  const isRestarting = row.restarts.count > 0 && timestampMs(now) - lastMs < RECENT_MS;
  return !readiness.ready || isRestarting || reasons.some(({ about }) => about === 'deletion');
}
