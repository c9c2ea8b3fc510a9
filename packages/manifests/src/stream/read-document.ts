import type { FieldPathSegment } from '@kubesem/core';
import type { JSONValue } from '../json/json-value.js';

/** Objects and lists may nest this deep; manifests use a few dozen levels. */
export const MAX_DEPTH = 250;

/** Something to say of a text, with its place. */
export interface TextProblem {
  readonly severity: 'error' | 'warning';
  readonly code: 'SYNTAX' | 'TOO_LARGE' | 'DUPLICATE_KEY' | 'IGNORED_TEXT';
  readonly message: string;
  /** Counted in UTF-16 code units from the start of the text. */
  readonly offset: number;
}

/** One document of a text. */
export interface ReadDocument {
  /** Undefined if an error kept it from being read. */
  readonly value: JSONValue | undefined;
  readonly problems: readonly TextProblem[];
  /** Offset of the value at a path, or of the innermost value around it that is there. */
  offsetOf(path: readonly FieldPathSegment[]): number;
}

/** A document that could not be read. */
export function unreadable(problem: TextProblem): ReadDocument {
  return { value: undefined, problems: [problem], offsetOf: () => problem.offset };
}

/** An error in what a text says. */
export function syntaxError(message: string, offset: number): TextProblem {
  return { severity: 'error', code: 'SYNTAX', message, offset };
}

/** Says that a document goes too deep. */
export function tooDeep(offset: number): TextProblem {
  return syntaxError(`expected at most ${MAX_DEPTH} levels of objects and lists`, offset);
}

/** Says that a key stands twice in one object. */
export function duplicateKey(key: string, offset: number): TextProblem {
  const message = `key ${JSON.stringify(key)} stands here for the second time; the last one counts`;
  return { severity: 'warning', code: 'DUPLICATE_KEY', message, offset };
}
