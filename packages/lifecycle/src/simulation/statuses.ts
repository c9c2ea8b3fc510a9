import {
  type ContainerStatus,
  type Pod,
  type PodCondition,
  type PodSpec,
  type PodStatus,
} from '@kubesem/core';
import {
  ABSENT,
  type Fields,
  fields,
  isFinalPhase,
  storedTime,
  transitionTime,
} from '@kubesem/core/internal';
import { podConditions } from '../phase/conditions.js';
import { podPhase } from '../phase/pod-phase.js';
import { knownContainers, type PodRuntime } from '../phase/runtime.js';
import {
  type ComputedCondition,
  canRestartAll,
  runtimeConditions,
  shouldRestartAll,
} from '../phase/runtime-conditions.js';
import { isSidecar } from '../phase/statuses.js';
import { restartBySpec } from '../restart/container-restart.js';
import { activeDeadline } from '../termination/active-deadline.js';
import { containerStatuses } from './container-statuses.js';
import type { StartFailure } from './sync.js';

/** The conditions that the kubelet computes; it keeps those of others. */
const OWN_CONDITIONS = new Set([
  ...['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'],
  'AllContainersRestarting',
]);
const VANISHED = {
  exitCode: 137,
  reason: 'ContainerStatusUnknown',
  message: 'The container could not be located when the pod was terminated',
};

/** What a status is made from. */
export interface StatusInput {
  readonly pod: Pod;
  readonly observed: PodRuntime;
  readonly podIP: string | undefined;
  readonly failures: ReadonlyMap<string, StartFailure>;
  /** Whether the kubelet has stopped the Pod. */
  readonly isTerminal: boolean;
  readonly nowMs: number;
}

/** Fills in `started` and `ready` from the results of probes. */
export type ProbeView = (statuses: readonly ContainerStatus[]) => readonly ContainerStatus[];

/** The status of a Pod, as the kubelet keeps it. */
export class StatusKeeper {
  private stored: PodStatus | undefined;
  private readonly foreign: readonly PodCondition[];

  constructor(pod: Pod) {
    this.foreign = fields<Pod>(pod, ABSENT)
      .at('status')
      .objects('conditions')
      .filter((condition) => !OWN_CONDITIONS.has(condition.text('type')))
      .map((condition) => condition.value);
  }

  /** Undefined before the first sync. */
  get status(): PodStatus | undefined {
    return this.stored;
  }

  /**
   * Makes the status.
   *
   * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `generateAPIPodStatus`.
   */
  make(input: StatusInput, viewOf: ProbeView): PodStatus {
    const { pod, observed, podIP, failures, isTerminal } = input;
    const spec = specOf(pod);
    const old = this.stored ?? { conditions: this.foreign };
    const known = knownContainers(observed);
    const isDeleted = fields<Pod>(pod, ABSENT).at('metadata').has('deletionTimestamp');
    const context = { spec, isDeleted, known, options: {} };
    const isRestarting = shouldRestartAll(spec, fields<PodStatus>(old, ABSENT), known);
    const source = { context, failures, isRestarting };
    const apps = containerStatuses(source, 'containers', old.containerStatuses ?? []);
    const init = containerStatuses(source, 'initContainers', old.initContainerStatuses ?? []);
    const hasInitialized = spec
      .objects('containers')
      .some((container) => known.activeByName.has(container.text('name')));
    const { phase: computed } = podPhase(
      { ...pod, status: { containerStatuses: apps, initContainerStatuses: init } },
      { isTerminal, hasInitialized },
    );
    const states = {
      ...phaseOf(input, old, computed),
      containerStatuses: viewOf(apps),
      initContainerStatuses: viewOf(init),
    };
    return {
      ...states,
      ...(podIP !== undefined && { podIP, podIPs: [{ ip: podIP }] }),
      conditions: this.conditions(pod, states, old, observed),
    };
  }

  /** Stores a status, unless it has an ended container run again that does not restart. */
  set(pod: Pod, status: PodStatus, nowMs: number): void {
    const old = this.stored ?? { conditions: this.foreign };
    if (isIllegal(specOf(pod), old, status)) {
      return;
    }
    const now = storedTime(nowMs);
    const before = new Map([...(old.conditions ?? [])].reverse().map((one) => [one.type, one]));
    const conditions = (status.conditions ?? []).map((condition) => {
      if (!OWN_CONDITIONS.has(condition.type ?? '')) {
        return condition;
      }
      const current = { ...condition, lastTransitionTime: now };
      const lastTransitionTime = transitionTime(before.get(condition.type), current);
      return { ...condition, lastTransitionTime };
    });
    this.stored = { ...status, conditions, startTime: old.startTime ?? now };
  }

  setReady(ids: ReadonlySet<string>, ready: boolean, pod: Pod, nowMs: number): void {
    const changed = this.changed(ids, { ready }, (one) => one.ready !== ready);
    if (changed !== undefined) {
      const computed = podConditions({ ...pod, status: changed });
      const next = new Map<unknown, ComputedCondition>([
        ['Ready', computed.ready],
        ['ContainersReady', computed.containersReady],
      ]);
      const conditions = (changed.conditions ?? []).map((one) => next.get(one.type) ?? one);
      this.set(pod, { ...changed, conditions }, nowMs);
    }
  }

  setStarted(ids: ReadonlySet<string>, started: boolean, pod: Pod, nowMs: number): void {
    const changed = this.changed(ids, { started }, (one) => one.started !== started);
    if (changed !== undefined) {
      this.set(pod, changed, nowMs);
    }
  }

  /**
   * Ends the life of a Pod: it is finished, and nothing of it runs.
   *
   * Source: `k8s.io/kubernetes/pkg/kubelet/status` v1.37.1, `TerminatePod`.
   */
  terminate(pod: Pod, nowMs: number): void {
    const status = this.stored ?? {};
    const end = (one: ContainerStatus): ContainerStatus =>
      one.state?.terminated ? one : { ...one, state: { terminated: VANISHED } };
    const apps = status.containerStatuses ?? [];
    const init = status.initContainerStatuses ?? [];
    const reached = lastIndex(init, ({ state, lastState }) =>
      Boolean(!state?.waiting || lastState?.terminated),
    );
    const isTerminal = isFinalPhase(status.phase ?? '');
    const ended = {
      ...status,
      phase: isTerminal ? status.phase : 'Failed',
      containerStatuses: hasInitialized(specOf(pod), status) ? apps.map(end) : apps,
      initContainerStatuses: init.map((one, index) =>
        index <= Math.max(reached, 0) ? end(one) : one,
      ),
    };
    this.set(pod, ended, nowMs);
  }

  /** The status with changed containers; undefined if nothing changes. */
  private changed(
    ids: ReadonlySet<string>,
    fields: Partial<ContainerStatus>,
    isOther: (status: ContainerStatus) => boolean,
  ): PodStatus | undefined {
    const status = this.stored ?? {};
    let isFound = false;
    const change = (
      list: readonly ContainerStatus[] | null | undefined,
    ): readonly ContainerStatus[] =>
      (list ?? []).map((one) => {
        const isMeant = ids.has(one.containerID ?? '') && isOther(one);
        isFound ||= isMeant;
        return isMeant ? { ...one, ...fields } : one;
      });
    const initContainerStatuses = change(status.initContainerStatuses);
    const apps = change(status.containerStatuses);
    return isFound ? { ...status, initContainerStatuses, containerStatuses: apps } : undefined;
  }

  private conditions(
    pod: Pod,
    states: PodStatus,
    old: PodStatus,
    runtime: PodRuntime,
  ): readonly PodCondition[] {
    const conditions = [...this.foreign, ...(old.conditions ?? [])];
    const { initialized, ready, containersReady } = podConditions({
      ...pod,
      status: { ...states, conditions },
    });
    const { readyToStartContainers, allContainersRestarting } = runtimeConditions(
      specOf(pod),
      fields<PodStatus>({ ...old, phase: states.phase }, ABSENT),
      runtime,
    );
    return [
      ...this.foreign,
      ...(readyToStartContainers ? [readyToStartContainers] : []),
      ...[initialized, ready, containersReady, { type: 'PodScheduled', status: 'True' }],
      ...(allContainersRestarting ? [allContainersRestarting] : []),
    ];
  }
}

/** The phase with its reason: a terminal one is kept, and the deadline ends a Pod. */
function phaseOf(
  { pod, nowMs }: StatusInput,
  old: PodStatus,
  computed: string,
): Pick<PodStatus, 'phase' | 'reason' | 'message'> {
  const now = new Date(nowMs);
  if (activeDeadline({ ...pod, status: old }, { now })?.exceeded) {
    const message = 'Pod was active on the node longer than the specified deadline';
    return { phase: 'Failed', reason: 'DeadlineExceeded', message };
  }
  const isKept = isFinalPhase(old.phase ?? '') && !isFinalPhase(computed);
  const phase = isKept ? (old.phase ?? '') : computed;
  return {
    phase,
    ...(phase === old.phase && old.reason && { reason: old.reason }),
    ...(phase === old.phase && old.message && { message: old.message }),
  };
}

/**
 * Whether the init containers have completed, now or earlier.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/status` v1.37.1, `hasPodInitialized`.
 */
function hasInitialized(spec: Fields<PodSpec>, status: PodStatus): boolean {
  const [last] = spec.objects('initContainers').slice(-1);
  const apps = status.containerStatuses ?? [];
  const hasMoved = ({ state, lastState }: ContainerStatus): boolean =>
    Boolean(lastState?.terminated || !state?.waiting);
  if (last === undefined || apps.some(hasMoved)) {
    return true;
  }
  const [found] = (status.initContainerStatuses ?? []).slice(-1);
  const { state, lastState, started } = found ?? {};
  if (isSidecar(last)) {
    return Boolean(state?.running) && started === true;
  }
  return [state, lastState].some((one) => {
    const terminated = one?.terminated;
    return Boolean(terminated) && (terminated?.exitCode ?? 0) === 0;
  });
}

function specOf(pod: Pod): Fields<PodSpec> {
  return fields<Pod>(pod, ABSENT).at('spec');
}

function lastIndex<T>(list: readonly T[], isFound: (item: T) => boolean): number {
  return list.reduce((last, item, index) => (isFound(item) ? index : last), -1);
}

/**
 * Whether a terminated container that must not restart is no longer terminated.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/status` v1.37.1, `checkContainerStateTransition`.
 */
function isIllegal(spec: Fields<PodSpec>, old: PodStatus, status: PodStatus): boolean {
  if (spec.text('restartPolicy') === 'Always' || canRestartAll(spec)) {
    return false;
  }
  const lists = [
    ['containers', old.containerStatuses, status.containerStatuses],
    ['initContainers', old.initContainerStatuses, status.initContainerStatuses],
  ] as const;
  return lists.some(([field, before, after]) => {
    const specs = new Map(spec.each(field, (one) => [one.text('name'), one]));
    const states = new Map((after ?? []).map((one) => [one.name ?? '', one.state ?? {}]));
    return (before ?? []).some(({ name, state }) => {
      const terminated = state?.terminated;
      const container = specs.get(name ?? '') ?? fields(undefined, ABSENT);
      const next = states.get(name ?? '');
      const staysRunning = field === 'initContainers' && isSidecar(container);
      const exitCode = terminated?.exitCode ?? 0;
      const mayRestart =
        (exitCode !== 0 && spec.text('restartPolicy') === 'OnFailure') ||
        restartBySpec(spec, container, exitCode).restarts;
      return terminated && !staysRunning && !mayRestart && next !== undefined && !next.terminated;
    });
  });
}
