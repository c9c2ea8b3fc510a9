import {
  type Container,
  type ContainerKind,
  type LifecycleHandler,
  type PodLike,
} from '@kubesem/core';
import {
  ABSENT,
  AMOUNT_OPTION,
  everyContainer,
  type Fields,
  INT64_RANGE,
  objectOf,
  objectsOf,
  podFields,
  readOption,
} from '@kubesem/core/internal';
import { durationMs } from '../seconds.js';
import { containerGracePeriod, MINIMUM_STOP_SECONDS } from './grace-period.js';

/** A running container, and how long it takes to stop. */
export interface TerminatingContainer {
  /** Name of the container. */
  readonly name: string;
  /** Duration of its `preStop` hook in seconds; 0 by default. Ignored for a `sleep` hook, which has its own duration. */
  readonly preStopSeconds?: number | undefined;
  /** Seconds from the stop signal to its exit; 0 by default, `Infinity` if it ignores the signal. */
  readonly stopSeconds?: number | undefined;
}

/** Options of {@link simulateTermination}. */
export interface SimulateTerminationOptions {
  /** The running containers; by default all app containers and sidecars. Containers that the Pod does not have are ignored. */
  readonly containers?: readonly TerminatingContainer[] | undefined;
  /** Grace period that the kubelet sets, in seconds; by default that of the deletion, or of the Pod. */
  readonly gracePeriodSeconds?: number | null | undefined;
}

/**
 * What happens to a container while its Pod is stopped.
 *
 * - `PRE_STOP`: its `preStop` hook starts.
 * - `PRE_STOP_DONE`: the hook has ended.
 * - `PRE_STOP_TIMEOUT`: the grace period has expired, so the kubelet no longer waits for the hook.
 * - `TERM`: the runtime sends the stop signal.
 * - `EXITED`: the container has exited.
 * - `KILLED`: the runtime has killed it.
 */
export type TerminationEventType =
  | 'PRE_STOP'
  | 'PRE_STOP_DONE'
  | 'PRE_STOP_TIMEOUT'
  | 'TERM'
  | 'EXITED'
  | 'KILLED';

/** One event of {@link simulateTermination}. */
export interface TerminationEvent {
  /** When it happens: milliseconds from the start of the termination. */
  readonly atMs: number;
  /** Name of the container. */
  readonly container: string;
  /** What happens. */
  readonly type: TerminationEventType;
  /** Seconds from the stop signal to the kill; only for `TERM`. */
  readonly stopSeconds?: number | undefined;
}

/**
 * Simulates how the kubelet stops a Pod: hooks, stop signals and kills, in virtual time.
 *
 * App containers receive the stop signal right after their `preStop` hooks. A sidecar waits for all app containers and for
 * the next sidecar; its hook does not wait. Hooks and waits count towards the grace period, in whole seconds. Even when it
 * has expired, every container has 2 seconds to stop.
 *
 * @param pod - a Pod, a Pod template or a Pod spec
 * @param options - the running containers and the grace period
 * @returns the events, by time
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the grace period has the wrong type,
 *   or if a duration is not a number, 0 or more
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { simulateTermination } from '@kubesem/lifecycle';
 *
 * const pod = {
 *   initContainers: [{ name: 'proxy', restartPolicy: 'Always' }],
 *   containers: [{ name: 'app', lifecycle: { preStop: { sleep: { seconds: 3 } } } }],
 *   terminationGracePeriodSeconds: 10,
 * };
 * const containers = [{ name: 'proxy' }, { name: 'app', stopSeconds: Infinity }];
 * simulateTermination(pod, { containers }).map(({ atMs, container, type }) => `${atMs} ${container} ${type}`) // => [
 * //   '0 app PRE_STOP',
 * //   '3000 app PRE_STOP_DONE',
 * //   '3000 app TERM',
 * //   '10000 app KILLED',
 * //   '10000 proxy TERM',
 * //   '10000 proxy EXITED',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `killContainersWithSyncResult`, `killContainer`,
 * `executePreStopHook`, `terminationOrdering.waitForTurn`.
 */
export function simulateTermination(
  pod: PodLike,
  options: SimulateTerminationOptions = {},
): readonly TerminationEvent[] {
  const { containers, gracePeriodSeconds } = objectOf(options);
  const given =
    containers == null ? undefined : (objectsOf(containers) as readonly TerminatingContainer[]);
  const { seconds } = containerGracePeriod(pod, {}, { overrideSeconds: gracePeriodSeconds });
  for (const { preStopSeconds, stopSeconds } of given ?? []) {
    readOption('preStopSeconds', preStopSeconds, AMOUNT_OPTION);
    readOption('stopSeconds', stopSeconds, AMOUNT_OPTION);
  }
  const all = stoppedContainers(pod);
  const running = new Map((given ?? defaultContainers(all)).map((each) => [each.name, each]));
  const events: TerminationEvent[] = [];
  const turns = new Turns();
  for (const each of inOrder(all)) {
    const times = running.get(each.name);
    if (times === undefined) {
      turns.ended(each.kind, 0);
    } else {
      const hook = runHook(each, times, seconds, events);
      turns.ended(each.kind, stop(each, times, turns.wait(each.kind, hook), events));
    }
  }
  return events.sort((a, b) => a.atMs - b.atMs);
}

/** A container of a Pod that is stopped. */
export interface StoppedContainer {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly container: Fields<Container>;
}

/** The containers of a Pod. */
export function stoppedContainers(pod: PodLike): readonly StoppedContainer[] {
  const { spec } = podFields(pod, ABSENT);
  return everyContainer(spec, (container, name, kind) => ({ container, name, kind }));
}

function defaultContainers(all: readonly StoppedContainer[]): readonly TerminatingContainer[] {
  return all.filter(({ kind }) => kind === 'app' || kind === 'sidecar');
}

/** Those that wait for none, then the sidecars, each after the one that it waits for. */
export function inOrder(all: readonly StoppedContainer[]): readonly StoppedContainer[] {
  const isSidecar = ({ kind }: StoppedContainer): boolean => kind === 'sidecar';
  return [...all.filter((each) => !isSidecar(each)), ...all.filter(isSidecar).reverse()];
}

/** A moment of the termination of a container. */
export interface Moment {
  readonly atMs: number;
  /** What is left of its grace period. */
  readonly seconds: number;
}

/** When the containers end for which sidecars wait: 0 if they do not run. */
export class Turns {
  private appsMs = 0;
  /** Of the next sidecar: if it does not run, those after it do not count. */
  private laterMs = 0;

  /** The moment when the container may stop, or its grace period is over. */
  wait(kind: ContainerKind, from: Moment): Moment {
    if (kind !== 'sidecar' || from.seconds <= 0) {
      return from;
    }
    const turnMs = Math.max(this.appsMs, this.laterMs);
    return after(from, Math.max(turnMs - from.atMs, 0));
  }

  ended(kind: ContainerKind, atMs: number): void {
    if (kind === 'app') {
      this.appsMs = Math.max(this.appsMs, atMs);
    } else if (kind === 'sidecar') {
      this.laterMs = atMs;
    }
  }
}

/** The moment after a step that takes some time, at most what is left; it costs whole seconds. */
export function after({ atMs, seconds }: Moment, takesMs: number): Moment {
  const spentMs = Math.min(takesMs, Math.max(durationMs(seconds), 0));
  return { atMs: atMs + spentMs, seconds: seconds - Math.floor(spentMs / 1000) };
}

function runHook(
  { name, container }: StoppedContainer,
  times: TerminatingContainer,
  seconds: number,
  events: TerminationEvent[],
): Moment {
  const start = { atMs: 0, seconds };
  const preStop = container.at('lifecycle').at('preStop');
  if (!preStop.isPresent) {
    return start;
  }
  const takesMs = hookMs(preStop, times);
  const end = after(start, takesMs);
  const type = takesMs > end.atMs ? 'PRE_STOP_TIMEOUT' : 'PRE_STOP_DONE';
  events.push({ atMs: 0, container: name, type: 'PRE_STOP' });
  events.push({ atMs: end.atMs, container: name, type });
  return end;
}

/** A hook without a known handler fails at once. */
function hookMs(hook: Fields<LifecycleHandler>, times: TerminatingContainer): number {
  if (hook.has('exec') || hook.has('httpGet')) {
    return milliseconds(times.preStopSeconds);
  }
  return Math.max(durationMs(hook.at('sleep').integer('seconds', INT64_RANGE) ?? 0), 0);
}

/** Whole milliseconds: fractions of a second would be inexact. */
function milliseconds(seconds: number | undefined): number {
  return Math.max(Math.round((seconds ?? 0) * 1000), 0);
}

function stop(
  { name }: StoppedContainer,
  times: TerminatingContainer,
  { atMs, seconds }: Moment,
  events: TerminationEvent[],
): number {
  const stopSeconds = Math.max(seconds, MINIMUM_STOP_SECONDS);
  const takesMs = milliseconds(times.stopSeconds);
  const endMs = atMs + Math.min(takesMs, durationMs(stopSeconds));
  const type = takesMs > endMs - atMs ? 'KILLED' : 'EXITED';
  events.push({ atMs, container: name, type: 'TERM', stopSeconds });
  events.push({ atMs: endMs, container: name, type });
  return endMs;
}
