import {
  type Container,
  type ContainerStatus,
  type Pod,
  type PodCondition,
  type PodSpec,
  type PodStatus,
} from '@kubesem/core';
import { ABSENT, type Fields, fields } from '@kubesem/core/internal';
import type { ProbeOutcome, ProbeOutcomes } from '../actions/plan.js';
import { shouldRestartAll } from '../phase/runtime-conditions.js';
import { isSidecar, type Statuses, statusesByName } from '../phase/statuses.js';
import { type ProbeAnswer, type ProbeKind, ProbeWorker } from '../probes/worker.js';
import type { SimulatedRuntime } from './runtime.js';
import { type PodScript, type ScriptedAnswer, scriptOf } from './script.js';

/** A new result of a probe. */
export interface ProbeUpdate {
  readonly kind: ProbeKind;
  readonly containerID: string;
  readonly result: ProbeOutcome;
}

interface Probing {
  readonly name: string;
  readonly kind: ProbeKind;
  readonly worker: ProbeWorker;
}

const KINDS = ['startup', 'readiness', 'liveness'] as const;
const ANSWERS: { readonly [result in ScriptedAnswer['result']]: ProbeAnswer } = {
  success: 'Success',
  failure: 'Failure',
  error: 'Error',
};
const ID_PREFIX = 'containerd://';
const RESTARTING: PodCondition = { type: 'AllContainersRestarting', status: 'True' };

/**
 * The workers of all probes of a Pod, and their results.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/prober` v1.37.1, `AddPod`, `UpdatePodStatus`.
 */
export class Probes {
  private readonly workers = new Map<string, Probing>();
  private updates: ProbeUpdate[] = [];

  constructor(
    private readonly runtime: SimulatedRuntime,
    private readonly script: PodScript,
  ) {}

  /** When a worker acts next; infinity if none does. The kubelet handles new results in the next second. */
  get nextMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { worker } of this.workers.values()) {
      next = Math.min(next, worker.nextMs ?? next);
    }
    return next;
  }

  get hasUpdates(): boolean {
    return this.updates.length > 0;
  }

  takeUpdates(): readonly ProbeUpdate[] {
    const taken = this.updates;
    this.updates = [];
    return taken;
  }

  /** Starts the workers that are missing. A container whose startup worker runs gets no others. */
  add(pod: Pod, status: PodStatus | undefined, nowMs: number): void {
    const view = new StatusView(pod, status);
    for (const container of probedContainers(specOf(pod))) {
      const name = container.text('name');
      for (const kind of KINDS) {
        const key = `${kind} ${name}`;
        if (!container.has(`${kind}Probe`)) {
          continue;
        }
        if (this.workers.has(key)) {
          break;
        }
        const worker = this.worker(kind, pod, container, nowMs);
        this.workers.set(key, { name, kind, worker });
        this.look(key, view, nowMs);
      }
    }
  }

  /** It reads nothing of the other containers, which can be many. */
  private worker(
    kind: ProbeKind,
    { metadata, spec }: Pod,
    container: Fields<Container>,
    startedAtMs: number,
  ): ProbeWorker {
    return new ProbeWorker(kind, container.at(`${kind}Probe`).value, {
      pod: {
        metadata,
        spec: { ...spec, initContainers: [], containers: [container.value] },
      },
      container: container.text('name'),
      startedAtMs,
      onResult: (result, containerID) => {
        this.updates.push({ kind, containerID, result });
      },
    });
  }

  /** Runs the probes whose time has come. */
  run(pod: Pod, status: PodStatus | undefined, nowMs: number): void {
    const view = new StatusView(pod, status);
    for (const [key, { worker }] of [...this.workers]) {
      if ((worker.nextMs ?? Number.POSITIVE_INFINITY) <= nowMs) {
        this.look(key, view, nowMs);
      }
    }
  }

  /** Stops workers: all, or liveness and startup of the app containers. */
  stop(pod: Pod, which: 'ALL' | 'APPS_BUT_READINESS'): void {
    const apps = new Set(specOf(pod).each('containers', (container) => container.text('name')));
    for (const [key, { name, kind, worker }] of [...this.workers]) {
      if (which === 'ALL' || (apps.has(name) && kind !== 'readiness')) {
        worker.stop();
        this.workers.delete(key);
      }
    }
  }

  /** The last results of a kind, by the ids of the runtime. */
  outcomes(kind: ProbeKind): ProbeOutcomes {
    return Object.fromEntries(
      [...this.workers.values()]
        .filter((probing) => probing.kind === kind && probing.worker.value !== undefined)
        .map(({ worker }) => [worker.containerID.slice(ID_PREFIX.length), worker.value]),
    );
  }

  /** Fills in whether containers have started and are ready; asks for a probe of those that are not ready. */
  view(pod: Pod, statuses: readonly ContainerStatus[], nowMs: number): readonly ContainerStatus[] {
    const init = new Map(
      specOf(pod).each('initContainers', (container) => [container.text('name'), container]),
    );
    return statuses.map((status) => {
      const started = this.isStarted(status);
      const container = init.get(status.name ?? '');
      if (container !== undefined && !isSidecar(container)) {
        const terminated = status.state?.terminated;
        const isDone = Boolean(terminated) && (terminated?.exitCode ?? 0) === 0;
        return { ...status, started, ready: isDone || status.ready };
      }
      return { ...status, started, ready: started ? this.isReady(status, nowMs) : status.ready };
    });
  }

  private isStarted(status: ContainerStatus): boolean {
    if (!status.state?.running) {
      return false;
    }
    const worker = this.workers.get(`startup ${status.name ?? ''}`)?.worker;
    const value = worker?.containerID === status.containerID ? worker?.value : undefined;
    return value === undefined
      ? status.started === true || worker === undefined
      : value === 'Success';
  }

  private isReady(status: ContainerStatus, nowMs: number): boolean {
    const worker = this.workers.get(`readiness ${status.name ?? ''}`)?.worker;
    if (worker === undefined) {
      return true;
    }
    if (worker.containerID === status.containerID && worker.value === 'Success') {
      return true;
    }
    worker.trigger(nowMs);
    return false;
  }

  private look(key: string, view: StatusView, nowMs: number): void {
    const { kind, name, worker } = this.workers.get(key) as Probing;
    if (worker.due(nowMs, view.of(name))) {
      worker.report(this.answer(kind, name, worker.containerID, nowMs));
    }
    if (worker.hasEnded) {
      this.workers.delete(key);
    }
  }

  private answer(kind: ProbeKind, name: string, containerID: string, nowMs: number): ProbeAnswer {
    const container = this.runtime.find(containerID.slice(ID_PREFIX.length));
    if (container === undefined || container.endsAtMs < nowMs) {
      return 'Error';
    }
    const answers = scriptOf(this.script, name).probes?.[kind] ?? [];
    const result = answerAt(answers, nowMs - container.startedAtMs);
    this.runtime.note(nowMs, { action: 'probe', container: name, kind, result });
    return ANSWERS[result];
  }
}

/** The latest of the sorted answers at an age; success before the first one. */
function answerAt(answers: readonly ScriptedAnswer[], ageMs: number): ScriptedAnswer['result'] {
  let [low, high] = [0, answers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const hasCome = (answers[middle] as ScriptedAnswer).afterMs <= ageMs;
    [low, high] = hasCome ? [middle + 1, high] : [low, middle];
  }
  return answers[low - 1]?.result ?? 'success';
}

/** The status of a Pod as each worker reads it: with its own container only, so that its size does not matter. */
class StatusView {
  private byName: Statuses | undefined;
  private conditions: readonly PodCondition[] | undefined;

  constructor(
    private readonly pod: Pod,
    private readonly status: PodStatus | undefined,
  ) {}

  of(name: string): PodStatus | undefined {
    const { status } = this;
    if (status === undefined) {
      return undefined;
    }
    const read = fields<PodStatus>(status, ABSENT);
    this.byName ??= statusesByName([
      ...read.objects('containerStatuses'),
      ...read.objects('initContainerStatuses'),
    ]);
    this.conditions ??= shouldRestartAll(specOf(this.pod), read) ? [RESTARTING] : [];
    const found = this.byName.get(name);
    const { conditions } = this;
    return { phase: status.phase, conditions, containerStatuses: found && [found.value] };
  }
}

function probedContainers(spec: Fields<PodSpec>): Fields<Container>[] {
  return [...spec.objects('containers'), ...spec.objects('initContainers').filter(isSidecar)];
}

function specOf(pod: Pod): Fields<PodSpec> {
  return fields<Pod>(pod, ABSENT).at('spec');
}
