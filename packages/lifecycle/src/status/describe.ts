import {
  type ContainerState,
  type ContainerStatus,
  objectOf,
  type Timestamp,
  textOf,
  timestampMs,
} from '@kubesem/core';
import { countOf } from '../lenient.js';

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
 * Lists what `kubectl describe pod` prints about the state of a container.
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
  const { state, lastState, ready, restartCount } = objectOf(status);
  const hasEndedBefore = Boolean(objectOf(lastState).terminated);
  return [
    stateLine('State', objectOf(state)),
    ...(hasEndedBefore ? [stateLine('Last State', objectOf(lastState))] : []),
    line('Ready', ready === true ? 'True' : 'False'),
    line('Restart Count', `${countOf(restartCount)}`),
  ];
}

function line(label: string, value: string, lines: readonly DescribeLine[] = []): DescribeLine {
  return { label, value, lines };
}

function stateLine(label: string, { running, waiting, terminated }: ContainerState): DescribeLine {
  if (running) {
    return line(label, 'Running', [line('Started', time(objectOf(running).startedAt))]);
  }
  if (waiting) {
    return line(label, 'Waiting', lineIfSet('Reason', objectOf(waiting).reason));
  }
  if (terminated) {
    const { reason, message, exitCode, signal, startedAt, finishedAt } = objectOf(terminated);
    return line(label, 'Terminated', [
      ...lineIfSet('Reason', reason),
      ...lineIfSet('Message', message),
      line('Exit Code', `${countOf(exitCode)}`),
      ...(countOf(signal) > 0 ? [line('Signal', `${countOf(signal)}`)] : []),
      line('Started', time(startedAt)),
      line('Finished', time(finishedAt)),
    ]);
  }
  return line(label, 'Waiting');
}

function lineIfSet(label: string, value: unknown): readonly DescribeLine[] {
  const text = textOf(value);
  return text === '' ? [] : [line(label, text)];
}

/** Without a time, Go prints the start of the year 1. */
function time(timestamp: Timestamp | null | undefined): string {
  const ms = timestampMs(timestamp);
  return Number.isNaN(ms)
    ? 'Mon, 01 Jan 0001 00:00:00 +0000'
    : new Date(Math.floor(ms)).toUTCString().replace('GMT', '+0000');
}
