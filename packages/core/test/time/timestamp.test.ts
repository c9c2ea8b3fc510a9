import { formatAge, timestampMs } from '@kubesem/core';
import { expect, test } from 'vitest';

test.each([
  ['1970-01-01T00:00:05Z', 5000],
  ['1970-01-01T02:00:05.25+02:00', 5250],
  ['1970-01-01T00:00:00.123000000Z', 123],
  ['1970-01-01T00:00:00.123000001Z', 123.5],
  [new Date(7), 7],
  ['0001-01-01T00:00:00Z', Number.NaN],
  [new Date('0001-01-01T00:00:00Z'), Number.NaN],
  ['', Number.NaN],
  ['soon', Number.NaN],
  [null, Number.NaN],
  [undefined, Number.NaN],
  [5 as never, Number.NaN],
  [{} as never, Number.NaN],
  [{ getTime: () => 9 } as never, 9],
])('the time %j is at %j ms', (timestamp, ms) => {
  expect(timestampMs(timestamp)).toBe(ms);
});

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:59Z', '59s'],
  // A nanosecond later, the last second is not full.
  ['2026-01-01T00:00:00.000000001Z', '2026-01-01T00:00:59Z', '58s'],
  ['2026-01-01T00:00:02Z', '2026-01-01T00:00:00Z', '<invalid>'],
  ['2026-01-01T00:00:01.999Z', '2026-01-01T00:00:00Z', '0s'],
  [undefined, '2026-01-01T00:00:00Z', '<unknown>'],
  ['2026-01-01T00:00:00Z', undefined, '<unknown>'],
])('the age of %j at %j is %s', (timestamp, now, age) => {
  expect(formatAge(timestamp, now)).toBe(age);
});
