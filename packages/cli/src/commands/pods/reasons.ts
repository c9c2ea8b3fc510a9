import {
  formatDuration,
  formatFieldPath,
  listOf,
  objectOf,
  objectsOf,
  type Pod,
  type PodCondition,
  type Timestamp,
  textOf,
  timestampMs,
} from '@kubesem/core';
import {
  explainPodPhase,
  type PodReadiness,
  type PodRow,
  type PodRowExplanation,
  type PodStatusRule,
} from '@kubesem/lifecycle';
import { countOf } from '../../io/lenient.js';
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

/** One link in the chain of reasons for the state of a Pod. */
export interface PodReason {
  /** What the reason is about. */
  readonly about: 'status' | 'deletion' | 'node' | 'container' | 'gate' | 'phase';
  /** What the Pod waits for, in a few words; undefined if the reason is not something to wait for. */
  readonly waitsFor?: string | undefined;
  /** The reason in a sentence. */
  readonly text: string;
}

/** What is known about a Pod: the explanations of its parts. */
export interface KnownPod {
  readonly pod: Pod;
  readonly explanation: PodRowExplanation;
  readonly readiness: PodReadiness;
  readonly now: Timestamp;
}

/**
 * Explains the state of a Pod, from its status to its phase. The reasons with `waitsFor` say what it waits for, the most
 * important one first.
 */
export function podReasons(known: KnownPod): readonly PodReason[] {
  const { explanation, readiness } = known;
  const { row } = explanation;
  const isSettled = row.isCompleted || readiness.ready;
  return [
    statusReason(explanation),
    ...deletionReasons(known),
    ...(isSettled ? [] : nodeReasons(known)),
    ...containerReasons(known),
    ...gateReasons(readiness),
    phaseReason(known),
  ];
}

const STATUS_RULES: { readonly [rule in PodStatusRule]: string } = {
  PHASE: 'its phase',
  REASON: 'the reason in its status',
  SCHEDULING_GATED: 'a scheduling gate keeps it from being scheduled',
  INIT_TERMINATED: 'an init container ended, and the next one has not started',
  INIT_WAITING: 'an init container waits',
  INIT_PENDING: 'its init containers have not all succeeded',
  CONTAINER_WAITING: 'a container waits',
  CONTAINER_TERMINATED: 'a container ended',
  STILL_RUNNING: 'a container ended, but another one runs',
  ANOTHER_FAILED: 'a container ended, and another one failed',
  NOT_READY: 'a container ended, another one runs, and the Pod is not ready',
  NODE_LOST: 'its node is lost while it is being deleted',
  DELETED: 'it is being deleted',
};

function statusReason({ row, steps }: PodRowExplanation): PodReason {
  const last = steps.at(-1);
  if (last === undefined) {
    return { about: 'status', text: `${row.status || 'none'}: the Pod has no phase yet` };
  }
  const container = last.container === undefined ? '' : `container ${last.container}, `;
  const field = `${container}${formatFieldPath(last.segments)}`;
  return { about: 'status', text: `${row.status}: ${STATUS_RULES[last.rule]} (${field})` };
}

/** The time of deletion is that at which the grace period ends. */
function deletionReasons({ pod, now, explanation }: KnownPod): PodReason[] {
  const metadata = objectOf(pod.metadata);
  const endMs = timestampMs(metadata.deletionTimestamp);
  if (Number.isNaN(endMs) || explanation.row.isCompleted) {
    return [];
  }
  const seconds = countOf(metadata.deletionGracePeriodSeconds);
  const grace = seconds === undefined ? 'its grace period' : formatDuration(seconds * 1000);
  const leftMs = endMs - timestampMs(now);
  const finalizers = listOf(metadata.finalizers).map(textOf);
  const blockers = finalizers.length === 0 ? '' : `; finalizers: ${finalizers.join(', ')}`;
  const [short, text] =
    leftMs > 0
      ? [`deletion, within ${formatDuration(leftMs)}`, `${formatDuration(leftMs)} of ${grace} left`]
      : ['deletion', `its grace period ended ${formatDuration(-leftMs)} ago`];
  return [{ about: 'deletion', waitsFor: short, text: `being deleted, ${text}${blockers}` }];
}

function nodeReasons({ pod }: KnownPod): PodReason[] {
  const { nodeName, schedulingGates } = objectOf(pod.spec);
  const { containerStatuses, initContainerStatuses, conditions } = objectOf(pod.status);
  const node = textOf(nodeName);
  if (node !== '') {
    const isReported = [containerStatuses, initContainerStatuses].some(
      (list) => listOf(list).length > 0,
    );
    const text = `on ${node}, whose kubelet has not reported any container`;
    return isReported ? [] : [{ about: 'node', waitsFor: `the kubelet of ${node}`, text }];
  }
  const gates = objectsOf(schedulingGates).map(({ name }) => textOf(name));
  if (gates.length > 0) {
    const names = gates.join(', ');
    const text = `none: scheduling gates keep it from being scheduled: ${names}`;
    return [{ about: 'node', waitsFor: `scheduling gate ${names}`, text }];
  }
  const condition = objectsOf<PodCondition>(conditions).find(
    ({ type, status }) => type === 'PodScheduled' && status !== 'True',
  );
  const why = textOf(condition?.message) || 'the scheduler has not assigned one';
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
    if (isBlocking && Object.keys(observed.status).length > 0) {
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
  const { terminated } = objectOf(status.state);
  return terminated ? countOf(objectOf(terminated).exitCode) !== 0 : false;
}

/** The init container that the others wait for, or else the containers that are not ready. */
function blockingContainers({ explanation, readiness }: KnownPod): ReadonlySet<string> {
  const last = explanation.steps.filter(({ rule }) => rule.startsWith('INIT_')).at(-1);
  const names = last?.container
    ? [last.container]
    : readiness.blockers.map(({ container }) => container);
  return new Set(names.filter((name) => name !== undefined));
}

/** The restarts of a container and how it ended last, in one sentence; empty if it has not restarted. */
function historyOf(observed: ObservedContainer, now: Timestamp): string[] {
  const restarts = restartsOf(observed);
  const end = lastEndOf(observed);
  if (restarts === 0) {
    return [];
  }
  const number = restarts === 1 ? '1 restart' : `${restarts} restarts`;
  return [end ? `${number}, last end: ${endText(end)}${agoText(end.finishedAt, now)}` : number];
}

function gateReasons({ blockers }: PodReadiness): PodReason[] {
  return blockers.flatMap(({ code, conditionType = '', status }) => {
    const found = status === undefined ? 'no controller has set it' : `its condition is ${status}`;
    const waitsFor = `gate ${conditionType}`;
    return code === 'GATE' ? [{ about: 'gate', waitsFor, text: `${conditionType}: ${found}` }] : [];
  });
}

const PHASE_RULES = {
  INIT_FAILED: 'an init container failed and does not restart',
  INIT_PENDING: 'an init container has not succeeded',
  SIDECAR_PENDING: 'a sidecar has not started',
  CONTAINER_WAITING: 'a container has not run yet',
  CONTAINER_RUNNING: 'a container runs',
  CONTAINER_RESTARTS: 'a container that ended will restart',
  ALL_SUCCEEDED: 'all containers succeeded',
  ONE_FAILED: 'a container failed and does not restart',
  STATUS_UNKNOWN: 'the state of a container is not known',
} as const;

function phaseReason({ pod }: KnownPod): PodReason {
  const { phase: stored, reason, message, containerStatuses } = objectOf(pod.status);
  const phase = textOf(stored);
  const given = [reason, message].map(textOf).filter((part) => part !== '');
  const { phase: computed, rule, containers } = explainPodPhase(pod);
  const isComputed = listOf(containerStatuses).length > 0 && computed === phase;
  const names = containers.length === 0 ? '' : ` (${containers.join(', ')})`;
  const why = [...given, ...(isComputed ? [`${PHASE_RULES[rule]}${names}`] : [])];
  return { about: 'phase', text: [phase || 'none', ...why].join(': ') };
}

/** What a Pod waits for, in a few words; empty if it waits for nothing. */
export function waitsForText(reasons: readonly PodReason[]): string {
  const [first, ...more] = reasons.flatMap(({ waitsFor }) => waitsFor ?? []);
  return first === undefined ? '' : more.length === 0 ? first : `${first} (+${more.length})`;
}

/** Restarts before that are history: the kubelet has forgotten the back-off. */
const RECENT_MS = 600_000;

/** Whether a Pod needs an explanation: it is not ready, has failed, is being deleted, or has restarted lately. */
export function needsReasons(
  row: PodRow,
  readiness: PodReadiness,
  reasons: readonly PodReason[],
  now: Timestamp,
): boolean {
  if (row.isCompleted) {
    return row.status !== 'Completed' && row.status !== 'Succeeded';
  }
  const lastMs = timestampMs(row.restarts.lastAt);
  const isRestarting = row.restarts.count > 0 && timestampMs(now) - lastMs < RECENT_MS;
  return !readiness.ready || isRestarting || reasons.some(({ about }) => about === 'deletion');
}
