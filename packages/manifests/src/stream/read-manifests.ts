import type { ManifestDocument, ManifestFile } from '../document.js';
import { type Reread, rereadDocument } from '../objects/reread.js';
import { linePositions, type Position, positionFrom } from '../position.js';
import { type ManifestProblem, manifestProblem } from '../problem.js';
import type { ReadYAML } from '../text-document.js';
import { type DocumentText, readDocuments } from './documents.js';

/** A document, and what reads it again. */
export interface ReadDocument {
  readonly document: ManifestDocument;
  readonly reread: Reread | undefined;
}

/**
 * Reads the documents of a file one by one.
 *
 * @param file - the text and its name
 * @param start - where the text starts
 * @param onProblem - receives what is wrong with the text
 * @param readYAML - reads a YAML document
 */
export function* readManifests(
  { name: file, text: source }: ManifestFile,
  start: Position,
  onProblem: (problem: ManifestProblem) => void,
  readYAML: ReadYAML,
): Generator<ReadDocument, void> {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
  const positionInText = linePositions(withLineFeeds(text));
  const positionAt = (offset: number) => positionFrom(start, positionInText(offset));
  for (const { document, base, format, again } of readDocuments(text, readYAML)) {
    for (const { offset, ...problem } of document.problems) {
      onProblem(manifestProblem(problem, { file, ...positionAt(base + offset) }));
    }
    const { value } = document;
    if (value !== undefined && value !== null) {
      const positionOf: ManifestDocument['positionOf'] = (segments) =>
        positionAt(base + document.offsetOf(segments));
      const reread = again && rereadText(again, positionAt(again.start));
      yield { document: { file, format, value, positionOf, ...positionOf([]) }, reread };
    }
  }
}

function rereadText({ text, read }: DocumentText, start: Position): Reread {
  return rereadDocument(text, read, () => {
    const positionInText = linePositions(withLineFeeds(text));
    return (offset) => positionFrom(start, positionInText(offset));
  });
}

/** In YAML, a carriage return also ends a line. */
function withLineFeeds(text: string): string {
  return text.replace(/\r/g, '\n');
}
