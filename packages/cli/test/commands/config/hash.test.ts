import { expect, test } from 'vitest';
import { dump } from '../../support/cluster.js';
import { cells, fileOf, json, kubesem, problemsIn } from '../../support/run.js';

const data = { 'special.how': 'very', 'special.type': 'charm' };
const configMap = (name: string, more: object = { data }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop' },
  ...more,
});
const hash = (...objects: readonly object[]) =>
  kubesem(['config', 'hash', fileOf(dump(...objects))]);

test('shows the hashes of kubectl and kustomize', async () => {
  const secret = { ...configMap('api', { data: { token: 'YQ==' } }), kind: 'Secret' };
  const { status, stdout } = await hash(configMap('special-config-2'), secret);
  expect(status).toBe(0);
  expect(cells(stdout)).toEqual([
    ['NAMESPACE', 'KIND', 'NAME', 'KUBECTL', 'KUSTOMIZE', 'SUFFIX'],
    ['shop', 'ConfigMap', 'special-config-2', 'c92b5mmcf2', '2b86tk8fhm', '-'],
    ['shop', 'Secret', 'api', expect.any(String), expect.any(String), '-'],
  ]);
});

test.each([
  ['special-config-2-c92b5mmcf2', 'kubectl'],
  ['web-2b86tk8fhm', 'kustomize'],
  ['web-c92b5mmcf2', 'outdated'],
  ['web-controller', '-'],
])('the name %s has the suffix: %s', async (name, suffix) => {
  const { stdout } = await hash(configMap(name));
  expect(cells(stdout)[1]?.[5]).toBe(suffix);
});

test('long base64 has the hash that kustomize computed with line breaks, with them or without', async () => {
  const { generateConfigMap, generateSecret } = await import('@kubesem/config');
  const files = [{ source: 'logo', content: new Uint8Array(200).fill(255) }];
  for (const generated of [
    generateSecret({ name: 'web', files }),
    generateConfigMap({ name: 'web', files }),
  ]) {
    const stored = JSON.parse(JSON.stringify(generated).replaceAll('\\n', ''));
    for (const object of [generated, stored]) {
      const { output } = await json(['config', 'hash', fileOf(dump(object))]);
      expect(output.objects[0].suffix).toBe('kustomize');
    }
  }
});

test('prints the same for programs', async () => {
  const name = 'special-config-2-c92b5mmcf2';
  const { output } = await json(['config', 'hash', fileOf(dump(configMap(name)))]);
  expect(output.objects[0]).toMatchObject({ name, kubectl: 'c92b5mmcf2', suffix: 'kubectl' });
});

test('the items of a list need no kind', async () => {
  const { metadata } = configMap('web');
  const items = [{ metadata, data: { a: 'YQ==' } }];
  const stdin = JSON.stringify({ apiVersion: 'v1', kind: 'SecretList', items });
  const { output } = await json(['config', 'hash'], { stdin });
  const secret = { apiVersion: 'v1', kind: 'Secret', ...items[0] };
  const alone = await json(['config', 'hash'], { stdin: JSON.stringify(secret) });
  expect(output.objects[0].kustomize).toBe(alone.output.objects[0].kustomize);
});

test.each([
  ['ConfigMap', { data: { a: 12345 } }],
  ['Secret', { data: { a: 'not base64 12345' } }],
])(
  'a %s that cannot be read is an error with its place, and without values',
  async (kind, more) => {
    const { status, stdout, stderr } = await hash({ ...configMap('web', more), kind });
    expect(status).toBe(1);
    expect(problemsIn(stderr)).toEqual([expect.stringMatching(/^a\.yaml:\d+:\d+ error$/)]);
    expect(stdout + (kind === 'Secret' ? stderr : '')).not.toContain('12345');
  },
);

test('an input without ConfigMaps and Secrets is an error', async () => {
  const { status, stderr } = await hash({ ...configMap('web'), kind: 'Service' });
  expect(status).toBe(1);
  expect(stderr).toContain('no ConfigMaps or Secrets found');
});

test.each([
  ['an empty file', ''],
  ['a Pod', 'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n'],
])('%s has no ConfigMap, which is an error', async (_, text) => {
  const { status, stderr } = await kubesem(['config', 'hash', fileOf(text)]);
  expect(status).toBe(1);
  expect(problemsIn(stderr)).toContain('error');
});
