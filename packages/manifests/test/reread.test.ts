import { type ManifestObject, parseObjects, type RereadMemory } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const pod = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } });
const list = (...names: string[]) => ({ apiVersion: 'v1', kind: 'List', items: names.map(pod) });

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  [
    'YAML',
    '# a\nkind: Pod\napiVersion: v1\nmetadata:\n  name: a\n---\n{apiVersion: v1, kind: X}\n',
  ],
  [
    'YAML with carriage returns',
    'kind: Pod\r\napiVersion: v1\rmetadata: {name: a}\r\n---\r\napiVersion: v1\nkind: X\n',
  ],
  [
    'a list',
    'apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n- metadata:\n    name: b\n',
  ],
  [
    'JSON',
    `${JSON.stringify(pod('a'))} ${JSON.stringify(list('b', 'c'), null, 2)}\n---\nkind: X\napiVersion: v1`,
  ],
  [
    'long JSON',
    `${' '.repeat(2 ** 20)}${JSON.stringify(list('a', 'b'), null, 1)}\n${JSON.stringify({ ...pod('c'), n: 9007199254740993n.toString() })}`,
  ],
  [
    'a list in a long list',
    `${' '.repeat(2 ** 20)}${JSON.stringify({ ...list(), items: [list('a', 'b'), list('c')] })}`,
  ],
];

const described = ({ positionOf, reread: _, ...rest }: ManifestObject) => ({
  ...rest,
  places: [[], ['metadata'], ['metadata', 'name'], ['none']].map((path) => positionOf(path)),
});

describe('an object can be read again', () => {
  test.each(TEXTS)('%s', (_, text) => {
    for (const namespace of [undefined, 'ns']) {
      const { objects } = parseObjects({ name: 'file', text }, { namespace });
      const memory: RereadMemory = {};
      for (const object of [...objects, ...[...objects].reverse()]) {
        const again = object.reread?.(memory);
        expect(again && described(again)).toEqual(described(object));
        expect(again?.object).not.toBe(object.object);
      }
      expect(objects.length).toBeGreaterThan(1);
    }
  });

  test('and the objects of a document share what is read', () => {
    const { objects } = parseObjects({ name: 'a', text: TEXTS[2]?.[1] ?? '' });
    const memory: RereadMemory = {};
    objects[0]?.reread?.(memory);
    const { latest } = memory;
    objects[1]?.reread?.(memory);
    expect(latest).toBeDefined();
    expect(memory.latest).toBe(latest);
  });
});
