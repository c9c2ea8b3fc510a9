import type { CronJob } from '@kubesem/core';
import { type CronJobRun, cronJobDecision, cronJobRuns } from '@kubesem/workloads';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { workloadName } from './names.js';

interface RunsCase {
  readonly cronJob: CronJob;
  readonly from: string;
  readonly count: number;
}

interface SyncCase {
  readonly cronJob: CronJob;
  readonly now: string;
}

/**
 * Zones whose clocks change at midnight, by half an hour or two hours, backwards, or for Ramadan. None skips a day, as
 * Pacific/Apia did: there, the controller can search forever.
 */
const ZONES = [
  ...['America/Sao_Paulo', 'Africa/Cairo', 'Asia/Beirut', 'America/Havana', 'Europe/Berlin'],
  ...['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
  ...['Africa/Casablanca', 'Asia/Gaza', 'Antarctica/Troll'],
  ...['America/St_Johns', 'Asia/Tehran', 'America/Scoresbysund', 'Europe/Dublin', 'Asia/Kolkata'],
  ...['Asia/Amman', 'America/Asuncion', 'America/Santiago', 'Asia/Pyongyang', 'US/Eastern'],
  ...['Etc/GMT+5', 'EST5EDT', 'UTC', 'Local', '', 'GMT', 'Zulu', 'Pacific/Chatham'],
];
const BAD_ZONES = [
  ...['europe/berlin', 'us/eastern', 'PST', 'IST', 'Mars/Base', '../UTC', '/UTC', '+05:00', 'utc'],
  ...[
    'UTC ',
    'GMT+5',
    'Europe/Berlin\n',
    '日本',
    'a"b',
    '\\UTC',
    'SystemV/AST4',
    'ZULU',
    'Asia/Ho_chi_Minh',
  ],
  ...['US/Pacific-New', 'Canada/East-Saskatchewan', 'Factory'],
];
const NUMBERS = ['0', '1', '2', '3', '4', '5', '6', '12', '23', '29', '30', '31', '58', '59'];
const ODD_NUMBERS = [
  ...['7', '24', '60', '32', '13', '-1', '+5', '007', '', 'x', '99999999999999999999', '1.5'],
  ...['9223372036854775807', '0x1', '1_0', '*', '?', 'Ⅷ', 'é"'],
];
const NAMES = ['jan', 'FEB', 'Mar', 'dec', 'sun', 'MON', 'fri', 'sat', 'FRİ', 'januar', '*', '?'];
const DESCRIPTORS = [
  ...['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'],
  ...['@every 1h', '@every 90m', '@every 1h30m10s', '@every 25h', '@every 5m', '@every 500ms'],
  ...['@every 1.5s', '@every -1h', '@every 0', '@every 1.999999999s', '@every 1h1.5m', '@every 7d'],
  ...[
    '@every',
    '@every ',
    '@Daily',
    '@reboot',
    '@every  1h',
    '@every 1',
    '@every .h',
    '@every 1µs',
  ],
  ...['@every 2562047h47m16.854775807s', '@every 9223372036854775808ns', '@every 1 h', '@every 1é'],
  ...['@every 0.3333333333333333333333333h', '@every -9223372036854775808ns', '@every 3ms2m'],
];

function number(random: Random): string {
  return random.percent(96) ? random.pick(NUMBERS) : random.pick(ODD_NUMBERS);
}

function range(random: Random, max: number): string {
  const any = () => `${random.below(max + 1)}`;
  const value = () =>
    random.percent(90) ? any() : random.percent(70) ? number(random) : random.pick(NAMES);
  switch (random.below(8)) {
    case 0:
      return '*';
    case 1:
      return random.pick(['?', '*/2', '*/5', '*/1', '*-3', '?/7', '*/0', '*/61', '*/-1']);
    case 2: {
      const [low = 0, high = 0] = [random.below(max + 1), random.below(max + 1)].sort(
        (a, b) => a - b,
      );
      return `${low}-${high}`;
    }
    case 3:
      return `${value()}-${value()}/${number(random)}`;
    case 4:
      return `${value()}/${random.pick(['1', '2', '3', '10', '0', '60'])}`;
    default:
      return value();
  }
}

function field(random: Random, max: number): string {
  if (random.percent(25)) {
    return '*';
  }
  const ranges = Array.from({ length: 1 + random.below(3) }, () => range(random, max));
  return random.percent(97) ? ranges.join(',') : `,${ranges.join(',,')}`;
}

function schedule(random: Random): string {
  if (random.percent(12)) {
    return random.pick(DESCRIPTORS);
  }
  // An empty field of minutes or hours makes the controller search for seconds.
  const fields = [
    field(random, 59),
    field(random, 23),
    random.percent(50) ? '*' : random.percent(97) ? field(random, 31) : ',',
    random.percent(60) ? '*' : random.percent(97) ? field(random, 12) : ',',
    random.percent(60) ? '*' : random.percent(97) ? field(random, 6) : ',',
  ];
  const text = fields.join(
    random.percent(97) ? ' ' : random.pick(['  ', '\t', '\u0085', '\ufeff']),
  );
  return random.percent(97) ? text : random.edited(text, [...'*/-,? @0azTZ=']);
}

/** A schedule, at times with a time zone of its own. */
function zonedSchedule(random: Random): string {
  const text = random.percent(1) ? random.pick(['', ' ']) : schedule(random);
  if (random.percent(92)) {
    return text;
  }
  const zone = random.percent(80) ? random.pick(ZONES) : random.pick(BAD_ZONES);
  const prefix = random.pick(['TZ=', 'CRON_TZ=', 'CRON_TZ=', 'TZ', 'tz=']);
  return `${prefix}${zone}${random.pick([' ', ' ', ' ', '  ', ''])}${text}${random.pick(['', '', ' '])}`;
}

const DAY_MS = 86_400_000;

/** Half of the times are near the changes of clocks. */
function time(random: Random, lastYear: number): number {
  const year = 1971 + random.below(lastYear - 1971);
  const any = Date.UTC(year, 0) + random.below(365) * DAY_MS;
  const change = Date.UTC(year, random.pick([2, 3, 8, 9, 9]), 1) + random.below(42) * DAY_MS;
  return (random.percent(50) ? any : change) + random.below(86_400) * 1000;
}

const iso = (ms: number) => new Date(ms).toISOString();
const stored = (ms: number) => iso(Math.floor(ms / 1000) * 1000).replace('.000Z', 'Z');

function cronJob(spec: JsonObject, metadata: JsonObject, status: JsonObject = {}): JsonObject {
  return { apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec, status };
}

const runs: Operation = {
  name: 'cronJob.runs',
  program: 'kubernetes',
  *examples() {
    const of = (schedule: string, from: string, timeZone?: string): Json => ({
      cronJob: cronJob(
        { schedule, ...(timeZone !== undefined && { timeZone }) },
        { name: 'backup' },
      ),
      from,
      count: 5,
    });
    for (const from of ['1970-12-31T22:58:01Z', '2026-01-01T00:00:00Z', '2027-02-28T23:59:59.5Z']) {
      for (const text of [
        '0 3 * * *',
        '*/5 * * * *',
        '0 0 29 2 *',
        '0 0 30 2 *',
        '0 0 13 * 5',
        '1 2 *',
      ]) {
        yield of(text, from);
      }
    }
    for (const text of [...DESCRIPTORS, '0 0 * * 7', '60 * * * *', '* * 0 * *', '5-1 * * * *']) {
      yield of(text, '2026-01-01T00:00:00Z');
    }
    for (const zone of ZONES) {
      for (const text of ['30 2 * * *', '0 * * * *', '30 0 * * *']) {
        yield of(text, '2026-03-07T12:00:00Z', zone);
        yield of(text, '2017-10-14T12:00:00Z', zone);
      }
    }
    // The clock of Apia skipped this day.
    yield of('0 12 * * *', '2011-12-29T00:00:00Z', 'Pacific/Apia');
  },
  generate(random) {
    const spec = {
      schedule: zonedSchedule(random),
      ...random.maybe(80, () => ({ timeZone: random.pick(ZONES) })),
      ...random.maybe(2, () => ({ suspend: random.percent(80) })),
    };
    const metadata = random.maybe(95, () => ({ name: workloadName(random) }));
    const from = iso(time(random, 2088) + (random.percent(20) ? random.below(1000) : 0));
    return { cronJob: cronJob(spec, metadata), from, count: random.pick([1, 3, 3, 20]) };
  },
  compare(input, theirs, comparison) {
    const { cronJob, from, count } = input as unknown as RunsCase;
    const ours = attempt(() => cronJobRuns(cronJob, { from, count }));
    if (theirs.err !== undefined) {
      comparison.field('error', 'INVALID_SCHEDULE', ours.code);
      return;
    }
    const { runs } = theirs.out as unknown as {
      runs: { time: string; name: string; local: string }[];
    };
    const { runs: found = [], reason } = ours.value ?? {};
    comparison.field('error', undefined, ours.code);
    if (cronJob.spec?.suspend === true) {
      comparison.field('reason', 'SUSPENDED', reason);
      return;
    }
    const shown = found.map(({ time, jobName, localTime }: CronJobRun) => ({
      ...{ time, name: jobName, local: localTime },
    }));
    comparison.field('runs', JSON.stringify(runs), JSON.stringify(shown));
    comparison.field('never', runs.length === 0, reason === 'NEVER');
    const until = runs[1]?.time;
    if (until !== undefined) {
      comparison.field('until', 2, cronJobRuns(cronJob, { from, count, until }).runs.length);
    }
  },
  kind(input, { err }) {
    const { cronJob, from, count } = input as unknown as RunsCase;
    const ours = attempt(() => cronJobRuns(cronJob, { from, count }));
    const { schedule = '', timeZone } = cronJob.spec ?? {};
    const { times, everySeconds, reason } = ours.value ?? {};
    const shape = [...new Set(schedule?.replace(/[0-9a-zA-Z]/g, ''))].sort().join('');
    const prefix = schedule?.replace(/TZ=.*/, '');
    return err === undefined
      ? [reason, everySeconds, times?.daysMatch, timeZone, prefix === schedule].join()
      : `${err} ${shape}`;
  },
};

function* syncExamples(): Generator<Json> {
  const metadata = { name: 'report', namespace: 'shop', creationTimestamp: '2026-01-01T00:00:00Z' };
  const active = [{ name: 'report-1', namespace: 'shop', uid: 'u1' }];
  const latest = [{ name: 'report-29454000', namespace: 'shop', uid: 'u2' }];
  const jobs = [[], active, latest, [...active, ...latest]];
  const times = [
    '2026-01-01T00:30:00Z',
    '2026-01-01T04:00:00Z',
    '2026-01-01T04:00:59Z',
    '2026-01-09T04:01:00.9Z',
  ];
  for (const concurrencyPolicy of ['Allow', 'Forbid', 'Replace']) {
    for (const startingDeadlineSeconds of [null, 0, 59, 3600]) {
      for (const now of times) {
        for (const active of jobs) {
          const spec = { schedule: '0 * * * *', concurrencyPolicy, startingDeadlineSeconds };
          yield { cronJob: cronJob(spec, metadata, { active }), now };
        }
      }
    }
  }
  const now = '2026-01-01T05:00:00Z';
  for (const spec of [
    { schedule: '0 * * * *', suspend: true },
    { schedule: '0 0 30 2 *' },
    { schedule: 'TZ=Europe/Berlin 0 * * * *' },
    { schedule: '0 * * * *', timeZone: 'Mars/Base' },
    { schedule: '61 * * * *' },
  ]) {
    yield { cronJob: cronJob(spec, metadata), now };
    yield { cronJob: cronJob(spec, { ...metadata, deletionTimestamp: now }), now };
  }
}

/** Below the file of a time zone, Go reports an error of the file system, if the machine has such a file. */
function withoutFiles(event: string): string {
  return event.replace(/(bad location (.*)): not a directory$/, '$1: unknown time zone $2');
}

const sync: Operation = {
  name: 'cronJob.sync',
  program: 'kubernetes',
  examples: syncExamples,
  generate(random) {
    const nowMs = time(random, 2086) + (random.percent(20) ? random.below(1000) : 0);
    const agoMs = () =>
      random.pick([30, 90, 600, 3600, 7200, 86_400, 700_000, 40_000_000]) * random.below(1000) * 2;
    const spec = {
      schedule: zonedSchedule(random),
      ...random.maybe(50, () => ({
        timeZone: random.percent(92) ? random.pick(ZONES) : random.pick(BAD_ZONES),
      })),
      ...random.maybe(50, () => ({
        startingDeadlineSeconds: random.pick([0, 1, 10, 60, 3600, 100_000, 2147483647, -1]),
      })),
      ...random.maybe(80, () => ({
        concurrencyPolicy: random.pick(['Allow', 'Forbid', 'Forbid', 'Replace', 'Odd']),
      })),
      ...random.maybe(3, () => ({ suspend: random.percent(80) })),
    };
    const name = random.pick(['report', 'a.b', 'x']);
    const active = (): JsonObject => ({
      name: random.percent(50)
        ? `${name}-${Math.floor(nowMs / 60_000) - random.below(3)}`
        : random.pick(['report-1', 'x-2']),
      ...random.maybe(95, () => ({ namespace: random.percent(90) ? 'shop' : 'other' })),
      uid: `u${random.below(1000)}`,
    });
    const status = {
      ...random.maybe(70, () => ({
        lastScheduleTime: stored(
          random.percent(70) ? nowMs - agoMs() : Math.floor(nowMs / 60_000) * 60_000,
        ),
      })),
      ...random.maybe(60, () => ({ active: random.list(2, active) })),
    };
    const metadata = {
      ...{ name, namespace: 'shop', creationTimestamp: stored(nowMs - agoMs()) },
      ...random.maybe(2, () => ({ deletionTimestamp: stored(nowMs) })),
    };
    return { cronJob: cronJob(spec, metadata, status), now: iso(nowMs) };
  },
  compare(input, theirs, comparison) {
    const { cronJob, now } = input as unknown as SyncCase;
    const { created, deleted, events, afterMs } = theirs.out as unknown as {
      readonly created: readonly string[];
      readonly deleted: readonly string[];
      readonly events: readonly string[];
      readonly afterMs?: number;
    };
    const ours = cronJobDecision(cronJob, { now });
    const starts = ours.reason === 'DUE' ? [ours.run?.jobName] : [];
    const written = ours.events.map(({ type, reason, message }) => `${type} ${reason} ${message}`);
    comparison.field('created', JSON.stringify(created), JSON.stringify(starts));
    comparison.field('deleted', JSON.stringify(deleted), JSON.stringify(ours.deletes));
    comparison.field('events', JSON.stringify(events.map(withoutFiles)), JSON.stringify(written));
    comparison.field('next sync', afterMs, ours.requeueAfterMs);
    const isMany = events.some((event) => event.includes('TooManyMissedTimes'));
    comparison.field('many', isMany, ours.run !== undefined && ours.missed === 'MANY');
  },
  kind(input) {
    const { cronJob, now } = input as unknown as SyncCase;
    const { reason, missed, deletes, events } = cronJobDecision(cronJob, { now });
    const { startingDeadlineSeconds, concurrencyPolicy } = cronJob.spec ?? {};
    return [
      ...[reason, missed, deletes.length, events.length, concurrencyPolicy],
      Math.sign(startingDeadlineSeconds ?? 5),
    ].join();
  },
};

/** When CronJobs run, and what their controller does. */
export const cronJobOperations: readonly Operation[] = [runs, sync];
