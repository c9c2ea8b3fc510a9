import { formatAge, type Timestamp } from '@kubesem/core';
import { timestampMs } from '@kubesem/core/internal';
import { expect, test } from 'vitest';

test.each<readonly [Timestamp | null | undefined, number]>([
  ['1970-01-01T00:00:05Z', 5000],
  ['1970-01-01T02:00:05.25+02:00', 5250],
  ['1970-01-01T00:00:00.123000000Z', 123],
  ['1970-01-01T00:00:00.123000001Z', 123.5],
  [new Date(7), 7],
  ['0000-02-29T00:00:00Z', Date.parse('0000-02-29T00:00:00Z')],
  ['9999-12-31T23:59:59-23:59', Date.parse('9999-12-31T23:59:59Z') + 86_340_000],
  // What Go reads beyond RFC 3339.
  ['1970-01-01T1:00:00Z', 3_600_000],
  ['1970-01-01T00:00:00,5Z', 500],
  ['1970-01-01T00:00:00.5000000009Z', 500],
  ['1970-01-01T00:00:00-24:60', 90_000_000],
  // What it does not read, though many parsers of dates do.
  ...[
    ...['1970-01-01', '1970-01-01T00:00Z', '1970-01-01T00:00:00', '1970-01-01 00:00:00Z'],
    ...['1970-01-01T00:00:00z', '1970-01-01t00:00:00Z', '1970-01-01T00:00:00.Z', '0'],
    ...['1970-02-29T00:00:00Z', '1970-01-00T00:00:00Z', '1970-13-01T00:00:00Z'],
    ...['1970-01-01T24:00:00Z', '1970-01-01T00:60:00Z', '1970-01-01T00:00:60Z'],
    ...['1970-01-01T00:00:00+00:61', '1970-01-01T00:00:00+25:00', '1970-01-01T00:00:00+0000'],
    ...['+001970-01-01T00:00:00Z', ' 1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z\n'],
  ].map((text) => [text, Number.NaN] as const),
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
