import { describe, expect, test } from 'vitest';
import { codesOf, namesOf, pod, read, readPieces } from './streams.js';

describe('a long text is read like a short one', () => {
  test('a chunk may be empty or one character, such as a backslash', async () => {
    const names = ['a"]},\\\\"\\', 'b', 'C:\\', 'd'];
    const items = names.map((name) => pod(name));
    const text = JSON.stringify({ kind: 'List', apiVersion: 'v1', items });
    const got = await readPieces(...[...text].flatMap((character) => ['', character]));
    expect(namesOf(got)).toEqual(names);
    expect(namesOf(await readPieces(text))).toEqual(names);
  });

  test('objects have positions and paths', async () => {
    const text = JSON.stringify(
      { kind: 'List', apiVersion: 'v1', items: [pod('a'), pod('b')] },
      null,
      2,
    );
    const { objects } = await readPieces(`${text}\n  ${JSON.stringify(pod('c'))}`);
    expect(objects.map(({ item, line, column }) => [item, line, column])).toEqual([
      ['items[0]', 5, 5],
      ['items[1]', 12, 5],
      ['', 21, 3],
    ]);
  });

  test('digits beyond 2^53, duplicate keys, and `__proto__`', async () => {
    const items = `{"apiVersion":"v1","kind":"X","a":9223372036854775807,"b":0.123456789012345678},
      {"apiVersion":"v1","kind":"X","a":1,"b":{"a":["b","a","a"],"a" :2}},
      {"apiVersion":"v1","kind":"X","__proto__":{"polluted":1}}`;
    const got = await readPieces(`{"kind":"List","apiVersion":"v1","items":[${items}]}`);
    const [long, twice, proto] = got.objects.map(({ object }) => object);
    expect(long).toMatchObject({ a: 9223372036854775807n, b: Number('0.123456789012345678') });
    expect(twice?.b).toEqual({ a: 2 });
    expect(codesOf(got)).toEqual(['DUPLICATE_KEY items[1]']);
    expect(got.problems[0]).toMatchObject({ line: 2, column: 66 });
    expect(Object.keys(proto ?? {})).toContain('__proto__');
    expect((proto as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('YAML is read document by document', async () => {
    const documents = ['a', 'b', 'c'].map((name) => JSON.stringify(pod(name)).slice(1, -1));
    const text = `# dump\n${documents.map((one) => `{${one}}`).join('\n---\n')}\n`;
    for (const end of [1, 73, 74, 75, 76]) {
      const got = await readPieces(text.slice(0, end), text.slice(end));
      expect(namesOf(got)).toEqual(['a', 'b', 'c']);
      expect(got.objects.map(({ line }) => line)).toEqual([2, 4, 6]);
      expect(got.problems).toEqual([]);
    }
  });

  test('YAML after JSON has positions', async () => {
    const got = await readPieces(`${JSON.stringify(pod('a'))}\n---\n`, 'kind: Pod\nb: [\n');
    expect(namesOf(got)).toEqual(['a']);
    expect(got.problems).toMatchObject([
      { severity: 'error', code: 'SYNTAX', file: 'dump', line: 2, column: 1 },
      { code: 'SYNTAX', line: 5, column: 1 },
    ]);
    const { problems } = await readPieces('---\nkind: Pod\n', 'b: [\n');
    expect(problems).toMatchObject([{ code: 'SYNTAX', line: 4, column: 1 }]);
  });
});

describe('broken parts are reported, and the rest is read', () => {
  const list = (...items: string[]) =>
    `{"kind":"List","apiVersion":"v1","items":[\n${items.join(',\n')}\n]}`;
  const [a, b] = [JSON.stringify(pod('a')), JSON.stringify(pod('b'))];
  const cut = list(a, b).indexOf(b) + 20;
  const readers = [
    ['short', (text: string) => read([text])],
    ['long', (text: string) => readPieces(text)],
  ] as const;

  describe.each(readers)('in a %s text', (_, readText) => {
    test.each<[string, string, string[], string[]]>([
      ['a list that is cut off in an item', list(a, b).slice(0, cut), ['a'], ['SYNTAX items[1]']],
      [
        'a list that is cut off between items',
        `${list(a, b).slice(0, -3)},`,
        ['a', 'b'],
        ['SYNTAX items[2]'],
      ],
      ['a list that is cut off after its items', list(a, b).slice(0, -1), ['a', 'b'], ['SYNTAX ']],
      ['a string that does not end', list(a, '{"x": "y}', b), ['a'], ['SYNTAX items[1]']],
      ['an item that is not JSON', list(a, '{"x" 1}', b), ['a', 'b'], ['SYNTAX items[1]']],
      ['a missing comma', list(`${a} ${b}`, a), ['a'], ['SYNTAX items[0]']],
      ['a wrong bracket', list(a, '{"x": [1}]', b), ['a', 'b'], ['SYNTAX items[1]']],
    ])('%s', async (_, text, names, codes) => {
      const got = await readText(text);
      expect(namesOf(got)).toEqual(names);
      expect(codesOf(got)).toEqual(codes);
    });
  });

  test('brackets beyond the depth limit', async () => {
    const deep = '['.repeat(20_000);
    const got = await readPieces(list(a, `{"x":${deep}`));
    expect(namesOf(got)).toEqual(['a']);
    expect(codesOf(got)).toEqual(['SYNTAX items[1]']);
    const closed = await readPieces(list(a, `{"x":${deep}${']'.repeat(20_000)}}`, b));
    expect(namesOf(closed)).toEqual(['a', 'b']);
    expect(codesOf(closed)).toEqual(['SYNTAX items[1]']);
  });

  test('an item beyond the length limit', async () => {
    const long = 'x'.repeat(2 ** 20);
    const chunks = Array.from({ length: 65 }, () => long);
    const got = await readPieces(list(a, '{"x":"').slice(0, -3), ...chunks, `"},${b}]}`);
    expect(namesOf(got)).toEqual(['a', 'b']);
    expect(codesOf(got)).toEqual(['TOO_LARGE items[1]']);
    const document = await read(['{"kind":"X","x":"', ...chunks, '"}', b]);
    expect(namesOf(document)).toEqual(['b']);
    expect(document.problems).toMatchObject([{ severity: 'error', code: 'TOO_LARGE', line: 1 }]);
    expect(codesOf(document)).toEqual(['TOO_LARGE ']);
  });

  test('a trailing comma, which in a short text is YAML', async () => {
    const text = list(a, b, '');
    expect(codesOf(await read([text]))).toEqual([]);
    const got = await readPieces(text);
    expect(namesOf(got)).toEqual(['a', 'b']);
    expect(codesOf(got)).toEqual(['SYNTAX items[2]']);
  });

  test('an item that is not an object', async () => {
    const got = await readPieces(list(a, '5', b, 'null'));
    expect(namesOf(got)).toEqual(['a', 'b']);
    expect(codesOf(got)).toEqual(['NOT_AN_OBJECT items[1]', 'NOT_AN_OBJECT items[3]']);
  });
});
