import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { filesOf, folderOf, json, kubesem } from '../../support/run.js';

const create = (...args: string[]) => kubesem(['config', 'create', ...args]);

/** The data of a ConfigMap. */
async function dataOf(...args: string[]): Promise<Record<string, string>> {
  const { status, output } = await json(['config', 'create', 'configmap', 'web', ...args]);
  expect(status).toBe(0);
  return { ...output.data, ...output.binaryData };
}

test('prints a ConfigMap as kubectl create --dry-run=client -o yaml does', async () => {
  const path = filesOf({ 'web.conf': 'listen 80;\nroot /srv;\n', logo: Buffer.from([0xff, 0xfe]) });
  const files = [`--from-file=${path('web.conf')}`, '--from-file', path('logo')];
  const { status, stdout, stderr } = await create(
    ...['configmap', 'web', ...files, '--from-literal=DEBUG=no', '-n', 'shop'],
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe(`apiVersion: v1
binaryData:
  logo: //4=
data:
  DEBUG: "no"
  web.conf: |
    listen 80;
    root /srv;
kind: ConfigMap
metadata:
  name: web
  namespace: shop
`);
});

test('prints a Secret in base64, with its type', async () => {
  const { stdout } = await create(
    'secret',
    'db',
    '--from-literal=user=a=b',
    '--type=example.com/x',
  );
  expect(stdout).toBe(`apiVersion: v1
data:
  user: YT1i
kind: Secret
metadata:
  name: db
type: example.com/x
`);
});

test('--append-hash appends the hash of kubectl to the name', async () => {
  const literals = ['--from-literal=special.how=very', '--from-literal=special.type=charm'];
  const args = ['configmap', 'special-config-2', ...literals, '--append-hash', '-o', 'name'];
  expect((await create(...args)).stdout).toBe('configmap/special-config-2-c92b5mmcf2\n');
});

describe('--from-file', () => {
  test('cdk8s follows links: only the regular files of a folder are added', async () => {
    const folder = folderOf({ 'a.txt': 'a', __proto__: 'b', 'sub/c': 'c' });
    symlinkSync('a.txt', join(folder, 'link'));
    symlinkSync('gone', join(folder, 'broken'));
    expect(await dataOf('--from-file', folder)).toEqual({ 'a.txt': 'a' });
    // A link that is named itself is followed, to a folder also.
    expect(await dataOf('--from-file', join(folder, 'link'))).toEqual({ link: 'a' });
    symlinkSync('sub', join(folder, 'other'));
    expect(await dataOf('--from-file', join(folder, 'other'))).toEqual({ c: 'c' });
  });

  test('reads the key __proto__', async () => {
    const path = filesOf({ ['__proto__']: 'b' });
    const { stdout } = await create('configmap', 'a', '--from-file', path('__proto__'));
    expect(stdout).toContain('data:\n  __proto__: b\n');
  });

  test('accepts lists, with quotes around commas', async () => {
    const path = filesOf({ a: '1', b: '2', 'c,d': '3' });
    const list = `${path('a')},x=${path('b')},"y=${path('c,d')}"`;
    expect(await dataOf('--from-file', list)).toEqual({ a: '1', x: '2', y: '3' });
  });

  test.each([
    ['a missing file', ['nosuch'], 'nosuch: no such file or folder'],
    ['a missing file with a key', ['a=nosuch'], 'nosuch: no such file or folder'],
    ['no path', ['a='], 'file path for key name a missing'],
    ['two =', ['a=b=c'], "cannot contain '='"],
    ['a key for a folder', ['a=.'], 'cannot give a key name for a directory path'],
    ['a key that exists', ['package.json,package.json'], 'another key by that name already exists'],
  ])('%s is an error', async (_, sources, message) => {
    const args = sources.flatMap((source) => ['--from-file', source]);
    const { status, stdout, stderr } = await create('configmap', 'web', ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  test.each(['..a', 'a b', 'a:b', 'ä'])('a file called %s is an error', async (name) => {
    const { status, stderr } = await create('secret', 'a', '--from-file', folderOf({ [name]: '' }));
    expect(status).toBe(1);
    expect(stderr).toContain('is not valid key name for a Secret');
  });
});

describe('--from-env-file', () => {
  test('adds each line, and takes values without = from the environment', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('KUBESEM_TEST', 'from here');
    const path = filesOf({ env: '\ufeffA="1"\n# no\n\n  B=x y \r\nKUBESEM_TEST\nKUBESEM_NONE\n' });
    expect(await dataOf('--from-env-file', path('env'))).toEqual({
      A: '"1"',
      B: 'x y ',
      KUBESEM_TEST: 'from here',
      KUBESEM_NONE: '',
    });
  });

  test.each([
    ['an invalid name', 'A=1\nexport B=2\n', ':2: expected KEY=VALUE'],
    ['bytes that are not UTF-8', Buffer.from([65, 61, 0xff]), ':1: line 1'],
  ])('%s is an error with its line', async (_, content, message) => {
    const path = filesOf({ env: content });
    const { status, stderr } = await create('secret', 'a', '--from-env-file', path('env'));
    expect(status).toBe(1);
    expect(stderr).toContain(`${path('env')}${message}`);
  });

  test.each([
    ['with literals', ['--from-literal=a=b', '--from-env-file=/dev/null'], 'cannot be combined'],
    ['that is a folder', ['--from-env-file=.'], '.: is a folder, not a file'],
  ])('%s is an error', async (_, args, message) => {
    const { status, stderr } = await create('configmap', 'a', ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });
});

test('an invalid literal is not shown: it may be a password', async () => {
  const { status, stderr } = await create('secret', 'a', '--from-literal=hunter2');
  expect({ status, isShown: stderr.includes('hunter2') }).toEqual({ status: 1, isShown: false });
});

describe('--kustomize', () => {
  test('creates what a generator of kustomize does, with its hash', async () => {
    const literals = ['--from-literal=special.how=very', "--from-literal=special.type='charm'"];
    const { stdout } = await create('configmap', 'web', '--kustomize', ...literals, '-n', 'shop');
    expect(stdout).toBe(`apiVersion: v1
data:
  special.how: very
  special.type: charm
kind: ConfigMap
metadata:
  name: web-2b86tk8fhm
  namespace: shop
`);
  });

  test('accepts any name in an env file, together with files', async () => {
    const path = filesOf({ env: 'a b=1\nKUBESEM\n', x: '2' });
    const args = ['--kustomize', '--from-env-file', path('env'), '--from-file', path('x')];
    expect(await dataOf(...args)).toEqual({ 'a b': '1', KUBESEM: '', x: '2' });
  });

  test('creates Secrets of the type Opaque', async () => {
    const { stdout } = await create('secret', 'db', '--kustomize', '--from-literal=a=b');
    expect(stdout).toContain('type: Opaque\n');
  });

  test('a folder is an error', async () => {
    const { status, stderr } = await create('secret', 'a', '--kustomize', '--from-file', '.');
    expect(status).toBe(1);
    expect(stderr).toContain('.: is a folder, not a file');
  });
});

test('quotes, folds and escapes as kubectl does, except what a terminal hides', async () => {
  const words =
    'a sentence that is long enough to be folded near the end of its line, as kubectl folds';
  const literals = {
    number: '12',
    time: '12:30',
    quoted: '"hello"',
    emoji: '🎉',
    hidden: 'a\u202eb',
    long: words,
    lines: 'a\nb',
  };
  const { stdout } = await create(
    ...['configmap', 'a'],
    ...Object.entries(literals).map(([key, value]) => `--from-literal=${key}=${value}`),
  );
  expect(stdout).toBe(`apiVersion: v1
data:
  emoji: "\\U0001F389"
  hidden: "a\\u202eb"
  lines: |-
    a
    b
  long: a sentence that is long enough to be folded near the end of its line, as kubectl
    folds
  number: "12"
  quoted: '"hello"'
  time: "12:30"
kind: ConfigMap
metadata:
  name: a
`);
});
