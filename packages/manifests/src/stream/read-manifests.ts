import type { ManifestDocument, ManifestFile } from '../document.js';
import { linePositions, type Position, positionFrom } from '../position.js';
import { type ManifestProblem, manifestProblem } from '../problem.js';
import type { ReadYAML } from '../text-document.js';
import { readDocuments } from './documents.js';

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
): Generator<ManifestDocument, void> {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
  const positionInText = linePositions(withLineFeeds(text));
  const positionAt = (offset: number) => positionFrom(start, positionInText(offset));
  for (const { document, base, format } of readDocuments(text, readYAML)) {
    for (const { offset, ...problem } of document.problems) {
      onProblem(manifestProblem(problem, { file, ...positionAt(base + offset) }));
    }
    const { value } = document;
    if (value !== undefined && value !== null) {
      const positionOf: ManifestDocument['positionOf'] = (segments) =>
        positionAt(base + document.offsetOf(segments));
      yield { file, format, value, positionOf, ...positionOf([]) };
    }
  }
}

/** In YAML, a carriage return also ends a line. */
function withLineFeeds(text: string): string {
  return text.replace(/\r/g, '\n');
}
