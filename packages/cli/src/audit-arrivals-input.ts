import { type AuditArrivals, type AuditSkipCode, auditLogReader } from '@kubesem/apf';
import { writeErrors, writeProblems } from './cluster-input.js';
import { findSources, InputError, openSource } from './inputs.js';
import { startProgress } from './progress.js';
import type { PlacedProblem } from './render-problems.js';
import type { Terminal } from './terminal.js';

/** The requests of an audit log, and whether all of its lines could be used. */
export interface ReadArrivals extends AuditArrivals {
  readonly isBroken: boolean;
}

/** So many wrong lines are named: a file of another kind has nothing else. */
const MAX_WRONG_LINES = 10;
/** No event of an API server is that large. */
const MAX_LINE_CHARS = 64 * 1024 * 1024;

/** What is wrong with a line; the other codes are of events that are left out for what they are. */
const MESSAGES: { readonly [Code in AuditSkipCode]?: string } = {
  NOT_AN_EVENT: 'expected an Event of audit.k8s.io/v1 as JSON, on one line',
  INVALID_TIME: 'expected times in requestReceivedTimestamp and, not before it, stageTimestamp',
  INVALID_REQUEST: 'expected a requestURI that the API server can read',
};

/**
 * Reads an audit log line by line, however large it is, and writes to standard error what is wrong with its lines.
 *
 * @param path - of the log; `-` is standard input
 * @param terminal - where to read from and to write to
 * @returns the requests of all lines that could be read
 */
export async function readArrivals(path: string, terminal: Terminal): Promise<ReadArrivals> {
  const { sources, problems } = findSources([path]);
  const [source] = sources;
  const reader = auditLogReader();
  const wrong: PlacedProblem[] = [];
  let count = 0;
  let number = 0;
  if (source !== undefined) {
    const progress = startProgress(source.bytes, terminal.stderr);
    try {
      for await (const line of linesOf(openSource(source, terminal, progress.advance))) {
        number += 1;
        const code = line.trim() === '' ? undefined : reader.add(eventIn(line));
        const message = code === undefined ? undefined : MESSAGES[code];
        if (message !== undefined && count++ < MAX_WRONG_LINES) {
          wrong.push({ severity: 'error', message, file: source.name, line: number, column: 1 });
        }
      }
    } catch (error) {
      if (!(error instanceof InputError)) {
        throw error;
      }
      // What was read before is there.
      problems.push(`${source.name}: ${error.message}`);
    } finally {
      progress.stop();
    }
  }
  const found = reader.finish();
  const isEmpty = found.arrivals.length === 0;
  const more = count - wrong.length;
  const file = source?.name ?? path;
  writeProblems(wrong, terminal);
  writeErrors(
    [
      ...(more > 0 ? [`${file}: ${more} more such line${more === 1 ? '' : 's'}`] : []),
      ...problems,
      ...(isEmpty && problems.length === 0
        ? [`${file}: expected events of requests that have ended, found none`]
        : []),
    ],
    terminal,
  );
  return { ...found, isBroken: count > 0 || isEmpty || problems.length > 0 };
}

function eventIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The lines of a text, without their ends. One that is too long is cut, so that it is no event any more. */
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
