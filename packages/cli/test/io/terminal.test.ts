import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { nodeTerminal } from '../../src/io/terminal.js';

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

test('each output is judged individually: one may be a pipe, and the other not', () => {
  const out = outputOf(undefined);
  const err = outputOf(true);
  const { stdin } = process;
  const { stdout, stderr, ...rest } = nodeTerminal({
    stdin,
    stdout: out.stream,
    stderr: err.stream,
    env: {},
  } as NodeJS.Process);
  expect(rest).toEqual({ stdin });
  expect([stdout.isTerminal, stderr.isTerminal]).toEqual([false, true]);
  stdout.write(stdout.colors.red('plain'));
  stderr.write(stderr.colors.red('red'));
  expect(out.written).toEqual(['plain']);
  expect(err.written).toEqual(['\u001b[31mred\u001b[39m']);
});
