import {
  type Container,
  type ContainerState,
  type ContainerStatus,
  objectOf,
  objectsOf,
  type Pod,
  storedTime,
  textOf,
  timestampMs,
} from '@kubesem/core';
import { shouldRestart } from '../actions/app-actions.js';
import type { ActionContext } from '../actions/plan.js';
import type { RuntimeContainer } from '../actions/runtime.js';
import type { StartFailure } from './sync.js';

/** What the statuses of one list of containers are made from. */
export interface StatusSource {
  readonly pod: Pod;
  readonly context: ActionContext;
  /** Why containers did not start. */
  readonly failures: ReadonlyMap<string, StartFailure>;
  /** Whether all containers restart. */
  readonly isRestarting: boolean;
}

const RESTARTING = {
  reason: 'RestartingAllContainers',
  message: 'The container is removed because RestartAllContainers in place',
};
const VANISHED = {
  exitCode: 137,
  reason: 'ContainerStatusUnknown',
  message:
    'The container could not be located when the pod was deleted.  The container used to be Running',
};
const INITIALIZED = {
  exitCode: 0,
  reason: 'Completed',
  message:
    'Unable to get init container status from container runtime and pod has been initialized, treat it as exited normally',
};

/**
 * Makes the statuses of the init containers or of the app containers from the former ones and what the runtime knows.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `convertToAPIContainerStatuses`.
 */
export function containerStatuses(
  source: StatusSource,
  field: 'initContainers' | 'containers',
  former: readonly ContainerStatus[],
): ContainerStatus[] {
  const spec = objectOf(source.pod.spec);
  const containers = objectsOf<Container>(spec[field]);
  const before = new Map(former.map((status) => [textOf(status.name), status]));
  const hasInit = objectsOf(spec.initContainers).length > 0;
  const waiting = { reason: hasInit ? 'PodInitializing' : 'ContainerCreating' };
  const known = byNames(source.context.known.all);
  const statuses = containers.map((container) => {
    const name = textOf(container.name);
    const old = before.get(name);
    const [latest, previous] = known.get(name) ?? [];
    const status =
      latest === undefined
        ? withoutContainer(source, container, old, waiting)
        : withContainer(latest, previous, old);
    return waitingToStart(source, container, status, field === 'initContainers');
  });
  return field === 'initContainers' ? statuses : statuses.sort(byName);
}

/** The containers of each name, the newest first. */
function byNames(
  all: readonly Partial<RuntimeContainer>[],
): ReadonlyMap<string, readonly Partial<RuntimeContainer>[]> {
  const known = new Map<string, Partial<RuntimeContainer>[]>();
  for (const container of all) {
    const name = textOf(container.name);
    const found = known.get(name) ?? [];
    found.push(container);
    known.set(name, found);
  }
  return known;
}

function byName(a: ContainerStatus, b: ContainerStatus): number {
  const [left, right] = [textOf(a.name), textOf(b.name)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The status of a container that the runtime does not know. */
function withoutContainer(
  { pod, isRestarting }: StatusSource,
  { name, image }: Partial<Container>,
  old: ContainerStatus | undefined,
  waiting: { readonly reason: string },
): ContainerStatus {
  const created = {
    ...{ name: textOf(name), image: textOf(image), state: { waiting } },
    ...{ ready: false, restartCount: 0 },
  };
  if (old === undefined) {
    return created;
  }
  const { terminated, running, waiting: wasWaiting } = objectOf(old.state);
  const restartCount = old.restartCount ?? 0;
  const kept = terminated
    ? { ...old }
    : { ...created, restartCount, ...(old.lastState && { lastState: old.lastState }) };
  if (isRestarting && !wasWaiting) {
    const lastState = { ...kept.lastState, terminated: { ...RESTARTING, exitCode: 137 } };
    return { ...kept, state: { waiting: RESTARTING }, lastState, restartCount: restartCount + 1 };
  }
  if (terminated || !running || objectOf(kept.lastState).terminated) {
    return kept;
  }
  const isDeleted = Boolean(objectOf(pod.metadata).deletionTimestamp);
  return {
    ...kept,
    lastState: { ...kept.lastState, terminated: VANISHED },
    restartCount: restartCount + (isDeleted ? 0 : 1),
  };
}

/** The status of a container that the runtime knows; `previous` is the earlier container of the same name. */
function withContainer(
  latest: Partial<RuntimeContainer>,
  previous: Partial<RuntimeContainer> | undefined,
  old: ContainerStatus | undefined,
): ContainerStatus {
  const { name, image } = latest;
  const state = stateOf(latest);
  const containerID = idText(latest);
  const formerEnd = objectOf(objectOf(old).state).terminated;
  const lastEnd =
    formerEnd && objectOf(old).containerID !== containerID
      ? formerEnd
      : objectOf(objectOf(old).lastState).terminated;
  const lastState = previous === undefined ? lastEnd && { terminated: lastEnd } : stateOf(previous);
  const count = latest.restartCount ?? 0;
  const oldCount = objectOf(old).restartCount ?? 0;
  const isNew = state.running && formerEnd && oldCount >= count;
  const started = state.running ? objectOf(old).started : undefined;
  return {
    ...{ name, image, containerID, state, ready: false },
    restartCount: isNew ? oldCount + 1 : Math.max(count, oldCount),
    ...(lastState && { lastState }),
    ...(typeof started === 'boolean' && { started }),
  };
}

/** The ID as it is written in the status. */
function idText({ id }: Partial<RuntimeContainer>): string {
  return `containerd://${textOf(id)}`;
}

function stateOf(container: Partial<RuntimeContainer>): ContainerState {
  const startedAt = storedTime(timestampMs(container.startedAt));
  if (container.state === 'running') {
    return { running: { startedAt } };
  }
  const { exitCode = 0, reason } = container;
  const finishedAt = storedTime(timestampMs(container.finishedAt));
  return {
    terminated: { exitCode, reason, startedAt, finishedAt, containerID: idText(container) },
  };
}

/** A container that failed to start waits with the reason that the kubelet remembers. */
function waitingToStart(
  { context, failures }: StatusSource,
  container: Partial<Container>,
  status: ContainerStatus,
  isInit: boolean,
): ContainerStatus {
  const name = textOf(container.name);
  const found = context.known.byName.get(name);
  if (isInit) {
    if (found?.state === 'exited' && (found.exitCode ?? 0) === 0) {
      return status;
    }
    const { waiting } = objectOf(status.state);
    if (
      found === undefined &&
      waiting &&
      container.restartPolicy !== 'Always' &&
      hasCreatedApp(context)
    ) {
      return { ...status, state: { terminated: INITIALIZED } };
    }
  }
  const failure = failures.get(name);
  if (failure === undefined || !shouldRestart(context, container)) {
    return status;
  }
  const { reason, message } = failure;
  return {
    ...status,
    state: { waiting: { reason, message } },
    ...(objectOf(status.state).terminated && { lastState: status.state }),
  };
}

function hasCreatedApp({ spec, known }: ActionContext): boolean {
  return objectsOf<Container>(spec.containers).some(({ name }) => known.byName.has(textOf(name)));
}
