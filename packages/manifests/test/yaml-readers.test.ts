import { expect, test } from 'vitest';
import { readCarefully } from '../src/yaml/careful-yaml.js';
import { readDoubleQuoted } from '../src/yaml/double-quoted.js';
import { readPlainYAML } from '../src/yaml/plain-yaml.js';

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
  const root = readPlainYAML(text);
  expect(root).toBeTruthy();
  expect(readCarefully(text)).toEqual({ root });
});

test.each([
  ['a colon before a comma', '{a:, b: c}\n'],
  ['a question mark in brackets', '[a?b]\n'],
  ['a question mark before a key', '? a\n: b\n'],
  ['a tab after a dash', '-\ta\n'],
  ['a tab before a block', 'a: |\n  \tb\n'],
  ['a tag', 'a: !!str 1\n'],
  ['an alias as a key', 'a: &x b\n*x : c\n'],
  ['an anchor before a key', 'a: 1\n&x b: c\n'],
  ['the name of an anchor', 'a: &é b\n'],
  ['an escape sequence', 'a: "\\/"\n'],
  ['a key on two lines', '{a\n: b}\n'],
  ['a line separator', 'a: b\u2028c\n'],
  ['a closing bracket that is not indented', 'a: [\n  b\n]\n'],
  ['a block without a key', '|\n x\n'],
  ['a broken document', 'a: "\n'],
])('the fast parser leaves it to the other one: %s', (_, text) => {
  expect(readPlainYAML(text)).toBe(false);
});

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
  expect(readDoubleQuoted(source)).toBe(expected);
});
