import { type AuditArrivals, type AuditSkipCode, auditLogReader } from '@kubesem/apf-simulator';
import { jsonIn, readLines } from '../../../io/lines.js';
import type { Terminal } from '../../../io/terminal.js';
import { writeErrors, writeProblems } from '../../../output/problems.js';

/** The requests of an audit log, and whether all of its lines could be used. */
export interface ReadArrivals extends AuditArrivals {
  readonly isBroken: boolean;
}

/** What is wrong with a line; events with other codes are skipped for what they are. */
const MESSAGES: { readonly [Code in AuditSkipCode]?: string } = {
  NOT_AN_EVENT: 'not an Event of audit.k8s.io/v1 in JSON',
  INVALID_TIME: 'requestReceivedTimestamp and stageTimestamp must be times in this order',
  INVALID_REQUEST: 'requestURI is not a URL that the API server can read',
};

/**
 * Reads an audit log, however large it is, and writes to standard error what is wrong with its lines.
 *
 * @param path - of the log; `-` is standard input
 * @param terminal - where to read from and to write to
 * @returns the requests of all lines that could be read
 */
export async function readArrivals(path: string, terminal: Terminal): Promise<ReadArrivals> {
  const reader = auditLogReader();
  const read = await readLines(path, terminal, (line) => {
    const code = reader.add(jsonIn(line));
    const message = code && MESSAGES[code];
    return code && message ? { code, message } : undefined;
  });
  const found = reader.finish();
  const isEmpty = found.arrivals.length === 0;
  const nothing =
    isEmpty && read.isComplete ? [`${read.file}: no events of completed requests found`] : [];
  writeProblems(read.problems, terminal);
  writeErrors([...read.errors, ...nothing], terminal);
  return { ...found, isBroken: read.invalid > 0 || isEmpty || !read.isComplete };
}
