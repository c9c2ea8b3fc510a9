import { readFileSync } from 'node:fs';
import { attempt } from '@kubesem/core';
import { cronJobRuns } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const from = '2026-01-01T00:00:00Z';

function times(schedule: string, start: string, timeZone?: string, count = 3): readonly string[] {
  const options = { from: start, count };
  return cronJobRuns({ spec: { schedule, timeZone } }, options).runs.map(
    ({ localTime }) => localTime,
  );
}

function problemOf(spec: object, options: object = { from }): unknown {
  try {
    return cronJobRuns({ spec }, options as never).runs;
  } catch (error) {
    const { code, segments, message } = (error as { problem: Record<string, unknown> }).problem;
    return { code, segments, message };
  }
}

// The tables of the parser, in the words of the controller.
describe('the schedule', () => {
  const fields = (schedule: string) => cronJobRuns({ spec: { schedule } }, { from }).times;

  test.each([
    ['5 * * * *', [5]],
    ['+5 * * * *', [5]],
    ['005 * * * *', [5]],
    ['1,3 * * * *', [1, 3]],
    ['3,1,,1 * * * *', [1, 3]],
    ['5-7 * * * *', [5, 6, 7]],
    ['50/5 * * * *', [50, 55]],
    ['10-30/10 * * * *', [10, 20, 30]],
    ['*/20 * * * *', [0, 20, 40]],
    ['?/20 * * * *', [0, 20, 40]],
    ['*-5/30 * * * *', [0, 30]],
    ['5/61 * * * *', [5]],
  ])('%s has the minutes %j', (schedule, minutes) => {
    expect(fields(schedule)?.minutes).toEqual(minutes);
  });

  test.each([
    ['0 0 * jan-MAR,12 *', 'months', [1, 2, 3, 12]],
    ['0 0 * * sun,Fri', 'daysOfWeek', [0, 5]],
    ['0 0 * * fr\u0130', 'daysOfWeek', [5]],
  ] as const)('%s has names', (schedule, field, values) => {
    expect(fields(schedule)?.[field]).toEqual(values);
  });

  test.each([
    ['0 0 13 * 5', 'ONE'],
    ['0 0 */2 * 5', 'ONE'],
    ['0 0 1-31 * 5', 'ONE'],
    ['0 0 * * 5', 'BOTH'],
    ['0 0 ? * 5', 'BOTH'],
    ['0 0 */1 * 5', 'BOTH'],
    ['0 0 13 * *', 'BOTH'],
  ])('the days of %s: %s must match', (schedule, daysMatch) => {
    expect(fields(schedule)?.daysMatch).toBe(daysMatch);
  });

  test.each([
    ['@yearly', '2027-01-01T00:00:00Z'],
    ['@annually', '2027-01-01T00:00:00Z'],
    ['@monthly', '2026-02-01T00:00:00Z'],
    ['@weekly', '2026-01-04T00:00:00Z'],
    ['@daily', '2026-01-02T00:00:00Z'],
    ['@midnight', '2026-01-02T00:00:00Z'],
    ['@hourly', '2026-01-01T01:00:00Z'],
    ['@every 1h30m', '2026-01-01T01:30:00Z'],
    ['@every 1.9s', '2026-01-01T00:00:01Z'],
    ['@every -1h', '2026-01-01T00:00:01Z'],
    ['@every 0', '2026-01-01T00:00:01Z'],
  ])('%s runs at %s', (schedule, time) => {
    expect(times(schedule, from, undefined, 1)).toEqual([time]);
  });

  test.each([
    ['', 'empty spec string'],
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['0 * * * * *', 'expected exactly 5 fields, found 6: [0 * * * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['* * * * 7', 'end of range (7) above maximum (6): 7'],
    ['5-3 * * * *', 'beginning of range (5) beyond end of range (3): 5-3'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['*/-1 * * * *', 'negative number (-1) not allowed: -1'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['@reboot', 'unrecognized descriptor: @reboot'],
    ['@every 5', 'failed to parse duration @every 5: time: missing unit in duration "5"'],
    ['@every 1d', 'failed to parse duration @every 1d: time: unknown unit "d" in duration "1d"'],
    ['@every x', 'failed to parse duration @every x: time: invalid duration "x"'],
    ['TZ=0', 'invalid schedule format: runtime error: slice bounds out of range [:-1]'],
    ['TZ=Mars/Base * * * * *', 'provided bad location Mars/Base: unknown time zone Mars/Base'],
  ])('%j is invalid', (schedule, message) => {
    const segments = ['spec', 'schedule'];
    expect(problemOf({ schedule })).toEqual({ code: 'INVALID_SCHEDULE', segments, message });
  });
});

describe('the time zone', () => {
  test('counts for the schedule', () => {
    expect(times('0 9 * * *', from, 'Asia/Kolkata', 1)).toEqual(['2026-01-01T09:00:00+05:30']);
  });

  test.each(['TZ', 'CRON_TZ'])('of %s in the schedule counts instead', (name) => {
    const spec = { schedule: `${name}=Asia/Tokyo  0 9 * * * `, timeZone: 'Europe/Berlin' };
    expect(cronJobRuns({ spec }, { from, count: 1 }).runs).toEqual([
      {
        time: '2026-01-02T00:00:00Z',
        localTime: '2026-01-02T01:00:00+01:00',
        jobName: '-29455200',
      },
    ]);
  });

  test.each([
    ['Mars/Base', 'unknown time zone Mars/Base'],
    // Other tools accept these, as `Intl` does.
    ['europe/berlin', 'unknown time zone europe/berlin'],
    ['ASIA/CALCUTTA', 'unknown time zone ASIA/CALCUTTA'],
    ['PST', 'unknown time zone PST'],
    // Names of other databases.
    ['US/Pacific-New', 'unknown time zone US/Pacific-New'],
    ['Canada/East-Saskatchewan', 'unknown time zone Canada/East-Saskatchewan'],
    ['SystemV/AST4', 'unknown time zone SystemV/AST4'],
    // Aliases, whose case `Intl` does not check.
    ['ZULU', 'unknown time zone ZULU'],
    ['ETC/UTC', 'unknown time zone ETC/UTC'],
    ['Asia/Ho_chi_Minh', 'unknown time zone Asia/Ho_chi_Minh'],
    ['+05:00', 'unknown time zone +05:00'],
    ['../UTC', 'time: invalid location name'],
  ])('%s is unknown', (timeZone, message) => {
    const segments = ['spec', 'timeZone'];
    const spec = { schedule: '@daily', timeZone };
    expect(problemOf(spec)).toEqual({ code: 'UNKNOWN_TIME_ZONE', segments, message });
  });
});

// Most cron libraries differ from the controller here.
describe('when the clock changes', () => {
  test('a skipped time does not run', () => {
    expect(times('30 2 * * *', '2026-03-28T12:00:00Z', 'Europe/Berlin', 1)).toEqual([
      '2026-03-30T02:30:00+02:00',
    ]);
  });

  test('a repeated time runs twice', () => {
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', 'Europe/Berlin')).toEqual([
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T02:30:00+01:00',
      '2026-10-26T02:30:00+01:00',
    ]);
  });

  test('a skipped midnight does not run', () => {
    expect(times('0 0 * * *', '2018-11-03T12:00:00Z', 'America/Sao_Paulo', 2)).toEqual([
      '2018-11-05T00:00:00-02:00',
      '2018-11-06T00:00:00-02:00',
    ]);
  });

  test('the search ends at a skipped day', () => {
    const apia = { schedule: '0 12 30 12 *', timeZone: 'Pacific/Apia' };
    const { runs, reason } = cronJobRuns({ spec: apia }, { from: '2011-12-01T00:00:00Z' });
    expect([runs, reason]).toEqual([[], 'NEVER']);
  });
});

test('a schedule that never matches has no runs', () => {
  for (const schedule of ['0 0 30 2 *', '0 0 31 4,6,9,11 *', ', * * * *', '* , * * *']) {
    expect(cronJobRuns({ spec: { schedule } }, { from }).reason).toBe('NEVER');
  }
});

test('leap days are found', () => {
  expect(times('0 0 29 2 *', from, undefined, 2)).toEqual([
    '2028-02-29T00:00:00Z',
    '2032-02-29T00:00:00Z',
  ]);
});

test('a CronJob that is suspended or being deleted has no runs', () => {
  const spec = { schedule: '@daily' };
  const reasonOf = (cronJob: object) => cronJobRuns(cronJob, { from }).reason;
  expect(reasonOf({ spec: { ...spec, suspend: true } })).toBe('SUSPENDED');
  expect(reasonOf({ spec, metadata: { deletionTimestamp: from } })).toBe('DELETED');
});

test('the runs are after `from`, and not after `until`', () => {
  const cronJob = { metadata: { name: 'a' }, spec: { schedule: '@hourly' } };
  const until = new Date('2026-01-01T02:00:00Z');
  const names = cronJobRuns(cronJob, { from, until }).runs.map(({ jobName }) => jobName);
  expect(names).toEqual(['a-29453820', 'a-29453880']);
  expect(cronJobRuns(cronJob, { from, count: 0 }).runs).toEqual([]);
  expect(cronJobRuns(cronJob, { from }).runs).toHaveLength(10);
  expect(cronJobRuns(cronJob, { from: new Date(8.64e15) }).runs).toEqual([]);
});

test.each([
  [{ from: 'soon' }, 'from'],
  [{ from, until: 'later' }, 'until'],
  [{ from, count: -1 }, 'count'],
])('the options %j are invalid', (options, name) => {
  expect(problemOf({ schedule: '@daily' }, options)).toMatchObject({
    code: 'INVALID_TYPE',
    segments: [name],
  });
});

test.each([
  [{ schedule: 5 }, ['spec', 'schedule']],
  [{ schedule: '@daily', timeZone: {} }, ['spec', 'timeZone']],
  [{ schedule: '@daily', suspend: 'no' }, ['spec', 'suspend']],
])('the field types of %j are invalid', (spec, segments) => {
  expect(problemOf(spec)).toMatchObject({ code: 'INVALID_TYPE', segments });
});

test.each(
  readFileSync(new URL('./go-time-zones.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    // Older engines lack the newest time zones.
    .filter((timeZone) => timeZone === 'Factory' || attempt(() => isKnown(timeZone)).ok),
)('the time zone %s of Go 1.26 is known', (timeZone) => {
  const spec = { schedule: '@daily', timeZone };
  expect(cronJobRuns({ spec }, { from: '2026-01-01T12:00:00Z', count: 1 }).runs).toHaveLength(1);
});

function isKnown(timeZone: string) {
  return new Intl.DateTimeFormat('en-US', { timeZone });
}
