import { nextRun } from './next-run.js';
import type { Schedule } from './schedule.js';

/** The runs between two times. */
export interface LatestRun {
  /** Time of the latest run, in milliseconds since 1970; undefined if there is none. */
  readonly ms: number | undefined;
  /** About how many runs there are. The only one counts as none. */
  readonly missed: 'NONE' | 'FEW' | 'MANY';
}

/** The controller reports more missed runs than this as too many. */
const MANY = 100;

/**
 * Finds the latest run between two times.
 *
 * The controller does not list the runs. It estimates their number from the interval of the first two, and searches from
 * there; if the intervals differ much, it can find none.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/cronjob` v1.37.1, `mostRecentScheduleTime`.
 *
 * @param schedule - the schedule
 * @param afterMs - the runs are after this time
 * @param nowMs - the runs are not after this time
 * @returns undefined if the schedule never matches
 */
export function latestRun(
  schedule: Schedule,
  afterMs: number,
  nowMs: number,
): LatestRun | undefined {
  const first = nextRun(schedule, afterMs);
  const second = first === undefined ? undefined : nextRun(schedule, first);
  if (first === undefined || second === undefined) {
    return undefined;
  }
  if (nowMs < second) {
    return { ms: nowMs < first ? undefined : first, missed: 'NONE' };
  }
  const intervalMs = second - first;
  const count = Math.floor(Math.trunc((nowMs - first) / 1000) / (intervalMs / 1000)) + 1;
  let latest: number | undefined;
  let next = nextRun(schedule, first + (count - 2) * intervalMs);
  while (next !== undefined && next <= nowMs) {
    latest = next;
    next = nextRun(schedule, next);
  }
  return { ms: latest, missed: count > MANY ? 'MANY' : 'FEW' };
}
