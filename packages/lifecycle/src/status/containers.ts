// Tables have some 100,000 rows, so a row is read by hand: a cursor on each object would take half as long again.
import {
  type Container,
  type ContainerStateTerminated,
  type ContainerStatus,
  type FieldPathSegment,
  type PodStatus,
} from '@kubesem/core';
import {
  INT32_RANGE,
  ignoreProblem,
  objectOf,
  objectsOf,
  readInteger,
  textOf,
  timestampMs,
  ZERO_TIME_MS,
} from '@kubesem/core/internal';

/**
 * What sets the status of a Pod:
 *
 * - `PHASE`, `REASON`: the phase or the reason in its status
 * - `SCHEDULING_GATED`: a scheduling gate
 * - `INIT_TERMINATED`, `INIT_WAITING`, `INIT_PENDING`: the first init container that is not done
 * - `CONTAINER_WAITING`, `CONTAINER_TERMINATED`: the state of a container
 * - `STILL_RUNNING`, `ANOTHER_FAILED`, `NOT_READY`: it would be `Completed`, but another container runs or has failed
 * - `NODE_LOST`, `DELETED`: it is being deleted
 */
export type PodStatusRule =
  | 'PHASE'
  | 'REASON'
  | 'SCHEDULING_GATED'
  | 'INIT_TERMINATED'
  | 'INIT_WAITING'
  | 'INIT_PENDING'
  | 'CONTAINER_WAITING'
  | 'CONTAINER_TERMINATED'
  | 'STILL_RUNNING'
  | 'ANOTHER_FAILED'
  | 'NOT_READY'
  | 'NODE_LOST'
  | 'DELETED';

/** One rule that sets the status of a Pod. It replaces the status of the rules before it. */
export interface PodStatusStep {
  /** The rule. */
  readonly rule: PodStatusRule;
  /** The status that it sets. */
  readonly status: string;
  /** The container that it is about. */
  readonly container?: string | undefined;
  /** Segments of the field that it reads. */
  readonly segments: readonly FieldPathSegment[];
}

/** Receives each rule that sets the status. */
export type RecordStep = (step: PodStatusStep) => void;

/** How often containers restarted. */
export interface Restarts {
  readonly count: number;
  /** When the last of them had ended, in milliseconds since 1970; undefined if it is not known. */
  readonly lastMs: number | undefined;
}

const NO_RESTARTS: Restarts = { count: 0, lastMs: undefined };

/** What the statuses of the init containers say. */
export interface InitContainersSummary {
  /** The status that the first container that is not done sets; undefined if all are done. */
  readonly status: string | undefined;
  /** The number of ready sidecars. */
  readonly ready: number;
  /** The restarts of the containers up to that one. */
  readonly restarts: Restarts;
  /** Those of the sidecars among them. */
  readonly sidecarRestarts: Restarts;
}

/** The first init container that is not done decides. */
export function initContainersSummary(
  status: Partial<PodStatus>,
  specs: readonly Partial<Container>[],
  record?: RecordStep,
): InitContainersSummary {
  const sidecars = new Map(
    specs.map(({ name, restartPolicy }) => [textOf(name), restartPolicy === 'Always']),
  );
  let ready = 0;
  let restarts = NO_RESTARTS;
  let sidecarRestarts = NO_RESTARTS;
  for (const [index, container] of objectsOf(status.initContainerStatuses).entries()) {
    const isSidecar = sidecars.get(textOf(container.name)) === true;
    restarts = withRestarts(restarts, container);
    if (isSidecar) {
      sidecarRestarts = withRestarts(sidecarRestarts, container);
    }
    const { terminated } = objectOf(container.state);
    if (terminated && countOf(objectOf(terminated).exitCode) === 0) {
      continue;
    }
    if (isSidecar && container.started === true) {
      ready += container.ready === true ? 1 : 0;
      continue;
    }
    const step = initStep(container, index, specs.length);
    record?.(step);
    return { status: step.status, ready, restarts, sidecarRestarts };
  }
  return { status: undefined, ready, restarts, sidecarRestarts };
}

function initStep(
  status: Partial<ContainerStatus>,
  index: number,
  specCount: number,
): PodStatusStep {
  const { terminated, waiting } = objectOf(status.state);
  const segments = ['status', 'initContainerStatuses', index, 'state'];
  const step = (rule: PodStatusRule, text: string, state: readonly string[]): PodStatusStep => ({
    rule,
    status: `Init:${text}`,
    container: textOf(status.name),
    segments: [...segments, ...state],
  });
  if (terminated) {
    return step('INIT_TERMINATED', terminationText(terminated), ['terminated']);
  }
  const reason = textOf(objectOf(waiting).reason);
  return reason !== '' && reason !== 'PodInitializing'
    ? step('INIT_WAITING', reason, ['waiting', 'reason'])
    : step('INIT_PENDING', `${index}/${specCount}`, []);
}

/** What the statuses of the app containers say. */
export interface AppContainersSummary {
  /** The status that the first container with a reason sets; undefined if there is none. */
  readonly status: string | undefined;
  /** The number of ready containers. */
  readonly ready: number;
  /** Their restarts, and those passed in. */
  readonly restarts: Restarts;
  /** What the first container that has failed would set. */
  readonly failure: PodStatusStep | undefined;
}

/** The last container comes first, and each with a reason replaces the status. */
export function appContainersSummary(
  status: Partial<PodStatus>,
  sidecarRestarts: Restarts,
  record?: RecordStep,
): AppContainersSummary {
  const containers = objectsOf(status.containerStatuses);
  let text: string | undefined;
  let ready = 0;
  let restarts = sidecarRestarts;
  let failure: PodStatusStep | undefined;
  for (let index = containers.length - 1; index >= 0; index--) {
    const container = containers[index] as Partial<ContainerStatus>;
    restarts = withRestarts(restarts, container);
    const { waiting, terminated, running } = objectOf(container.state);
    const reason = textOf(objectOf(waiting).reason);
    const name = textOf(container.name);
    const segments: FieldPathSegment[] = ['status', 'containerStatuses', index, 'state'];
    if (reason !== '') {
      text = reason;
      record?.({
        rule: 'CONTAINER_WAITING',
        status: text,
        container: name,
        segments: [...segments, 'waiting', 'reason'],
      });
    } else if (terminated) {
      text = terminationText(terminated);
      const step: PodStatusStep = {
        rule: 'CONTAINER_TERMINATED',
        status: text,
        container: name,
        segments: [...segments, 'terminated'],
      };
      record?.(step);
      failure = countOf(objectOf(terminated).exitCode) === 0 ? failure : step;
    } else if (container.ready === true && running) {
      ready++;
    }
  }
  return { status: text, ready, restarts, failure };
}

function terminationText(terminated: ContainerStateTerminated): string {
  const { reason, signal, exitCode } = objectOf(terminated);
  return (
    textOf(reason) ||
    (countOf(signal) === 0 ? `ExitCode:${countOf(exitCode)}` : `Signal:${countOf(signal)}`)
  );
}

function withRestarts({ count, lastMs }: Restarts, status: Partial<ContainerStatus>): Restarts {
  const { terminated } = objectOf(status.lastState);
  const endMs = timestampMs(objectOf(terminated).finishedAt);
  // Go starts with its zero time.
  const isLater = endMs > (lastMs ?? ZERO_TIME_MS);
  return { count: count + countOf(status.restartCount), lastMs: isLater ? endMs : lastMs };
}

/** The int32; 0 if it is absent. */
function countOf(value: unknown): number {
  return readInteger(value, undefined, INT32_RANGE, ignoreProblem) ?? 0;
}
