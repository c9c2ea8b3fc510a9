import type { Problem } from '@kubesem/core';
import type { ShownProblem } from '../output/problems.js';
import { readSources } from './read.js';
import { fileSource } from './sources.js';
import type { Terminal } from './terminal.js';

/** What is wrong with a line. */
export interface WrongLine
  extends Pick<ShownProblem, 'type' | 'path' | 'value' | 'message'>,
    Pick<Problem, 'code'> {}

/** What a file with a record on each line contains, besides the records. */
export type LinesRead = Awaited<ReturnType<typeof readLines>>;

/** Parses a line; undefined if it is not JSON. */
export function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** So many invalid lines are listed: a file of another kind contains nothing else. */
const MAX_LISTED = 10;

/**
 * Reads a file line by line, however large it is.
 *
 * @param path - of the file; `-` is standard input
 * @param terminal - standard input, and standard error for the progress
 * @param take - receives each line that is not empty, and its number; returns what is wrong with it, if anything
 * @returns what is wrong with the file
 */
export async function readLines(
  path: string,
  terminal: Terminal,
  take: (line: string, number: number) => WrongLine | undefined,
) {
  const source = fileSource(path);
  const file = source.name;
  const problems: (ShownProblem & WrongLine)[] = [];
  let invalid = 0;
  const unreadable = await readSources([source], terminal, async ({ chunks }) => {
    let line = 0;
    for await (const text of linesOf(chunks)) {
      line += 1;
      const wrong = text.trim() === '' ? undefined : take(text, line);
      if (wrong !== undefined) {
        invalid += 1;
        if (invalid <= MAX_LISTED) {
          problems.push({ severity: 'error', ...wrong, file, line, column: 1 });
        }
      }
    }
  });
  const more = invalid - problems.length;
  const rest = more > 0 ? [`${file}: ${more} more invalid line${more === 1 ? '' : 's'}`] : [];
  return {
    file,
    /** Number of invalid lines. */
    invalid,
    /** The first of them. */
    problems,
    /** Errors without a place: the file could not be read to its end, or has more invalid lines. */
    errors: [...rest, ...unreadable],
    isComplete: unreadable.length === 0,
  };
}

/** Longer than any event of an API server. */
const MAX_LINE_CHARS = 64 * 1024 * 1024;

/** The lines of a text, without their ends. One that is too long is cut, so it is no longer valid JSON. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = chunk.split('\n');
    lines[0] = rest.length > MAX_LINE_CHARS ? rest : rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}
