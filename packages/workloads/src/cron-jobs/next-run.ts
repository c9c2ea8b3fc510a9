import type { CalendarSchedule, Schedule } from './schedule.js';
import type { TimeZone } from './time-zone.js';

/** A unit of the calendar. If it does not match, the search continues from the start of the next one. */
interface Unit {
  matches(schedule: CalendarSchedule, wall: Date): boolean;
  /** Start of the unit that contains a time. */
  start(zone: TimeZone, ms: number): number;
  /** The same time in the next unit. */
  next(zone: TimeZone, ms: number): number;
  /** Whether a larger unit begins with this one. */
  isFirst(wall: Date): boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Changes fields of the time that a clock shows. */
const shifted = (zone: TimeZone, ms: number, shift: (wall: Date) => unknown): number => {
  const wall = zone.wall(ms);
  shift(wall);
  return zone.instant(wall.getTime());
};

const UNITS: readonly Unit[] = [
  {
    matches: ({ month }, wall) => month.values.has(wall.getUTCMonth() + 1),
    start: (zone, ms) =>
      shifted(zone, ms, (wall) => {
        wall.setUTCDate(1);
        wall.setUTCHours(0, 0, 0);
      }),
    next: (zone, ms) => shifted(zone, ms, (wall) => wall.setUTCMonth(wall.getUTCMonth() + 1)),
    isFirst: (wall) => wall.getUTCMonth() === 0,
  },
  {
    matches: matchesDay,
    start: (zone, ms) => shifted(zone, ms, (wall) => wall.setUTCHours(0, 0, 0)),
    next(zone, ms) {
      const next = shifted(zone, ms, (wall) => wall.setUTCDate(wall.getUTCDate() + 1));
      // If summer time begins at midnight, the day begins at 01:00, and the search continues at 23:00 of the day before.
      const hour = zone.wall(next).getUTCHours();
      return next + (hour > 12 ? 24 - hour : -hour) * HOUR_MS;
    },
    isFirst: (wall) => wall.getUTCDate() === 1,
  },
  {
    matches: ({ hour }, wall) => hour.values.has(wall.getUTCHours()),
    start: (zone, ms) => shifted(zone, ms, (wall) => wall.setUTCMinutes(0, 0)),
    next: (_zone, ms) => ms + HOUR_MS,
    isFirst: (wall) => wall.getUTCHours() === 0,
  },
  {
    matches: ({ minute }, wall) => minute.values.has(wall.getUTCMinutes()),
    start: (_zone, ms) => Math.floor(ms / MINUTE_MS) * MINUTE_MS,
    next: (_zone, ms) => ms + MINUTE_MS,
    isFirst: (wall) => wall.getUTCMinutes() === 0,
  },
  {
    matches: (_schedule, wall) => wall.getUTCSeconds() === 0,
    start: (_zone, ms) => ms,
    // On to the next minute at once.
    next: (zone, ms) => ms + MINUTE_MS - zone.wall(ms).getUTCSeconds() * 1000,
    isFirst: () => true,
  },
];

/** Both days must match if one of them is any day. Otherwise, one is enough. */
function matchesDay({ dayOfMonth, dayOfWeek }: CalendarSchedule, wall: Date): boolean {
  const isInMonth = dayOfMonth.values.has(wall.getUTCDate());
  const isInWeek = dayOfWeek.values.has(wall.getUTCDay());
  return dayOfMonth.isAny || dayOfWeek.isAny ? isInMonth && isInWeek : isInMonth || isInWeek;
}

/**
 * Finds the next time of a schedule.
 *
 * The search goes from months to seconds, and starts again when a larger unit begins. So at changes of the clock, it has the
 * same results as the controller: a skipped time can run an hour later or not at all, and a repeated one twice.
 *
 * Source: `github.com/robfig/cron/v3` v3.0.1, `SpecSchedule.Next` and `ConstantDelaySchedule.Next`.
 *
 * @returns milliseconds since 1970; undefined if there is no such time in this year and the next five, or the search cannot pass
 *   a day
 */
export function nextRun(schedule: Schedule, afterMs: number): number | undefined {
  const second = Math.floor(afterMs / 1000) * 1000;
  if ('intervalMs' in schedule) {
    return second + schedule.intervalMs;
  }
  const { zone, month, hour, minute } = schedule;
  if ([month, hour, minute].some(({ values }) => values.size === 0)) {
    return undefined;
  }
  let ms = second + 1000;
  let hasMoved = false;
  let index = 0;
  const lastYear = zone.wall(ms).getUTCFullYear() + 5;
  for (let unit = UNITS[0]; unit !== undefined; unit = UNITS[index]) {
    // Beyond the range of `Date`, the year is not a number.
    if (index === 0 && !(zone.wall(ms).getUTCFullYear() <= lastYear)) {
      return undefined;
    }
    if (unit.matches(schedule, zone.wall(ms))) {
      index++;
      continue;
    }
    const from = hasMoved ? ms : unit.start(zone, ms);
    ms = unit.next(zone, from);
    hasMoved = true;
    // At a day that the clocks of a time zone skip, the controller would search forever.
    if (ms <= from) {
      return undefined;
    }
    index = unit.isFirst(zone.wall(ms)) ? 0 : index;
  }
  return ms;
}

/** The runs between two times. */
interface LatestRun {
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
