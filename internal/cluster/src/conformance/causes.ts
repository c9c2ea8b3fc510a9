import { causeLines, problemLines } from '@kubesem/conformance/refusals';
import type { FieldProblem } from '@kubesem/core';
import type { Status, StatusCause } from '../client.js';
import type { Findings } from './scenario.js';

/** Types of problems that are not the reason of a cause in upper case. */
const TYPES: Readonly<Record<string, string>> = { FieldValueTypeInvalid: 'TYPE_INVALID' };

/**
 * Returns the rejections in a `Status`: type, field, value and detail.
 *
 * @param status - a `Status` with the reason `Invalid`
 * @returns a line for each cause, sorted
 */
export function causesOf(status: Status): readonly string[] {
  const causes = (status.details?.causes ?? []).map(
    ({ reason = '', field = '', message = '' }) => ({
      type: TYPES[reason] ?? typeOf(reason),
      field,
      detail: asJson(message),
    }),
  );
  return causeLines(causes);
}

/** The escapes that Go writes in quotes, and JSON does not have. */
function asJson(message: string): string {
  return message
    .replace(/\\x([0-9a-f]{2})/g, '\\u00$1')
    .replace(/\\a/g, '\\u0007')
    .replace(/\\v/g, '\\u000b');
}

/** `FieldValueNotFound` is `NOT_FOUND`. */
function typeOf(reason: string): string {
  const words = reason.replace(/^FieldValue/, '').replace(/(?<=[a-z])(?=[A-Z])/g, '_');
  return words.toUpperCase();
}

/**
 * Returns the same of our problems.
 *
 * @param problems - problems of a validator
 * @returns a line for each of them, sorted
 */
export function problemsOf(problems: readonly FieldProblem[]): readonly string[] {
  return problemLines(problems);
}

/**
 * Compares causes with problems by type, field and detail. The server writes the value before the
 * detail, in a form that nobody can read back.
 *
 * @param found - receives a comparison for each of them
 * @param kind - kind of the object
 * @param causes - causes of a `Status`
 * @param problems - problems of a validator
 */
export function compareCauses(
  found: Findings,
  kind: string,
  causes: readonly StatusCause[],
  problems: readonly FieldProblem[],
): void {
  const lines = problems.map(({ type, path, value, message }) =>
    JSON.stringify([type, path, value, message]),
  );
  // The server lists equal causes once.
  const left = problems.filter((_, index) => lines.indexOf(lines[index] ?? '') === index);
  for (const { reason = '', field = '', message = '' } of causes) {
    const type = TYPES[reason] ?? typeOf(reason);
    const index = left.findIndex(
      (each) => each.type === type && each.path === field && isDetailOf(message, each.message),
    );
    found.equal(`${kind}: ${type} ${field}: ${message}`, true, index >= 0);
    left.splice(index < 0 ? left.length : index, 1);
  }
  for (const { type, path, message } of left) {
    found.equal(`${kind}: ${type} ${path}: ${message}`, false, true);
  }
}

function isDetailOf(message: string, detail: string): boolean {
  const [start = ''] = detail.split('…');
  return (
    message === detail ||
    message.endsWith(`: ${detail}`) ||
    (start !== detail && message.startsWith(start))
  );
}
