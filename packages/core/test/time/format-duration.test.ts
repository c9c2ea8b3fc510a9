import { formatDuration, formatShortDuration } from '@kubesem/core';
import { expect, test } from 'vitest';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

test.each([
  [Number.NaN, '<invalid>'],
  [-2 * SECOND, '<invalid>'],
  [-1.999 * SECOND, '0s'],
  [0, '0s'],
  [999, '0s'],
  [SECOND, '1s'],
  [2 * MINUTE - 1, '119s'],
  [2 * MINUTE, '2m'],
  [2 * MINUTE + SECOND, '2m1s'],
  [10 * MINUTE - 1, '9m59s'],
  [10 * MINUTE + SECOND, '10m'],
  [3 * HOUR - 1, '179m'],
  [3 * HOUR, '3h'],
  [3 * HOUR + MINUTE, '3h1m'],
  [8 * HOUR - 1, '7h59m'],
  [8 * HOUR + MINUTE, '8h'],
  [2 * DAY - 1, '47h'],
  [2 * DAY, '2d'],
  [2 * DAY + HOUR, '2d1h'],
  [8 * DAY - 1, '7d23h'],
  [8 * DAY + HOUR, '8d'],
  [2 * YEAR - 1, '729d'],
  [2 * YEAR, '2y'],
  [2 * YEAR + DAY, '2y1d'],
  [8 * YEAR - 1, '7y364d'],
  [8 * YEAR + DAY, '8y'],
  [1000 * YEAR, '292y'],
  [Number.POSITIVE_INFINITY, '292y'],
])('%j milliseconds are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [Number.NaN, '<invalid>'],
  [-2 * SECOND, '<invalid>'],
  [-SECOND, '0s'],
  [MINUTE - 1, '59s'],
  [MINUTE, '1m'],
  [HOUR - 1, '59m'],
  [HOUR, '1h'],
  [DAY - 1, '23h'],
  [DAY, '1d'],
  [YEAR - 1, '364d'],
  [YEAR, '1y'],
  [Number.POSITIVE_INFINITY, '292y'],
])('%j milliseconds are %s in short', (ms, text) => {
  expect(formatShortDuration(ms)).toBe(text);
});
