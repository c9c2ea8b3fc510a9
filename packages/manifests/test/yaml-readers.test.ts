import type { FieldPathSegment } from '@kubesem/core';
import { type JSONValue, type ManifestDocument, parseManifests } from '@kubesem/manifests';
import { expect, test } from 'vitest';

test.each([
  [
    'lists, mappings and comments',
    '# c\na:\n- b: 1 # c\n  c:\n\n  d: x y\n-   - e\n    - - f\ng:\n  - h\n',
  ],
  ['brackets', 'a: {b: [1, "x", \'y\'], "c":d, e, f: {}}\ng: [h: i, [], x y]\n'],
  ['quotes', 'a: "x\\ty\\u00e9"\n\'b c\': \'it\'\'s\'\nd: "x\n\n  y"\ne: "x\\\n  y"\n'],
  [
    'blocks',
    'a: |\n  x\n\n    y\n b: >-\n'.replace(' b', 'b') +
      '  x\n  y\n\n  z\nc: |2+\n    x\n\nd: | # c\n  x\n',
  ],
  ['text on several lines', 'a: x\n  y\n\n  z\nb:\n  - x\n    y\n'],
  [
    'anchors, aliases and merge keys',
    'a: &x\n  b: &y 1\nc:\n  <<: *x\n  d: [*y, *x]\n- \n'.replace('- \n', ''),
  ],
  ['tabs within text', 'a: x\ty\nb: |\n  x\n  \ty\nc: "x\ty"\n'],
  ['a separator', '---\na: 1\n'],
  ['empty values', 'a:\nb: # c\nc: {d: , e}\nf:   \n'],
])('%s are read alike by both parsers, with the same positions', (_, text) => {
  // Only one of them accepts a line separator, here in a comment.
  const [plain, careful] = [text, `${text}# \u2028\n`].map((source) => {
    const { documents, problems } = parseManifests({ name: 'a.yaml', text: source });
    const [document] = documents;
    return { value: document?.value, problems, places: document && placesIn(document) };
  });
  expect(plain?.places?.length).toBeGreaterThan(1);
  expect(careful).toEqual(plain);
});

/** The positions of a document and of all values in it. */
function placesIn({ value, positionOf }: ManifestDocument): string[] {
  const placeOf = (segments: readonly FieldPathSegment[], inner: JSONValue): string[] => {
    const { line, column } = positionOf(segments);
    const members = typeof inner === 'object' && inner !== null ? Object.entries(inner) : [];
    const children = members.flatMap(([key, member]) => {
      const segment = Array.isArray(inner) ? Number(key) : key;
      return placeOf([...segments, segment], member as JSONValue);
    });
    return [`${segments.join('/')} ${line}:${column}`, ...children];
  };
  return placeOf([], value);
}

test.each<[string, string | undefined]>([
  ['', ''],
  ['a  b', 'a  b'],
  ['a \t\n  b', 'a b'],
  ['a\n\n \n b', 'a\n\nb'],
  ['a \\\n  b', 'a b'],
  ['a\\\n\n\n  b', 'a\n\nb'],
  ['a\\ \n b', 'a  b'],
  ['\\0\\a\\b\\t\\\t\\n\\v\\f\\r\\e\\ \\"\\\'\\\\', '\0\x07\b\t\t\n\v\f\r\x1b "\'\\'],
  ['\\N\\_\\L\\P', '\x85\xa0\u2028\u2029'],
  ['\\x41\\u00e9\\U0001f389', 'Aé🎉'],
  ['\\/', undefined],
  ['\\x4', undefined],
  ['\\ud83c\\udf89', undefined],
  ['\\U00110000', undefined],
])('the text %j between double quotes', (source, expected) => {
  const { documents, problems } = parseManifests({ name: 'a.yaml', text: `a: "${source}"\n` });
  expect(documents.map(({ value }) => value)).toEqual(
    expected === undefined ? [] : [{ a: expected }],
  );
  expect(problems.map(({ code }) => code)).toEqual(expected === undefined ? ['SYNTAX'] : []);
});
