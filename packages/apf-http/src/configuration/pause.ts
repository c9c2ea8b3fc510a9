import { setTimeout as sleep } from 'node:timers/promises';
import { TIMER_OPTION } from '@kubesem/core/internal';
import { readLimit } from '../gate/invalid-limit.js';

/** Reads the option `intervalMs`: the runtime turns a wrong one into 1 ms. */
export function readInterval(intervalMs: number | undefined): number | undefined {
  return readLimit('intervalMs', intervalMs, TIMER_OPTION);
}

/**
 * Waits, without keeping the process alive.
 *
 * @param ms - how long, in milliseconds
 * @param signal - ends the wait
 * @returns resolves after that time, or when the signal is aborted
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(ms, TIMER_OPTION.max), undefined, { ref: false, signal }).catch(
    () => undefined,
  );
}

/**
 * Calls a function whose work may take a limited time.
 *
 * @param ms - the longest time, in milliseconds
 * @param parent - also ends the work
 * @param use - does it; the signal is aborted at the end in any case
 * @returns what it returns; undefined if it took too long, or if `parent` was aborted
 */
export async function during<T>(
  ms: number,
  parent: AbortSignal,
  use: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const own = new AbortController();
  const end = (): void => own.abort();
  parent.addEventListener('abort', end);
  try {
    const tooLate = pause(ms, own.signal).then(() => undefined);
    return await Promise.race([use(own.signal), tooLate]);
  } finally {
    end();
    parent.removeEventListener('abort', end);
  }
}
