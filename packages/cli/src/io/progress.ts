import { SingleBar } from 'cli-progress';
import type { Output } from './terminal.js';

/** Shorter work is done before anybody looks. */
const DELAY_MS = 500;

/** A bar on a terminal for work that takes long; it does nothing elsewhere. */
export interface Progress {
  /** Adds bytes that were read, or work that was done. */
  readonly advance: (more: number) => void;
  readonly stop: () => void;
}

/**
 * Starts to show progress.
 *
 * @param total - the bytes to read, or the work to do; 0 if it is unknown, as for a pipe: then the bytes read are shown
 * @param stderr - where to show it
 * @param doing - what is being done
 * @returns the bar
 */
export function startProgress(total: number, stderr: Output, doing = 'reading'): Progress {
  if (!stderr.isTerminal) {
    return { advance: () => {}, stop: () => {} };
  }
  const start = Date.now();
  const unit = total === 0 ? 2 ** 20 : 1;
  const bar = new SingleBar({
    format: total === 0 ? `${doing} {value} MiB` : `${doing} {bar} {percentage}%`,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: false,
  });
  let done = 0;
  const advance = (more: number) => {
    done += more;
    const shown = Math.floor(done / unit);
    if (bar.isActive) {
      bar.update(shown);
    } else if (Date.now() - start > DELAY_MS) {
      bar.start(total, shown);
    }
  };
  return { advance, stop: () => bar.stop() };
}
