import {
  type Container,
  type ContainerStatus,
  type PodLike,
  type PodSpec,
  type PodStatus,
  type Probe,
  timestampMs,
  toPod,
} from '@kubesem/core';
import type { ProbeOutcome } from '../actions/plan.js';
import { countOf, objectOf, objectsOf, textOf } from '../lenient.js';
import { shouldRestartAll } from '../phase/runtime-conditions.js';
import { restartBySpec } from '../restart/container-restart.js';
import { type ProbeNumbers, probeNumbers } from './numbers.js';

/** What a probe decides about: a restart, traffic, or whether the container has started. */
export type ProbeKind = 'liveness' | 'readiness' | 'startup';

/** How one probe ended; `Error` if it could not run, such as a command in a container that the runtime does not find. */
export type ProbeAnswer = 'Success' | 'Failure' | 'Error';

/** Options of {@link ProbeWorker}. */
export interface ProbeWorkerOptions {
  /** The Pod, as it was when the worker started. */
  readonly pod: PodLike;
  /** Name of the container. */
  readonly container: string;
  /** When the worker starts, in milliseconds since 1970: with the first sync of its Pod, not with its container. */
  readonly startedAtMs: number;
  /** When the kubelet started; a container that is more than 10 seconds older keeps its state. Never by default. */
  readonly kubeletStartedAtMs?: number | undefined;
  /** Receives each new result, and the id of the container in its status. */
  readonly onResult?: ((result: ProbeOutcome, containerID: string) => void) | undefined;
}

const MAX_INT32 = 2_147_483_647;
/** A container that has started longer before the kubelet has survived a restart of the kubelet. */
const RESTART_GRACE_MS = 10_000;
/** Kubernetes writes an empty ID so; others have a runtime before it and an ID after it. */
const NO_ID = '://';

/**
 * The worker of the kubelet for one probe of one container, as a state machine that takes its time from outside.
 *
 * The worker looks at the container at its start and then once in each period, whenever the container starts. It skips the
 * probe while the container does not run, during its initial delay, and, except for a startup probe, until it has started.
 * Failures and successes below their threshold change nothing. After a failed liveness probe, and after any verdict of a
 * startup probe, it waits for another container.
 *
 * Call {@link due} at {@link nextMs} with the current status of the Pod. If it returns true, run the probe and
 * {@link report} its answer; then `value` and `nextMs` are up to date.
 *
 * @example
 * ```ts
 * import { ProbeWorker } from '@kubesem/lifecycle';
 *
 * const probe = { exec: { command: ['true'] }, periodSeconds: 10, initialDelaySeconds: 3, failureThreshold: 2 };
 * const pod = { spec: { containers: [{ name: 'app', livenessProbe: probe }] } };
 * const state = { running: { startedAt: '1970-01-01T00:00:00Z' } };
 * const status = { containerStatuses: [{ name: 'app', containerID: 'containerd://1', started: true, state }] };
 *
 * const worker = new ProbeWorker('liveness', probe, { pod, container: 'app', startedAtMs: 0 });
 * worker.due(0, status) // => false
 * worker.nextMs // => 10_000
 * worker.due(10_000, status) // => true
 * worker.report('Failure');
 * worker.value // => 'Success'
 * worker.due(20_000, status) // => true
 * worker.report('Failure');
 * worker.value // => 'Failure'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/prober` v1.37.1, `worker.run` and `worker.doProbe`. A wait of a random part of the
 * period directly after the start of the kubelet is left out.
 */
export class ProbeWorker {
  private readonly numbers: ProbeNumbers;
  private readonly spec: Partial<PodSpec>;
  private readonly isDeleted: boolean;
  private readonly container: Partial<Container>;
  private readonly isSidecar: boolean;
  private readonly restartLimitMs: number;

  private readonly onResult: ProbeWorkerOptions['onResult'];
  private cached: ProbeOutcome | undefined;
  private containerId = NO_ID;
  private lastAnswer: ProbeAnswer = 'Success';
  private run = 0;
  private isOnHold = false;
  private tickMs: number;
  private triggeredMs: number | undefined;
  private state: 'waiting' | 'probing' | 'stopping' | 'ended' = 'waiting';

  /**
   * Starts a worker.
   *
   * @param kind - what the probe decides about
   * @param probe - the probe; defaults are filled in
   * @param options - the Pod and the times
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if `pod` is of another kind
   */
  constructor(
    private readonly kind: ProbeKind,
    probe: Probe,
    options: ProbeWorkerOptions,
  ) {
    const { metadata, spec } = toPod(options.pod);
    this.numbers = probeNumbers(probe);
    this.spec = objectOf(spec);
    this.isDeleted = Boolean(objectOf(metadata).deletionTimestamp);
    const named = (list: readonly Container[] | null | undefined) =>
      objectsOf<Container>(list).find(({ name }) => textOf(name) === options.container);
    const init = named(this.spec.initContainers);
    this.container = named(this.spec.containers) ?? init ?? {};
    this.isSidecar = init !== undefined && this.container.restartPolicy === 'Always';
    this.tickMs = options.startedAtMs;
    this.onResult = options.onResult;
    this.restartLimitMs =
      (options.kubeletStartedAtMs ?? Number.NEGATIVE_INFINITY) - RESTART_GRACE_MS;
  }

  /** The cached result for the current container; undefined if there is none, as before the container is created. */
  get value(): ProbeOutcome | undefined {
    return this.cached;
  }

  /** The id of the container that {@link value} is about, as in its status; empty before the first. */
  get containerID(): string {
    return this.containerId === NO_ID ? '' : this.containerId;
  }

  /** When the worker acts next, in milliseconds since 1970; undefined while a probe runs, and after its end. */
  get nextMs(): number | undefined {
    return this.state === 'waiting' ? (this.triggeredMs ?? this.tickMs) : undefined;
  }

  /** Whether the worker has ended: its Pod has, or its container will not restart, or it was stopped. */
  get hasEnded(): boolean {
    return this.state === 'ended';
  }

  /**
   * Looks at the container, if it is time. Periods that have passed meanwhile are skipped.
   *
   * @param nowMs - the current time, in milliseconds since 1970
   * @param status - the current status of the Pod; undefined if the kubelet has none
   * @returns whether a probe starts now; report its answer before the next call
   */
  due(nowMs: number, status: PodStatus | null | undefined): boolean {
    const { nextMs } = this;
    if (nextMs === undefined || nowMs < nextMs) {
      return false;
    }
    const { periodMs } = this.numbers;
    if (this.triggeredMs === undefined) {
      this.tickMs += (Math.floor((nowMs - this.tickMs) / periodMs) + 1) * periodMs;
    } else {
      this.tickMs = nowMs + periodMs;
      this.triggeredMs = undefined;
    }
    this.look(nowMs, objectOf(status));
    return this.nextMs === undefined && !this.hasEnded;
  }

  /**
   * Takes the answer of the probe that {@link due} has started.
   *
   * @param answer - how the probe ended; the kubelet tries three times before it takes an `Error`, and then ignores it
   */
  report(answer: ProbeAnswer): void {
    const isStopping = this.state === 'stopping';
    if (!isStopping && this.state !== 'probing') {
      return;
    }
    this.state = 'waiting';
    if (answer !== 'Error') {
      this.count(answer);
    }
    if (isStopping) {
      this.end();
    }
  }

  /**
   * Asks for a probe at once and starts the period anew, as the kubelet does for readiness whenever it computes the status
   * of a container that is not ready.
   *
   * @param nowMs - the current time, in milliseconds since 1970
   */
  trigger(nowMs: number): void {
    this.triggeredMs ??= nowMs;
  }

  /** Stops the worker; a running probe counts, but is the last one. */
  stop(): void {
    if (this.state === 'probing') {
      this.state = 'stopping';
    } else if (this.state === 'waiting') {
      this.end();
    }
  }

  private look(nowMs: number, status: Partial<PodStatus>): void {
    const found = this.statusIn(status);
    if (status.phase === 'Failed' || status.phase === 'Succeeded') {
      this.end();
      return;
    }
    if (found === undefined) {
      return;
    }
    const { running, terminated } = objectOf(found.state);
    const startedMs = timestampMs(objectOf(running).startedAt);
    if (textOf(found.containerID) !== this.containerId) {
      this.adopt(found, startedMs < this.restartLimitMs);
    }
    if (this.isOnHold) {
      return;
    }
    if (!running) {
      if (this.containerId !== NO_ID) {
        this.set('Failure');
      }
      if (terminated && !this.restarts(countOf(objectOf(terminated).exitCode), status)) {
        this.end();
      }
    } else if (this.isDeleted && this.kind !== 'readiness') {
      this.end();
    } else if (this.mayProbe(nowMs - startedMs, found.started === true)) {
      this.state = 'probing';
    }
  }

  /** The status of the container; undefined if it has not been created. */
  private statusIn(status: Partial<PodStatus>): Partial<ContainerStatus> | undefined {
    const name = textOf(this.container.name);
    for (const list of [status.containerStatuses, status.initContainerStatuses]) {
      const found = objectsOf<ContainerStatus>(list).find((one) => textOf(one.name) === name);
      if (found && textOf(found.containerID) !== '') {
        return found;
      }
    }
    return undefined;
  }

  /** Starts anew with another container. The count of answers goes on. */
  private adopt(status: Partial<ContainerStatus>, isOlderThanKubelet: boolean): void {
    const id = textOf(status.containerID);
    this.containerId = id.split(NO_ID).length === 2 ? id : NO_ID;
    this.cached = undefined;
    if (!isOlderThanKubelet) {
      this.set(INITIAL_VALUES[this.kind]);
    } else if (this.isSidecar && this.kind === 'startup' && status.started === true) {
      this.set('Success');
    }
    this.isOnHold = false;
  }

  private restarts(exitCode: number, status: Partial<PodStatus>): boolean {
    return (
      restartBySpec(this.spec, this.container, exitCode).restarts ||
      shouldRestartAll(this.spec, status)
    );
  }

  private mayProbe(ageMs: number, hasStarted: boolean): boolean {
    const seconds = Math.trunc(ageMs / 1000);
    const isDelayOver = seconds >= this.numbers.initialDelaySeconds && seconds <= MAX_INT32;
    return isDelayOver && hasStarted !== (this.kind === 'startup');
  }

  private count(answer: 'Success' | 'Failure'): void {
    this.run = this.lastAnswer === answer ? this.run + 1 : 1;
    this.lastAnswer = answer;
    const { failureThreshold, successThreshold } = this.numbers;
    if (this.run < (answer === 'Failure' ? failureThreshold : successThreshold)) {
      return;
    }
    this.set(answer);
    if (this.kind === 'startup' || (this.kind === 'liveness' && answer === 'Failure')) {
      this.isOnHold = true;
      this.run = 0;
    }
  }

  private set(result: ProbeOutcome): void {
    if (this.cached !== result) {
      this.cached = result;
      this.onResult?.(result, this.containerId);
    }
  }

  private end(): void {
    this.state = 'ended';
    this.cached = undefined;
  }
}

/** What the kubelet believes before the first verdict. */
const INITIAL_VALUES: { readonly [kind in ProbeKind]: ProbeOutcome } = {
  liveness: 'Success',
  readiness: 'Failure',
  startup: 'Unknown',
};
