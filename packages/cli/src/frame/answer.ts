import { FAILED, OK } from '../context.js';
import type { Terminal } from '../io/terminal.js';
import {
  hasErrors,
  type ShownProblem,
  writeErrors,
  writeNotes,
  writeProblems,
  writeWarnings,
} from '../output/problems.js';
import { isText, type OutputFlags, type Views, writeResult } from '../output/write.js';

/** The answer of a command. Without a table and a text, there is no result. */
export interface Answer extends Partial<Views> {
  /** Remarks on the result, for people. */
  readonly notes?: Iterable<string>;
  /** Remarks on what was read and assumed, in every format. */
  readonly remarks?: Iterable<string>;
  /** Warnings that have no place. */
  readonly warnings?: Iterable<string>;
  /** What is wrong with the objects. */
  readonly problems?: readonly ShownProblem[];
  /** What could not be read, and what was not found. */
  readonly errors?: readonly string[];
  /** What was not found: an error, unless something could not be read. */
  readonly missing?: string | undefined;
  /** Whether the answer is yes; by default, it is if there are no errors. */
  readonly isFine?: boolean;
}

/**
 * Prints an answer: the result, the notes, the findings and the errors, in this order.
 *
 * @returns the exit status
 */
export function writeAnswer(
  answer: Answer,
  given: Partial<OutputFlags>,
  terminal: Terminal,
): number {
  const { table, text, notes = [], remarks = [], missing } = answer;
  const { warnings = [], problems = [], errors = [] } = answer;
  const flags = { output: 'table' as const, ...given };
  try {
    if (table !== undefined || text !== undefined) {
      writeResult(flags, terminal, answer);
    }
  } finally {
    // Also if the result has no such column to sort by.
    writeNotes([...(isText(flags) ? notes : []), ...remarks], terminal);
    writeWarnings(warnings, terminal);
    writeProblems(problems, terminal);
    writeErrors(errors, terminal);
  }
  const isBroken = errors.length > 0 || hasErrors(problems);
  const isMissing = missing !== undefined && !isBroken;
  writeErrors(isMissing ? [missing] : [], terminal);
  return (answer.isFine ?? true) && !isBroken && !isMissing ? OK : FAILED;
}
