import {
  type Container,
  type ContainerStatus,
  objectOf,
  objectsOf,
  type Pod,
  type PodCondition,
  type PodSpec,
  type PodStatus,
  storedTime,
  textOf,
  transitionTime,
} from '@kubesem/core';
import { knownContainers, type PodRuntime } from '../actions/runtime.js';
import type { ComputedCondition } from '../phase/computed-condition.js';
import { podConditions } from '../phase/conditions.js';
import { podPhase } from '../phase/pod-phase.js';
import { canRestartAll, runtimeConditions, shouldRestartAll } from '../phase/runtime-conditions.js';
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
    const conditions = objectsOf<PodCondition>(objectOf(pod.status).conditions);
    this.foreign = conditions.filter(({ type }) => !OWN_CONDITIONS.has(textOf(type)));
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
    const spec = objectOf(pod.spec);
    const old = this.stored ?? { conditions: this.foreign };
    const known = knownContainers(observed);
    const isDeleted = Boolean(objectOf(pod.metadata).deletionTimestamp);
    const context = { spec, isDeleted, known, options: {} };
    const isRestarting = shouldRestartAll(spec, old, known);
    const source = { pod, context, failures, isRestarting };
    const apps = containerStatuses(source, 'containers', old.containerStatuses ?? []);
    const init = containerStatuses(source, 'initContainers', old.initContainerStatuses ?? []);
    const hasInitialized = objectsOf<Container>(spec.containers).some(({ name }) =>
      known.activeByName.has(textOf(name)),
    );
    const computed = podPhase(
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
    if (isIllegal(objectOf(pod.spec), old, status)) {
      return;
    }
    const now = storedTime(nowMs);
    const before = new Map([...(old.conditions ?? [])].reverse().map((one) => [one.type, one]));
    const conditions = (status.conditions ?? []).map((condition) => {
      if (!OWN_CONDITIONS.has(textOf(condition.type))) {
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
      objectOf(one.state).terminated ? one : { ...one, state: { terminated: VANISHED } };
    const apps = status.containerStatuses ?? [];
    const init = status.initContainerStatuses ?? [];
    const reached = lastIndex(init, ({ state, lastState }) =>
      Boolean(!objectOf(state).waiting || objectOf(lastState).terminated),
    );
    const isTerminal = status.phase === 'Succeeded' || status.phase === 'Failed';
    const ended = {
      ...status,
      phase: isTerminal ? status.phase : 'Failed',
      containerStatuses: hasInitialized(objectOf(pod.spec), status) ? apps.map(end) : apps,
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
        const isMeant = ids.has(textOf(one.containerID)) && isOther(one);
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
      objectOf(pod.spec),
      { ...old, phase: states.phase },
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
  const isKept =
    ['Succeeded', 'Failed'].includes(textOf(old.phase)) &&
    !['Succeeded', 'Failed'].includes(computed);
  const phase = isKept ? textOf(old.phase) : computed;
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
function hasInitialized({ initContainers }: Partial<PodSpec>, status: PodStatus): boolean {
  const init = objectsOf<Container>(initContainers);
  const [last] = init.slice(-1);
  const apps = status.containerStatuses ?? [];
  const hasMoved = ({ state, lastState }: ContainerStatus): boolean =>
    Boolean(objectOf(lastState).terminated || !objectOf(state).waiting);
  if (last === undefined || apps.some(hasMoved)) {
    return true;
  }
  const [found] = (status.initContainerStatuses ?? []).slice(-1);
  const { state, lastState, started } = found ?? {};
  if (last.restartPolicy === 'Always') {
    return Boolean(objectOf(state).running) && started === true;
  }
  return [state, lastState].some((one) => {
    const { terminated } = objectOf(one);
    return Boolean(terminated) && (terminated?.exitCode ?? 0) === 0;
  });
}

function lastIndex<T>(list: readonly T[], isFound: (item: T) => boolean): number {
  return list.reduce((last, item, index) => (isFound(item) ? index : last), -1);
}

/**
 * Whether a terminated container that must not restart is no longer terminated.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/status` v1.37.1, `checkContainerStateTransition`.
 */
function isIllegal(spec: Partial<PodSpec>, old: PodStatus, status: PodStatus): boolean {
  if (spec.restartPolicy === 'Always' || canRestartAll(spec)) {
    return false;
  }
  const lists = [
    [spec.containers, old.containerStatuses, status.containerStatuses],
    [spec.initContainers, old.initContainerStatuses, status.initContainerStatuses],
  ] as const;
  return lists.some(([containers, before, after], isInit) => {
    const specs = new Map(objectsOf<Container>(containers).map((one) => [textOf(one.name), one]));
    const states = new Map((after ?? []).map((one) => [textOf(one.name), objectOf(one.state)]));
    return (before ?? []).some(({ name, state }) => {
      const { terminated } = objectOf(state);
      const container = specs.get(textOf(name)) ?? {};
      const next = states.get(textOf(name));
      const isSidecar = isInit === 1 && container.restartPolicy === 'Always';
      const exitCode = terminated?.exitCode ?? 0;
      const mayRestart =
        (exitCode !== 0 && spec.restartPolicy === 'OnFailure') ||
        restartBySpec(spec, container, exitCode).restarts;
      return terminated && !isSidecar && !mayRestart && next !== undefined && !next.terminated;
    });
  });
}
