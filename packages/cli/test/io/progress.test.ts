import { join } from 'node:path';
import { Writable } from 'node:stream';
import pc from 'picocolors';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProgress } from '../../src/io/progress.js';
import type { Output } from '../../src/io/terminal.js';
import { folderOf, kubesem, podManifest } from '../support/run.js';

/** Standard error as a terminal, with a clock that is moved by hand. */
function watched() {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk));
      done();
    },
  });
  const { stderr } = process;
  const { now } = Date;
  const clock = { ms: 1_000_000 };
  Object.defineProperty(process, 'stderr', {
    value: Object.assign(stream, { isTTY: true, columns: 80 }),
    configurable: true,
  });
  Date.now = () => clock.ms;
  onTestFinished(() => {
    Object.defineProperty(process, 'stderr', { value: stderr, configurable: true });
    Date.now = now;
  });
  /** What was drawn, without what moves the cursor. */
  const drawn = () => written.filter((text) => !text.startsWith('\u001b'));
  return { clock, written, drawn };
}

const output = (isTerminal: boolean): Output => {
  return { write: () => {}, colors: pc.createColors(false), isTerminal };
};

describe('progress', () => {
  test('shows the share of the total, after half a second', () => {
    const { clock, written, drawn } = watched();
    const progress = startProgress(200, output(true), 'counting');
    progress.advance(20);
    clock.ms += 500;
    progress.advance(10);
    expect(written).toEqual([]);
    clock.ms += 1;
    progress.advance(20);
    expect(drawn()).toEqual([expect.stringMatching(/^counting =+-+ 25%$/)]);
    clock.ms += 1000;
    progress.advance(50);
    progress.stop();
    expect(drawn()).toEqual([
      expect.stringMatching(/ 25%$/),
      expect.stringMatching(/^counting (=+)-+ 50%$/),
    ]);
    expect(written.join('')).not.toContain('\u001b[?25l');
    expect(written.filter((text) => text === '\u001b7')).toHaveLength(1);
    expect(written.at(-1)).toBe('\u001b[2K');
  });

  test('shows the bytes read if the total is unknown', () => {
    const { clock, drawn } = watched();
    const progress = startProgress(0, output(true));
    clock.ms += 501;
    progress.advance(3.5 * 2 ** 20);
    clock.ms += 1000;
    progress.advance(2 ** 20);
    progress.stop();
    expect(drawn()).toEqual(['reading 3 MiB', 'reading 4 MiB']);
  });

  test('is absent for short work, and if standard error is not a terminal', () => {
    const { clock, written } = watched();
    startProgress(200, output(true)).stop();
    const progress = startProgress(200, output(false));
    clock.ms += 501;
    progress.advance(100);
    progress.stop();
    expect(written).toEqual([]);
  });

  test('covers all files together', async () => {
    const { clock, drawn } = watched();
    Date.now = () => (clock.ms += 1000);
    const one = podManifest('one').padEnd(300);
    const folder = folderOf({
      'a.yaml': one,
      'b.yaml': one,
      'c.yaml': one,
      'd.yaml': one,
      'z/e.yaml': one,
    });
    await kubesem(['inspect', join(folder, 'z'), folder], { isWatched: true });
    expect(drawn().map((line) => line.match(/\d+%/)?.[0])).toEqual([
      '20%',
      '40%',
      '60%',
      '80%',
      '100%',
    ]);
  });
});
