import { expect, test } from 'vitest';
import { count, shorten, visible } from '../../src/output/text.js';

test('a cell has at most 40 characters, and a sign that there was more', () => {
  const text = '0123456789'.repeat(4);
  expect(shorten(text)).toBe(text);
  expect(shorten(`${text}a`)).toBe(`${text}…`);
});

test.each([
  ['plain text, wéb', 'plain text, wéb'],
  ['\u001b[2J', String.raw`\u001b[2J`],
  ['a\u200b\u202e\u00a0', String.raw`a\u200b\u202e\u00a0`],
  ['\u{e0041}', String.raw`\udb40\udc41`],
  ['\n', String.raw`\u000a`],
])('what a terminal would obey or hide in %j is escaped', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each<[number, string]>([
  [0, '0 nodes'],
  [1, '1 node'],
  [999, '999 nodes'],
  [30_000, '30,000 nodes'],
  [1_234_567, '1,234,567 nodes'],
])('%i is counted as %s', (number, text) => {
  expect(count(number, 'node')).toBe(text);
});
