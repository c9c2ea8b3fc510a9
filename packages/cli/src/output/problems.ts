// All that formats a problem for people is in this file.
import type { Terminal } from '../io/terminal.js';
import type { Colors } from './colors.js';
import { visible } from './text.js';

/** A problem and its place in a file, as far as it is shown. */
export interface PlacedProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Whether there is an error among problems; warnings do not change the exit status. */
export function hasErrors(problems: readonly Pick<PlacedProblem, 'severity'>[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Writes problems to standard error in every format, so no pipe swallows them. */
export function writeProblems(problems: readonly PlacedProblem[], { stderr }: Terminal): void {
  for (const problem of problems) {
    stderr.write(renderProblem(problem, stderr.colors));
  }
}

/** Writes errors that have no place in a file to standard error. */
export function writeErrors(messages: readonly string[], { stderr }: Terminal): void {
  for (const message of messages) {
    stderr.write(`${label('error', stderr.colors)} ${visible(message)}\n`);
  }
}

/** Writes warnings that have no place in a file to standard error. */
export function writeWarnings(messages: Iterable<string>, { stderr }: Terminal): void {
  for (const message of messages) {
    stderr.write(`${label('warning', stderr.colors)} ${visible(message)}\n`);
  }
}

/** Writes remarks on a table to standard error, so they do not get into a pipe. */
export function writeNotes(notes: Iterable<string>, { stderr }: Terminal): void {
  for (const note of notes) {
    stderr.write(`${stderr.colors.dim(visible(note))}\n`);
  }
}

/** One line, as compilers write it: editors and terminals open the place. */
function renderProblem(
  { severity, message, file, line, column }: PlacedProblem,
  colors: Colors,
): string {
  return `${visible(file)}:${line}:${column}: ${label(severity, colors)} ${visible(message)}\n`;
}

function label(severity: PlacedProblem['severity'], colors: Colors): string {
  return severity === 'error' ? colors.red('error:') : colors.yellow('warning:');
}

/** The problem of a field in one text: `path "value": message`. */
export function describeField({
  path,
  value,
  message,
}: {
  readonly path: string;
  readonly value?: string | undefined;
  readonly message: string;
}): string {
  return `${path}${value === undefined ? '' : ` ${JSON.stringify(value)}`}: ${message}`;
}
