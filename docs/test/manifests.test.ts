import { ensureSyntaxTree, foldable, getIndentation } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { expect, it } from 'vitest';
import { manifests } from '../playground/manifests.js';

const stateOf = (doc: string) => EditorState.create({ doc, extensions: manifests() });

/** The colored parts of a text, each with what it is. */
function colors(doc: string): string[] {
  const names = ['propertyName', 'string', 'number', 'bool', 'comment', 'meta'] as const;
  const highlighter = tagHighlighter(names.map((name) => ({ tag: tags[name], class: name })));
  const found: string[] = [];
  const tree = ensureSyntaxTree(stateOf(doc), doc.length, 10_000);
  if (tree) {
    highlightTree(tree, highlighter, (from, to, name) =>
      found.push(`${name} ${doc.slice(from, to)}`),
    );
  }
  return found;
}

it.each([
  ['kind: Pod # why', ['propertyName kind', 'comment # why']],
  [
    '{ "a": "b c", n: -3, on: true }',
    [
      'propertyName "a"',
      'string "b c"',
      'propertyName n',
      'number -3',
      'propertyName on',
      'bool true',
    ],
  ],
  ["url: http://x/y#z\nit: 'it''s'", ['propertyName url', 'propertyName it', "string 'it''s'"]],
  ['---\nx: *r', ['meta ---', 'propertyName x', 'meta *r']],
  [
    'a: |\n  b: c\n\n  # no\nd: e',
    ['propertyName a', 'meta |', 'string   b: c', 'string   # no', 'propertyName d'],
  ],
])('colors %j', (text, expected) => {
  expect(colors(text)).toEqual(expected);
});

it('a new line starts below the key of the last one, or deeper after a colon', () => {
  const indent = (text: string) => getIndentation(stateOf(text), text.length);
  expect(indent('spec:')).toBe(2);
  expect(indent('  - name: app')).toBe(4);
  expect(indent('    command: |')).toBe(6);
  expect(indent('    image: a:1')).toBe(4);
});

it('a line folds with the deeper lines below it', () => {
  const state = stateOf('spec:\n  a: 1\n\n  b: 2\n\nkind: Pod\n---\nlist:\n  - x');
  const linesOf = (number: number) => {
    const { from, to } = state.doc.line(number);
    const fold = foldable(state, from, to);
    return fold && [fold.from, fold.to].map((at) => state.doc.lineAt(at).number);
  };
  expect([1, 2, 6, 7, 8].map(linesOf)).toEqual([[1, 4], null, null, null, [8, 9]]);
});
