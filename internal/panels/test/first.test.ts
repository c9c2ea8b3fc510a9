import { expect, test } from 'vitest';
import { answerToExample } from '../src/engine/first.js';
import { withCommas } from '../src/shared/with-commas.js';

test('the first answer is that to the first example, as JSON', async () => {
  const first = await answerToExample();
  expect(first.text).toContain('name: mesh');
  expect(first.answer).toMatchObject({ area: 'pods', objects: 1, shareable: { text: first.text } });
  expect(JSON.parse(JSON.stringify(first))).toEqual(first);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [150_001, '150,001'],
  [12_345_678, '12,345,678'],
])('%d is %s', (value, text) => {
  expect(withCommas(value)).toBe(text);
});
