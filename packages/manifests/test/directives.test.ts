import { parseManifests } from '@kubesem/manifests';
import { expect, test } from 'vitest';
import { codesOf, namesOf, read, readPieces } from './streams.js';

const pod = (name: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\n`;

test.each([
  ['%YAML 1.2\n---\n', 1],
  ['%YAML 1.1\n---\n', 1],
  ['# c\n\n%TAG ! tag:x,2000:\n--- # d\n', 3],
  ['\ufeff%YAML 1.2\n---\n', 1],
  ['%YAML 1.2\n', 1],
])('kubectl reads no document after %j', (start, line) => {
  const { documents, problems } = parseManifests({ name: 'a.yaml', text: start + pod('a') });
  expect(documents).toEqual([]);
  expect(problems).toMatchObject([{ severity: 'error', code: 'SYNTAX', line, column: 1 }]);
});

test('the documents before and after are read, however long the text is', async () => {
  const text = `${pod('a')}---\n%YAML 1.2\n---\n${pod('b')}---\n${pod('c')}`;
  const expected = { names: ['a', 'c'], codes: ['SYNTAX '] };
  const short = await read([text]);
  expect({ names: namesOf(short), codes: codesOf(short) }).toEqual(expected);
  expect(short.problems).toMatchObject([{ line: 5, column: 1 }]);
  for (const size of [1, 7, 50, text.length]) {
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const long = await readPieces(...pieces);
    expect({ names: namesOf(long), codes: codesOf(long) }).toEqual(expected);
  }
});

test('a percent sign elsewhere is no directive', () => {
  for (const text of ['---\n%YAML 1.2\n---\na: 1\n', 'a: |\n %YAML\n---\nb: 1\n']) {
    const { problems } = parseManifests({ name: 'a.yaml', text });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});
