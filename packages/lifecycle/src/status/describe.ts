import {
  type ContainerState,
  type ContainerStateTerminated,
  type ContainerStatus,
} from '@kubesem/core';
import { ABSENT, type Fields, fields, fieldTimeMs } from '@kubesem/core/internal';

/** One line of `kubectl describe`, with the lines that are indented below it. */
export interface DescribeLine {
  /** What is before the colon, such as `Exit Code`. */
  readonly label: string;
  /** What is after it. */
  readonly value: string;
  /** The lines below it; empty if there are none. */
  readonly lines: readonly DescribeLine[];
}

/**
 * Lists what `kubectl describe pod` prints about the state of a container. A field of the wrong type counts as absent.
 *
 * @param status - the status of the container
 * @returns its state, its last state if it was terminated, whether it is ready, and its number of restarts; times are in UTC,
 * unlike those of kubectl, which are in the local time zone
 *
 * @example
 * ```ts
 * import { containerStateText } from '@kubesem/lifecycle';
 *
 * const terminated = { exitCode: 137, reason: 'OOMKilled', finishedAt: '2026-01-01T00:00:05Z' };
 * const state = { running: { startedAt: '2026-01-01T00:00:15Z' } };
 * const lines = containerStateText({ state, lastState: { terminated }, ready: true, restartCount: 1 });
 * lines.map(({ label, value }) => `${label}: ${value}`) // => [
 * //   'State: Running',
 * //   'Last State: Terminated',
 * //   'Ready: True',
 * //   'Restart Count: 1',
 * // ]
 * lines[0]?.lines // => [{ label: 'Started', value: 'Thu, 01 Jan 2026 00:00:15 +0000', lines: [] }]
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeContainerState`.
 */
export function containerStateText(status: ContainerStatus): readonly DescribeLine[] {
  const container = fields<ContainerStatus>(status, ABSENT);
  const lastState = container.at('lastState');
  return [
    stateLine('State', container.at('state')),
    ...(lastState.at('terminated').isPresent ? [stateLine('Last State', lastState)] : []),
    line('Ready', container.flag('ready') ? 'True' : 'False'),
    line('Restart Count', `${container.integer('restartCount') ?? 0}`),
  ];
}

function line(label: string, value: string, lines: readonly DescribeLine[] = []): DescribeLine {
  return { label, value, lines };
}

function stateLine(label: string, state: Fields<ContainerState>): DescribeLine {
  const running = state.at('running');
  const waiting = state.at('waiting');
  const terminated = state.at('terminated');
  if (running.isPresent) {
    return line(label, 'Running', [timeLine('Started', fieldTimeMs(running, 'startedAt'))]);
  }
  return waiting.isPresent || !terminated.isPresent
    ? line(label, 'Waiting', lineIfSet('Reason', waiting.text('reason')))
    : line(label, 'Terminated', terminationLines(terminated));
}

function terminationLines(terminated: Fields<ContainerStateTerminated>): readonly DescribeLine[] {
  const signal = terminated.integer('signal') ?? 0;
  return [
    ...lineIfSet('Reason', terminated.text('reason')),
    ...lineIfSet('Message', terminated.text('message')),
    line('Exit Code', `${terminated.integer('exitCode') ?? 0}`),
    ...(signal > 0 ? [line('Signal', `${signal}`)] : []),
    timeLine('Started', fieldTimeMs(terminated, 'startedAt')),
    timeLine('Finished', fieldTimeMs(terminated, 'finishedAt')),
  ];
}

function lineIfSet(label: string, text: string): readonly DescribeLine[] {
  return text === '' ? [] : [line(label, text)];
}

/** Without a time, Go prints the start of the year 1. */
function timeLine(label: string, ms: number | undefined): DescribeLine {
  const time =
    ms === undefined
      ? 'Mon, 01 Jan 0001 00:00:00 +0000'
      : new Date(Math.floor(ms)).toUTCString().replace('GMT', '+0000');
  return line(label, time);
}
