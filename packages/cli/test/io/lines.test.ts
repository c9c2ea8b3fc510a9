import pc from 'picocolors';
import { expect, test } from 'vitest';
import { readLines } from '../../src/io/lines.js';
import type { Output } from '../../src/io/terminal.js';
import { codesOf, stream } from '../support/run.js';

const output: Output = { write: () => {}, colors: pc.createColors(false), isTerminal: false };

/** Reads a text in these chunks; lines with `bad` in them are invalid. */
async function read(...chunks: readonly (string | Uint8Array)[]) {
  const lines: [number, string][] = [];
  const stdin = stream(chunks.map((chunk) => Buffer.from(chunk)));
  const found = await readLines('-', { stdin, stdout: output, stderr: output }, (line, number) => {
    lines.push([number, line]);
    return line.includes('bad') ? { code: 'BAD', message: 'a bad line' } : undefined;
  });
  return { lines, ...found };
}

test('lines keep their numbers wherever the text is cut; empty ones are skipped', async () => {
  const { lines, isComplete, errors } = await read('fir', 'st\n \r\n\nfou', '', 'rth', '\nfifth');
  expect(lines).toEqual([
    [1, 'first'],
    [4, 'fourth'],
    [5, 'fifth'],
  ]);
  expect({ isComplete, errors }).toEqual({ isComplete: true, errors: [] });
});

test('invalid lines have their place', async () => {
  const { invalid, problems } = await read('good\nbad\n');
  expect(invalid).toBe(1);
  expect(problems).toMatchObject([
    { severity: 'error', code: 'BAD', file: '<stdin>', line: 2, column: 1 },
  ]);
});

test('of many invalid lines, ten are listed and the others counted', async () => {
  const ten = await read('bad\n'.repeat(10));
  expect(ten.errors).toEqual([]);
  const { invalid, problems, errors } = await read('bad\n'.repeat(25));
  expect(invalid).toBe(25);
  expect(codesOf(problems)).toEqual(Array.from({ length: 10 }, () => 'BAD'));
  expect(errors).toEqual([expect.stringMatching(/^<stdin>: 15 /)]);
});

test('the lines before a part that cannot be read are kept', async () => {
  const { lines, isComplete, errors } = await read('first\n', Uint8Array.of(0, 0));
  expect(lines).toEqual([[1, 'first']]);
  expect(isComplete).toBe(false);
  expect(errors).toHaveLength(1);
});
