import {
  type Container,
  type ContainerStatus,
  type PodLike,
  type PodSpec,
  type PodStatus,
  type Probe,
} from '@kubesem/core';
import {
  ABSENT,
  type Fields,
  fields,
  fieldTimeMs,
  hasEnded,
  INT32_RANGE,
  podFields,
} from '@kubesem/core/internal';
import type { ProbeOutcome } from '../actions/plan.js';
import { shouldRestartAll } from '../phase/runtime-conditions.js';
import { isSidecar } from '../phase/statuses.js';
import { restartBySpec } from '../restart/container-restart.js';
import { type ProbeNumbers, probeNumbers } from './defaults.js';

/** The kind of a probe, which decides about a restart, traffic, or whether the container has started. */
export type ProbeKind = 'liveness' | 'readiness' | 'startup';

/** The result of one probe; `Error` if it could not run, such as a command in a container that no longer exists. */
export type ProbeAnswer = 'Success' | 'Failure' | 'Error';

/** Options of {@link ProbeWorker}. */
export interface ProbeWorkerOptions {
  /** The Pod, as it was when the worker started. */
  readonly pod: PodLike;
  /** Name of the container. */
  readonly container: string;
  /** When the worker starts, in milliseconds since 1970: at the first sync of its Pod, before its container starts. */
  readonly startedAtMs: number;
  /**
   * When the kubelet started, in milliseconds since 1970; long ago by default. A container that is more than 10 seconds older
   * keeps its state.
   */
  readonly kubeletStartedAtMs?: number | undefined;
  /** Receives each new result with the container ID of the status. */
  readonly onResult?: ((result: ProbeOutcome, containerID: string) => void) | undefined;
}

/** A container that started more than this before the kubelet has survived a restart of the kubelet. */
const RESTART_GRACE_MS = 10_000;
/** An empty container ID as Kubernetes writes it; other IDs have a runtime before it and text after it. */
const NO_ID = '://';

/**
 * Simulates the worker of the kubelet for one probe of one container. You control its clock. A field of the wrong type counts
 * as absent.
 *
 * The worker checks the container when the worker starts, and then once per period. It skips the probe while the container
 * does not run, during the initial delay, and, except for a startup probe, until the container has started. Fewer failures or
 * successes in a row than their threshold change nothing. After a liveness probe has failed, and after a startup probe has
 * failed or succeeded, the worker waits for the next container.
 *
 * Call {@link due} at {@link nextMs} with the current status of the Pod. If it returns true, run the probe and
 * {@link report} its result. Then `value` and `nextMs` are up to date.
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
  private readonly spec: Fields<PodSpec>;
  private readonly isDeleted: boolean;
  private readonly container: Fields<Container>;
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
   * @param kind - the kind of the probe
   * @param probe - the probe; defaults are filled in
   * @param options - the Pod and the times
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if `pod` is of another kind
   */
  constructor(
    private readonly kind: ProbeKind,
    probe: Probe,
    options: ProbeWorkerOptions,
  ) {
    const { pod, spec } = podFields(options.pod, ABSENT);
    this.numbers = probeNumbers(fields<Probe>(probe, ABSENT));
    this.spec = spec;
    this.isDeleted = pod.at('metadata').has('deletionTimestamp');
    const named = (list: 'initContainers' | 'containers') =>
      spec.objects(list).find((each) => each.text('name') === options.container);
    const init = named('initContainers');
    this.container = named('containers') ?? init ?? fields<Container>(undefined, ABSENT);
    this.isSidecar = init !== undefined && isSidecar(this.container);
    this.tickMs = options.startedAtMs;
    this.onResult = options.onResult;
    this.restartLimitMs =
      (options.kubeletStartedAtMs ?? Number.NEGATIVE_INFINITY) - RESTART_GRACE_MS;
  }

  /** The last result for the current container; undefined if there is none, such as before the container is created. */
  get value(): ProbeOutcome | undefined {
    return this.cached;
  }

  /** The container ID that {@link value} refers to, as in the status; empty before the first container. */
  get containerID(): string {
    return this.containerId === NO_ID ? '' : this.containerId;
  }

  /** When the worker acts next, in milliseconds since 1970; undefined while a probe runs and after the worker has ended. */
  get nextMs(): number | undefined {
    return this.state === 'waiting' ? (this.triggeredMs ?? this.tickMs) : undefined;
  }

  /** Whether the worker has ended: its Pod has ended, its container will not restart, or it was stopped. */
  get hasEnded(): boolean {
    return this.state === 'ended';
  }

  /**
   * Checks the container if the worker is due. Periods that have passed in the meantime are skipped.
   *
   * @param nowMs - the current time, in milliseconds since 1970
   * @param status - the current status of the Pod; undefined if the kubelet has none
   * @returns whether a probe starts now; report its result before the next call
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
    this.look(nowMs, fields<PodStatus>(status, ABSENT));
    return this.nextMs === undefined && !this.hasEnded;
  }

  /**
   * Reports the result of the probe that {@link due} has started.
   *
   * @param answer - the result; the kubelet retries an `Error` twice, and then ignores it
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
   * Requests a probe now and restarts the period, as the kubelet does for readiness probes whenever it computes the status
   * of a container that is not ready.
   *
   * @param nowMs - the current time, in milliseconds since 1970
   */
  trigger(nowMs: number): void {
    this.triggeredMs ??= nowMs;
  }

  /** Stops the worker. A running probe still counts. */
  stop(): void {
    if (this.state === 'probing') {
      this.state = 'stopping';
    } else if (this.state === 'waiting') {
      this.end();
    }
  }

  private look(nowMs: number, status: Fields<PodStatus>): void {
    const found = this.statusIn(status);
    if (hasEnded(status)) {
      this.end();
      return;
    }
    if (found === undefined) {
      return;
    }
    const running = found.at('state').at('running');
    const terminated = found.at('state').at('terminated');
    const startedMs = fieldTimeMs(running, 'startedAt') ?? Number.NaN;
    if (found.text('containerID') !== this.containerId) {
      this.adopt(found, startedMs < this.restartLimitMs);
    }
    if (this.isOnHold) {
      return;
    }
    if (!running.isPresent) {
      if (this.containerId !== NO_ID) {
        this.set('Failure');
      }
      if (terminated.isPresent && !this.restarts(terminated.integer('exitCode') ?? 0, status)) {
        this.end();
      }
    } else if (this.isDeleted && this.kind !== 'readiness') {
      this.end();
    } else if (this.mayProbe(nowMs - startedMs, found.flag('started') === true)) {
      this.state = 'probing';
    }
  }

  /** The status of the container; undefined if it has not been created. */
  private statusIn(status: Fields<PodStatus>): Fields<ContainerStatus> | undefined {
    const name = this.container.text('name');
    for (const list of ['containerStatuses', 'initContainerStatuses'] as const) {
      const found = status.objects(list).find((one) => one.text('name') === name);
      if (found && found.text('containerID') !== '') {
        return found;
      }
    }
    return undefined;
  }

  /** Starts again with another container. The count of results continues. */
  private adopt(status: Fields<ContainerStatus>, isOlderThanKubelet: boolean): void {
    const id = status.text('containerID');
    this.containerId = id.split(NO_ID).length === 2 ? id : NO_ID;
    this.cached = undefined;
    if (!isOlderThanKubelet) {
      this.set(INITIAL_VALUES[this.kind]);
    } else if (this.isSidecar && this.kind === 'startup' && status.flag('started')) {
      this.set('Success');
    }
    this.isOnHold = false;
  }

  private restarts(exitCode: number, status: Fields<PodStatus>): boolean {
    return (
      restartBySpec(this.spec, this.container, exitCode).restarts ||
      shouldRestartAll(this.spec, status)
    );
  }

  private mayProbe(ageMs: number, hasStarted: boolean): boolean {
    const seconds = Math.trunc(ageMs / 1000);
    const isDelayOver = seconds >= this.numbers.initialDelaySeconds && seconds <= INT32_RANGE.max;
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
