import type { ManifestDocument, ManifestFile, Manifests } from '../document.js';
import { linePositions } from '../position.js';
import { manifestProblem } from '../problem.js';
import { syntaxError, type TextProblem, unreadable } from '../text-document.js';
import { readJSONDocument } from './json-document.js';

/**
 * Parses one JSON object or list, such as a Docker configuration, with the positions of its values.
 *
 * Unlike {@link parseManifests}, it rejects YAML, a byte order mark and a second object.
 *
 * @param file - the text and its name
 * @returns the document, unless the text is broken, and what is wrong with the text; nothing is thrown
 *
 * @example
 * ```ts
 * import { parseJSON } from '@kubesem/manifests';
 *
 * const { documents } = parseJSON({ name: 'config.json', text: '{\n  "auths": {}\n}' });
 * documents[0]?.positionOf(['auths']) // => { line: 2, column: 12 }
 * const { problems } = parseJSON({ name: 'config.json', text: '{ "auths": {}, }' });
 * problems.map(({ code, line, column }) => `${code} ${line}:${column}`) // => ['SYNTAX 1:16']
 * ```
 */
export function parseJSON({ name: file, text }: ManifestFile): Manifests {
  const positionAt = linePositions(text);
  const { value, problems, offsetOf } = readWholeText(text);
  const documents: ManifestDocument[] = [];
  if (value !== undefined) {
    const positionOf = (segments: Parameters<typeof offsetOf>[0]) => positionAt(offsetOf(segments));
    documents.push({ file, format: 'json', value, positionOf, ...positionOf([]) });
  }
  const place = ({ offset, ...problem }: TextProblem) =>
    manifestProblem(problem, { file, ...positionAt(offset) });
  return { documents, problems: problems.map(place) };
}

const NOT_SPACE = /[^ \t\r\n]/g;

function readWholeText(text: string): ReturnType<typeof readJSONDocument>['document'] {
  const start = findText(text, 0);
  if (text[start] !== '{' && text[start] !== '[') {
    return unreadable(syntaxError('expected an object or a list', start));
  }
  const { document, end } = readJSONDocument(text, start);
  const rest = findText(text, end);
  return document.value === undefined || rest === text.length
    ? document
    : unreadable(syntaxError('expected the end of the text after the first value', rest));
}

function findText(text: string, start: number): number {
  NOT_SPACE.lastIndex = start;
  return NOT_SPACE.exec(text)?.index ?? text.length;
}
