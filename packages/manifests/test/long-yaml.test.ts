import { type ManifestObject, parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const LONG = 'x'.repeat(1024 * 1024);
const FIRST = `- apiVersion: v1\n  kind: ConfigMap\n  data: {long: ${LONG}}\n`;

const PATHS = [
  [],
  ['metadata'],
  ['metadata', 'name'],
  ['spec'],
  ['spec', 'a', 1],
  ['spec', '7'],
  ['none'],
];
const found = ({ apiVersion, kind, object, item, line, column, positionOf }: ManifestObject) => ({
  ...{ apiVersion, kind, item, line, column },
  object: { ...object, data: undefined },
  places: PATHS.map((path) => positionOf(path)),
});

/** A long list, and the same with an anchor, which is read as a whole. */
function bothWays(items: string, head = 'apiVersion: v1\n', tail = 'kind: List\n') {
  return [' ', '&a'].map((anchor) => {
    const text = `${head}items:\n${items}${tail}metadata: ${anchor} {}\n`;
    const { objects, problems } = parseObjects({ name: 'list.yaml', text });
    return { objects: objects.map(found), problems };
  });
}

describe('a list of more than a mebibyte is read item by item, with the same result', () => {
  const pod = (name: string, rest = '') =>
    `- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: ${name}\n${rest}`;

  test.each([
    ['with Pods', pod('a') + pod('b', '  spec:\n    a: [1, {b: 2}]\n')],
    ['with comments', `${pod('a')}  # in\n# between\n${pod('b')}# after\n`],
    ['with empty values', `${pod('a', '  spec:\n')}${pod('b', '  spec: \n')}`],
    ['with text over several lines', pod('a', '  spec: |\n    - a\n\n    b\n') + pod('b')],
    ['with quotes that end in the next item', pod('a', '  spec: "x\n- y"\n') + pod('b')],
    ['with brackets that end in the next item', pod('a', '  spec: [x,\n- y]\n') + pod('b')],
    ['with quotes that end after the items', pod('a', '  spec: "x\ny"\n')],
    ['with duplicate keys', pod('a', '  spec: {a: 1, a: [2, 3]}\n  spec: 5\n') + pod('b')],
    ['with numeric keys', pod('a', '  spec: {b: 1, 7: 2, a: [3, 4]}\n')],
    ['with merge keys', pod('a', '  spec: {<<: {a: [1, 2]}, 7: 2}\n')],
    ['with an alias', pod('a', '  spec: &b {a: [1, 2]}\n') + pod('b', '  spec: *b\n')],
    ['with a broken item', `${pod('a')}  x: [\n${pod('b')}`],
    ['with an item of a line', `${pod('a')}- {apiVersion: v1, kind: Pod, spec: {a: [1, 2]}}\n`],
    ['with an item that starts in the next line', `${pod('a')}-\n${pod('b').replace('-', ' ')}`],
    ['with something that is no object', `${pod('a')}- 5\n- null\n- [7]\n`],
  ])('%s', (_, items) => {
    const [split, whole] = bothWays(FIRST + items);
    expect(split).toEqual(whole);
    expect((whole?.objects.length ?? 0) + (whole?.problems.length ?? 0)).toBeGreaterThan(0);
    const indented = (FIRST + items).replace(/^(?=.)/gm, '    ');
    const [splitIndented, wholeIndented] = bothWays(indented);
    expect(splitIndented).toEqual(wholeIndented);
  });

  test.each([
    ['a second list', 'apiVersion: v1\n', 'items: []\nkind: List\n'],
    ['no version', '', 'kind: List\n'],
    ['items that are text', 'apiVersion: |\n v1\n', 'kind: "Li\nst"\n'],
    ['another kind', '---\n# dump\napiVersion: v1\nkind: PodList\n', ''],
    ['a broken rest', 'apiVersion: v1\n', 'kind: [\n'],
  ])('in a document with %s', (_, head, tail) => {
    const [split, whole] = bothWays(FIRST + pod('a'), head, tail);
    expect(split).toEqual(whole);
  });

  test('kinds of items come from the list', () => {
    const [split] = bothWays(
      `${FIRST}- metadata: {name: a}\n`,
      'apiVersion: v1\nkind: PodList\n',
      '',
    );
    expect(split?.objects[1]).toMatchObject({ kind: 'Pod', item: 'items[1]', line: 7, column: 3 });
  });
});
