import {
  imagePullBackOffRemainingMs,
  imagePullBackOffSeconds,
  nextImagePullBackOff,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

describe('the back-off of failed pulls', () => {
  test('doubles from 10 s to 300 s', () => {
    const seconds = Array.from({ length: 9 }, (_, failures) => imagePullBackOffSeconds(failures));
    expect(seconds).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300]);
    expect(imagePullBackOffSeconds(1e9)).toBe(300);
    expect(imagePullBackOffSeconds(-1)).toBe(0);
  });

  test('follows a chain of failures without pauses', () => {
    let state = nextImagePullBackOff(undefined, 1_000_000);
    const seen = [state.backoffSeconds];
    for (let failure = 2; failure < 9; failure++) {
      state = nextImagePullBackOff(state, state.failedAtMs + 1000 * state.backoffSeconds);
      seen.push(state.backoffSeconds);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(imagePullBackOffSeconds));
  });

  test('restarts more than 600 s after the last failure', () => {
    const state = { backoffSeconds: 40, failedAtMs: 5000 };
    expect(nextImagePullBackOff(state, 605_000).backoffSeconds).toBe(80);
    expect(nextImagePullBackOff(state, 605_000.001).backoffSeconds).toBe(10);
    expect(state).toEqual({ backoffSeconds: 40, failedAtMs: 5000 });
  });

  test('lasts exactly its seconds', () => {
    const state = { backoffSeconds: 300, failedAtMs: 7 };
    expect(imagePullBackOffRemainingMs(state, 7)).toBe(300_000);
    expect(imagePullBackOffRemainingMs(state, 300_006)).toBe(1);
    expect(imagePullBackOffRemainingMs(state, 300_007)).toBe(0);
    expect(imagePullBackOffRemainingMs(state, 900_000)).toBe(0);
    expect(imagePullBackOffRemainingMs(undefined, 7)).toBe(0);
    expect(imagePullBackOffRemainingMs(null, 7)).toBe(0);
  });

  test('lasts longer if the clock is set back', () => {
    expect(imagePullBackOffRemainingMs({ backoffSeconds: 10, failedAtMs: 1000 }, 0)).toBe(11_000);
  });
});
