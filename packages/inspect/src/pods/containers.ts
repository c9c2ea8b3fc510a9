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
import { ABSENT, everyContainer, type Fields, fields, podFields } from '@kubesem/core/internal';
import { applyProbeDefaults } from '@kubesem/defaults/pod';
import { containerRestart, crashLoop, formatProbe } from '@kubesem/lifecycle';

/** A container of a Pod, and what the kubelet reports about it. */
export interface ObservedContainer {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly container: Container;
  readonly status: Fields<ContainerStatus>;
}

/** Lists the containers of a Pod with their statuses. */
export function observedContainers(pod: Pod): readonly ObservedContainer[] {
  const podStatus = fields(pod, ABSENT).at('status');
  const statuses = new Map(
    [...podStatus.objects('initContainerStatuses'), ...podStatus.objects('containerStatuses')].map(
      (each) => [each.text('name'), each],
    ),
  );
  return everyContainer(podFields(pod, ABSENT).spec, ({ value }, name, kind) => ({
    name,
    kind,
    container: value,
    status: statuses.get(name) ?? fields<ContainerStatus>(undefined, ABSENT),
  }));
}

/** A container as a sentence names it. */
export function titleOf({ name, kind }: Pick<ObservedContainer, 'name' | 'kind'>): string {
  return kind === 'app' ? name : `${kind === 'init' ? 'init container' : kind} ${name}`;
}

/** The number of its restarts. */
export function restartsOf({ status }: ObservedContainer): number {
  return status.integer('restartCount') ?? 0;
}

/** How a container ended. */
type Ended = Fields<ContainerStateTerminated>;

/** How the container ended last: now, or before it was started again. */
export function lastEndOf({ status }: ObservedContainer): Ended | undefined {
  return [status.at('state'), status.at('lastState')]
    .map((state) => state.at('terminated'))
    .find(({ isPresent }) => isPresent);
}

/** How a container ended, such as `exit code 1 (Error)`. */
export function endText(ended: Ended): string {
  const [signal, reason] = [ended.integer('signal'), ended.text('reason')];
  const how = signal ? `signal ${signal}` : `exit code ${ended.integer('exitCode') ?? 0}`;
  return reason === '' ? how : `${how} (${reason})`;
}

/** What a container is waiting for, in a few words and in a sentence. */
export interface Wait {
  readonly short: string;
  readonly text: string;
}

/** What keeps a container from being ready. */
export function waitOf(observed: ObservedContainer, pod: Pod, now: Timestamp | undefined): Wait {
  const { status } = observed;
  const state = status.at('state');
  const [terminated, waiting] = [state.at('terminated'), state.at('waiting')];
  if (state.at('running').isPresent) {
    return runningWait(observed);
  }
  if (terminated.isPresent) {
    return endedWait(observed, terminated, pod, now);
  }
  const [reason, message] = [waiting.text('reason'), waiting.text('message')];
  if (reason === 'CrashLoopBackOff') {
    return crashLoopWait(status.value, now);
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
  if (status.flag('started') === true) {
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
  return formatProbe(attempt(() => applyProbeDefaults(probe)).value ?? probe);
}

function endedWait(
  { container }: ObservedContainer,
  ended: Ended,
  pod: Pod,
  now: Timestamp | undefined,
): Wait {
  const exitCode = ended.integer('exitCode') ?? 0;
  const { restarts, decidedBy } = containerRestart(pod, container, exitCode);
  const text = `ended with ${endText(ended)}${agoText(ended.value.finishedAt, now)}`;
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
