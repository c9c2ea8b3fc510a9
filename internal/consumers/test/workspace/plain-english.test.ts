import { expect, test } from 'vitest';
import { findings } from '../../../../scripts/plain-english.mjs';

const found = (file: string, text: string) =>
  findings(file, text).map(({ line, found: wording }) => `${line} ${wording}`);

test.each([
  ['Tells what Kubernetes computes', ['1 Tells what']],
  ['is told of the limit', ['1 is told']],
  ['the key stands here for the second time', ['1 stands here']],
  ['if the text is none', ['1 is none']],
  ['empty where there is none', ['1 where there is none']],
  ['if the text is no quantity', ['1 is no quantity']],
  ['A Pod as it is wished for', ['1 wished']],
  ['where its text stops to be one', ['1 stops to be']],
  ['so that it is empty', ['1 so that it is']],
  ['only the last one counts, too.', ['1 , too']],
  ['only the last one counts, too', ['1 , too']],
  ['what the API server refuses', ['1 refuses']],
  ['as the API server takes it', ['1 API server takes it']],
  ['a field holds another JSON type than it should', ['1 JSON type than']],
  ['an amount is not looked at', ['1 is not looked at']],
  ['the operator is looked at', ['1 is looked at']],
  ['a tag beside a digest', ['1 beside']],
  ['two digits behind the point', ['1 digits behind']],
  ['what is in front of the `@`', ['1 in front of']],
  ['how likely it is that elephants leave', ['1 how likely it is that']],
  ['two doors for input', ['1 doors']],
  ['matches a path, also within a segment', ['1 , also within']],
  ['an amount that is not readable', ['1 is not readable']],
])('finds: %s', (text, expected) => {
  expect(found('README.md', text)).toEqual(expected);
});

test.each([
  'See what Kubernetes computes from your manifests, and why.',
  'Show which nodes can run a Pod, and what is missing on the others.',
  'Nothing can tell whether two Pods are told apart.',
  'An alias stands in for the name. `PodLike` stands for any of them.',
  'Returns the files; there are none if the folder is empty. There is no Pod.',
  'It is no longer valid. The algorithm is none of `sha256`, `sha512`.',
  'It is too long, too long by far.',
  'The program refuses to start: connection refused.',
  'It takes part, takes effect, takes 5 seconds and takes the first one.',
  'Parts of a text that comes in chunks come out in the same order.',
  'The Pods behind a Service, and a proxy in front of the API server.',
  'An unused import leaves nothing behind, besides its name.',
])('finds nothing: %s', (text) => {
  expect(found('README.md', text)).toEqual([]);
});

test('Markdown: code and links are not prose, and a phrase can go on in the next line', () => {
  const text = 'A `refuses` [link](refuses.md)\n```\nrefuses\n```\nthe field\nis\ntold.\n';
  expect(found('README.md', text)).toEqual(['6 is told']);
});

test('TypeScript: doc comments, strings and templates are read, names and other comments are not', () => {
  const text = [
    "import refuses from './refuses.js';",
    '/** What',
    ' * Kubernetes refuses; `refuses`, {@link refuses}. */',
    'const refuses = `${refuses} refuses ${"refuses"}` + /refuses/;',
    '// It refuses.',
    "const joined = 'where there ' +",
    "  'is none';",
  ].join('\n');
  const expected = ['3 refuses', '4 refuses', '4 refuses', '6 where there is none'];
  expect(found('a.ts', text)).toEqual(expected);
});
