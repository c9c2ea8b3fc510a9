import { expect, test } from 'vitest';
import { NoAnswerError } from '../../src/io/no-answer.js';
import type { Terminal } from '../../src/io/terminal.js';
import { writeResult } from '../../src/output/write.js';

test.each(['json', 'table', 'csv'] as const)(
  'an answer longer than a text can be is an error: %s',
  (output) => {
    const written: string[] = [];
    const terminal = {
      stdout: { write: (text: string) => written.push(text) },
    } as unknown as Terminal;
    const tooLong = () => 'x'.repeat(2 ** 30);
    const views = {
      text: tooLong,
      table: tooLong as never,
      model: () => ({ text: { toJSON: tooLong } }),
    };
    expect(() => writeResult({ output }, terminal, views)).toThrow(NoAnswerError);
    expect(written).toEqual([]);
  },
);
