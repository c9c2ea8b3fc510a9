import { parseObjects } from '@kubesem/manifests';
import { parsePlainObjects } from '@kubesem/manifests/internal';
import { expect, test } from 'vitest';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\n';

test.each([
  ['one document', POD],
  ['several documents', `${POD}---\n# a comment\n---\n${POD}`],
  ['an anchor', 'apiVersion: v1\nkind: Pod\nmetadata: &m { name: a }\nspec: *m\n'],
  ['a duplicate key', `${POD}kind: Node\n`],
  ['JSON', '{"apiVersion": "v1", "kind": "Pod"}{"apiVersion": "v1", "kind": "Node"}'],
  ['what is not an object', '- 1\n---\n5\n'],
  ['text after a separator', `${POD}--- text\n${POD}`],
  ['nothing', ''],
])('%s: the same as parseObjects', (_, text) => {
  const found = parsePlainObjects({ name: 'a.yaml', text });
  const all = parseObjects({ name: 'a.yaml', text });
  const data = JSON.stringify([all.objects, all.problems]);
  expect(JSON.stringify([found?.objects, found?.problems])).toBe(data);
});

test.each([
  ['a broken document', `${POD}---\nkind: "Pod\n`],
  ['an explicit key', '? kind\n: Pod\n'],
  ['a tag', 'kind: !!str Pod\n'],
  ['broken JSON', '{"apiVersion": "v1", "kind": '],
])('%s: not plain', (_, text) => {
  expect(parsePlainObjects({ name: 'a.yaml', text })).toBeUndefined();
});
