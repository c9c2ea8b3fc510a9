// What the status of a Pod says about one of its containers, in words.
import {
  attempt,
  type Container,
  type ContainerKind,
  type ContainerStateTerminated,
  type ContainerStatus,
  formatAge,
  formatDuration,
  type Pod,
  type Probe,
  type Timestamp,
} from '@kubesem/core';
import {
  ABSENT,
  everyContainer,
  objectOf,
  objectsOf,
  podFields,
  textOf,
} from '@kubesem/core/internal';
import { applyProbeDefaults } from '@kubesem/defaults/pod';
import { containerRestart, crashLoop, describeProbe } from '@kubesem/lifecycle';
import { countOf } from '../lenient.js';

/** A container of a Pod, and what the kubelet reports about it. */
export interface ObservedContainer {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly container: Container;
  readonly status: Partial<ContainerStatus>;
}

/** Lists the containers of a Pod with their statuses. */
export function observedContainers(pod: Pod): readonly ObservedContainer[] {
  const { initContainerStatuses, containerStatuses } = objectOf(pod.status);
  const statuses = new Map(
    [initContainerStatuses, containerStatuses]
      .flatMap((list) => objectsOf<ContainerStatus>(list))
      .map((each) => [textOf(each.name), each]),
  );
  return everyContainer(podFields(pod, ABSENT).spec, ({ value }, name, kind) => ({
    name,
    kind,
    container: value,
    status: statuses.get(name) ?? {},
  }));
}

/** A container as a sentence names it. */
export function titleOf({ name, kind }: Pick<ObservedContainer, 'name' | 'kind'>): string {
  return kind === 'app' ? name : `${kind === 'init' ? 'init container' : kind} ${name}`;
}

/** The number of its restarts. */
export function restartsOf({ status }: ObservedContainer): number {
  return countOf(status.restartCount) ?? 0;
}

/** How the container ended last: now, or before it was started again. */
export function lastEndOf({ status }: ObservedContainer): ContainerStateTerminated | undefined {
  const ended = objectOf(status.state).terminated ?? objectOf(status.lastState).terminated;
  return ended ? objectOf(ended) : undefined;
}

/** How a container ended, such as `exit code 1 (Error)`. */
export function endText({ exitCode, signal, reason }: ContainerStateTerminated): string {
  const how = countOf(signal) ? `signal ${signal}` : `exit code ${countOf(exitCode) ?? 0}`;
  return textOf(reason) === '' ? how : `${how} (${textOf(reason)})`;
}

/** What a container is waiting for, in a few words and in a sentence. */
export interface Wait {
  readonly short: string;
  readonly text: string;
}

/** What keeps a container from being ready. */
export function waitOf(observed: ObservedContainer, pod: Pod, now: Timestamp | undefined): Wait {
  const { status } = observed;
  const { running, terminated, waiting } = objectOf(status.state);
  if (running) {
    return runningWait(observed);
  }
  if (terminated) {
    return endedWait(observed, objectOf(terminated), pod, now);
  }
  const reason = textOf(objectOf(waiting).reason);
  const message = textOf(objectOf(waiting).message);
  if (reason === 'CrashLoopBackOff') {
    return crashLoopWait(status, now);
  }
  if (reason === '') {
    const text = 'the kubelet has not reported its state';
    return { short: 'the kubelet', text };
  }
  return { short: reason, text: `waits: ${reason}${message === '' ? '' : ` (${message})`}` };
}

function runningWait({ kind, container, status }: ObservedContainer): Wait {
  if (kind === 'init') {
    return { short: 'completion', text: 'runs; the next container starts when it has succeeded' };
  }
  if (status.started === true) {
    return container.readinessProbe
      ? {
          short: 'readiness probe',
          text: `runs; its readiness probe does not succeed: ${probeText(container.readinessProbe)}`,
        }
      : { short: 'readiness', text: 'runs; the kubelet has not set it ready' };
  }
  if (container.startupProbe) {
    const text = `runs; its startup probe has not succeeded: ${probeText(container.startupProbe)}`;
    return { short: 'startup probe', text };
  }
  return container.lifecycle
    ? { short: 'postStart hook', text: 'runs; its postStart hook has not ended' }
    : { short: 'its start', text: 'runs; the kubelet has not set it started' };
}

/** A probe as `kubectl describe pod` prints it. Stored Pods have the defaults already. */
function probeText(probe: Probe): string {
  return describeProbe(attempt(() => applyProbeDefaults(probe)).value ?? objectOf(probe));
}

function endedWait(
  { container }: ObservedContainer,
  ended: ContainerStateTerminated,
  pod: Pod,
  now: Timestamp | undefined,
): Wait {
  const exitCode = countOf(ended.exitCode) ?? 0;
  const { restarts, decidedBy } = containerRestart(pod, container, exitCode);
  const text = `ended with ${endText(ended)}${agoText(ended.finishedAt, now)}`;
  if (restarts) {
    return { short: 'restart', text: `${text}; the kubelet restarts it` };
  }
  const who = { RULE: 'its restart rules', CONTAINER: 'its restart policy' } as const;
  const by = who[decidedBy.by as keyof typeof who] ?? 'the restart policy of the Pod';
  return { short: `ended, ${endText(ended)}`, text: `${text}; no restart, because of ${by}` };
}

function crashLoopWait(status: Partial<ContainerStatus>, now: Timestamp | undefined): Wait {
  const { backOffSeconds, restartsAtMs, remainingMs } = crashLoop(status, { now }) ?? {};
  if (backOffSeconds === undefined) {
    return { short: 'restart', text: 'keeps exiting; the kubelet delays its restart' };
  }
  const delay = `back-off ${formatDuration(backOffSeconds * 1000)}`;
  if (restartsAtMs === undefined || remainingMs === undefined) {
    return { short: `restart (${delay})`, text: `restarts after a ${delay}` };
  }
  const at = new Date(restartsAtMs).toISOString().replace(/\.000Z$/, 'Z');
  return remainingMs > 0
    ? {
        short: `restart in ${formatDuration(remainingMs)}`,
        text: `restarts in ${formatDuration(remainingMs)} at the earliest, at ${at} (${delay})`,
      }
    : { short: 'restart (back-off over)', text: `may restart since ${at} (${delay})` };
}

/** How long ago something was, such as ` 5m ago`; empty if it is not known. */
export function agoText(time: Timestamp | null | undefined, now: Timestamp | undefined): string {
  const age = formatAge(time, now);
  return age.startsWith('<') ? '' : ` ${age} ago`;
}
