import { SingleBar } from 'cli-progress';
import type { Output } from './terminal.js';

/** Work that takes less is done before anybody looks. */
const DELAY_MS = 500;

/** A bar on a terminal, for work that takes long; on anything else, nothing. */
export interface Progress {
  /** Says how much is done by now. */
  readonly update: (done: number) => void;
  readonly stop: () => void;
}

/**
 * Starts to show progress.
 *
 * @param total - how much there is to do
 * @param stderr - where to show it
 * @param now - the time in milliseconds
 */
export function startProgress(
  total: number,
  { isTerminal }: Output,
  now: () => number = Date.now,
): Progress {
  if (!isTerminal) {
    return { update: () => {}, stop: () => {} };
  }
  const start = now();
  const bar = new SingleBar({
    format: 'reading {bar} {percentage}%',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: false,
  });
  return {
    update: (done) => {
      if (!bar.isActive && now() - start > DELAY_MS) {
        bar.start(total, done);
      }
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
