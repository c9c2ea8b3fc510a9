import { fieldPath } from '@kubesem/core';
import { readNow, readTime, storedTime, storedTimeLike } from '@kubesem/core/internal';
import { expect, test } from 'vitest';

test('a time is read as milliseconds since 1970', () => {
  expect(readTime('1970-01-01T00:00:05.25Z', fieldPath('from'))).toBe(5250);
  expect(readNow(new Date(7))).toBe(7);
});

test.each(['', 'soon', null, undefined, 5, {}])('%j is not a time', (value) => {
  expect(() => readNow(value as never)).toThrow(
    expect.objectContaining({
      code: 'INVALID_TYPE',
      problem: expect.objectContaining({ segments: ['now'] }),
    }),
  );
});

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [5999.5, '1970-01-01T00:00:05Z'],
  [-1, '1969-12-31T23:59:59Z'],
])('%d ms are stored as %s', (ms, text) => {
  expect(storedTime(ms)).toBe(text);
  expect(storedTimeLike(ms, null)).toBe(text);
  expect(storedTimeLike(ms, '2026-01-01T00:00:00Z')).toBe(text);
  expect(storedTimeLike(ms, new Date())).toEqual(new Date(text));
});
