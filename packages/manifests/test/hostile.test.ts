import { parseManifests, parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';
import { codesOf, namesOf, pod, read, readPieces } from './streams.js';

test('brackets that are nested endlessly', async () => {
  const deep = '['.repeat(5_000_000);
  const list = `{"kind":"List","apiVersion":"v1","items":[${JSON.stringify(pod('a'))},{"x":${deep}`;
  const got = await read([list]);
  expect(namesOf(got)).toEqual(['a']);
  expect(codesOf(got)).toEqual(['SYNTAX items[1]']);
  const closed = await read([`${list}${']'.repeat(5_000_000)}},${JSON.stringify(pod('b'))}]}`]);
  expect(namesOf(closed)).toEqual(['a', 'b']);
  expect(codesOf(closed)).toEqual(['SYNTAX items[1]']);
});

test('more problems than a call accepts arguments', () => {
  const text = `{"apiVersion":"v1","kind":"List","items":[${'null,'.repeat(149_999)}null]}`;
  expect(parseObjects({ name: 'a.json', text }).problems).toHaveLength(150_000);
});

test('a long text of white space', async () => {
  const got = await read(['\n'.repeat(2 ** 20), '\n'.repeat(2 ** 20)]);
  expect(got.objects).toEqual([]);
  expect(codesOf(got)).toEqual(['NO_DOCUMENTS ']);
});

test.each([
  [0, []],
  [1, ['TOO_LARGE items[0]']],
])('an item of 64 Mi characters, and %i more', async (more, codes) => {
  const [start, end] = ['{"apiVersion":"v1","kind":"X","x":"', '"}'];
  const long = 'x'.repeat(64 * 2 ** 20 - start.length - end.length + more);
  const item = `${start}${long}${end}`;
  const got = await readPieces(`{"kind":"List","apiVersion":"v1","items":[${item}]}`);
  expect(codesOf(got)).toEqual(codes);
});

describe('a YAML document of more than 32 Mi characters', () => {
  const chunk = `  x: ${'y'.repeat(2 ** 20)}\n`;
  const long = ['apiVersion: v1\nkind: X\ndata:\n', ...Array.from({ length: 33 }, () => chunk)];
  const manifest = (name: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\n`;

  test('is an error; the documents around it are read, with their positions', async () => {
    const parts = [manifest('a'), '---\n', ...long, '---', '\n', manifest('b'), '---\nkind: "\n'];
    for (const chunks of [parts, [parts.join('')]]) {
      const got = await read(chunks);
      expect(namesOf(got)).toEqual(['a', 'b']);
      expect(got.objects.map(({ line }) => line)).toEqual([1, 42]);
      const places = got.problems.map(({ code, line }) => `${code} ${line}`);
      expect(places).toEqual(['TOO_LARGE 5', 'SYNTAX 47']);
    }
  });

  test('is an error at the end of a file, too', async () => {
    const got = await read([manifest('a'), '---\n', ...long]);
    expect(namesOf(got)).toEqual(['a']);
    expect(codesOf(got)).toEqual(['TOO_LARGE ']);
  });
});

test.each([
  ['spaces', ' '.repeat(200_000)],
  ['colons in brackets', `[${'a:'.repeat(100_000)}`],
  ['question marks', '? '.repeat(100_000)],
  ['quotes', `"${"'".repeat(200_000)}`],
  ['anchors', '&a '.repeat(100_000)],
  ['escaped lines', `a: "${'\\\n\n '.repeat(60_000)}"`],
  ['spaces in quotes', `a: "\\/${' '.repeat(200_000)}x"`],
])('many %s are read or rejected in linear time', (_, text) => {
  const { documents, problems } = parseManifests({ name: 'a.yaml', text: `# c\n${text}\n` });
  expect(documents.length + problems.length).toBeLessThan(3);
});
