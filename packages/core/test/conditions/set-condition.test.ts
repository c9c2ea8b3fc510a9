import { setCondition } from '@kubesem/core/internal';
import { expect, test } from 'vitest';

const first = '2026-01-01T00:00:00Z';
const later = '2026-01-02T00:00:00Z';
const ready = { type: 'Ready', status: 'True', reason: 'A', lastTransitionTime: first };
const other = { type: 'Other', status: 'True', lastTransitionTime: first };

test('a new condition is the last one', () => {
  expect(setCondition([other], ready)).toEqual([other, ready]);
  expect(setCondition(undefined, ready)).toEqual([ready]);
});

test('a condition keeps its place, and its time while the status stays', () => {
  const changed = { ...ready, reason: 'B', lastTransitionTime: later };
  expect(setCondition([ready, other], changed)).toEqual([{ ...ready, reason: 'B' }, other]);
  const failed = { ...changed, status: 'False' };
  expect(setCondition([ready, other], failed)).toEqual([failed, other]);
});

test('only the first condition of a type is set', () => {
  const second = { ...ready, status: 'False' };
  expect(setCondition([null as never, second, ready], ready)).toEqual([null, ready, ready]);
});
