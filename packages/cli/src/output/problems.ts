// All that formats a problem for people is in this file.
import type { FieldErrorType, Problem } from '@kubesem/core';
import type { FilePosition } from '@kubesem/manifests';
import { isUnknown, type Terminal } from '../io/terminal.js';
import type { Colors } from './colors.js';
import { count, visible } from './text.js';

/** A problem and its place in a file, as far as it is shown. */
export interface ShownProblem
  extends FilePosition,
    Pick<Problem, 'severity' | 'message' | 'value' | 'advice'>,
    Partial<Pick<Problem, 'code' | 'path'>> {
  readonly type?: FieldErrorType | undefined;
}

/** Whether there is an error among problems; warnings do not change the exit status. */
export function hasErrors(problems: readonly Pick<ShownProblem, 'severity'>[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** A problem, and all of its places in its file. */
export interface CountedProblem extends ShownProblem {
  readonly places: readonly Pick<ShownProblem, 'line' | 'column'>[];
}

/** Lists each problem once that a file has several times: a dump has thousands of similar Pods. */
export function countProblems(problems: readonly ShownProblem[]): readonly CountedProblem[] {
  const found = new Map<string, ShownProblem[]>();
  for (const problem of problems) {
    const { severity, code, file } = problem;
    const key = JSON.stringify([severity, code, file, describeProblem(problem)]);
    const same = found.get(key) ?? [];
    same.push(problem);
    found.set(key, same);
  }
  return [...found.values()].flatMap((places) => {
    const [first] = places;
    return first === undefined ? [] : [{ ...first, places }];
  });
}

/** So many lines are listed. */
const MAX_LINES = 5;

/** How often a problem occurs and in which lines, such as ` (2 times, lines 3, 5)`; empty if it occurs once. */
export function timesOf(places: CountedProblem['places']): string {
  if (places.length === 1) {
    return '';
  }
  const lines = [...new Set(places.map(({ line }) => line))];
  const shown = lines.slice(0, MAX_LINES).join(', ');
  const rest = lines.length > MAX_LINES ? ', …' : '';
  return ` (${count(places.length, 'time')}, line${lines.length === 1 ? '' : 's'} ${shown}${rest})`;
}

/** Writes problems to standard error in every format, so no pipe swallows them. */
export function writeProblems(problems: readonly ShownProblem[], { stderr }: Terminal): void {
  for (const problem of countProblems(problems)) {
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

/**
 * Writes remarks on a table to standard error, so they do not get into a pipe. Writes nothing if a part of the
 * cluster is unknown, because the remarks would count it as missing.
 */
export function writeNotes(notes: Iterable<string>, terminal: Terminal): void {
  const { stderr } = terminal;
  if (isUnknown(terminal)) {
    return;
  }
  for (const note of notes) {
    stderr.write(`${stderr.colors.dim(visible(note))}\n`);
  }
}

/** One line, as compilers write it: editors and terminals open the place. */
function renderProblem(problem: CountedProblem, colors: Colors): string {
  const { severity, code, file, line, column, places } = problem;
  const text = visible(`${describeProblem(problem)}${timesOf(places)}`);
  const suffix = code === undefined ? '' : ` ${colors.dim(`[${visible(code)}]`)}`;
  // An object of a cluster has a name instead of a place.
  const place = line === 0 ? '' : `:${line}:${column}`;
  return `${visible(file)}${place}: ${label(severity, colors)} ${text}${suffix}\n`;
}

function label(severity: ShownProblem['severity'], colors: Colors): string {
  return severity === 'error' ? colors.red('error:') : colors.yellow('warning:');
}

/** Writes a problem in one line: `path "value": message; advice`, without the value if the message says what was found. */
export function describeProblem({
  type,
  code,
  path = '',
  value = '',
  message,
  advice,
}: Pick<ShownProblem, 'type' | 'code' | 'path' | 'value' | 'message' | 'advice'>): string {
  // Words of the API server name the value at most in quotes, and what is not supported may be in the list of what is.
  const isOfServer = type !== undefined && type === code;
  const quoted = JSON.stringify(value);
  const isSaid =
    type === 'TYPE_INVALID' ||
    value === '' ||
    (isOfServer ? type !== 'NOT_SUPPORTED' && message.includes(quoted) : hasWord(message, value));
  const subject = [path, isSaid ? '' : quoted].filter((part) => part !== '');
  const text = advice === undefined ? message : `${message}; ${advice}`;
  return subject.length === 0 ? text : `${subject.join(' ')}: ${text}`;
}

/** Whether a text has a word that is not a part of a longer one. */
function hasWord(text: string, word: string): boolean {
  return text.split(word).some((before, index, parts) => {
    const after = parts[index + 1];
    return after !== undefined && !/\w$/.test(before) && !/^\w/.test(after);
  });
}
