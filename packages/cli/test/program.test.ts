import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { fileOf, kubesem, podManifest } from './support/run.js';

const SERVICE =
  'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ports: [{ port: 80 }] }\n';

describe('a wrong command line ends with status 2, and writes nothing to standard output', () => {
  test.each<[string, string]>([
    ['no command', ''],
    ['an unknown command', 'inspct'],
    ['no command of dns', 'dns'],
    ['an unknown command of dns', 'dns nothing'],
    ['an unknown option', 'inspect --sumary x'],
    ['an unknown format', 'inspect -o xml x'],
    ['a format of another command', 'dns zone -o wide'],
    ['names of a command without objects', 'quantity -o name 1'],
    ['sorting what is no table', 'nodes x -o json --sort-by FREE'],
    ['an unknown shell', 'completion tcsh'],
    ['an empty context', 'nodes --context '],
    ['a format without a value', 'inspect -o'],
    ['an empty namespace', 'inspect x -n '],
    ['manifests and credentials on standard input', 'inspect --credentials -'],
    ['the same by name', 'inspect --credentials - -'],
    ['images and a summary', 'inspect --images --summary'],
    ['names and a summary', 'inspect --dns --summary'],
    ['names and images', 'inspect --dns --images'],
    ['a Pod to evict with too many parts', 'pdb --evict a/b/c'],
    ['a time that is not one', 'pdb --now soon'],
    ['no object with an environment', 'env'],
    ['an object of a kind without Pods', 'env service/web'],
    ['an object without a name', 'env deployment/'],
    ['an object with too many parts', 'env a/b/c'],
    ['nothing to create', 'config create'],
    ['an unknown kind to create', 'config create cm web'],
    ['an object to create without a name', 'config create secret'],
    ['an object to create with an empty name', 'config create secret '],
    ['a type of a ConfigMap', 'config create configmap a --type x'],
    ['a list with an open quote', 'config create configmap a --from-file "a'],
    ['a list with a quote within a name', 'config create configmap a --from-file a"b'],
    ['no object with files', 'files'],
    ['a file to print and a format', 'files web x -o json --cat /a'],
    ['a file to print and an explanation', 'files web x --explain --cat /a'],
    ['nothing to compare', 'config diff'],
    ['no state to compare with', 'config diff x.yaml'],
    ['state and changes on standard input', 'config diff - -'],
    ['no quantity', 'quantity'],
    ['no image', 'image'],
    ['no cluster to fit into', 'fit x.yaml'],
    ['Pods and cluster on standard input by default', 'fit --cluster -'],
    ['no objects to query', 'dns query a'],
    ['Pods and cluster on standard input', 'fit - --cluster -'],
    ['standard input twice', 'inspect - -'],
    ['standard input twice for nodes', 'nodes - -'],
    ['standard input twice for names', 'dns names - -'],
    ['standard input twice for a query', 'dns query a -f - -f -'],
    ['standard input twice for levels', 'apf levels -f - -f -'],
    ['standard input twice for a request', 'apf classify --user a GET /x -f - -f -'],
    ['standard input twice for an explanation', 'apf explain --user a GET /x -f - -f -'],
    ['standard input twice for credentials', 'image a --credentials - --credentials -'],
    ['standard input twice for a cluster', 'fit x --cluster - --cluster -'],
    ['an unknown record type', 'dns query a MX -f x'],
    ['a query without files', 'dns query a'],
    ['a query without a name', 'dns query -f x'],
    ['a lookup without a name', 'dns lookup --from a/b -f x'],
    ['a cluster domain that is not a DNS name', 'dns names --cluster-domain -x- x'],
    ['no Pod', 'dns resolv -f x'],
    ['a Pod without a namespace', 'dns resolv --from client -f x'],
    ['a Pod with an empty namespace', 'dns resolv --from /client -f x'],
    ['a namespace without a Pod', 'dns resolv --from test/ -f x'],
    ['a Pod with too many parts', 'dns resolv --from a/b/c -f x'],
    ['a DNS server that is not an address', 'dns resolv --from a/b -f x --cluster-dns 10.0.0.010'],
    [
      'manifests and resolv.conf on standard input',
      'dns resolv --from a/b -f - --node-resolv-conf -',
    ],
    ['an unknown C library', 'dns lookup a --from a/b -f x --libc bionic'],
    ['a request without a URL', 'apf classify --user a GET'],
    ['a request without a user', 'apf classify GET /x'],
    ['a request and a file', 'apf classify --user a GET /x --requests r.txt'],
    ['two files with requests', 'apf classify --requests a --audit-log b'],
    ['requests and manifests on standard input', 'apf classify -f -'],
    ['an explanation without a URL', 'apf explain --user a GET'],
    ['an explanation without a user', 'apf explain GET /x'],
    ['no seats', 'apf levels --server-concurrency 0'],
    ['half an elephant', 'apf table --elephants 1.5'],
    ['a hand of more queues than there are', 'apf table --hand-size 9 --queues 8'],
    ['nothing to simulate', 'apf simulate'],
    ['scenario and manifests on standard input', 'apf simulate - -f -'],
    ['a negative seed', 'apf simulate - --seed -1'],
    ['a duration that is not one', 'apf simulate - --duration soon'],
  ])('%s', async (_, line) => {
    const args = line === '' ? [] : line.split(' ');
    const { status, stdout, stderr } = await kubesem(args, { stdin: 'kind: Pod' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).not.toBe('');
  });

  test.each([
    'inspect',
    'pods',
    'pdb',
    'drain n1',
    'rollout status',
    'rollout simulate',
    'hpa',
    'nodes',
    'env web',
    'files web',
    'config hash',
    'dns names',
    'dns zone',
    'apf classify',
    'fit --cluster x',
  ])('%s with nothing to read but a terminal', async (command) => {
    const { status, stderr } = await kubesem(command.split(' '), { isTTY: true });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: /);
  });
});

test.each(['inspect', 'dns names', 'dns zone'])(
  '%s reads a file next to a terminal, and a pipe without a path',
  async (command) => {
    const args = command.split(' ');
    expect((await kubesem([...args, fileOf(SERVICE)], { isTTY: true })).status).toBe(0);
    expect((await kubesem(args, { stdin: SERVICE })).status).toBe(0);
  },
);

test('credentials come from standard input if the manifests are files', async () => {
  const args = ['inspect', '--credentials', '-', fileOf(podManifest('web'))];
  expect((await kubesem(args, { stdin: '{"auths":{}}' })).status).toBe(0);
});

test.each(['inspect', 'image busybox', 'quantity 1', 'dns names', 'apf levels'])(
  '%s prints a table by default',
  async (line) => {
    const args = line.split(' ');
    const { status, stdout } = await kubesem([...args, '-o', 'table'], { stdin: SERVICE });
    expect(status).toBe(0);
    expect((await kubesem(args, { stdin: SERVICE })).stdout).toBe(stdout);
  },
);

describe('help', () => {
  const COMMANDS = [
    ...[
      '',
      'inspect',
      'explain',
      'pods',
      'select',
      'service',
      'pdb',
      'drain',
      'rollout',
      'hpa',
      'simulate',
      'env',
      'files',
      'config',
      'nodes',
      'fit',
      'quota',
      'image',
      'quantity',
      'dns',
      'apf',
    ],
    ...['create', 'hash', 'diff'].map((name) => `config ${name}`),
    'service route',
    'rollout status',
    'rollout simulate',
    ...['completion', 'version'],
    ...['names', 'zone', 'query', 'resolv', 'lookup'].map((name) => `dns ${name}`),
    ...['classify', 'explain', 'levels', 'table', 'simulate', 'serve'].map((name) => `apf ${name}`),
  ];
  const helpOf = (command: string) =>
    kubesem([...command.split(' ').filter((word) => word !== ''), '--help']);

  test.each(COMMANDS)(
    'of "kubesem %s" fits into 80 columns and starts with a verb',
    async (command) => {
      const { status, stdout, stderr } = await helpOf(command);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
      expect(stdout).toMatch(
        /^Usage: kubesem .*\n\n(?:Ask|Convert|Create|Explain|List|Look|Print|Protect|See|Show|Simulate) /,
      );
    },
  );

  test('lists every command', async () => {
    for (const group of ['', 'config', 'dns', 'apf', 'service', 'rollout']) {
      const { stdout } = await helpOf(group);
      const section = /^Commands:\n([^]*?)\n(?:\n|$)/m.exec(stdout)?.[1] ?? '';
      const listed = [...section.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name);
      const prefix = group === '' ? '' : `${group} `;
      const expected = COMMANDS.filter((command) => command !== '')
        .filter((command) => command.startsWith(prefix))
        .map((command) => command.slice(prefix.length))
        .filter((command) => !command.includes(' ') && command !== group);
      expect(new Set(listed)).toEqual(new Set([...expected, 'help']));
    }
  });

  test.each([['help dns lookup'], ['dns help lookup']])(
    '%s is that of the command',
    async (line) => {
      const { status, stdout } = await kubesem(line.split(' '));
      expect(status).toBe(0);
      expect(stdout).toBe((await helpOf('dns lookup')).stdout);
    },
  );

  test('is not a command of commands without commands', async () => {
    expect((await kubesem(['quantity', 'help'])).status).toBe(1);
  });

  test.each([
    ['--unknown', 'kubesem'],
    ['inspct', 'kubesem'],
    ['inspect --unknown', 'kubesem inspect'],
    ['dns zone -o wide', 'kubesem dns zone'],
    ['dns nosuch', 'kubesem dns'],
    ['help nosuch', 'kubesem'],
    ['help dns nosuch', 'kubesem dns'],
    ['dns help nosuch', 'kubesem dns'],
  ])('after "%s", a hint points to %s --help', async (line, command) => {
    const { status, stderr } = await kubesem(line.split(' '));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(`\n(see ${command} --help)\n`);
  });
});

test.each([
  ['-o=json', '-o json'],
  ['-ojson', '-o json'],
  ['-f=FILE -o=name', '-f FILE -o name'],
  ['-n=default', '-n default'],
])('%s means %s, as in kubectl', async (line, meaning) => {
  const file = fileOf(podManifest('web'));
  const outcome = (flags: string) =>
    kubesem(['inspect', file, ...flags.replace('FILE', file).split(' ')]);
  expect(await outcome(line)).toEqual(await outcome(meaning));
  expect((await outcome(line)).status).toBe(0);
});

test('a misspelt command suggests the right one', async () => {
  expect((await kubesem(['inspct'])).stderr).toContain('inspect');
});

test.each(['--version', '-V', 'version'])('%s names the Kubernetes release', async (flag) => {
  const { status, stdout } = await kubesem([flag]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^kubesem \d+\.\d+\.\d+ /);
  expect(stdout).toContain(KUBERNETES_VERSION);
});

test('version is also there for programs', async () => {
  const { stdout } = await kubesem(['version', '-o', 'json']);
  expect(JSON.parse(stdout)).toEqual({
    kubernetesVersion: KUBERNETES_VERSION,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

test('as a plugin of kubectl, it calls itself that', async () => {
  const setting = { name: 'kubectl kubesem' };
  const { stdout } = await kubesem(['dns', 'lookup', '--help'], setting);
  expect(stdout).toMatch(/^Usage: kubectl kubesem dns lookup /);
  const { stderr } = await kubesem(['inspect', '--nope'], setting);
  expect(stderr).toContain('\n(see kubectl kubesem inspect --help)\n');
});

test('paths are arguments or -f, and both can be repeated', async () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => fileOf(podManifest(name))) as [
    string,
    ...string[],
  ];
  const { stdout } = await kubesem(['inspect', '-o', 'name', a, b, '-f', c, '-f', d].map(String));
  expect(stdout).toBe('pod/a\npod/b\npod/c\npod/d\n');
});

describe('an argument stays on its line in errors of the command line', () => {
  const EVIL = 'x\n::error::owned\r\n\u001b[2J\u202e';
  test.each([
    [EVIL],
    ['help', EVIL],
    ['apf', EVIL],
    ['apf', 'explain', EVIL],
    ['select', `a in (${EVIL}`],
    ['select', '--field-selector', EVIL, '-f', 'x'],
    ['inspect', '-o', EVIL],
    ['inspect', `--${EVIL}`],
    ['inspect', '--sort-by', EVIL, '-f', '/dev/null'],
    ['inspect', '--only-namespace', ''],
    ['pods', '-l', `a in (${EVIL}`],
    ['pods', '--now', EVIL],
    ['env', `${EVIL}/a/b`],
    ['drain', 'a', '--grace-period', EVIL],
    ['nodes', '--node', EVIL, EVIL],
    ['simulate', '--exit', EVIL],
    ['simulate', '--duration', EVIL],
    ['config', 'create', EVIL, 'a'],
    ['config', 'create', 'configmap', 'a', '--from-file', `"${EVIL}`],
    ['config', 'create', 'configmap', 'a', '--from-file', EVIL],
    ['config', 'create', 'configmap', 'a', '--from-literal', EVIL],
    ['quantity', EVIL],
    ['image', '--credentials', EVIL, EVIL],
    ['dns', 'query', 'a', EVIL, '-f', 'x'],
    ['dns', 'lookup', 'a', '--from', EVIL, '-f', 'x'],
    ['dns', 'resolv', '--from', 'a/b', '--cluster-dns', EVIL, '-f', 'x'],
    ['apf', 'levels', '--server-concurrency', EVIL],
    ['apf', 'serve', '--target', EVIL],
    ['apf', 'table', '--queues', EVIL],
    ['hpa', '--metrics', EVIL, '-f', EVIL],
    ['completion', EVIL],
    ['service', 'route', 'a', '--port', EVIL, '--from', EVIL, '-f', EVIL],
    ['rollout', 'simulate', 'a', '--image', EVIL, '-f', EVIL],
    ['pods', '--context', EVIL, '--kubeconfig', EVIL],
  ])('kubesem %j %j %j', async (...args) => {
    const { status, stdout, stderr } = await kubesem(args, { stdin: 'kind: Pod' });
    expect(status).toBeGreaterThan(0);
    expect(stdout + stderr).not.toMatch(/^::error/m);
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test('and similar names have a line of their own', async () => {
    const { stderr } = await kubesem(['inspec']);
    expect(stderr).toMatch(/^error: unknown command 'inspec'\n\(Did you mean inspect\?\)\n/);
  });
});

test.each([
  'nodes --pods -o csv',
  'image --credentials a.json -o csv a',
  'pods --kubectl -o csv',
  'pods --kubectl -o json',
  'inspect --summary -o name',
  'rollout status a --explain --sort-by NAME',
])('kubesem %s is an error, because a flag would be lost', async (line) => {
  const { status, stdout } = await kubesem(line.split(' '));
  expect(status).toBe(2);
  expect(stdout).toBe('');
});
