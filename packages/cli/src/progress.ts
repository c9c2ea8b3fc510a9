import { SingleBar } from 'cli-progress';
import type { Output } from './terminal.js';

/** Work that takes less is done before anybody looks. */
const DELAY_MS = 500;

/** A bar on a terminal, for work that takes long; on anything else, nothing. */
export interface Progress {
  /** Says that a text is being read; returns what is to be called with the line that was reached. */
  readonly startText: (text: string, bytes: number) => (line: number) => void;
  readonly stop: () => void;
}

/**
 * Starts to show progress.
 *
 * @param bytes - how much there is to read; what turns up besides, on standard input, is added
 * @param stderr - where to show it
 */
export function startProgress(bytes: number, stderr: Output): Progress {
  if (!stderr.isTerminal) {
    return { startText: () => () => {}, stop: () => {} };
  }
  const start = Date.now();
  const bar = new SingleBar({
    format: 'reading {bar} {percentage}%',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: false,
  });
  let total = bytes;
  let done = 0;
  const show = (now: number) => {
    if (bar.isActive) {
      bar.update(now);
    } else if (Date.now() - start > DELAY_MS) {
      bar.start(total, now);
    }
  };
  const startText = (text: string, announced: number) => {
    const size = announced === 0 ? text.length : announced;
    total += size - announced;
    bar.setTotal(total);
    const before = done;
    const lines = countLines(text);
    done += size;
    show(before);
    return (line: number) => show(before + Math.floor((size * line) / lines));
  };
  return { startText, stop: () => bar.stop() };
}

function countLines(text: string): number {
  let lines = 1;
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
    lines += 1;
  }
  return lines;
}
