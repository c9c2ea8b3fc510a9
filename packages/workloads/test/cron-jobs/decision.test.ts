import { cronJobDecision } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const metadata = { name: 'report', namespace: 'shop', creationTimestamp: '2026-01-01T00:00:00Z' };
const hourly = { schedule: '0 * * * *' };
const decide = (now: string, spec: object = {}, status: object = {}, more: object = {}) =>
  cronJobDecision(
    { metadata: { ...metadata, ...more }, spec: { ...hourly, ...spec }, status },
    { now },
  );
const active = [{ name: 'old', namespace: 'shop' }];

describe('the controller', () => {
  test('starts only the latest of the runs that it missed', () => {
    const { reason, run, missed, requeueAfterMs } = decide('2026-01-01T03:10:00Z');
    expect([reason, run?.time, missed]).toEqual(['DUE', '2026-01-01T03:00:00Z', 'FEW']);
    expect(requeueAfterMs).toBe(50 * 60_000 + 100);
  });

  test('warns about more than 100 missed runs, and starts the latest one', () => {
    const { reason, missed, events } = decide('2026-01-06T00:00:00Z');
    expect([reason, missed]).toEqual(['DUE', 'MANY']);
    expect(events.map(({ reason }) => reason)).toEqual(['TooManyMissedTimes', 'SuccessfulCreate']);
  });

  test('counts no runs before the deadline', () => {
    const { missed } = decide('2026-01-06T00:00:00Z', { startingDeadlineSeconds: 7200 });
    expect(missed).toBe('FEW');
  });

  test('starts no run at the second of its deadline', () => {
    const spec = { startingDeadlineSeconds: 60 };
    expect(decide('2026-01-01T01:00:59Z', spec).reason).toBe('DUE');
    // Runs are due if they are after the earliest time, which is that of the run.
    expect(decide('2026-01-01T01:01:00Z', spec).reason).toBe('NOT_DUE');
  });

  test.each([
    ['Allow', 'DUE', []],
    ['Forbid', 'STILL_RUNNING', []],
    ['Replace', 'DUE', ['old']],
  ])('with %s, the decision is %s', (concurrencyPolicy, reason, deletes) => {
    const decision = decide('2026-01-01T01:00:00Z', { concurrencyPolicy }, { active });
    expect(decision).toMatchObject({ reason, deletes });
  });

  test('does not start a Job again', () => {
    const now = '2026-01-01T01:00:30Z';
    const name = 'report-29453820';
    expect(decide(now, {}, { active: [{ name, namespace: 'shop' }] }).reason).toBe(
      'ALREADY_STARTED',
    );
    expect(decide(now, {}, { active: [{ name, namespace: 'other' }] }).reason).toBe('DUE');
  });

  test('starts nothing for an invalid CronJob, and waits for a change', () => {
    const now = '2026-01-01T05:00:00Z';
    const reasons = [
      decide(now, { timeZone: 'Mars/Base' }),
      decide(now, { schedule: '61 * * * *' }),
      decide(now, { schedule: '0 0 31 2 *' }),
      decide(now, { suspend: true }),
      decide(now, {}, {}, { deletionTimestamp: now }),
    ];
    expect(reasons.map(({ reason }) => reason)).toEqual([
      ...['UNKNOWN_TIME_ZONE', 'INVALID_SCHEDULE', 'NEVER', 'SUSPENDED', 'DELETED'],
    ]);
    expect(reasons.every(({ requeueAfterMs }) => requeueAfterMs === undefined)).toBe(true);
  });

  test('warns about a time zone in the schedule', () => {
    const { reason, events } = decide('2026-01-01T00:30:00Z', { schedule: 'TZ=UTC 0 * * * *' });
    expect([reason, events[0]?.reason]).toEqual(['NOT_DUE', 'UnsupportedSchedule']);
  });
});

// The controller would count the runs since the year 1.
test.each([
  [hourly, 30 * 60_000],
  [{ ...hourly, startingDeadlineSeconds: 0 }, 30 * 60_000],
  [{ ...hourly, timeZone: 'America/Sao_Paulo' }, 30 * 60_000],
  [{ schedule: '@every 1s' }, 1000],
])('%j without any time counts as created now', (spec, nextMs) => {
  const decision = cronJobDecision({ spec }, { now: '2026-01-01T00:30:00Z' });
  expect(decision).toMatchObject({ reason: 'NOT_DUE', requeueAfterMs: nextMs + 100 });
});

test.each([
  [{ spec: { startingDeadlineSeconds: '5' } }, ['spec', 'startingDeadlineSeconds']],
  [{ spec: { concurrencyPolicy: 5 } }, ['spec', 'concurrencyPolicy']],
  [{ status: { active: {} } }, ['status', 'active']],
  [{ status: { active: [{ name: 5 }] } }, ['status', 'active', 0, 'name']],
])('%j has the wrong type', (cronJob, segments) => {
  expect(() => cronJobDecision(cronJob as never, { now: '2026-01-01T00:00:00Z' })).toThrow(
    expect.objectContaining({
      code: 'INVALID_TYPE',
      problem: expect.objectContaining({ segments }),
    }),
  );
});
