import { type Container, type ContainerState, type ContainerStatus } from '@kubesem/core';
import { type Fields, fieldTimeMs, storedTime } from '@kubesem/core/internal';
import { shouldRestart } from '../actions/app-actions.js';
import type { ActionContext } from '../actions/plan.js';
import type { RuntimeContainer } from '../phase/runtime.js';
import { isSidecar } from '../phase/statuses.js';
import type { StartFailure } from './sync.js';

/** What the statuses of one list of containers are made from. */
export interface StatusSource {
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
  const { spec, known: found } = source.context;
  const before = new Map(former.map((status) => [status.name, status]));
  const hasInit = spec.list('initContainers').length > 0;
  const waiting = { reason: hasInit ? 'PodInitializing' : 'ContainerCreating' };
  const known = byNames(found.all);
  const statuses = spec.each(field, (container) => {
    const name = container.text('name');
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
  all: readonly Fields<RuntimeContainer>[],
): ReadonlyMap<string, readonly Fields<RuntimeContainer>[]> {
  const known = new Map<string, Fields<RuntimeContainer>[]>();
  for (const container of all) {
    const name = container.text('name');
    const found = known.get(name) ?? [];
    found.push(container);
    known.set(name, found);
  }
  return known;
}

function byName(a: ContainerStatus, b: ContainerStatus): number {
  const [left, right] = [a.name ?? '', b.name ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The status of a container that the runtime does not know. */
function withoutContainer(
  { context, isRestarting }: StatusSource,
  container: Fields<Container>,
  old: ContainerStatus | undefined,
  waiting: { readonly reason: string },
): ContainerStatus {
  const created = {
    ...{ name: container.text('name'), image: container.text('image'), state: { waiting } },
    ...{ ready: false, restartCount: 0 },
  };
  if (old === undefined) {
    return created;
  }
  const { terminated, running, waiting: wasWaiting } = old.state ?? {};
  const restartCount = old.restartCount ?? 0;
  const kept = terminated
    ? { ...old }
    : { ...created, restartCount, ...(old.lastState && { lastState: old.lastState }) };
  if (isRestarting && !wasWaiting) {
    const lastState = { ...kept.lastState, terminated: { ...RESTARTING, exitCode: 137 } };
    return { ...kept, state: { waiting: RESTARTING }, lastState, restartCount: restartCount + 1 };
  }
  if (terminated || !running || kept.lastState?.terminated) {
    return kept;
  }
  return {
    ...kept,
    lastState: { ...kept.lastState, terminated: VANISHED },
    restartCount: restartCount + (context.isDeleted ? 0 : 1),
  };
}

/** The status of a container that the runtime knows; `previous` is the earlier container of the same name. */
function withContainer(
  latest: Fields<RuntimeContainer>,
  previous: Fields<RuntimeContainer> | undefined,
  old: ContainerStatus | undefined,
): ContainerStatus {
  const { name, image } = latest.value;
  const state = stateOf(latest);
  const containerID = idText(latest);
  const formerEnd = old?.state?.terminated;
  const lastEnd =
    formerEnd && old?.containerID !== containerID ? formerEnd : old?.lastState?.terminated;
  const lastState = previous === undefined ? lastEnd && { terminated: lastEnd } : stateOf(previous);
  const count = latest.integer('restartCount') ?? 0;
  const oldCount = old?.restartCount ?? 0;
  const isNew = state.running && formerEnd && oldCount >= count;
  const started = state.running ? old?.started : undefined;
  return {
    ...{ name, image, containerID, state, ready: false },
    restartCount: isNew ? oldCount + 1 : Math.max(count, oldCount),
    ...(lastState && { lastState }),
    ...(typeof started === 'boolean' && { started }),
  };
}

/** The ID as it is written in the status. */
function idText(container: Fields<RuntimeContainer>): string {
  return `containerd://${container.text('id')}`;
}

function stateOf(container: Fields<RuntimeContainer>): ContainerState {
  const startedAt = storedTime(fieldTimeMs(container, 'startedAt') ?? Number.NaN);
  if (container.text('state') === 'running') {
    return { running: { startedAt } };
  }
  const { exitCode = 0, reason } = container.value;
  const finishedAt = storedTime(fieldTimeMs(container, 'finishedAt') ?? Number.NaN);
  return {
    terminated: { exitCode, reason, startedAt, finishedAt, containerID: idText(container) },
  };
}

/** A container that failed to start waits with the reason that the kubelet remembers. */
function waitingToStart(
  { context, failures }: StatusSource,
  container: Fields<Container>,
  status: ContainerStatus,
  isInit: boolean,
): ContainerStatus {
  const name = container.text('name');
  const found = context.known.byName.get(name);
  if (isInit) {
    if (found?.text('state') === 'exited' && !found.integer('exitCode')) {
      return status;
    }
    const isWaiting = found === undefined && status.state?.waiting;
    if (isWaiting && !isSidecar(container) && hasCreatedApp(context)) {
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
    ...(status.state?.terminated && { lastState: status.state }),
  };
}

function hasCreatedApp({ spec, known }: ActionContext): boolean {
  return spec.objects('containers').some((app) => known.byName.has(app.text('name')));
}
