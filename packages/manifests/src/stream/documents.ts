import { utf8Length } from '@kubesem/core/internal';
import { type JSONDocument, readJSONDocument } from '../json/json-document.js';
import type { JSONValue } from '../json/json-value.js';
import {
  MAX_YAML_LENGTH,
  type ReadYAML,
  syntaxError,
  type TextDocument,
  TOO_LONG_YAML,
  unreadable,
} from '../text-document.js';

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
 * A file that starts with a brace is a stream of JSON values. The rest of it that is not JSON, and every other file, is
 * YAML, with documents between lines of `---`. YAML after two or more JSON values is also read, but is an error:
 * kubectl rejects it.
 *
 * Source: `k8s.io/apimachinery/pkg/util/yaml` v0.37.1, `YAMLOrJSONDecoder`; `k8s.io/cli-runtime/pkg/resource`
 * v0.37.1, `StreamVisitor`.
 *
 * @param text - a text without a byte order mark, without CR LF
 * @param readYAML - reads a YAML document
 */
export function* readDocuments(text: string, readYAML: ReadYAML): Generator<PlacedDocument, void> {
  if (text[skip(SPACE, text, 0)] !== '{') {
    yield* readYAMLDocuments(text, 0, readYAML);
    return;
  }
  let end = 0;
  let count = 0;
  for (let start = skip(SPACE, text, 0); start < text.length; start = skip(SPACE, text, end)) {
    const found = readJSONValue(text, start);
    if (found === undefined || (!found.isJSON && text.length - start <= LONG_TEXT)) {
      break;
    }
    yield { document: found.document, base: 0, format: 'json' };
    if (!found.isJSON) {
      return;
    }
    end = found.end;
    count += 1;
  }
  const rest = skip(SPACE, text, end);
  if (rest < text.length) {
    const start = skip(REST_OF_LINE, text, end);
    if (count > 1) {
      yield { document: unreadable(syntaxError(JSON_ONLY, rest)), base: 0, format: 'json' };
    } else if (isShorterThan(text.slice(text[start - 1] === '\n' ? start - 1 : start), 4)) {
      const message =
        'kubectl reads no YAML of less than 4 bytes in a file that starts with a brace';
      yield { document: unreadable(syntaxError(message, rest)), base: 0, format: 'yaml' };
      return;
    }
    yield* readYAMLDocuments(text, start, readYAML);
  }
}

/** Reads an object, a list or a scalar. */
function readJSONValue(text: string, start: number): JSONDocument | undefined {
  if (text[start] === '{' || text[start] === '[') {
    return readJSONDocument(text, start);
  }
  SCALAR.lastIndex = start;
  const [scalar] = SCALAR.exec(text) ?? [];
  if (scalar === undefined) {
    return undefined;
  }
  // A list, because its reader keeps the digits of long numbers.
  const { document, isJSON } = readJSONDocument(`[${scalar}]`, 0);
  const [value] = (document.value ?? []) as readonly JSONValue[];
  const end = start + scalar.length;
  return isJSON
    ? { document: { value, problems: [], offsetOf: () => start }, end, isJSON }
    : undefined;
}

/** Comments and empty lines before a `%`. */
const DIRECTIVE = /^\ufeff?(?:[^\S\n]*(?:#.*)?\n)*%/;

/**
 * Reports whether the text before a separator is a directive, such as `%YAML 1.2`. kubectl splits the text there, finds a
 * directive without a document, and stops.
 *
 * Source: `k8s.io/apimachinery/pkg/util/yaml` v0.37.1, `splitYAMLDocument`; `go.yaml.in/yaml/v2` v2.4.4,
 * `yaml_parser_process_directives`.
 */
export function lacksDocument(text: string): boolean {
  return DIRECTIVE.test(text) && !text.includes('\n---');
}

/** Message for YAML in a place where kubectl accepts only JSON. */
export const JSON_ONLY = 'expected JSON: kubectl reads no YAML after two JSON documents';

/** Compares the length in UTF-8. */
function isShorterThan(text: string, bytes: number): boolean {
  return text.length < bytes && utf8Length(text) < bytes;
}

const SCALAR =
  /"(?:[^"\\]|\\[^])*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![.eE])|true|false|null/y;
// Longer text in braces is broken JSON, not YAML in braces.
const LONG_TEXT = 1024 * 1024;
const SPACE = /\s*/y;
const REST_OF_LINE = /[^\S\n]*\n?/y;
// YAML 1.1 allows no control characters except tabs and line ends, and no lone surrogates.
const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function* readYAMLDocuments(
  text: string,
  start: number,
  readYAML: ReadYAML,
): Generator<PlacedDocument, void> {
  // kubectl splits at line feeds only.
  const lines = text.replace(/[\r\u2028\u2029]/g, ' ');
  const separators = /^---(.*)/gm;
  separators.lastIndex = start;
  let base = start;
  for (let found = separators.exec(lines); found !== null; found = separators.exec(lines)) {
    const rest = (found[1] ?? '').trim();
    const isValid = rest === '' || rest.startsWith('#');
    const before = text.slice(base, found.index);
    // A separator before which there is nothing, or what kubectl cannot read, belongs to its document.
    if ((before !== '' && !lacksDocument(before)) || !isValid) {
      yield* readPart(text, base, found.index, readYAML);
      base = separators.lastIndex + 1;
    }
    if (!isValid) {
      const message = 'text after "---"; only a comment may follow on the same line';
      const document = unreadable(syntaxError(message, 3));
      yield { document, base: found.index, format: 'yaml' };
    }
  }
  yield* readPart(text, base, text.length, readYAML);
}

function* readPart(
  text: string,
  start: number,
  end: number,
  readYAML: ReadYAML,
): Generator<PlacedDocument, void> {
  if (start < end) {
    const base = text[start] === '\ufeff' ? start + 1 : start;
    yield { document: readText(text.slice(base, end), readYAML), base, format: 'yaml' };
  }
}

function readText(text: string, readYAML: ReadYAML): TextDocument {
  if (DIRECTIVE.test(text)) {
    const message =
      'kubectl finds an incompatible document: it reads no directive before "---"; remove the line';
    return unreadable(syntaxError(message, text.search(/^%/m)));
  }
  if (text.length > MAX_YAML_LENGTH) {
    const message = TOO_LONG_YAML;
    return unreadable({ severity: 'error', code: 'TOO_LARGE', message, offset: 0 });
  }
  const unprintable = UNPRINTABLE.exec(text);
  if (unprintable !== null) {
    const code = (unprintable[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return unreadable(
      syntaxError(`character U+${code}, which YAML does not allow`, unprintable.index),
    );
  }
  // In YAML, a carriage return also ends a line. kubectl reads whole lines: the last one ends in a line feed.
  const lines = text.replace(/\r/g, '\n');
  return readYAML(lines.endsWith('\n') ? lines : `${lines}\n`);
}

function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.exec(text);
  return pattern.lastIndex;
}
