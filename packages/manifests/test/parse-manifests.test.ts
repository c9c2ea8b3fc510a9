import { parseManifests } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const parse = (text: string) => parseManifests({ name: 'a.yaml', text });

/** Codes and places of the problems, as `CODE line:column`. */
const problemsOf = (text: string) =>
  parse(text).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);

describe('a broken document is reported where it breaks, and the others are read', () => {
  test.each<[string, string, string[], number]>([
    ['an unclosed quote', 'a: 1\n---\nb: "x\n---\nc: 3\n', ['SYNTAX 4:1'], 2],
    ['an unclosed bracket', 'a: [1, 2\n---\nb: 2', ['SYNTAX 2:1'], 1],
    ['a second colon', 'a: 1\nb: c: d\n', ['SYNTAX 2:4'], 0],
    ['a key on the line of a quoted item', 'a:\n- "x" b: 1\n', ['SYNTAX 2:7'], 0],
    ['a key on the line of a list in brackets', 'a:\n- - [x] b: 1\n', ['SYNTAX 2:9'], 0],
    ['a tab that indents', 'a: 1\n---\nb:\n\tc: 2\n', ['SYNTAX 4:1'], 1],
    ['text after the separator', 'a: 1\n--- b: 2\nc: 3', ['SYNTAX 2:4'], 2],
    ['an alias without an anchor', 'a: 1\nb: [*x]\n', ['SYNTAX 2:5'], 0],
    ['an alias inside its anchor', 'a: &x\n  b: *x\n', ['SYNTAX 2:6'], 0],
    ['a mapping as a key', 'a: 1\n? {b: c}\n: d\n', ['SYNTAX 2:3'], 0],
    ['null as a key', 'a: 1\n~: b\n', ['SYNTAX 2:1'], 0],
    ['a merge of a scalar', 'a:\n  <<: 1\n', ['SYNTAX 2:7'], 0],
    ['an infinity', 'a: [1, .inf]\n', ['SYNTAX 1:8'], 0],
    ['a tag that does not match', 'a: !!int x\n', ['SYNTAX 1:10'], 0],
    ['a tag that matches only the end', 'a: !!float x5\n', ['SYNTAX 1:12'], 0],
    ['a tag that matches only the start', 'a: !!float 5x\n', ['SYNTAX 1:12'], 0],
    ['a text as a boolean', 'a: !!bool text\n', ['SYNTAX 1:11'], 0],
    ['a text as null', 'a: !!null none\n', ['SYNTAX 1:11'], 0],
    ['a control character', 'a: b\u0007\n---\nc: d', ['SYNTAX 1:5'], 1],
    ['a tab at the start of a line', 'a: 1\n---\nb: [\n\t1]\n\t\nc: 2\n', ['SYNTAX 5:1'], 1],
    ['a tab and a space there', 'a: 1\n---\nb: 2\n\t \nc: 3\n', ['SYNTAX 4:1'], 1],
    ['a carriage return as a line end', 'a: 1\rb: [\r', ['SYNTAX 3:1'], 0],
    ['half of a surrogate pair', 'a: "\ud83d"\n', ['SYNTAX 1:5'], 0],
    ['JSON without its end', '{"a": 1}\n{"b": [1, 2', ['SYNTAX 2:13'], 1],
    ['a JSON number beyond float64', '{"a":\n1e400}{"b": 2}', ['SYNTAX 2:1'], 1],
  ])('%s', (_, text, problems, documents) => {
    expect(problemsOf(text)).toEqual(problems);
    expect(parse(text).documents).toHaveLength(documents);
  });
});

describe('accepted but suspicious text is a warning', () => {
  test.each<[string, string, string[]]>([
    ['a duplicate key', 'a: 1\nb:\n  c: 2\n  c: 3\n', ['DUPLICATE_KEY 4:3']],
    ['a duplicate JSON key', '{"a": 1,\n "b": {"a": 2},\n "a": 3}', ['DUPLICATE_KEY 3:2']],
    ['text after three dots', 'a: 1\n...\nb: 2\n', ['IGNORED_TEXT 3:1']],
    ['a second object in one part', '# c\n{"a": 1}\n {"b": 2}\n', ['IGNORED_TEXT 3:2']],
    ['lines less indented than the first', '  a: 1\n  b: 1\n c: 2\n', ['IGNORED_TEXT 3:2']],
  ])('%s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
    expect(parse(text).problems[0]?.severity).toBe('warning');
    expect(parse(text).documents).toHaveLength(1);
  });

  test('the same key in two objects is not a duplicate', () => {
    expect(problemsOf('[{a: 1}, {a: 2}]')).toEqual([]);
    expect(problemsOf('{"x": [{"a": 1}, {"a": 2}], "a": ["a", "a"]}')).toEqual([]);
  });
});

describe('documents', () => {
  const read = (text: string) =>
    parse(text).documents.map(({ format, value }) => [format, value] as const);

  test('are JSON or YAML', () => {
    expect(read('{"a": 1}\n---\nb: 2\n')).toEqual([
      ['json', { a: 1 }],
      ['yaml', { b: 2 }],
    ]);
    expect(read('{"a": 1,}')).toEqual([['yaml', { a: 1 }]]);
  });

  test('YAML may start on the line on which JSON ends', () => {
    expect(read('{"a": 1}  b: 2\nc: 3\n')).toEqual([
      ['json', { a: 1 }],
      ['yaml', { b: 2, c: 3 }],
    ]);
    expect(read('{"a": 1}  --- # next\nb: 2\n')).toEqual([
      ['json', { a: 1 }],
      ['yaml', { b: 2 }],
    ]);
  });

  test('YAML after two JSON objects is read, with an error: kubectl rejects it', () => {
    const one = '{"a": 1}\n';
    expect(read(`${one}${one}--- # next\nb: 2\n`)).toHaveLength(3);
    expect(problemsOf(`${one}${one}\n b: 2\n`)).toEqual(['SYNTAX 4:2']);
    expect(problemsOf(`${one}${one}\n `)).toEqual([]);
    expect(problemsOf(`${one}---\nb: 2\n`)).toEqual([]);
  });

  test('an empty document is skipped, even if kubectl ignores the text after it', () => {
    expect(read('')).toEqual([]);
    expect(read('# c\n---\n---\nnull\n---')).toEqual([]);
    expect(read('~\n...\nb: 2\n')).toEqual([]);
    expect(problemsOf('~\n...\nb: 2\n')).toEqual(['IGNORED_TEXT 3:1']);
  });

  test('text in braces that is not JSON is YAML, up to a length that nobody writes', () => {
    const braces = (length: number) => `{a: "${'x'.repeat(length - '{a: ""}'.length)}"}`;
    expect(read(` ${braces(2 ** 20)}`)).toMatchObject([['yaml', {}]]);
    const long = `{"x": 1} ${braces(2 ** 20 + 1)}\n{"b": 2}`;
    expect(read(long)).toEqual([['json', { x: 1 }]]);
    expect(problemsOf(long)).toEqual(['SYNTAX 1:11']);
  });

  test('tags decide how scalars are read', () => {
    const tagged = '[!!int 12, !!bool yes, !!null ~, !!str 5, !!omap [x: 1], !!set {x}]\n';
    expect(read(tagged)).toEqual([['yaml', [12, true, null, '5', [{ x: 1 }], { x: null }]]]);
  });

  test('white space follows a tag: in Go, the comma would be a part of it', () => {
    expect(read('a: [! , 0]\n')).toEqual([['yaml', { a: ['', 0] }]]);
    expect(problemsOf('a: [!, 0]\n')).toEqual(['SYNTAX 1:5']);
    expect(problemsOf('a: [!!str, 0]\n')).toEqual(['SYNTAX 1:5']);
  });

  test('a byte order mark within a text is an ordinary character', () => {
    expect(read('a: "x\ufeffy"\n')).toEqual([['yaml', { a: 'x\ufeffy' }]]);
    expect(read('{"a": "x\ufeffy"}')).toEqual([['json', { a: 'x\ufeffy' }]]);
  });
});

describe('every value has a position', () => {
  const yaml = 'x: 1\n---\n# c\nspec:\n  list:\n  - a: "q"\n  - {b: [1, 2]}\n';
  const json = '{"x":1}\r\n{"spec": {"list": [\r\n  {"a": "q{\\"}"},\r\n  {"b": [1,  2]}\r\n]}}';

  test.each<[string, (string | number)[], string, string]>([
    ['the document', [], '4:1', '2:1'],
    ['a field', ['spec', 'list'], '6:3', '2:19'],
    ['an item', ['spec', 'list', 1], '7:5', '4:3'],
    ['a field of an item', ['spec', 'list', 0, 'a'], '6:8', '3:9'],
    ['an item of an item', ['spec', 'list', 1, 'b', 1], '7:13', '4:14'],
    ['an absent field: the object around it', ['spec', 'list', 1, 'c', 'd'], '7:5', '4:3'],
  ])('%s', (_, path, inYaml, inJson) => {
    const places = [yaml, json].map((text) => {
      const place = parse(text).documents[1]?.positionOf(path);
      return `${place?.line}:${place?.column}`;
    });
    expect(places).toEqual([inYaml, inJson]);
  });

  test('a path into a scalar leads to the scalar', () => {
    for (const text of ['a: "x y"\nb: 7\nc: null\n', '{"a": "x y",\n"b": 7,\n"c": null}']) {
      const [document] = parse(text).documents;
      for (const [index, key] of ['a', 'b', 'c'].entries()) {
        const place = document?.positionOf([key]);
        expect(place?.line).toBe(index + 1);
        expect(document?.positionOf([key, 0])).toEqual(place);
        expect(document?.positionOf([key, 1, 'd'])).toEqual(place);
      }
    }
  });

  test('values after scalars of all kinds', () => {
    const values = ['"q, r: [}"', '-1.5e3', '12', 'true', 'null', '[]', '{}', '[{"x": [0]}, 1]'];
    const members = values.map((value, index) => `"k${index}": ${value}`);
    const [document] = parse(`{${members.join(',\n')}}`).documents;
    expect(values.map((_, index) => document?.positionOf([`k${index}`]).line)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });

  test('a value from an alias is at the anchor', () => {
    const [document] = parse('a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n').documents;
    expect(document?.positionOf(['c', 'b'])).toEqual({ line: 2, column: 6 });
  });

  test('a byte order mark takes no column', () => {
    const [document] = parse('\ufeffa: 1\n').documents;
    expect(document).toMatchObject({ line: 1, column: 1, value: { a: 1 } });
  });
});

describe('hostile texts', () => {
  test('depth is bounded, in YAML and in JSON', () => {
    const brackets = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(problemsOf(`a: ${brackets(200)}`)).toEqual([]);
    expect(problemsOf(`a: ${brackets(100_000)}`)).toEqual(['SYNTAX 1:253']);
    expect(problemsOf(`{"a": ${brackets(200)}}`)).toEqual([]);
    expect(problemsOf(`{"a": ${brackets(100_000)}}`)).toEqual(['SYNTAX 1:256']);
    expect(problemsOf('- '.repeat(100_000))[0]).toMatch(/^SYNTAX 1:/);
  });

  test('aliases expand a document no further than in kubectl', () => {
    const level = (name: string, before: string) =>
      `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]\n`;
    const bomb = `a: &a [${'x, '.repeat(9)}x]\n${level('b', 'a')}${level('c', 'b')}`;
    expect(problemsOf(bomb)).toEqual([]);
    expect(problemsOf(bomb + level('d', 'c') + level('e', 'd'))).toEqual(['SYNTAX 1:11']);
  });

  test('every key of an object is an own property', () => {
    const text = '{"__proto__": {"a": 1}, "constructor": "b", "toString": 2}';
    for (const { value } of [text, `x: 0\n---\n${text}`].flatMap((one) => parse(one).documents)) {
      if (Object.keys(value as object).length === 3) {
        expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'toString']);
        expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      }
    }
    expect(({} as { a?: number }).a).toBeUndefined();
    const [document] = parse('__proto__: 1\n').documents;
    expect(Object.getOwnPropertyDescriptor(document?.value, '__proto__')).toEqual(
      Object.getOwnPropertyDescriptor({ a: 1 }, 'a'),
    );
  });

  test('a text of one repeated character is a document or a problem', () => {
    for (const char of [
      '{',
      '[',
      '"',
      '- ',
      '? ',
      ':',
      '&a ',
      '!a ',
      '*',
      '#',
      '\n',
      '\t',
      ',',
      '%',
      '.',
    ]) {
      const { documents, problems } = parse(char.repeat(5000));
      expect(Math.max(documents.length, problems.length), char).toBeLessThanOrEqual(1);
    }
  });
});

test.each([
  'u:S3CR3T@q: 1\nu:S3CR3T@q: 2\n',
  '{"u:S3CR3T@q": 1, "u:S3CR3T@q": 2}',
  'a: *u:S3CR3T@q\n',
  'a: &u:S3CR3T@q [*u:S3CR3T@q]\n',
])('a key or an anchor that may be a secret is not shown: %j', (text) => {
  const { problems } = parse(text);
  expect(problems).toHaveLength(1);
  expect(JSON.stringify(problems)).not.toContain('S3CR3T');
});

test.each([
  ['// a comment\n{ "kind": "Pod" }\n', 'JSON has no comments'],
  ['{\n  // a comment\n  "kind": "Pod", /* another */\n}\n', 'JSON has no comments'],
  ['a: {b: 1', 'expected }'],
  ['a: [b\nc: 1\n', 'expected ]'],
  ['text\nkind: Pod\n', 'a key must be on one line'],
])('%j: the message says what to write', (text, message) => {
  const { problems } = parse(text);
  expect(problems).toMatchObject([{ code: 'SYNTAX' }]);
  expect(problems[0]?.message).toContain(message);
});
