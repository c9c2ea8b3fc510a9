import { readJSONDocument } from '../json/json-document.js';
import { readYAMLDocument } from '../yaml/yaml-document.js';
import { type ReadDocument, syntaxError, unreadable } from './read-document.js';

/** A document and its place in the text. */
export interface PlacedDocument {
  readonly document: ReadDocument;
  /** What the offsets of the document count from. */
  readonly base: number;
  readonly format: 'json' | 'yaml';
}

/**
 * Takes a text apart into its documents, as kubectl does.
 *
 * A text that starts with a brace is a stream of JSON objects, one behind the other. What cannot be read as such,
 * and every other text, is YAML, whose documents stand between lines of `---`. Documents of nothing but comments
 * are left out. YAML behind more than one JSON object is read, too, though kubectl refuses it.
 *
 * Source: `k8s.io/apimachinery/pkg/util/yaml` v0.37.1, `YAMLOrJSONDecoder`; `k8s.io/cli-runtime/pkg/resource`
 * v0.37.1, `StreamVisitor`.
 *
 * @param text - lines end in line feeds alone, and there is no byte order mark
 */
export function* readDocuments(text: string): Generator<PlacedDocument, void> {
  let end = 0;
  let count = 0;
  for (let start = skip(SPACE, text, 0); text[start] === '{'; start = skip(SPACE, text, end)) {
    const { document, isJSON, end: jsonEnd } = readJSONDocument(text, start);
    if (!isJSON && text.length - start <= LONG_TEXT) {
      break;
    }
    yield { document, base: 0, format: 'json' };
    if (!isJSON) {
      return;
    }
    end = jsonEnd;
    count += 1;
  }
  const rest = skip(SPACE, text, end);
  if (count > 1 && rest < text.length) {
    yield { document: unreadable(syntaxError(JSON_ALONE, rest)), base: 0, format: 'json' };
  }
  yield* readYAMLDocuments(text, end === 0 ? 0 : skip(REST_OF_LINE, text, end));
}

/** Says that YAML stands where kubectl takes none. */
export const JSON_ALONE = 'expected JSON: behind two JSON documents kubectl reads nothing else';

// Nobody writes that much YAML in braces: it is JSON that is cut off or broken.
const LONG_TEXT = 1024 * 1024;
const SPACE = /\s*/y;
const REST_OF_LINE = /[^\S\n]*\n?/y;
// What YAML 1.1 allows: no control characters but tabs and line ends, no halves of surrogate pairs.
const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function* readYAMLDocuments(text: string, start: number): Generator<PlacedDocument, void> {
  const separators = /^---(.*)/gm;
  separators.lastIndex = start;
  let base = start;
  while (base < text.length) {
    const separator = separators.exec(text);
    yield { document: readPart(text.slice(base, separator?.index)), base, format: 'yaml' };
    if (separator === null) {
      return;
    }
    const behind = (separator[1] ?? '').trim();
    if (behind !== '' && !behind.startsWith('#')) {
      const message = `expected nothing but a comment behind "---" on its line`;
      yield {
        document: unreadable(syntaxError(message, 3)),
        base: separator.index,
        format: 'yaml',
      };
    }
    base = separators.lastIndex + 1;
  }
}

function readPart(part: string): ReadDocument {
  const unprintable = UNPRINTABLE.exec(part);
  if (unprintable !== null) {
    const code = (unprintable[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return unreadable(
      syntaxError(`expected text, found the character U+${code}`, unprintable.index),
    );
  }
  // Like every line that kubectl reads, the last one ends in a line feed.
  return readYAMLDocument(part.endsWith('\n') ? part : `${part}\n`);
}

function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.exec(text);
  return pattern.lastIndex;
}
