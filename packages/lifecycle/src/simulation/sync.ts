import { type Container, type Pod } from '@kubesem/core';
import { ABSENT, type Fields, fields, timestampMs } from '@kubesem/core/internal';
import type { ContainerKill, PodActions, ProbeOutcomes } from '../actions/plan.js';
import { nextPodActions } from '../actions/pod-actions.js';
import {
  type KnownContainers,
  knownContainers,
  type PodRuntime,
  type RuntimeContainer,
} from '../phase/runtime.js';
import { isSidecar } from '../phase/statuses.js';
import {
  CrashLoopBackOff,
  type CrashLoopConfiguration,
  crashLoopSettings,
} from '../restart/crash-loop.js';
import { containerGracePeriod, type GracePeriodReason } from '../termination/grace-period.js';
import type { SimulatedContainer, SimulatedRuntime } from './runtime.js';
import { runHook, stopContainer, stopPod } from './stopping.js';

/** How often the kubelet forgets old delays. */
const HOUSEKEEPING_MS = 2000;

/** Why a container did not start. */
export interface StartFailure {
  readonly reason: string;
  readonly message: string;
  /** When the kubelet tries it again, if it knows. */
  readonly retryAtMs?: number | undefined;
}

/** What a sync has done. */
export interface SyncResult {
  readonly finishedAtMs: number;
  /** Undefined for a container that has started. */
  readonly starts: ReadonlyMap<string, StartFailure | undefined>;
  /** Whether it has removed containers, to restart all of them. */
  readonly hasReset: boolean;
}

/** What a sync reads. */
export interface SyncInput {
  readonly pod: Pod;
  readonly observed: PodRuntime;
  readonly nowMs: number;
  readonly liveness: ProbeOutcomes;
  readonly startup: ProbeOutcomes;
  readonly restartAllContainers: boolean;
}

/** Delays of the containers. */
export interface BackOffs {
  /** The delays of a container, after the kubelet has forgotten old ones, the last time at `cleanedMs` or before. */
  of(name: string, cleanedMs: number): CrashLoopBackOff;
}

/** The delays of all containers. */
export function backOffs(
  startMs: number,
  configuration: CrashLoopConfiguration | undefined,
): BackOffs {
  const settings = crashLoopSettings(configuration);
  const byName = new Map<string, CrashLoopBackOff>();
  return {
    of(name, cleanedMs) {
      const found = byName.get(name) ?? new CrashLoopBackOff(settings);
      byName.set(name, found);
      found.collect(cleanedMs - ((cleanedMs - startMs) % HOUSEKEEPING_MS));
      return found;
    },
  };
}

/**
 * One sync of a Pod: all that the kubelet does until the last container is started, at the times at which it does it.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `SyncPod`.
 */
export class Sync {
  private readonly pod: Fields<Pod>;
  private readonly starts = new Map<string, StartFailure | undefined>();
  private readonly actions: PodActions;
  private readonly known: KnownContainers;
  private readonly specs: ReadonlyMap<string, Fields<Container>>;
  /** The containers of a name that have ended, the newest first. */
  private readonly ended = new Map<string, RuntimeContainer[]>();
  private nowMs: number;

  constructor(
    private readonly runtime: SimulatedRuntime,
    private readonly backOffs: BackOffs,
    private readonly input: SyncInput,
  ) {
    const { pod, observed, ...options } = input;
    this.actions = nextPodActions(pod, observed, options);
    this.known = knownContainers(observed);
    this.pod = fields<Pod>(pod, ABSENT);
    const spec = this.pod.at('spec');
    const all = [...spec.objects('containers'), ...spec.objects('initContainers')];
    this.specs = new Map(all.map((container) => [container.text('name'), container]));
    this.nowMs = input.nowMs;
    for (const container of observed.containers) {
      if (container.state === 'exited') {
        const others = this.ended.get(container.name) ?? [];
        others.push(container);
        this.ended.set(container.name, others);
      }
    }
  }

  run(): SyncResult {
    const { killPod, createSandbox, attempt, kill, reset, startInit, start } = this.actions;
    if (killPod) {
      this.killPod(createSandbox);
    } else {
      this.kill(kill);
      this.reset();
    }
    this.prune();
    if (createSandbox) {
      this.runtime.createSandbox(attempt, this.nowMs);
    }
    if (this.startInit(startInit)) {
      for (const name of start) {
        this.start(this.containerOf(name));
      }
    }
    return { finishedAtMs: this.nowMs, starts: this.starts, hasReset: reset.length > 0 };
  }

  private get running(): SimulatedContainer[] {
    return this.input.observed.containers
      .filter(({ state }) => state === 'running')
      .flatMap(({ id }) => this.runtime.find(id) ?? []);
  }

  private killPod(createsSandbox: boolean): void {
    const { pod } = this.input;
    const seconds = this.graceOf(NO_CONTAINER, 'CONTAINER');
    this.nowMs = stopPod(this.runtime, pod, this.running, { atMs: this.nowMs, seconds });
    this.runtime.stopSandboxes(this.nowMs);
    if (createsSandbox) {
      const init = new Set(this.initNames());
      const purged = this.known.all.filter((container) => init.has(container.text('name')));
      this.runtime.remove(
        purged.map((container) => container.text('id')),
        false,
      );
    }
  }

  private kill(kills: readonly ContainerKill[]): void {
    for (const { id, container, reason } of kills) {
      const found = this.runtime.find(id);
      if (found !== undefined) {
        const spec = this.containerOf(container);
        const seconds = this.graceOf(spec, GRACE_REASONS[reason]);
        this.nowMs = stopContainer(this.runtime, spec, found, { atMs: this.nowMs, seconds });
      }
    }
  }

  /** Without a grace period, and one after another. */
  private reset(): void {
    for (const { id, container, kill } of this.actions.reset) {
      const found = this.runtime.find(id);
      if (found !== undefined && kill) {
        const start = { atMs: this.nowMs, seconds: 0 };
        this.nowMs = stopContainer(this.runtime, this.containerOf(container), found, start);
      }
    }
    this.runtime.remove(
      this.actions.reset.map(({ id }) => id),
      true,
    );
  }

  private initNames(): string[] {
    return this.pod.at('spec').each('initContainers', (container) => container.text('name'));
  }

  /** Removes all dead init containers but the newest of each name. */
  private prune(): void {
    const old = this.initNames().flatMap((name) => (this.ended.get(name) ?? []).slice(1));
    this.runtime.remove(
      old.map(({ id }) => id),
      false,
    );
  }

  /** Returns whether the round goes on: a failed sidecar does not stop it. */
  private startInit(names: readonly string[]): boolean {
    return names.every((name) => {
      const container = this.containerOf(name);
      return this.start(container) || isSidecar(container);
    });
  }

  private start(spec: Fields<Container>): boolean {
    const name = spec.text('name');
    const failure = this.backOff(name) ?? this.startNow(name, spec);
    this.starts.set(name, failure);
    return failure === undefined;
  }

  private backOff(name: string): StartFailure | undefined {
    const [ended] = this.ended.get(name) ?? [];
    if (ended === undefined) {
      return undefined;
    }
    const finishedAtMs = timestampMs(ended.finishedAt);
    const { nowMs } = this;
    // A sync that has waited until now continues before the kubelet forgets old delays at the same time.
    const cleanedMs = Math.max(this.input.nowMs, nowMs - 1);
    const delayMs = this.backOffs.of(name, cleanedMs).next({ finishedAtMs, nowMs });
    if (delayMs === 0) {
      return undefined;
    }
    const message = `back-off ${goDuration(delayMs)} restarting failed container=${name} pod=${this.podText()}`;
    return { reason: 'CrashLoopBackOff', message, retryAtMs: finishedAtMs + delayMs };
  }

  private startNow(name: string, spec: Fields<Container>): StartFailure | undefined {
    const { runtime } = this;
    const known = this.known.byName.get(name);
    const restarts =
      known === undefined ? runtime.loggedRestarts(name) : (known.integer('restartCount') ?? 0) + 1;
    const container = runtime.start(name, spec.text('image'), restarts, this.nowMs);
    const hook = runHook(runtime, 'postStart', spec, container, this.nowMs);
    if (hook === undefined) {
      return undefined;
    }
    this.nowMs = hook.endsAtMs;
    if (hook.error === undefined) {
      return undefined;
    }
    const seconds = this.graceOf(spec, 'CONTAINER');
    this.nowMs = stopContainer(runtime, spec, container, { atMs: this.nowMs, seconds });
    const message = hook.isRefused
      ? `Cannot run handler: ${hook.error}`
      : `Exec lifecycle hook ([postStart]) for Container "${name}" in Pod "${this.podText()}" failed - error: ${hook.error}, message: ""`;
    return { reason: 'PostStartHookError', message };
  }

  private graceOf(container: Fields<Container>, reason: GracePeriodReason): number {
    return containerGracePeriod(this.input.pod, container.value, { reason }).seconds;
  }

  private containerOf(name: string): Fields<Container> {
    return this.specs.get(name) ?? NO_CONTAINER;
  }

  private podText(): string {
    const metadata = this.pod.at('metadata');
    return `${metadata.text('name')}_${metadata.text('namespace')}(${metadata.text('uid')})`;
  }
}

const NO_CONTAINER = /* @__PURE__ */ fields<Container>(undefined, ABSENT);

const GRACE_REASONS: { readonly [reason in ContainerKill['reason']]: GracePeriodReason } = {
  LivenessProbe: 'LIVENESS_PROBE',
  StartupProbe: 'STARTUP_PROBE',
  Unknown: 'CONTAINER',
  '': 'CONTAINER',
};

/** As Go prints a duration of whole seconds. */
function goDuration(ms: number): string {
  const seconds = ms / 1000;
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}
