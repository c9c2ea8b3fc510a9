import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { nodeTerminal, shorten, wantsColors } from '../src/terminal.js';

test.each<[boolean, Record<string, string>, boolean]>([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
  [false, { TERM: 'xterm' }, false],
  [false, { TERM: 'dumb', FORCE_COLOR: '1' }, true],
])('on a terminal: %s, with %j, colours: %s', (isTerminal, env, colors) => {
  expect(wantsColors(isTerminal, env)).toBe(colors);
});

describe('the terminal of a process', () => {
  /** An output that keeps what is written to it. */
  function outputOf(isTTY: boolean | undefined) {
    const written: string[] = [];
    const stream = new Writable({
      write(chunk, _, done) {
        written.push(String(chunk));
        done();
      },
    });
    return { written, stream: Object.assign(stream, { isTTY }) as unknown as NodeJS.WriteStream };
  }

  test('each output by itself: one may be a pipe, and the other not', () => {
    const out = outputOf(undefined);
    const err = outputOf(true);
    const stdin = process.stdin;
    const terminal = nodeTerminal({
      stdin,
      stdout: out.stream,
      stderr: err.stream,
      env: {},
    } as NodeJS.Process);
    expect(terminal.stdin).toBe(stdin);
    expect(terminal.stdout.isTerminal).toBe(false);
    expect(terminal.stderr.isTerminal).toBe(true);
    terminal.stdout.write(terminal.stdout.colors.red('plain'));
    terminal.stderr.write(terminal.stderr.colors.red('red'));
    expect(out.written).toEqual(['plain']);
    expect(err.written).toEqual(['\u001b[31mred\u001b[39m']);
  });
});

test('a cell has at most 40 characters, and a sign that there was more', () => {
  const text = '0123456789'.repeat(4);
  expect(shorten(text)).toBe(text);
  expect(shorten(`${text}a`)).toBe(`${text}…`);
});
