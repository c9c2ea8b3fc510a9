import type { JSONValue } from './json/json-value.js';
import type { FilePosition, ObjectPlace } from './position.js';
import type { ManifestProblem } from './problem.js';

/** The text of a file with manifests, and its name in reports. */
export interface ManifestFile {
  /** Name of the file, or any other name for the text. */
  readonly name: string;
  /** The whole text. */
  readonly text: string;
}

/** The text of a file in chunks, and its name in reports. */
export interface ManifestStream {
  /** Name of the file, or any other name for the text. */
  readonly name: string;
  /** The text from start to end; a chunk may end anywhere. */
  readonly chunks: AsyncIterable<string> | Iterable<string>;
}

/** A document of a file, and the place where it starts. */
export interface ManifestDocument extends FilePosition, ObjectPlace {
  /** Format of the document. */
  readonly format: 'json' | 'yaml';
  /**
   * The value that kubectl would send to the API server. A 64-bit integer beyond 2^53 is a `bigint`, so no digit is
   * lost.
   */
  readonly value: JSONValue;
}

/** The documents of a file. */
export interface Manifests {
  /** The documents that could be read, in order, without those that hold only comments. */
  readonly documents: readonly ManifestDocument[];
  /** What is wrong with the text, in order. */
  readonly problems: readonly ManifestProblem[];
}
