import { RealClock } from '@kubesem/apf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('the time begins at 0, and goes on in nanoseconds', () => {
  vi.advanceTimersByTime(77);
  const clock = new RealClock();
  expect(clock.nowNs()).toBe(0);
  vi.advanceTimersByTime(3);
  expect(clock.nowNs()).toBe(3e6);
});

test('events come at their times, by one timer', () => {
  const clock = new RealClock();
  const seen: string[] = [];
  clock.schedule(30e6, () => seen.push('c'));
  clock.schedule(10e6, () => seen.push('a'));
  clock.schedule(10_000_001, () => seen.push('b'));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(9);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(['a', 'b']);
  vi.advanceTimersByTime(19);
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(vi.getTimerCount()).toBe(0);
});

test('an event beyond the longest timer comes all the same', () => {
  const clock = new RealClock();
  const seen: string[] = [];
  clock.schedule(3e9 * 1e6, () => seen.push('late'));
  vi.advanceTimersByTime(2_147_483_647);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(3e9 - 2_147_483_647);
  expect(seen).toEqual(['late']);
});

test('nothing keeps the process alive once the last event was taken back, or the clock is closed', () => {
  const clock = new RealClock();
  const events = [1, 2, 3].map((delay) => clock.schedule(delay * 1e9, () => undefined));
  expect(vi.getTimerCount()).toBe(1);
  for (const event of events) {
    event.cancel();
  }
  expect(vi.getTimerCount()).toBe(0);
  const late = clock.schedule(1e9, () => undefined);
  clock.close();
  late.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

test('what an event throws goes to the runtime, and the others still come', () => {
  const clock = new RealClock();
  const seen: string[] = [];
  clock.schedule(1e6, () => {
    throw new RangeError('event');
  });
  clock.schedule(1e6, () => seen.push('next'));
  expect(() => vi.advanceTimersByTime(1)).toThrow(RangeError);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(['next']);
});
