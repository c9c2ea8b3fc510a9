import { largest } from '@kubesem/core/internal';
import type { PodRuntime, RuntimeSandbox } from '../phase/runtime.js';
import {
  type ContainerRun,
  type HookRun,
  type PodScript,
  type SimulationEvent,
  scriptOf,
} from './script.js';

/** A container that the runtime has started. Its end is known in advance, unless it is stopped before. */
export interface SimulatedContainer {
  readonly name: string;
  readonly id: string;
  readonly image: string;
  readonly restartCount: number;
  readonly attempt: number;
  readonly run: ContainerRun;
  readonly startedAtMs: number;
  endsAtMs: number;
  exitCode: number;
  reason: string;
  /** Whether its end is among the events. */
  isOver: boolean;
}

/** How a hook ended. */
export interface HookEnd {
  readonly endsAtMs: number;
  readonly error?: string | undefined;
}

/** How many containers of one name the status of a Pod needs. */
const KEPT = 2;
const OVER = { isOver: true, endsAtMs: 0 };

/**
 * A container runtime whose containers follow a script. All times are in advance: what happens at a later time does not
 * change what is asked about an earlier one.
 */
export class SimulatedRuntime {
  private readonly recorded: SimulationEvent[] = [];
  /** The containers of each name, the newest first. */
  private readonly byName = new Map<string, readonly SimulatedContainer[]>();
  private readonly byId = new Map<string, SimulatedContainer>();
  private sandboxes: RuntimeSandbox[] = [];
  private readonly starts = new Map<string, number>();
  /** Log files, from which the kubelet counts restarts of containers that it has removed. */
  private readonly logs = new Map<string, Set<number>>();

  constructor(
    private readonly script: PodScript,
    private readonly startMs: number,
    private readonly podIP: string,
  ) {}

  /** What has happened until a time, sorted by time. */
  events(untilMs: number): SimulationEvent[] {
    this.settle(untilMs);
    const lastMs = untilMs - this.startMs;
    return this.recorded.filter(({ atMs }) => atMs <= lastMs).sort((a, b) => a.atMs - b.atMs);
  }

  note(atMs: number, event: Omit<SimulationEvent, 'atMs'>): void {
    this.recorded.push({ atMs: atMs - this.startMs, ...event });
  }

  /** What the runtime shows at a time. */
  observe(nowMs: number): PodRuntime {
    this.settle(nowMs);
    const [sandbox] = this.sandboxes;
    const containers = [...this.byName.values()]
      .flat()
      .map(({ name, id, image, restartCount, ...container }) => {
        const known = { name, id, image, restartCount, startedAt: new Date(container.startedAtMs) };
        const active = sandbox?.state === 'ready' && container.attempt === sandbox.attempt;
        const { endsAtMs, exitCode, reason } = container;
        return endsAtMs <= nowMs
          ? {
              ...known,
              active,
              state: 'exited' as const,
              exitCode,
              reason,
              finishedAt: new Date(endsAtMs),
            }
          : { ...known, active, state: 'running' as const };
      });
    return { sandboxes: this.sandboxes, containers };
  }

  /** When the next container ends; infinity if none does. */
  nextEndMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const [{ isOver, endsAtMs } = OVER] of this.byName.values()) {
      next = isOver ? next : Math.min(next, endsAtMs);
    }
    return next;
  }

  /** The container with an id, even if it has been removed. */
  find(id: string): SimulatedContainer | undefined {
    return this.byId.get(id);
  }

  /** The address that the Pod had last. */
  get ip(): string | undefined {
    return this.sandboxes.length > 0 ? this.podIP : undefined;
  }

  createSandbox(attempt: number, nowMs: number): void {
    this.sandboxes = [{ state: 'ready', attempt, ip: this.podIP }, ...this.sandboxes];
    this.note(nowMs, { action: 'createSandbox' });
  }

  stopSandboxes(nowMs: number): void {
    for (const { state } of this.sandboxes) {
      if (state === 'ready') {
        this.note(nowMs, { action: 'stopSandbox' });
      }
    }
    this.sandboxes = this.sandboxes.map((sandbox) => ({ ...sandbox, state: 'notReady' }));
  }

  /** How often a container has been started that the runtime no longer has. */
  loggedRestarts(name: string): number {
    return largest(this.logs.get(name) ?? [], -1) + 1;
  }

  start(name: string, image: string, restartCount: number, nowMs: number): SimulatedContainer {
    const { runs = [] } = scriptOf(this.script, name);
    const count = this.starts.get(name) ?? 0;
    this.starts.set(name, count + 1);
    const run = runs[Math.min(count, runs.length - 1)] ?? {};
    const { ms = Number.POSITIVE_INFINITY, exitCode = 0 } = run;
    const attempt = this.sandboxes[0]?.attempt ?? 0;
    const container: SimulatedContainer = {
      ...{ name, image, restartCount, attempt, run, exitCode, isOver: false },
      id: `${attempt}-${name}-${restartCount}`,
      startedAtMs: nowMs,
      endsAtMs: nowMs + ms,
      reason: run.reason || reasonOf(exitCode),
    };
    this.logs.set(name, (this.logs.get(name) ?? new Set()).add(restartCount));
    this.byId.set(container.id, container);
    const others = this.byName.get(name) ?? [];
    this.byName.set(name, [container, ...others.slice(0, KEPT - 1)]);
    this.note(nowMs, { action: 'start', container: name });
    return container;
  }

  /** Sends SIGTERM, and SIGKILL after the timeout. Returns when the container is gone. */
  stop(container: SimulatedContainer, timeoutSeconds: number, nowMs: number): number {
    if (container.endsAtMs <= nowMs) {
      this.finish(container);
      return nowMs;
    }
    const { name, run } = container;
    this.note(nowMs, { action: 'stop', container: name, timeoutSeconds });
    const killedAtMs = nowMs + timeoutSeconds * 1000;
    const stoppedAtMs = nowMs + (run.stopMs ?? Number.POSITIVE_INFINITY);
    const endsAtMs = Math.min(stoppedAtMs, killedAtMs);
    if (container.endsAtMs > endsAtMs) {
      const isKilled = stoppedAtMs > killedAtMs;
      container.endsAtMs = endsAtMs;
      container.exitCode = isKilled ? 137 : (run.stopExitCode ?? 0);
      container.reason = isKilled ? 'Error' : reasonOf(container.exitCode);
    }
    this.finish(container);
    return container.endsAtMs;
  }

  /** Runs a hook in a container; it ends with its container. */
  runHook(kind: 'postStart' | 'preStop', container: SimulatedContainer, nowMs: number): HookEnd {
    if (container.endsAtMs <= nowMs) {
      return { endsAtMs: nowMs, error: 'container is not running' };
    }
    this.note(nowMs, { action: kind, container: container.name });
    const { ms = 0, fails = false }: HookRun = scriptOf(this.script, container.name)[kind] ?? {};
    const isCut = container.endsAtMs < nowMs + ms;
    const endsAtMs = isCut ? container.endsAtMs : nowMs + ms;
    return fails || isCut ? { endsAtMs, error: 'hook failed' } : { endsAtMs };
  }

  /** Removes containers, with their logs or without. */
  remove(ids: Iterable<string>, keepsLogs: boolean): void {
    for (const id of ids) {
      const { name = '', restartCount = 0 } = this.byId.get(id) ?? {};
      this.byName.set(
        name,
        (this.byName.get(name) ?? []).filter((other) => other.id !== id),
      );
      if (!keepsLogs) {
        this.logs.get(name)?.delete(restartCount);
      }
    }
  }

  /** Notes the ends that have come. Only the newest container of a name can run. */
  private settle(nowMs: number): void {
    for (const [newest] of this.byName.values()) {
      if (newest !== undefined && newest.endsAtMs <= nowMs) {
        this.finish(newest);
      }
    }
  }

  private finish(container: SimulatedContainer): void {
    if (!container.isOver) {
      container.isOver = true;
      const { name, exitCode } = container;
      this.note(container.endsAtMs, { action: 'exit', container: name, exitCode });
    }
  }
}

function reasonOf(exitCode: number): string {
  return exitCode === 0 ? 'Completed' : 'Error';
}
