import type { ManifestDocument, ManifestFile, Manifests } from '../document.js';
import { type Reread, rereadDocument } from '../objects/reread.js';
import { linePositions, type Position, positionFrom, START } from '../position.js';
import { type ManifestProblem, manifestProblem } from '../problem.js';
import { type DocumentText, readDocuments } from './documents.js';

/**
 * Parses the documents of a file as kubectl does: YAML between lines of `---`, JSON, or a stream of JSON objects.
 *
 * Scalars follow the rules of YAML 1.1: `yes` is true, `017` and `0o17` are 15, `1_000` is 1000, `12:30` and dates are
 * strings. A broken document becomes a problem, and the other documents are still read.
 *
 * @param file - the text and its name; a byte order mark at the start is skipped
 * @returns the documents with the places of their values, and what is wrong with the text; nothing is thrown
 *
 * @example
 * ```ts
 * import { parseManifests } from '@kubesem/manifests';
 *
 * const { documents, problems } = parseManifests({ name: 'a.yaml', text: 'kind: Pod\n---\nkind: "Pod\n' });
 * documents.map(({ value }) => value) // => [{ kind: 'Pod' }]
 * problems.map(({ code, line }) => `${code} in line ${line}`) // => ['SYNTAX in line 4']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/yaml` v0.37.1, `YAMLOrJSONDecoder`; `sigs.k8s.io/yaml` v1.6.0.
 */
export function parseManifests(file: ManifestFile): Manifests {
  const problems: ManifestProblem[] = [];
  const onProblem = (problem: ManifestProblem) => void problems.push(problem);
  const documents = [...readManifests(file, START, onProblem)].map(({ document }) => document);
  return { documents, problems };
}

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
 */
export function* readManifests(
  { name: file, text: source }: ManifestFile,
  start: Position,
  onProblem: (problem: ManifestProblem) => void,
): Generator<ReadDocument, void> {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
  const positionInText = linePositions(withLineFeeds(text));
  const positionAt = (offset: number) => positionFrom(start, positionInText(offset));
  for (const { document, base, format, again } of readDocuments(text)) {
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
