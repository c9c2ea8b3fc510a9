import type { FieldPathSegment } from '@kubesem/core';
import { LineCounter } from 'yaml';
import type { JSONValue } from '../json/json-value.js';
import type { ManifestProblem } from '../problem.js';
import { readDocuments } from './documents.js';

/** A text with manifests, and what to call it in reports. */
export interface ManifestFile {
  /** Name of the file, or any other name for the text. */
  readonly name: string;
  /** The whole text. */
  readonly text: string;
}

/** A text that comes in chunks, and what to call it in reports. */
export interface ManifestStream {
  /** Name of the file, or any other name for the text. */
  readonly name: string;
  /** The text from its start to its end; a chunk may end anywhere. */
  readonly chunks: AsyncIterable<string> | Iterable<string>;
}

/** A place in a text. */
export interface Position {
  /** Counted from 1. */
  readonly line: number;
  /** Counted in UTF-16 code units from 1. */
  readonly column: number;
}

/** A place in a file. */
export interface FilePosition extends Position {
  /** Name of the file. */
  readonly file: string;
}

/** A document of a file that could be read. */
export interface ManifestDocument extends Position {
  /** Name of the file. */
  readonly file: string;
  /** How it was read. */
  readonly format: 'json' | 'yaml';
  /**
   * What it says, as kubectl would send it to the API server. Whole numbers beyond 2^53 are the text of their
   * digits, so that none is lost.
   */
  readonly value: JSONValue;
  /**
   * Looks up where a field stands.
   *
   * @param path - names, keys and indexes from the outermost to the innermost
   * @returns the place of the field's value; of the innermost field around it, if it is not there
   */
  positionOf(path: readonly FieldPathSegment[]): Position;
}

/** The documents of a file. */
export interface Manifests {
  /** Those that could be read, in order, without those that hold nothing but comments. */
  readonly documents: readonly ManifestDocument[];
  /** What is wrong with the text, in order. */
  readonly problems: readonly ManifestProblem[];
}

/**
 * Reads the documents of a file as kubectl does: YAML between lines of `---`, JSON, or a stream of JSON objects.
 *
 * Scalars are read by the rules of YAML 1.1: `yes` is true, `017` and `0o17` are 15, `1_000` is 1000, `12:30` and
 * dates are text. A broken document becomes a problem, and the others are still read.
 *
 * Source: `k8s.io/apimachinery/pkg/util/yaml` v0.37.1, `YAMLOrJSONDecoder`; `sigs.k8s.io/yaml` v1.6.0.
 *
 * @param file - the text; a byte order mark at its start is skipped
 * @returns the documents with their places, and what is wrong with the text; nothing is thrown
 *
 * @example
 * ```ts
 * import { parseManifests } from '@kubesem/manifests';
 *
 * const { documents, problems } = parseManifests({ name: 'a.yaml', text: 'kind: Pod\n---\nkind: "Pod\n' });
 * documents.length // => 1
 * documents[0]?.value // => { kind: 'Pod' }
 * problems[0]?.code // => 'SYNTAX'
 * problems[0]?.line // => 4
 * ```
 */
export function parseManifests(file: ManifestFile): Manifests {
  const problems: ManifestProblem[] = [];
  return { documents: [...readManifests(file, problems)], problems };
}

/** Reads the documents of a file one by one; `problems` takes up what is wrong with the text so far. */
export function* readManifests(
  file: ManifestFile,
  problems: ManifestProblem[],
): Generator<ManifestDocument, void> {
  const text = file.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const positionAt = linePositions(text);
  for (const { document, base, format } of readDocuments(text)) {
    for (const { offset, severity, code, message } of document.problems) {
      problems.push({ severity, code, message, file: file.name, ...positionAt(base + offset) });
    }
    const { value } = document;
    if (value !== undefined && value !== null) {
      const positionOf = (path: readonly FieldPathSegment[]) =>
        positionAt(base + document.offsetOf(path));
      yield { file: file.name, format, value, positionOf, ...positionOf([]) };
    }
  }
}

/** Looks up the places of offsets in a text whose lines end in line feeds. */
export function linePositions(text: string): (offset: number) => Position {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
    counter.addNewLine(index + 1);
  }
  return (offset) => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col };
  };
}
