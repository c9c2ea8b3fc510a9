import type { FieldPathSegment } from '@kubesem/core';
import { type Document, isCollection, isNode, LineCounter, type Node, parseDocument } from 'yaml';
import type { ShownProblem } from '../output/problems.js';
import { readTextFile } from './read.js';
import type { Terminal } from './terminal.js';

/** A problem of a field. */
export interface DocumentProblem extends Pick<ShownProblem, 'path' | 'value' | 'message'> {
  readonly segments: readonly FieldPathSegment[];
}

/** How to read the data of a document. */
export interface DocumentReader<T> {
  /** What the file holds, such as `scenario`. */
  readonly what: string;
  /** The fields that an empty document lacks. */
  readonly needs: string;
  /** Checks the data. */
  readonly parse: (data: unknown) => {
    readonly value: T | undefined;
    readonly problems: readonly DocumentProblem[];
  };
}

/**
 * Reads a file that is one document but not a manifest.
 *
 * @param path - of a file with YAML or JSON; `-` is standard input
 * @param reader - what it holds
 * @param terminal - standard input, and standard error for the progress
 * @returns the value, undefined if it is invalid; and what is wrong with it
 * @throws InputError if the file cannot be read
 */
export async function readDocument<T>(
  path: string,
  reader: DocumentReader<T>,
  terminal: Terminal,
): Promise<{ readonly value: T | undefined; readonly problems: readonly ShownProblem[] }> {
  const { name: file, text } = await readTextFile(path, terminal);
  const lines = new LineCounter();
  // The parser's warnings, which Node prints, would quote the file.
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  const placed = (problem: Omit<DocumentProblem, 'segments'>, offset: number): ShownProblem => {
    const { line, col } = lines.linePos(offset);
    const place = { file, line: Math.max(line, 1), column: Math.max(col, 1) };
    return { severity: 'error', ...problem, ...place };
  };
  const data = dataOf(document, reader);
  if ('message' in data) {
    return { value: undefined, problems: [placed({ message: data.message }, data.offset)] };
  }
  const { value, problems } = reader.parse(data.data);
  return {
    value,
    problems: problems.map((problem) => placed(problem, offsetOf(document, problem))),
  };
}

/** The data of a document, or why it has none. */
function dataOf(
  document: Document.Parsed,
  { what, needs }: Pick<DocumentReader<unknown>, 'what' | 'needs'>,
): { readonly data: unknown } | { readonly message: string; readonly offset: number } {
  const [error] = document.errors;
  if (error !== undefined) {
    // The message of the parser can quote the file.
    const message =
      error.code === 'MULTIPLE_DOCS'
        ? `several documents; a ${what} must be one document`
        : 'not valid YAML or JSON; check the quotes, brackets and indentation around it';
    return { message, offset: error.pos[0] };
  }
  try {
    const data: unknown = document.toJS();
    const message = `no ${what} found; it needs ${needs}`;
    return data === null ? { message, offset: 0 } : { data };
  } catch {
    return {
      message: 'not plain YAML: an alias without an anchor, or too many aliases',
      offset: 0,
    };
  }
}

/** Where a field starts; for a missing one, where the object starts that should have it. */
function offsetOf(document: Document, { segments }: DocumentProblem): number {
  let node: Node | null = document.contents;
  for (const segment of segments) {
    const inner: unknown = isCollection(node) ? node.get(segment, true) : undefined;
    if (!isNode(inner)) {
      break;
    }
    node = inner;
  }
  return node?.range?.[0] ?? 0;
}
