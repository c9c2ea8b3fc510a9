import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderStructured } from '../../src/output/structured.js';

describe('yaml', () => {
  test('is laid out as by kubectl, with long texts in one line', () => {
    const name = `${'a b '.repeat(40)}c`;
    expect(renderStructured({ list: [{ name, count: 2 }], none: {} }, 'yaml')).toBe(
      `list:\n  - name: ${name}\n    count: 2\nnone: {}\n`,
    );
  });

  test.each(['no', '1e3', '010', '0x10', '1:30', 'null', '~', ''])('%j stays a text', (text) => {
    const yaml = renderStructured({ text }, 'yaml');
    expect(yaml).toMatch(/^text: ["']/);
    expect(parse(yaml, { version: '1.1' })).toEqual({ text });
  });

  test.each([
    ['a\u200bb', String.raw`"a\u200bb"`],
    ['\u202eab', String.raw`"\u202eab"`],
    ['\u2800', String.raw`"\u2800"`],
    ['a\u{e0041}b', String.raw`"a\U000e0041b"`],
  ])('invisible characters in %j are escaped, and read back', (text, written) => {
    const yaml = renderStructured({ text }, 'yaml');
    expect(yaml).toBe(`text: ${written}\n`);
    expect(parse(yaml)).toEqual({ text });
  });

  test('numbers and booleans are not texts', () => {
    expect(renderStructured([1, true, null, 'yes and no'], 'yaml')).toBe(
      '- 1\n- true\n- null\n- yes and no\n',
    );
  });
});

test('json is laid out in lines, with invisible characters escaped', () => {
  expect(renderStructured({ list: [1], text: 'a\u200b\u{e0041}' }, 'json')).toBe(
    String.raw`{
  "list": [
    1
  ],
  "text": "a\u200b\udb40\udc41"
}
`,
  );
});
