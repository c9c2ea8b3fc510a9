import { inspect } from 'node:util';
// Long texts in chunks of every length, compared with the same texts as a whole.
import { readObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';
import { codesOf, namesOf, PADDING, pod, read, readPieces } from './streams.js';

function chunksOf(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

const type = { apiVersion: 'v1', kind: 'PodList' };
const untyped = (name: string) => ({ metadata: { name } });
const odd = { a: ['\\', '"', '\\"', '{[', ']},:'], b: [[], {}, [[{ c: 1 }]]], 'items": [': [0] };

describe('a long text is read like a short one, wherever its chunks end', () => {
  test.each<[string, string, number, (string | undefined)[]]>([
    [
      'a PodList with its kind before the items',
      JSON.stringify({ ...type, items: [untyped('a'), pod('b', odd)] }),
      0,
      ['a', 'b'],
    ],
    [
      'a PodList with its kind after the items, in lines',
      JSON.stringify({ items: [untyped('a'), untyped('b')], ...type }, undefined, 2),
      0,
      ['a', 'b'],
    ],
    [
      'several lists, each with its own items',
      [
        { ...type, items: [untyped('a')] },
        {
          apiVersion: 'v1',
          kind: 'List',
          items: [untyped('none'), pod('b'), { apiVersion: 'v1', kind: 'List', items: [pod('c')] }],
        },
        { items: [untyped('d')], ...type },
        { ...type, items: [] },
        pod('e', odd),
      ]
        .map((document, index) => JSON.stringify(document, undefined, index))
        .join('\n'),
      1,
      ['a', 'b', 'c', 'd', 'e'],
    ],
    [
      'white space wherever it may be',
      '{ "metadata" : { "items" : [ 5 ] } , "kind" : "List" , "apiVersion":"v1",\n\t"items"\n :\n\n [ \n ]\n }\n\n {"apiVersion":"v1","kind":"Pod" ,"metadata":{ "name" : "a" } }\n ',
      0,
      ['a'],
    ],
    [
      'nested fields named items, and items that are not a list',
      '{"apiVersion":"v1","kind":"X","metadata":{"name":"a"},"spec":{"items":[1,{"items":[2]}]},"Items":[3],"items ":[4]}{"apiVersion":"v1","kind":"X","metadata":{"name":"b"},"items":{"x":[1],"y":2}}',
      1,
      ['a'],
    ],
    [
      'numbers that JSON.parse rounds',
      '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"X","metadata":{"name":"a"},"n":[-9007199254740993,1]},{"apiVersion":"v1","kind":"X","b":{"x":1,"y":2,\n"z":3},"metadata":{"name":"b"}}]}',
      0,
      ['a', 'b'],
    ],
    [
      'a duplicate key of the list, after its items',
      '{"apiVersion":"v1","kind":"List","items":[],\n "kind": "List",  "metadata":\n{"x":1,\n "x":2}}',
      2,
      [],
    ],
    [
      'a duplicate key of the list, before its items',
      '{"apiVersion":"v1",\n "kind":"List", "kind": "List","items":[],\n "x": 1}',
      1,
      [],
    ],
    [
      'items in lines: a brace below the first one, colons in strings, and no line feed after a comma',
      [
        '{"apiVersion":"v1","kind":"List","items":[',
        '  {',
        '"apiVersion":"v1","kind":"X:Y","metadata":{"name":"a","k:":{',
        '  },"b:c":"::\\u003a"}},{"apiVersion":"v1","kind":"X","metadata":{"name":"b"}',
        '  },',
        '  {"apiVersion":"v1","kind":"X","metadata":{"name":"c"}}  ,',
        '  {"apiVersion":"v1","kind":"X","metadata":{"name":"d"}},',
        '  {',
        '    "apiVersion":"v1","kind":"X","metadata":{"name":"e"}',
        '  },',
        '  {"apiVersion":"v1","kind":"X","metadata":{"name":"f"}',
        '  }]}',
      ].join('\n'),
      0,
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ],
    [
      'items that are not objects',
      '{"apiVersion":"v1","kind":"List","items":[5,\n "x", null,[1]]}',
      4,
      [],
    ],
  ])('%s', async (_, text, problemCount, names) => {
    const short = await read([text]);
    // Untyped items come last if their list has its kind after the items.
    const sorted = (list: readonly object[]) =>
      list.map((one) => inspect(one, { depth: null })).sort();
    expect(short.problems).toHaveLength(problemCount);
    for (const size of [1, 2, 7, text.length]) {
      const long = await readPieces(...chunksOf(text, size));
      expect(namesOf(long).sort()).toEqual(names);
      expect(sorted(long.objects)).toEqual(sorted(short.objects));
      expect(sorted(long.problems)).toEqual(sorted(short.problems));
    }
  });
});

describe('untyped items of a list', () => {
  const items = [untyped('a'), pod('b'), untyped('c')];

  test('come in order if the kind of the list precedes them, else after the others', async () => {
    const first = await readPieces(JSON.stringify({ ...type, items }));
    expect(namesOf(first)).toEqual(['a', 'b', 'c']);
    const last = await readPieces(JSON.stringify({ items, ...type }));
    expect(namesOf(last)).toEqual(['b', 'a', 'c']);
    expect(last.objects.map(({ item }) => item)).toEqual(['items[1]', 'items[0]', 'items[2]']);
  });
});

test('items that are not objects, or have only a version or a kind, get nothing from their list', async () => {
  const items = [null, { kind: 'X' }, 5, { apiVersion: 'v1' }, untyped('a')];
  const got = await readPieces(JSON.stringify({ items, ...type }));
  expect(namesOf(got)).toEqual(['a']);
  expect(codesOf(got)).toEqual([0, 1, 2, 3].map((index) => `NOT_AN_OBJECT items[${index}]`));
});

describe('problems of a long text have positions', () => {
  const list = (...items: string[]) =>
    `{"apiVersion":"v1","kind":"List","items":[\n${items.join(',\n')}\n]}`;
  const a = JSON.stringify(pod('a'));
  const deep = (depth: number) =>
    `{"apiVersion":"v1","kind":"X","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  test.each<[string, string, string[]]>([
    ['a missing comma', list(`${a}\n  ${a}`, a), ['SYNTAX items[0] 3:3']],
    ['a missing comma without a space', list(`${a}${a}`), [`SYNTAX items[0] 2:${a.length + 1}`]],
    ['a wrong word and a missing comma', list('{"x": [\ntru]}\n {}'), ['SYNTAX items[0] 3:1']],
    ['a missing colon', list(a, '{"x": [\n], "y"\n 1,\n"z": 0}'), ['SYNTAX items[1] 5:2']],
    ['a wrong word', list(a, '{"x": [\ntru\n]}'), ['SYNTAX items[1] 4:1']],
    [
      'wrong words after those of JSON',
      list(...['any', 'Any', 'zone', 'Zone'].map((word) => `{"x":[true,false,null,\n${word}]}`)),
      [3, 5, 7, 9].map((line, index) => `SYNTAX items[${index}] ${line}:1`),
    ],
    ['a number beyond float64', list('{"x":\n [1e400]}', a), ['SYNTAX items[0] 3:3']],
    ['a list that ends in an item', list(a, '{"x":\n 1').slice(0, -3), ['SYNTAX items[1] 4:3']],
    ['a list that ends after a comma', `${list(a).slice(0, -3)},\n `, ['SYNTAX items[1] 3:2']],
    ['an object that ends before its end', `${a}\n{"kind": "X"`, ['SYNTAX  2:13']],
    ['text after a list', `${list(a)}\n ]`, ['SYNTAX  4:2', 'SYNTAX  4:2']],
    [
      'duplicate keys in items of one line, one of them next to an escaped colon',
      list(
        a,
        a.replace('"a"', '"b","y":1,"y":"\\u003A"'),
        a.replace('"a"', '":","y":":","y":""'),
        a,
      ),
      ['DUPLICATE_KEY items[1] 3:62', 'DUPLICATE_KEY items[2] 4:64'],
    ],
    [
      'a duplicate key in an item of several lines',
      list(a, '{\n"apiVersion":"v1",\n  "kind":"X", "kind":\n"X"\n}', a),
      ['DUPLICATE_KEY items[1] 5:15'],
    ],
    [
      'a missing comma after lines',
      list(`{\n"x":1\n}\n${a},\n5`, a),
      ['SYNTAX items[0] 5:1', 'NOT_AN_OBJECT items[1] 6:1'],
    ],
    ['the deepest text that is read', list(deep(247)), []],
    ['too deep', list(a, deep(248)), ['SYNTAX items[1] 3:1']],
    ['too deep, then less deep', list(deep(248).replace('}', ',"y":[]}')), ['SYNTAX items[0] 2:1']],
  ])('%s', async (_, text, expected) => {
    for (const size of [1, text.length]) {
      const { problems } = await readPieces(...chunksOf(text, size));
      expect(
        problems.map(({ code, path, line, column }) => `${code} ${path} ${line}:${column}`),
      ).toEqual(expected);
      for (const problem of problems) {
        const severity = problem.code === 'DUPLICATE_KEY' ? 'warning' : 'error';
        expect(problem).toMatchObject({ severity, file: 'dump' });
      }
    }
  });

  test('a list that is cut off after its items is reported at the end of the file', async () => {
    const items = [pod('a'), pod('b')].map((item) => JSON.stringify(item)).join(',\n');
    for (const padding of ['', 'x'.repeat(2 ** 21)]) {
      const start = `{"padding":"${padding}","kind":"List","apiVersion":"v1","items":[\n${items}\n]`;
      for (const [end, column, message] of [
        ['', 2, 'expected a comma or "}", found the end of the text'],
        [',"metadata":{"a"', 18, 'expected a colon, found the end of the text'],
      ] as const) {
        const got = await read([start, end]);
        expect(namesOf(got)).toEqual(['a', 'b']);
        expect(got.problems).toMatchObject([{ code: 'SYNTAX', line: 4, column, message }]);
      }
    }
  });

  test('a list that is cut off is reported, and so are its untyped items', async () => {
    const got = await readPieces('{"items":[{"metadata":{"name":"a"}},', a);
    expect(namesOf(got)).toEqual([]);
    expect(codesOf(got)).toEqual(['SYNTAX items[1]', 'NOT_AN_OBJECT items[0]']);
  });
});

describe('a long text that is YAML', () => {
  const long = `# ${'x'.repeat(2 ** 20)}\n`;
  const withoutPadding = ({ objects, problems }: Awaited<ReturnType<typeof read>>) => ({
    names: namesOf({ objects, problems }),
    lines: objects.map(({ line, column }) => [line, column]),
    problems: problems
      .map(({ code, path, line, column }) => [code, path, line, column] as const)
      .sort((one, other) => one[2] - other[2]),
  });

  test('is read document by document, with positions', async () => {
    const text = `${JSON.stringify(pod('a'))} # c\n---\nb: [\n--- # d\n  kind: List\n  apiVersion: v1\n  items: [5, ${JSON.stringify(pod('b'))}]\n---\n- 1\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: c }\n`;
    const expected = {
      names: ['a', 'b', 'c'],
      lines: [
        [2, 1],
        [8, 14],
        [12, 1],
      ],
      problems: [
        ['SYNTAX', '', 5, 1],
        ['NOT_AN_OBJECT', 'items[0]', 8, 11],
        ['NOT_AN_OBJECT', '', 10, 1],
      ],
    };
    for (const size of [1, 3, 10, text.length]) {
      expect(withoutPadding(await read([long, ...chunksOf(text, size)]))).toEqual(expected);
    }
  });

  test('and holds only comments is reported', async () => {
    const { problems } = await read([long, '---\n# end\n']);
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'NO_DOCUMENTS', file: 'dump', line: 1, column: 1 },
    ]);
    expect(codesOf(await read([' '.repeat(2 ** 20), ' \n']))).toEqual(['NO_DOCUMENTS ']);
  });

  test('after JSON, in several chunks', async () => {
    const got = await readPieces(
      `${JSON.stringify(pod('a'))}\n  --`,
      '-\nkind: Pod\napiVersion: v1\n',
      'metadata: {name: b}\n---\n5\n',
    );
    expect(withoutPadding(got)).toEqual({
      names: ['a', 'b'],
      lines: [
        [1, 1],
        [3, 1],
      ],
      problems: [
        ['SYNTAX', '', 2, 3],
        ['NOT_AN_OBJECT', '', 7, 1],
      ],
    });
  });
});

describe('objects come as soon as they are read, then what the chunks throw is thrown', () => {
  const documents = (separator: string) =>
    ['a', 'b'].map((name) => JSON.stringify(pod(name))).join(separator);

  test.each([
    ['of JSON', `${PADDING}${documents('\n')}`, ['padding', 'a', 'b']],
    [
      'of a list',
      `${PADDING}{"kind":"List","apiVersion":"v1","items":[${documents(',').replace(/}$/, '')}`,
      ['padding', 'a'],
    ],
    ['of YAML', `# ${'x'.repeat(2 ** 20)}\n${documents('\n---\n')}`, ['a']],
  ])('%s', async (_, text, expected) => {
    function* chunks(): Generator<string> {
      yield text;
      throw new Error('unplugged');
    }
    const names: unknown[] = [];
    const reading = async () => {
      for await (const { object } of readObjects({ name: 'dump', chunks: chunks() })) {
        names.push((object.metadata as { name: string }).name);
      }
    };
    await expect(reading()).rejects.toThrow('unplugged');
    expect(names).toEqual(expected);
  });
});

describe('a long text is JSON if it starts with a brace', () => {
  const cut = `{"kind":"List","apiVersion":"v1","items":[${JSON.stringify(pod('a'))},{"x"`;

  test.each([
    ['a byte order mark', ['\ufeff', PADDING]],
    ['an empty chunk and a byte order mark', ['', `\ufeff${PADDING}`]],
    ['lines', [`\n \n${PADDING}`]],
    ['more white space than the limit of a short text', [' '.repeat(2 ** 20 + 1), PADDING]],
  ])('after %s', async (_, start) => {
    const got = await read([...start, cut]);
    expect(namesOf(got)).toEqual(['padding', 'a']);
    expect(codesOf(got)).toEqual(['SYNTAX items[1]']);
  });

  test('even if its only object is cut off', async () => {
    const start = '\n  {"apiVersion":"v1","x":"';
    const { objects, problems } = await read([start, 'x'.repeat(2 ** 20), '",\n "y']);
    expect(objects).toEqual([]);
    expect(problems).toMatchObject([{ code: 'SYNTAX', line: 3, column: 4 }]);
  });

  test('otherwise YAML, even if it is indented', async () => {
    const lines = [
      'apiVersion: v1',
      'kind: Pod',
      'metadata: { name: a }',
      `x: ${'x'.repeat(2 ** 20)}`,
    ];
    const got = await read([lines.map((line) => `  ${line}\n`).join('')]);
    expect(namesOf(got)).toEqual(['a']);
    expect(got.objects).toMatchObject([{ line: 1, column: 3 }]);
  });
});

describe('a byte order mark', () => {
  test.each([[['\ufeff']], [['', '\ufeff']]])(
    'at the start is not part of the text: %j',
    async (start) => {
      const { objects } = await read([...start, JSON.stringify(pod('a')), '\n']);
      expect(objects).toMatchObject([{ line: 1, column: 1 }]);
      const long = await read([...start, PADDING, JSON.stringify(pod('a'))]);
      expect(namesOf(long)).toEqual(['padding', 'a']);
    },
  );

  test('elsewhere is an ordinary character', async () => {
    const [start = ''] = JSON.stringify(pod('a|')).split('|');
    expect(namesOf(await read([start, '\ufeff"}}']))).toEqual(['a\ufeff']);
    expect(namesOf(await read([`${start}\ufeff"}}`]))).toEqual(['a\ufeff']);
  });
});

describe('a short text that is broken', () => {
  test('is read in the way that finds more objects', async () => {
    const list = `{"apiVersion":"v1","kind":"List","items":[${JSON.stringify(pod('a'))},{"x" 1}]}`;
    const yaml = `\n---\n${JSON.stringify(pod('b'))}\n---\n${JSON.stringify(pod('c'))}\n`;
    expect(namesOf(await read([list]))).toEqual(['a']);
    expect(codesOf(await read([list]))).toEqual(['SYNTAX items[1]']);
    // Each is one object: then it is read as a whole.
    expect(codesOf(await read([`${list}${yaml.slice(0, yaml.indexOf('\n---', 2))}\n`]))).toEqual([
      'SYNTAX ',
    ]);
    expect(namesOf(await read([`${list}${yaml}`]))).toEqual(['b', 'c']);
  });

  test('is read item by item despite other problems', async () => {
    const twice = '{"apiVersion":"v1","kind":"X","metadata":{"name":"x"},"a":1,"a":2}';
    const cut = `{"apiVersion":"v1","kind":"List","items":[${JSON.stringify(pod('a'))},{"x" 1}]}`;
    const got = await read([`${twice}\n${cut}`]);
    expect(namesOf(got)).toEqual(['x', 'a']);
    expect(codesOf(got)).toEqual(['DUPLICATE_KEY ', 'SYNTAX items[1]']);
  });

  test('without an object is reported once', async () => {
    expect(codesOf(await read(['{"a": [']))).toEqual(['SYNTAX ']);
    expect(codesOf(await read(['a: [']))).toEqual(['SYNTAX ']);
    expect(codesOf(await read([]))).toEqual(['NO_DOCUMENTS ']);
  });

  test('text after its objects has a position', async () => {
    const cut = `{"apiVersion":"v1","kind":"List","items":[${JSON.stringify(pod('a'))},{"x" 1}]}\n  ]`;
    const { problems } = await read([cut]);
    expect(
      problems.map(({ code, severity, path, file, line }) => [code, severity, path, file, line]),
    ).toEqual([
      ['SYNTAX', 'error', 'items[1]', 'dump', 1],
      ['SYNTAX', 'error', '', 'dump', 2],
    ]);
    expect(problems[1]?.column).toBe(3);
  });
});
