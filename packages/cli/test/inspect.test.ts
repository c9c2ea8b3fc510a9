import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { InspectReport } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { folderOf, kubesem, podManifest } from './terminal.js';

/** The values in one column of the first table. */
function column(stdout: string, head: string): string[] {
  const [heads = '', ...rows] = (stdout.split('\n\n')[0] ?? '').trimEnd().split('\n');
  const start = heads.indexOf(head);
  const right = start + head.length;
  return rows.map((row) => {
    // Texts start where the heading does, and numbers end where it does.
    const left = row.slice(0, right).lastIndexOf('  ') + 2;
    return row.slice(Math.min(left, start)).trim().split(/ {2,}/)[0] ?? '';
  });
}

describe('what is read', () => {
  test('folders in the order of names, files as they are given, each folder at its place', async () => {
    const folder = folderOf({
      'b/2.yml': podManifest('two'),
      'b/10.yaml': podManifest('ten'),
      'a.json':
        '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"json"},"spec":{"containers":[{"name":"c"}]}}',
      'b/c/deep.yaml': podManifest('deep'),
      'notes.txt': podManifest('text'),
      '.hidden/x.yaml': podManifest('hidden'),
      'node_modules/x/y.yaml': podManifest('module'),
    });
    const paths = [join(folder, 'notes.txt'), folder];
    const { status, stdout } = await kubesem(['inspect', ...paths]);
    expect(status).toBe(0);
    expect(column(stdout, 'NAME ')).toEqual(['text', 'json', 'ten', 'two', 'deep']);
  });

  test.each([[[]], [['-']], [['-', '-']]])('standard input for the paths %j', async (paths) => {
    const { status, stdout } = await kubesem(['inspect', ...paths], { stdin: podManifest('web') });
    expect(status).toBe(0);
    expect(column(stdout, 'NAME ')).toEqual(['web']);
  });

  test.each<[string, Uint8Array]>([
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${podManifest('wéb')}`)],
    ['UTF-16 as PowerShell writes it', Buffer.from(`\ufeff${podManifest('wéb')}`, 'utf16le')],
    ['lines that end in CR LF', Buffer.from(podManifest('wéb').replaceAll('\n', '\r\n'))],
  ])('%s', async (_, stdin) => {
    const { status, stdout } = await kubesem(['inspect'], { stdin });
    expect(status).toBe(0);
    expect(column(stdout, 'NAME ')).toEqual(['wéb']);
  });
});

describe('what cannot be read is named, the rest is reported, the status is 1', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['a binary file', Uint8Array.from([1, 0, 2]), 'binary'],
    ['a file in another encoding', Uint8Array.from([0x61, 0xff, 0x62]), 'UTF-8'],
    ['broken YAML', 'a: [', 'broken.yaml:1:6: error: '],
    ['a scalar', 'hello', 'broken.yaml:1:1: error: '],
    ['an object without a kind', 'apiVersion: v1', 'broken.yaml:1:1: error: '],
    ['a Pod without a spec', 'kind: Pod\napiVersion: v1', 'broken.yaml:1:1: error: '],
  ])('%s', async (_, content, shown) => {
    const folder = folderOf({ 'broken.yaml': content, 'good.yaml': podManifest('web') });
    const { status, stdout, stderr } = await kubesem(['inspect', folder]);
    expect(status).toBe(1);
    expect(stderr).toContain(shown);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(column(stdout, 'NAME ')).toContain('web');
  });

  test('a path that does not exist', async () => {
    const { status, stdout, stderr } = await kubesem(['inspect', '/no/such.yaml', '-'], {
      stdin: podManifest('web'),
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^amounts of .*\nerror: \/no\/such\.yaml: .*\n$/);
    expect(column(stdout, 'NAME ')).toEqual(['web']);
  });

  test('a dump that is cut off, and in the middle of a character', async () => {
    const pods = ['wéb', 'dée', 'dee'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { containers: [{ name: 'app' }] },
    }));
    const dump = Buffer.from(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: pods }));
    for (const end of [dump.indexOf('dée') + 3, dump.indexOf('dée') + 2, dump.indexOf('wéb') + 2]) {
      const { status, stdout, stderr } = await kubesem(['inspect'], {
        stdin: [dump.subarray(0, end), dump.subarray(end)],
      });
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(column(stdout, 'NAME ')).toEqual(['wéb', 'dée', 'dee']);
    }
    const stdin = dump.subarray(0, dump.indexOf('dee'));
    const { status, stdout, stderr } = await kubesem(['inspect'], { stdin });
    expect(status).toBe(1);
    expect(stderr).toContain('items[2]');
    expect(column(stdout, 'NAME ')).toEqual(['wéb', 'dée']);
    const half = await kubesem(['inspect'], { stdin: dump.subarray(0, dump.indexOf('dée') + 2) });
    expect(half.status).toBe(1);
    expect(half.stderr).toContain('UTF-8');
  });

  test('a folder without manifests', async () => {
    const { status, stdout, stderr } = await kubesem(['inspect', folderOf({ 'a.txt': 'x' })]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('*.yaml');
  });

  test('a file that is larger than --dns reads, before it is read', async () => {
    const folder = folderOf({ 'huge.yaml': '' });
    truncateSync(join(folder, 'huge.yaml'), 2 ** 40);
    const { status, stderr } = await kubesem(['inspect', '--dns', folder]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/huge\.yaml: expected at most \d+ MiB, found 1048576 MiB/);
  });

  test.each(['', '# nothing but this\n---\n'])('no document at all: %j', async (stdin) => {
    const { status, stdout, stderr } = await kubesem(['inspect'], { stdin });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*objects, found none$/m);
  });

  test('an empty file among others is a warning', async () => {
    const folder = folderOf({ 'a.yaml': '', 'b.yaml': podManifest('web') });
    const { status, stderr } = await kubesem(['inspect', folder]);
    expect(status).toBe(0);
    expect(stderr).toContain('a.yaml:1:1: warning: ');
  });
});

describe('what is shown', () => {
  const shop = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: prod }
spec:
  replicas: 3
  template:
    spec:
      initContainers:
        - { name: mesh, restartPolicy: Always, resources: { requests: { cpu: 100m } } }
        - { name: migrate, resources: { requests: { cpu: 700m } } }
      containers:
        - { name: app, resources: { requests: { cpu: 500m, memory: 64Mi, example.com/gpu: 2 } } }
`;
  const stdin = [
    shop,
    podManifest('web', '{ limits: { cpu: 1, memory: 1.5Gi } }'),
    'apiVersion: v1\nkind: Service\nmetadata: { name: s, namespace: prod }\n',
    'apiVersion: v1\nkind: Service\nmetadata: { name: t }\n',
  ].join('---\n');

  test('one line for each object, with the amounts of one Pod', async () => {
    const { status, stdout, stderr } = await kubesem(['inspect'], { stdin });
    expect(status).toBe(0);
    expect(column(stdout, 'KIND')).toEqual(['Deployment', 'Pod']);
    expect(column(stdout, 'PODS')).toEqual(['3', '1']);
    expect(column(stdout, 'QOS')).toEqual(['Burstable', 'Guaranteed']);
    expect(column(stdout, 'CPU-REQ')).toEqual(['800m', '1']);
    expect(column(stdout, 'MEM-LIM')).toEqual(['-', '1536Mi']);
    expect(stdout).toContain('example.com/gpu 2/-');
    expect(stderr).toContain('2 objects with the defaults of the API server');
    expect(stderr).toContain('2 objects of other kinds');
  });

  test('-o wide shows containers, origin and place besides', async () => {
    const { stdout } = await kubesem(['inspect', '-o', 'wide'], { stdin });
    expect(stdout).toMatch(/^ +sidecar +mesh +100m/m);
    expect(stdout).toMatch(/^ +init +migrate +700m/m);
    expect(stdout).toMatch(/Deployment.* manifest +<stdin>:1$/m);
  });

  test('--summary multiplies by the number of Pods', async () => {
    const { stdout } = await kubesem(['inspect', '--summary'], { stdin });
    expect(column(stdout, 'NAMESPACE')).toEqual(['default', 'prod', 'TOTAL']);
    expect(column(stdout, 'PODS')).toEqual(['1', '3', '4']);
    expect(column(stdout, 'CPU-REQ')).toEqual(['1', '2400m', '3400m']);
  });

  test('--explain says how each number came about', async () => {
    const { stdout } = await kubesem(['inspect', '--explain'], { stdin });
    expect(stdout).toContain('Deployment prod/shop');
    expect(stdout).toMatch(/cpu request 800m: .*start/);
    expect(stdout).toContain('800m = 700m migrate (init) + 100m sidecars');
    expect(stdout).toMatch(/app: Burstable, cpu request 500m has no limit/);
    expect(stdout).toMatch(/^ +app: cpu.weight 59, cpu.max max 100000, memory.max max$/m);
  });

  test('--summary counts Pods that are there themselves, and leaves out what made them', async () => {
    const owner = '{ apiVersion: apps/v1, kind: ReplicaSet, name: rs, uid: u-9, controller: true }';
    const replicaSet = shop.replace('Deployment', 'ReplicaSet').replace('name: shop', 'uid: u-9');
    const pod = podManifest('rs-1', '{ requests: { cpu: 150m } }', 'prod').replace(
      'metadata: {',
      `metadata: { uid: u-1, ownerReferences: [${owner}],`,
    );
    const both = { stdin: `${replicaSet}---\n${pod}` };
    const { stdout, stderr } = await kubesem(['inspect', '--summary'], both);
    expect(column(stdout, 'CPU-REQ')).toEqual(['150m', '150m']);
    expect(stderr).toMatch(/^1 object left out: /m);
    expect((await kubesem(['inspect'], both)).stderr).not.toContain('left out');
    expect((await kubesem(['inspect', '--summary'], { stdin })).stderr).not.toContain('left out');
  });

  test('a namespace without objects is named', async () => {
    const { status, stdout, stderr } = await kubesem(['inspect', '-n', 'no\u202ewhere'], { stdin });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .* namespace "no\\u202ewhere", .*\n$/);
  });

  test('--verbose counts the other kinds', async () => {
    const { stdout } = await kubesem(['inspect', '--verbose'], { stdin });
    expect(stdout).toMatch(/^Service +v1 +2$/m);
    const alone = await kubesem(['inspect', '--verbose'], { stdin: shop });
    expect(alone.stdout).toBe((await kubesem(['inspect'], { stdin: shop })).stdout);
  });

  test('--namespace leaves out the other namespaces; who names none is in default', async () => {
    const inProd = await kubesem(['inspect', '-n', 'prod', '--verbose'], { stdin });
    expect(column(inProd.stdout, 'NAME ')).toEqual(['shop']);
    expect(inProd.stdout).toMatch(/^Service +v1 +1$/m);
    expect((await kubesem(['inspect', '-n', 'default'], { stdin: shop })).stdout).toBe('');
    const inDefault = await kubesem(['inspect', '--namespace', 'default'], { stdin });
    expect(column(inDefault.stdout, 'NAME ')).toEqual(['web']);
  });

  test.each(['json', 'yaml'])('-o %s is the whole report, for programs', async (format) => {
    const { status, stdout } = await kubesem(['inspect', '-o', format, '--explain'], { stdin });
    expect(status).toBe(0);
    const report = (
      format === 'json' ? JSON.parse(stdout) : parse(stdout, { version: '1.1' })
    ) as InspectReport;
    expect(report.objects.map(({ name, pod }) => [name, pod?.requests.cpu])).toEqual([
      ['shop', '800m'],
      ['web', '1'],
    ]);
    expect(report.objects[0]?.pod?.explanation?.requests.cpu?.rule).toBe('INIT_STEP');
    expect(report.others.map(({ name }) => name)).toEqual(['s', 't']);
    expect(report.summary.requests.cpu).toBe('3400m');
  });

  test('colours are there if they are wanted, and change nothing else', async () => {
    const plain = await kubesem(['inspect', '--explain'], { stdin });
    const coloured = await kubesem(['inspect', '--explain'], { stdin, colors: true });
    expect(plain.stdout).not.toContain('\u001b');
    expect(coloured.stdout).toContain('\u001b[32mGuaranteed');
    const { stripVTControlCharacters } = await import('node:util');
    expect(stripVTControlCharacters(coloured.stdout).replaceAll(/ +$/gm, '')).toBe(plain.stdout);
  });
});

describe('images', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const secret = `apiVersion: v1
kind: Secret
metadata: { name: regcred }
type: kubernetes.io/dockercfg
data: { .dockercfg: '${base64('{"example.com/shop":{"username":"anna","password":"katze"}}')}' }
`;
  const pod = `apiVersion: v1
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
  const stdin = `${pod}---\n${secret}---\n${podManifest('bare')}`;

  test('--images lists them as they are pulled, with their policies', async () => {
    const { status, stdout, stderr } = await kubesem(['inspect', '--images'], { stdin });
    expect(status).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/)),
    ).toEqual([
      ['OBJECT', 'CONTAINER', 'PULLED AS', 'PULL POLICY'],
      ['Pod default/web', 'migrate (init)', 'example.com/shop/migrate:2', 'Never'],
      ['app', 'example.com/shopping:latest', 'Always'],
      ['log', 'Log:1', 'IfNotPresent'],
      ['pinned', 'docker.io/library/busybox@sha256:a1a1a1a…', 'IfNotPresent'],
      ['Pod default/bare', 'app', '-', 'IfNotPresent'],
    ]);
    expect(stderr).toContain('<stdin>:8:27: warning: spec.containers[0].image');
    expect(stderr).toContain('InvalidImageName');
    expect(stderr.match(/warning:/g)).toHaveLength(3);
  });

  test('--explain says what they stand for, and why they have their policies', async () => {
    const { stdout } = await kubesem(['inspect', '--explain'], { stdin });
    expect(stdout).toContain('image of migrate (init): example.com/shop/migrate:2\n');
    expect(stdout).toContain('    stands for example.com/shopping:latest\n');
    expect(stdout).toContain('    pull policy Always, by default: the tag `latest` is filled in\n');
    expect(stdout).toContain('    pull policy Never, as set\n');
    expect(stdout).toContain(`    pulled as docker.io/library/busybox@sha256:${'a1'.repeat(32)}\n`);
    expect(stdout).not.toContain('image of app: \n');
  });

  test('--credentials warns of those that nothing matches, or too much', async () => {
    const folder = folderOf({ 'config.json': '{"auths":{"busy.example":{"username":"b"}}}' });
    const args = ['inspect', '--credentials', join(folder, 'config.json')];
    const { status, stdout, stderr } = await kubesem(args, { stdin });
    expect(status).toBe(0);
    expect(stderr).toMatch(/<stdin>:8:27: warning: .*example\.com\/shop is a plain prefix/);
    expect(stderr).toMatch(/<stdin>:10:30: warning: .*docker\.io\/library\/busybox, found none/);
    expect(stderr.match(/warning:/g)).toHaveLength(5);
    expect(stdout + stderr).not.toMatch(/katze/);
    expect(stdout + stderr).not.toContain(base64('katze'));
    const broken = await kubesem(['inspect', '--credentials', '/no/such.json'], { stdin });
    expect(broken.status).toBe(1);
    expect(broken.stderr).toContain('error: /no/such.json: ');
  });

  test('--credentials tells where those come from that an image is pulled with', async () => {
    const auths = '{"example.com":{"username":"any"},"example.com/shop":{"password":"hund"}}';
    const folder = folderOf({ 'config.json': `{"auths":${auths}}` });
    const args = ['inspect', '--images', '--explain', '--credentials', join(folder, 'config.json')];
    const odd = secret.replace('regcred', 'odd').replace(/cfg: .*/, 'cfg: ew== }');
    const refused = pod.replace('regcred', 'odd').replace('name: web', 'name: refused');
    const broken = 'apiVersion: v1\nkind: Pod\nspec: { containers: [] }\n';
    const input = [stdin, odd, refused, broken].join('---\n');
    const { stdout, stderr } = await kubesem(args, { stdin: input });
    const table = stdout.split('\n\n')[0] ?? '';
    expect(table.split('\n').map((line) => line.trim().split(/ {2,}/).pop())).toEqual([
      'PULLED WITH',
      'Secret regcred, node',
      'Secret regcred, node',
      '-',
      'no credentials',
      '-',
      '-',
      '-',
      '-',
      '-',
      '-',
    ]);
    expect(
      table
        .match(/ERROR.*/)?.[0]
        .trim()
        .split(/ +/),
    ).toEqual(['ERROR', '-', '-']);
    const image = stdout.slice(stdout.indexOf('image of migrate (init): '));
    expect(image.split('\n').slice(1, 5)).toEqual([
      '    pull policy Never, as set',
      '    credentials 1: example.com/shop, user anna, from Secret regcred',
      '    credentials 2: example.com/shop, user -, from node',
      '    credentials 3: example.com, user any, from node',
    ]);
    expect(stdout.match(/pulled without credentials/g)).toHaveLength(1);
    expect(stdout + stderr).not.toMatch(/katze|hund/);
  });
});

describe('what comes from outside cannot steer the terminal', () => {
  const evil =
    '\\u001b]0;owned\\u0007\\u009b31m\\u202e\\u200b\\u2060\\u00ad\\u3164\\ufe0f\\u00a0\\udb40\\udc41\\u2800';
  const stdin = `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "${evil}"},
    "spec": {"containers": [{"name": "${evil}", "resources": {"requests": {"${evil}": "1"}, "limits": {"cpu": "${evil}"}}}]}}
    {"apiVersion": "v1", "kind": "${evil}", "metadata": {"namespace": "${evil}"}}
    {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "${evil}", "namespace": "${evil}"},
    "spec": {"containers": [{"name": "${evil}", "image": "${evil}", "imagePullPolicy": "${evil}", "resources": {"requests": {"${evil}": "1"}}}]}}`;

  test.each([
    [['--explain', '--verbose']],
    [['--images']],
    [['-o', 'wide']],
    [['--summary']],
    [['-o', 'json']],
    [['-o', 'yaml']],
  ])('%j', async (flags) => {
    const { stdout, stderr } = await kubesem(['inspect', ...flags], { stdin });
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout + stderr).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u00a0\u2800]/u);
    expect(stdout).toContain('owned');
  });

  test.each(['json', 'yaml'])('-o %s still says the same', async (format) => {
    const { stdout } = await kubesem(['inspect', '-o', format], { stdin });
    const report = (
      format === 'json' ? JSON.parse(stdout) : parse(stdout, { version: '1.1' })
    ) as InspectReport;
    expect(report.objects[0]?.name).toBe(JSON.parse(`"${evil}"`));
  });
});
