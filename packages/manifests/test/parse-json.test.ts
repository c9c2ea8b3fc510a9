import { parseJSON, parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const parse = (text: string) => parseJSON({ name: 'config.json', text });

describe('a text that is JSON', () => {
  test('is one document with places', () => {
    const text = ' {"a":\r\n [1, {"b\\"": 9223372036854775807}]}\n';
    const { documents, problems } = parse(text);
    expect(problems).toEqual([]);
    expect(documents).toMatchObject([
      { file: 'config.json', format: 'json', value: { a: [1, { 'b"': 9223372036854775807n }] } },
    ]);
    expect(documents[0]?.positionOf(['a', 1, 'b"'])).toEqual({ line: 2, column: 14 });
  });

  test('an int64 beyond 2^53 is a bigint; texts that look alike stay texts', () => {
    const [first, second, third] = [
      '{"a": 9007199254740992, "b": -9223372036854775808, "c": "#9007199254740993", "__proto__": 9007199254740993}',
      '{"a": 9007199254740991, "b": 9223372036854775808, "c": 9007199254740993.0, "d": 9e18}',
      '["##\\u0023", "\\u0023\\u0023", "9007199254740993", 9007199254740993, {"#": 9007199254740994}]',
    ].map((text) => parse(text).documents[0]?.value);
    expect(Object.entries(first ?? {})).toEqual([
      ['a', 9007199254740992n],
      ['b', -9223372036854775808n],
      ['c', '#9007199254740993'],
      ['__proto__', 9007199254740993n],
    ]);
    expect(second).toEqual({ a: 9007199254740991, b: 2 ** 63, c: 9007199254740992, d: 9e18 });
    expect(third).toEqual([
      ...['###', '##', '9007199254740993', 9007199254740993n],
      { '#': 9007199254740994n },
    ]);
  });

  test('a long number with a leading zero is not JSON', () => {
    expect(parse('[-09007199254740993]').problems).toMatchObject([{ code: 'SYNTAX' }]);
  });

  test('may have a key twice', () => {
    const { documents, problems } = parse('{"a": 1,\n"a": 2}');
    expect(documents[0]?.value).toEqual({ a: 2 });
    expect(problems).toMatchObject([{ severity: 'warning', code: 'DUPLICATE_KEY', line: 2 }]);
  });
});

/** Broken JSON with a mark in front of the place where it breaks. */
const BROKEN = [
  '|',
  '  |5',
  '|\ufeff{}',
  '|a: 1',
  '{} |{}',
  '{|',
  '{|,}',
  '{|a: 1}',
  '{"a"|}',
  '{"a" |1}',
  '{"a":|}',
  '{"a": |b}',
  '{"a": |tru}',
  '{"a": |trues}',
  '{"a": |01}',
  '{"a": |1.}',
  '{"a": |+1}',
  '{"a": 1 |"b"}',
  '{"a": 1,|}',
  '{"a": 1|]',
  '[|,1]',
  '[1,|]',
  '[1 |2]',
  '[1|',
  '["a|',
  '["\\"|',
  '["a|\nb"]',
  '["a\\\\|\\x"]',
  '["|\\u12G4"]',
  '[|1e400]',
];

describe('a text that is not JSON', () => {
  test.each(BROKEN)('breaks at the mark: %j', (marked) => {
    const text = marked.replace('|', '');
    const place = marked.slice(0, marked.indexOf('|')).split('\n');
    const { documents, problems } = parse(text);
    expect(documents).toEqual([]);
    expect(problems).toMatchObject([
      {
        severity: 'error',
        code: 'SYNTAX',
        segments: [],
        line: place.length,
        column: (place[place.length - 1] ?? '').length + 1,
      },
    ]);
  });

  test('is not quoted: it may be a Secret', () => {
    for (const text of [
      '{"apiVersion":"v1","kind":"List","items":[{"x" 1, "password": katze}]}',
      '{"apiVersion":"v1","kind":"List","items":[{"password": "katze" "katze"}]}',
      '{"password": 1e999, "katze',
      'password: "katze\\katze"',
      'password: "katze" katze',
      'password: |katze\n',
      'password: !!int katze',
    ]) {
      const { problems } = parseObjects({ name: 'a.yaml', text });
      expect(problems.map(({ code }) => code)).toContain('SYNTAX');
      expect(JSON.stringify(problems)).not.toContain('katze');
    }
  });
});
