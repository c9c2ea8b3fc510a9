import { objectsIn, parseManifests, parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const parse = (text: string) => parseObjects({ name: 'a.yaml', text });

/** The objects as `Kind name item line:column`. */
const objectsOf = (text: string) =>
  parse(text).objects.map(({ kind, object, item, line, column }) => {
    const { name = '' } = (object.metadata ?? {}) as { name?: string };
    return `${kind} ${name} ${item} ${line}:${column}`;
  });

/** The problems as `severity CODE path line`. */
const problemsOf = (text: string) =>
  parse(text).problems.map(
    ({ severity, code, path, line }) => `${severity} ${code} ${path} ${line}`,
  );

describe('lists', () => {
  const pod = (name: string) => `{metadata: {name: ${name}}}`;

  test('untyped items get version and kind of their list, however deep lists are nested', () => {
    const text = `
apiVersion: v1
kind: PodList
items:
- ${pod('a')}
- apiVersion: x/v1
  kind: ListenerList
  items: [{apiVersion: v1, kind: Pod, metadata: {name: b}}, ${pod('c')}]
`;
    expect(problemsOf(text)).toEqual([]);
    expect(objectsOf(text)).toEqual([
      'Pod a items[0] 5:3',
      'Pod b items[1].items[0] 8:11',
      'Listener c items[1].items[1] 8:61',
    ]);
    const [, nested] = parse(text).objects;
    expect(nested).toMatchObject({ file: 'a.yaml', apiVersion: 'v1' });
    expect(nested?.segments).toEqual(['items', 1, 'items', 0]);
  });

  test('any kind with a list of items is a list', () => {
    expect(
      objectsOf('{apiVersion: v1, kind: Table, items: [{apiVersion: v1, kind: Pod}]}'),
    ).toEqual(['Pod  items[0] 1:39']);
  });

  test('items of null are an empty list in a list, and an ordinary field elsewhere', () => {
    const kinds = (kind: string) => objectsOf(`{apiVersion: v1, kind: ${kind}, items: null}`);
    expect(kinds('ConfigMapList')).toEqual([]);
    expect(kinds('ConfigMap')).toEqual(['ConfigMap   1:1']);
    expect(parse('{apiVersion: v1, kind: List, items: []}')).toEqual({ objects: [], problems: [] });
  });

  test.each(['{a: 1}', '5', 'true', 'text'])('items: %s has the wrong type', (items) => {
    const inner = `{apiVersion: v1, kind: List, items: ${items}}`;
    const text = `{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod}, ${inner}]}`;
    expect(objectsOf(text)).toEqual(['Pod  items[0] 1:38']);
    expect(parse(text).problems).toMatchObject([
      {
        severity: 'error',
        code: 'INVALID_TYPE',
        segments: ['items', 1, 'items'],
        path: 'items[1].items',
        line: 1,
        column: 67 + inner.indexOf(items),
      },
    ]);
  });

  test('an item that is not an object does not hide the others', () => {
    const text =
      'apiVersion: v1\nkind: List\nitems:\n- 5\n- {a: 1}\n- {apiVersion: v1, kind: Pod}\n- null\n';
    expect(objectsOf(text)).toEqual(['Pod  items[2] 6:3']);
    expect(problemsOf(text)).toEqual([
      'error NOT_AN_OBJECT items[0] 4',
      'error NOT_AN_OBJECT items[1] 5',
      'error NOT_AN_OBJECT items[3] 7',
    ]);
  });

  test.each(['kind: Pod', 'apiVersion: v1'])(
    'an item with only %s gets nothing from its list',
    (field) => {
      const text = `{apiVersion: v1, kind: PodList, items: [{${field}}]}`;
      expect(objectsOf(text)).toEqual([]);
      expect(problemsOf(text)).toEqual(['error NOT_AN_OBJECT items[0] 1']);
    },
  );
});

test('a document that is not an object has an empty path', () => {
  const text = '5\n---\n[1]\n---\n{kind: Pod}\n---\n{apiVersion: v1, kind: Pod}\n';
  expect(problemsOf(text)).toEqual([
    'error NOT_AN_OBJECT  1',
    'error NOT_AN_OBJECT  3',
    'error NOT_AN_OBJECT  5',
  ]);
  expect(objectsOf(text)).toEqual(['Pod   7:1']);
});

test('the fields of an object have their positions, in JSON and in YAML', () => {
  const items = [{ metadata: { name: 'a' } }, { metadata: { name: 'b' }, spec: [{ 'x.y/z': 1 }] }];
  const json = JSON.stringify({ apiVersion: 'v1', kind: 'PodList', items }, undefined, 1);
  const yaml = `# c\n---\n${json}`;
  for (const [text, offset] of [
    [json, 0],
    [yaml, 2],
  ] as const) {
    const [, second] = parse(text).objects;
    expect(second?.positionOf([])).toEqual({ line: 10 + offset, column: 3 });
    expect(second?.positionOf(['spec', 0, 'x.y/z'])).toEqual({ line: 16 + offset, column: 15 });
    expect(second?.positionOf(['metadata', 'uid'])).toEqual({ line: 11 + offset, column: 16 });
  }
});

test('objectsIn lists the objects of one document', () => {
  const text = '{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod}]}\n---\n5\n';
  const problems: string[] = [];
  const onProblem = ({ code, line }: { code: string; line: number }) =>
    problems.push(`${code} ${line}`);
  const found = parseManifests({ name: 'a.yaml', text }).documents.map((document) =>
    [...objectsIn(document, { onProblem })].map(
      ({ kind, file, item }) => `${kind} ${file} ${item}`,
    ),
  );
  expect(found).toEqual([['Pod a.yaml items[0]'], []]);
  expect(problems).toEqual(['NOT_AN_OBJECT 3']);
});
