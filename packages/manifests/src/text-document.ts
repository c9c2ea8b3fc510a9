import type { FieldPathSegment } from '@kubesem/core';
import type { JSONValue } from './json/json-value.js';
import type { ManifestProblem } from './problem.js';

/** Objects and lists may be nested this deeply; manifests use a few dozen levels. */
export const MAX_DEPTH = 250;

/** Longest YAML document, in characters; unless it is a list, it takes some 800 MB of memory while it is read. */
export const MAX_YAML_LENGTH: number = 32 * 1024 * 1024;

/** A problem of a text, and its place as an offset. */
export interface TextProblem extends Pick<ManifestProblem, 'severity' | 'message'> {
  readonly code: 'SYNTAX' | 'TOO_LARGE' | 'DUPLICATE_KEY' | 'IGNORED_TEXT';
  /** Counted in UTF-16 code units from the start of the text. */
  readonly offset: number;
}

/** One document of a text, with places as offsets. */
export interface TextDocument {
  /** Undefined if the document could not be read. */
  readonly value: JSONValue | undefined;
  readonly problems: readonly TextProblem[];
  /** Returns the offset of the value at a path, or of the innermost value around it. */
  offsetOf(path: readonly FieldPathSegment[]): number;
}

/** Reads one YAML document; a separator may only be its first line. */
export type ReadYAML = (text: string) => TextDocument;

/** A document that could not be read. */
export function unreadable(problem: TextProblem): TextDocument {
  return { value: undefined, problems: [problem], offsetOf: () => problem.offset };
}

/** Makes a syntax error. The message must not quote values: the text may be a Secret. */
export function syntaxError(message: string, offset: number): TextProblem {
  return { severity: 'error', code: 'SYNTAX', message, offset };
}

/** Message of the error of a YAML document that is too long. */
export const TOO_LONG_YAML: string = `the YAML document exceeds the limit of ${MAX_YAML_LENGTH / 1024 / 1024} Mi characters; split it or convert it to JSON`;

/** Makes the error of a document that is nested too deeply. */
export function tooDeep(offset: number): TextProblem {
  return syntaxError(`objects and lists are nested deeper than ${MAX_DEPTH} levels`, offset);
}

/** Makes the warning of a key that an object has twice. The key may be a part of a value of a Secret. */
export function duplicateKey(offset: number): TextProblem {
  const message = 'duplicate key; the last value wins';
  return { severity: 'warning', code: 'DUPLICATE_KEY', message, offset };
}
