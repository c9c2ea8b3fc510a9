import { parseObjects } from '@kubesem/manifests';
import { expect, test } from 'vitest';
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
