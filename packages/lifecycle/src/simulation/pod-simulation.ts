import { isBeingDeleted, type Pod, type PodLike, type PodStatus } from '@kubesem/core';
import {
  ABSENT,
  isFinalPhase,
  type OptionRange,
  podFields,
  readNow,
  readOption,
} from '@kubesem/core/internal';
import type { PodRuntime } from '../phase/runtime.js';
import type { ProbeKind } from '../probes/worker.js';
import { type PodRow, podRow } from '../status/pod-row.js';
import { activeDeadline } from '../termination/active-deadline.js';
import { containerGracePeriod } from '../termination/grace-period.js';
import { podDeletion } from '../termination/pod-deletion.js';
import { Probes } from './probing.js';
import { type SimulatedContainer, SimulatedRuntime } from './runtime.js';
import {
  checkScript,
  type PodChange,
  type PodScript,
  type PodSimulationOptions,
  type SimulationEvent,
  withDefaults,
} from './script.js';
import { StatusKeeper } from './statuses.js';
import { stopPod } from './stopping.js';
import { type BackOffs, backOffs, type StartFailure, Sync, type SyncResult } from './sync.js';

/** Each probe and each restart takes time: an endless simulation would never return. */
const LONGEST_STEP: OptionRange = { min: 0, max: 1e9 };
const SECOND_MS = 1000;
/** How long the kubelet waits at most until it syncs a Pod again, and after an error. */
const [RESYNC_MS, RETRY_MS] = [60_000, 10_000];

/** What the kubelet has started and not ended: a sync, or the stop of the Pod. */
interface Work {
  readonly finishedAtMs: number;
  readonly done: (nowMs: number) => void;
}

/**
 * Simulates the life of a Pod in virtual time: its sandbox, init containers, sidecars and app containers, hooks, probes,
 * restarts and their delays, deletion and deadline.
 *
 * A script defines what the containers do. The kubelet acts at whole seconds: it lists the containers, handles probe results
 * and syncs the Pod if something has changed. Image pulls take no time. The real kubelet delays some syncs by up to 50 %;
 * the simulated one does not. Ephemeral containers and resizes are not simulated. A stored status is ignored, except for the
 * conditions of other controllers.
 *
 * @example
 * ```ts
 * import { PodSimulation } from '@kubesem/lifecycle';
 *
 * const pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'app' }] } };
 * const script = { containers: { app: { runs: [{ ms: 5000, exitCode: 1 }] } } };
 * const simulation = new PodSimulation(pod, script, { now: '2026-01-01T00:00:00Z' });
 * simulation.advance(20_000);
 * simulation.row.status // => 'CrashLoopBackOff'
 * simulation.row.restarts.text // => '1 (10s ago)'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `SyncPod`, `SyncTerminatingPod` and `SyncTerminatedPod`.
 */
export class PodSimulation {
  private readonly startMs: number;
  private readonly deleteAtMs: number;
  private readonly runtime: SimulatedRuntime;
  private readonly probes: Probes;
  private readonly statuses: StatusKeeper;
  private readonly backOffs: BackOffs;
  private readonly failures = new Map<string, StartFailure>();
  private readonly recorded: PodChange[] = [];
  private current: Pod;
  private stage: 'SYNC' | 'TERMINATE' | 'TERMINATED' | 'OVER' = 'SYNC';
  private work: Work | undefined;
  private mustSync = true;
  private nextSyncMs = Number.POSITIVE_INFINITY;
  private observed: ReadonlyMap<string, string> = new Map();
  /** Whether a sync has ended since the kubelet listed the containers. */
  private mustObserve = true;
  private graceSeconds: number | undefined;
  private isDeleted = false;
  private goneMs: number | undefined;
  private tickMs: number;
  private currentMs: number;
  private lastStatus: PodStatus | undefined;
  private lastPod: Pod | undefined;
  private lastText = '';

  /**
   * Starts the kubelet with the Pod.
   *
   * @param pod - the Pod; it is not changed
   * @param script - what its containers do, and when it is deleted
   * @param options - the time of the start, and settings of the node
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time, or if a time
   *   of the script is not a number, 0 or more
   * @throws the errors of {@link crashLoopSettings}
   */
  constructor(
    pod: PodLike,
    private readonly script: PodScript,
    { now, podIP = '10.0.0.1', crashLoop }: PodSimulationOptions,
  ) {
    const { pod: stored, spec } = podFields(pod, ABSENT);
    checkScript(script);
    this.startMs = readNow(now);
    this.deleteAtMs =
      this.startMs + (script.deleteAtSeconds ?? Number.POSITIVE_INFINITY) * SECOND_MS;
    const createdNow = { creationTimestamp: new Date(this.startMs) };
    const metadata = { ...createdNow, ...stored.at('metadata').value };
    this.current = { ...stored.value, metadata, spec: withDefaults(spec.value) };
    this.tickMs = this.startMs;
    this.currentMs = this.startMs;
    this.runtime = new SimulatedRuntime(script, this.startMs, podIP);
    this.probes = new Probes(this.runtime, script);
    this.statuses = new StatusKeeper(this.current);
    this.backOffs = backOffs(this.startMs, crashLoop);
    this.tick();
  }

  /**
   * Advances the time.
   *
   * @param ms - by how much, in milliseconds, up to 1,000,000,000 (11 days)
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if it is another number
   */
  advance(ms: number): void {
    readOption('ms', ms, LONGEST_STEP);
    const untilMs = this.currentMs + ms;
    for (let next = this.nextTickMs(); next <= untilMs; next = this.nextTickMs()) {
      this.tickMs = next;
      this.tick();
    }
    this.currentMs = untilMs;
  }

  /** The time since the start, in milliseconds. */
  get elapsedMs(): number {
    return this.currentMs - this.startMs;
  }

  /** The Pod with its status. */
  get pod(): Pod {
    return { ...this.current, status: this.status };
  }

  /** The last status that the kubelet set. */
  get status(): PodStatus {
    return this.statuses.status ?? {};
  }

  /** The row that `kubectl get pods` prints. */
  get row(): PodRow {
    return podRow(this.pod, { now: new Date(this.currentMs) });
  }

  /** What the kubelet and the containers have done, by time; ends when the Pod is removed. */
  get events(): readonly SimulationEvent[] {
    return this.runtime.events(Math.min(this.currentMs, this.goneMs ?? this.currentMs));
  }

  /** All statuses so far. */
  get changes(): readonly PodChange[] {
    return this.recorded;
  }

  /** When the Pod was removed from the API, in milliseconds since the start; undefined before. */
  get goneAtMs(): number | undefined {
    return this.goneMs === undefined ? undefined : this.goneMs - this.startMs;
  }

  /** The kubelet acts at whole seconds; seconds in which nothing can happen are skipped. */
  private nextTickMs(): number {
    if (this.goneMs !== undefined) {
      return Number.POSITIVE_INFINITY;
    }
    const soon = this.tickMs + SECOND_MS;
    const next = Math.min(
      this.work?.finishedAtMs ?? this.nextOwnMs(soon),
      this.probes.hasUpdates ? soon : this.probes.nextMs,
      this.isDeleted ? Number.POSITIVE_INFINITY : this.deleteAtMs,
    );
    const seconds = Math.ceil((next - this.startMs) / SECOND_MS);
    return Math.max(soon, this.startMs + seconds * SECOND_MS);
  }

  private nextOwnMs(soon: number): number {
    switch (this.stage) {
      case 'SYNC':
        return this.mustSync || this.mustObserve
          ? soon
          : Math.min(this.runtime.nextEndMs(), this.nextSyncMs, this.deadlineMs());
      case 'OVER':
        return Number.POSITIVE_INFINITY;
      default:
        return soon;
    }
  }

  private deadlineMs(): number {
    const now = new Date(this.tickMs);
    return activeDeadline(this.pod, { now })?.endsAtMs ?? Number.POSITIVE_INFINITY;
  }

  /** What the kubelet does in one second. */
  private tick(): void {
    const nowMs = this.tickMs;
    this.probes.run(this.current, this.statuses.status, nowMs);
    this.handleResults();
    this.delete();
    this.finish();
    if (this.goneMs === undefined && this.work === undefined && this.nextOwnMs(nowMs) <= nowMs) {
      this.act();
      this.probes.run(this.current, this.statuses.status, nowMs);
      this.handleResults();
      this.finish();
    }
    this.note();
  }

  private act(): void {
    const nowMs = this.tickMs;
    const observed = this.observe();
    switch (this.stage) {
      case 'SYNC':
        if (this.mustSync || nowMs >= Math.min(this.nextSyncMs, this.deadlineMs())) {
          this.mustSync = false;
          this.sync(observed);
        }
        break;
      case 'TERMINATE':
        this.terminate(observed);
        break;
      case 'TERMINATED':
        this.set(observed, true);
        this.statuses.terminate(this.current, nowMs);
        this.stage = 'OVER';
        if (isBeingDeleted(this.current)) {
          this.goneMs = nowMs;
        }
        break;
      case 'OVER':
        break;
    }
  }

  private finish(): void {
    const { work } = this;
    if (this.goneMs === undefined && work !== undefined && work.finishedAtMs <= this.tickMs) {
      this.work = undefined;
      this.mustObserve = true;
      work.done(work.finishedAtMs);
    }
  }

  /** Lists the containers. The Pod must be synced if one is new or has changed, not if one was removed. */
  private observe(): PodRuntime {
    const observed = this.runtime.observe(this.tickMs);
    const { sandboxes, containers } = observed;
    const seen = new Map(sandboxes.map(({ attempt, state }) => [`sandbox ${attempt}`, `${state}`]));
    for (const { id, state } of containers) {
      seen.set(id, state);
    }
    this.mustSync ||= [...seen].some(([id, state]) => this.observed.get(id) !== state);
    this.mustObserve = false;
    this.observed = seen;
    return observed;
  }

  /** The kubelet handles results of one time in a random order; here, successes come last. */
  private handleResults(): void {
    const updates = this.probes.takeUpdates();
    for (const isSuccess of [false, true]) {
      const idsOf = (kind: ProbeKind): ReadonlySet<string> =>
        new Set(
          updates
            .filter((one) => one.kind === kind && (one.result === 'Success') === isSuccess)
            .map(({ containerID }) => containerID),
        );
      this.statuses.setStarted(idsOf('startup'), isSuccess, this.current, this.tickMs);
      this.statuses.setReady(idsOf('readiness'), isSuccess, this.current, this.tickMs);
    }
    this.mustSync ||= updates.some(
      ({ kind, result }) => kind !== 'liveness' || result === 'Failure',
    );
  }

  private set(observed: PodRuntime, isTerminal: boolean): PodStatus {
    const { current: pod, tickMs: nowMs, failures } = this;
    const podIP = this.runtime.ip;
    const made = this.statuses.make(
      { pod, observed, podIP, failures, isTerminal, nowMs },
      (statuses) => this.probes.view(pod, statuses, nowMs),
    );
    this.statuses.set(pod, made, nowMs);
    return made;
  }

  /** Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `Kubelet.SyncPod`. */
  private sync(observed: PodRuntime): void {
    const { phase, conditions } = this.set(observed, false);
    if (isFinalPhase(phase ?? '')) {
      this.stage = 'TERMINATE';
      return;
    }
    const { current: pod, tickMs: nowMs } = this;
    const [liveness, startup] = [this.probes.outcomes('liveness'), this.probes.outcomes('startup')];
    this.probes.add(pod, this.statuses.status, nowMs);
    const restartAllContainers = (conditions ?? []).some(
      ({ type, status }) => type === 'AllContainersRestarting' && status === 'True',
    );
    const input = { pod, observed, nowMs, liveness, startup, restartAllContainers };
    const result = new Sync(this.runtime, this.backOffs, input).run();
    this.work = { finishedAtMs: result.finishedAtMs, done: () => this.synced(result) };
  }

  private synced({ finishedAtMs, starts, hasReset }: SyncResult): void {
    const failed = [...starts.values()].filter((failure) => failure !== undefined);
    for (const [name, failure] of starts) {
      if (failure === undefined) {
        this.failures.delete(name);
      } else {
        this.failures.set(name, failure);
      }
    }
    this.mustSync ||= hasReset && failed.length === 0;
    const retries = failed.flatMap(({ retryAtMs }) => retryAtMs ?? []);
    const [retryMs] = retries.sort((a, b) => a - b);
    const waitMs = retryMs === undefined ? RETRY_MS : Math.max(retryMs - finishedAtMs, 0);
    this.nextSyncMs =
      finishedAtMs + (failed.length === 0 ? RESYNC_MS : Math.min(waitMs, RESYNC_MS));
  }

  /** Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `Kubelet.SyncTerminatingPod`. */
  private terminate(observed: PodRuntime): void {
    const { current: pod, tickMs: atMs, runtime } = this;
    this.set(observed, false);
    this.probes.stop(pod, 'APPS_BUT_READINESS');
    const running = observed.containers
      .filter(({ state }) => state === 'running')
      .flatMap(({ id }): SimulatedContainer[] => [runtime.find(id) ?? []].flat());
    const seconds =
      this.graceSeconds ?? containerGracePeriod(pod, {}, { reason: 'CONTAINER' }).seconds;
    const finishedAtMs = stopPod(runtime, pod, running, { atMs, seconds });
    runtime.stopSandboxes(finishedAtMs);
    this.work = { finishedAtMs, done: () => this.stopped() };
  }

  private stopped(): void {
    this.probes.stop(this.current, 'ALL');
    this.set(this.observe(), true);
    this.stage = 'TERMINATED';
  }

  private delete(): void {
    const { gracePeriodSeconds } = this.script;
    if (this.isDeleted || this.tickMs < this.deleteAtMs) {
      return;
    }
    this.isDeleted = true;
    const now = new Date(this.tickMs);
    const stored = { ...this.current, status: { phase: this.status.phase } };
    const { outcome, pod } = podDeletion(stored, { gracePeriodSeconds, now });
    if (outcome === 'IMMEDIATE') {
      this.goneMs = this.tickMs;
      return;
    }
    this.current = { ...this.current, metadata: pod.metadata };
    if (this.stage === 'SYNC' || (this.stage === 'TERMINATE' && this.work === undefined)) {
      this.stage = 'TERMINATE';
      this.graceSeconds = containerGracePeriod(this.current, {}).seconds;
    }
  }

  /** Keeps the status if it has changed. */
  private note(): void {
    const { status } = this;
    if (status === this.lastStatus && this.current === this.lastPod) {
      return;
    }
    this.lastStatus = status;
    this.lastPod = this.current;
    const text = JSON.stringify([status, isBeingDeleted(this.current)]);
    if (text !== this.lastText) {
      this.lastText = text;
      const row = podRow(this.pod, { now: new Date(this.tickMs) });
      this.recorded.push({ atMs: this.tickMs - this.startMs, status, row });
    }
  }
}
