import { describe, expect, test } from 'vitest';
import {
  cells,
  codesOf,
  filesOf,
  json,
  kubesem,
  podManifest,
  problemsIn,
} from '../../support/run.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const SECRET = `apiVersion: v1
kind: Secret
metadata: { name: regcred }
type: kubernetes.io/dockercfg
data: { .dockercfg: '${base64('{"example.com/shop":{"username":"anna","password":"katze"}}')}' }
`;
const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  imagePullSecrets: [{ name: regcred }]
  initContainers: [{ name: migrate, image: 'example.com/shop/migrate:2', imagePullPolicy: Never }]
  containers:
    - { name: app, image: example.com/shopping }
    - { name: log, image: 'Log:1' }
    - { name: pinned, image: 'busybox:1@sha256:${'a1'.repeat(32)}' }
`;
const stdin = `${POD}---\n${SECRET}---\n${podManifest('bare')}`;

/** The codes of the problems of the first object. */
async function codesOfPod(args: readonly string[]): Promise<string[]> {
  return codesOf((await json(['inspect', ...args], { stdin })).output.objects[0].problems).sort();
}

test('--images lists them as they are pulled, with their policies', async () => {
  const { status, stdout, stderr } = await kubesem(['inspect', '--images'], { stdin });
  expect(status).toBe(0);
  expect(cells(stdout)).toEqual([
    ['OBJECT', 'CONTAINER', 'PULLED AS', 'PULL POLICY'],
    ['Pod default/web', 'migrate (init)', 'example.com/shop/migrate:2', 'Never'],
    ['app', 'example.com/shopping:latest', 'Always'],
    ['log', 'Log:1', 'IfNotPresent'],
    ['pinned', 'docker.io/library/busybox@sha256:a1a1a1a…', 'IfNotPresent'],
    ['Pod default/bare', 'app', 'docker.io/library/app:1', 'IfNotPresent'],
  ]);
  expect(problemsIn(stderr)).toContain('<stdin>:8:27 warning');
  expect(stderr).not.toContain('Amounts');
});

describe('--credentials', () => {
  test('warns of images that no credentials match, and of those that too many do', async () => {
    const path = filesOf({ 'config.json': '{"auths":{"busy.example":{"username":"b"}}}' });
    const without = await codesOfPod([]);
    const found = await codesOfPod(['--credentials', path('config.json')]);
    expect(found).toEqual([...without, 'CREDENTIALS_MISSING', 'PATH_ENDS_WITHIN_SEGMENT'].sort());
  });

  test('shows where the credentials of each image come from', async () => {
    const auths = '{"example.com":{"username":"any"},"example.com/shop":{"password":"hund"}}';
    const path = filesOf({ 'config.json': `{"auths":${auths}}` });
    const args = ['inspect', '--images', '--explain', '--credentials', path('config.json')];
    const odd = SECRET.replace('regcred', 'odd').replace(/cfg: .*/, 'cfg: ew== }');
    const refused = POD.replace('regcred', 'odd').replace('name: web', 'name: refused');
    const broken = 'apiVersion: v1\nkind: Pod\nspec: { containers: [] }\n';
    const input = [stdin, odd, refused, broken].join('---\n');
    const { stdout, stderr } = await kubesem(args, { stdin: input });
    const [table = ''] = stdout.split('\n\n');
    expect(cells(table).map((row) => row.at(-1))).toEqual([
      'PULLED WITH',
      ...['Secret regcred, node', 'Secret regcred, node', '-', 'no credentials'],
      // With an image that nobody has credentials for; with a Secret that cannot be decoded; with an error.
      ...['no credentials', '-', '-', '-', '-', '-'],
    ]);
    const lines = stdout.split('\n').map((line) => line.trim());
    const start = lines.indexOf('image of migrate (init): example.com/shop/migrate:2');
    expect(lines.slice(start + 2, start + 5)).toEqual([
      'credentials 1: example.com/shop, from Secret regcred',
      'credentials 2: example.com/shop, from node',
      'credentials 3: example.com, from node',
    ]);
    expect(lines.filter((line) => line.startsWith('pulled without credentials'))).toHaveLength(2);
    expect(stdout + stderr).not.toMatch(/katze|hund/);
    expect(stdout + stderr).not.toContain(base64('katze'));
  });

  test('a file that cannot be read is an error, and the manifests are reported', async () => {
    const { status, stdout, stderr } = await kubesem(
      ['inspect', '--credentials', '/no/such.json'],
      { stdin },
    );
    expect(status).toBe(1);
    expect(stdout).toContain('web');
    expect(stderr).toContain('error: /no/such.json: ');
  });

  test('a manifest that is also a file with credentials is reported once', async () => {
    const file = filesOf({ 'both.yaml': `${stdin}---\n7\n` })('both.yaml');
    const { status, output } = await json(['inspect', '--credentials', file, file]);
    expect(status).toBe(1);
    expect(output.objects.map(({ name }: { name: string }) => name)).toEqual(['web', 'bare']);
    expect(codesOf(output.problems)).toEqual(['NOT_AN_OBJECT']);
  });

  test('problems of the files are in the report for programs', async () => {
    const path = filesOf({ 'config.json': '{' });
    const { status, output } = await json(['inspect', '--credentials', path('config.json')], {
      stdin,
    });
    expect(status).toBe(1);
    expect(codesOf(output.problems)).toEqual(['SYNTAX']);
  });
});
