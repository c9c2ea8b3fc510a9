import { readJSONDocument } from '../json/json-document.js';
import { syntaxError, type TextDocument, unreadable } from '../text-document.js';
import { readYAMLDocument } from '../yaml/yaml-document.js';

/** A document and its place in the text. */
export interface PlacedDocument {
  readonly document: TextDocument;
  /** Offset in the text from which the offsets of the document count. */
  readonly base: number;
  readonly format: 'json' | 'yaml';
}

/**
 * Splits a text into its documents, as kubectl does.
 *
 * A file that starts with a brace is a stream of JSON objects. The rest of it that is not JSON, and every other file, is
 * YAML, with documents between lines of `---`. YAML after two or more JSON objects is also read, but is an error:
 * kubectl rejects it.
 *
 * Source: `k8s.io/apimachinery/pkg/util/yaml` v0.37.1, `YAMLOrJSONDecoder`; `k8s.io/cli-runtime/pkg/resource`
 * v0.37.1, `StreamVisitor`.
 *
 * @param text - a text without a byte order mark, whose lines end in line feeds only
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
    yield { document: unreadable(syntaxError(JSON_ONLY, rest)), base: 0, format: 'json' };
  }
  yield* readYAMLDocuments(text, end === 0 ? 0 : skip(REST_OF_LINE, text, end));
}

/** Message for YAML in a place where kubectl accepts only JSON. */
export const JSON_ONLY = 'expected JSON: kubectl reads no YAML after two JSON documents';

// Longer text in braces is broken JSON, not YAML in braces.
const LONG_TEXT = 1024 * 1024;
const SPACE = /\s*/y;
const REST_OF_LINE = /[^\S\n]*\n?/y;
// YAML 1.1 allows no control characters except tabs and line ends, and no lone surrogates.
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
    const rest = (separator[1] ?? '').trim();
    if (rest !== '' && !rest.startsWith('#')) {
      const message = 'text after "---"; only a comment may follow on the same line';
      yield {
        document: unreadable(syntaxError(message, 3)),
        base: separator.index,
        format: 'yaml',
      };
    }
    base = separators.lastIndex + 1;
  }
}

function readPart(part: string): TextDocument {
  const unprintable = UNPRINTABLE.exec(part);
  if (unprintable !== null) {
    const code = (unprintable[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return unreadable(
      syntaxError(`character U+${code}, which YAML does not allow`, unprintable.index),
    );
  }
  // kubectl reads whole lines: the last one also ends in a line feed.
  return readYAMLDocument(part.endsWith('\n') ? part : `${part}\n`);
}

function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.exec(text);
  return pattern.lastIndex;
}
