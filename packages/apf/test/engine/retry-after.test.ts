import { RetryAfterTracker } from '@kubesem/apf/internal';
import { expect, test } from 'vitest';

/** So many requests in each of the seconds from 1000 on. */
function after(...requests: readonly number[]): number {
  const tracker = new RetryAfterTracker();
  requests.forEach((count, i) => {
    for (let request = 0; request < count; request++) {
      tracker.record(1000 + i);
    }
  });
  return tracker.retryAfterSeconds;
}

test.each<[string, readonly number[], number]>([
  ['nothing was dropped', [], 1],
  ['few are dropped', [2, 1], 1],
  ['three in the last second: it doubles', [3, 1], 2],
  ['only what was before the second counts', [2, 50], 1],
  ['it doubles once in as many seconds as it has', [3, 3, 3], 2],
  ['and then again', [3, 3, 3, 1], 4],
  ['up to 32 seconds', Array.from({ length: 200 }, () => 100), 32],
  ['it falls by a second when hardly any are dropped', [3, 3, 3, 1, 0, 0, 0, 0, 1], 3],
  ['and not below one', [3, 1, ...Array.from({ length: 40 }, (_, i) => Number(i % 10 === 9))], 1],
])('%s', (_, requests, seconds) => {
  expect(after(...requests)).toBe(seconds);
});

test('what was dropped in a second that is still to come does not count', () => {
  const tracker = new RetryAfterTracker();
  for (const second of [1000, 1000, 1000, 999]) {
    tracker.record(second);
  }
  expect(tracker.retryAfterSeconds).toBe(1);
});
