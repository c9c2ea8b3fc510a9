import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../src/io/cluster/connect.js';
import { apiServer, kubeconfig, list, type Reply, TOKEN } from '../../support/api-server.js';
import { fileOf, folderOf, kubesem } from '../../support/run.js';

const alpha = { metadata: { name: 'alpha' }, status: { allocatable: { cpu: '4', pods: '10' } } };

/** Answers with lists by path, and with empty ones otherwise. */
const lists =
  (byPath: Readonly<Record<string, Reply>>) =>
  (path: string): Reply =>
    byPath[path] ?? list([]);

describe('a kubeconfig', () => {
  const errorOf = async (file: string, ...args: string[]) => {
    const { status, stdout, stderr } = await kubesem(['nodes', '--kubeconfig', file, ...args]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    return stderr;
  };

  test('without the context: an error that lists the contexts', async () => {
    const file = kubeconfig('http://127.0.0.1:1');
    expect(await errorOf(file, '--context', 'prod')).toContain('no context named prod');
    expect(await errorOf(file, '--context', 'prod')).toContain('test, other');
    expect(await errorOf(file)).toContain('no current context');
  });

  test('with a current context needs no --context', async () => {
    const { url } = await apiServer(lists({ '/api/v1/nodes': list([alpha]) }));
    const args = ['nodes', '-o', 'name', '--kubeconfig', kubeconfig(url, 'other')];
    expect((await kubesem(args)).stdout).toBe('node/alpha\n');
  });

  test('without a field for the current context: the same error as with an empty one', async () => {
    const { 'current-context': _, ...config } = JSON.parse(
      readFileSync(kubeconfig('http://127.0.0.1:1'), 'utf8'),
    );
    expect(await errorOf(fileOf(JSON.stringify(config)))).toContain('no current context');
  });

  test.each([
    ['a token', { token: TOKEN }],
    ['a password', { username: 'jane', password: TOKEN }],
    ['a credential plugin', { exec: { command: './never-started' } }],
  ])('with a server without TLS, as of kubectl proxy: %s is not sent', async (_, user) => {
    const server = await apiServer(lists({ '/api/v1/nodes': list([alpha]) }), 'http');
    for (const skip of [undefined, false, true]) {
      const config = JSON.parse(readFileSync(server.kubeconfig, 'utf8'));
      config.clusters[0].cluster = { server: server.url, 'insecure-skip-tls-verify': skip };
      config.users[0].user = user;
      const file = fileOf(JSON.stringify(config));
      const args = ['nodes', '-o', 'name', '--context', 'test', '--kubeconfig', file];
      expect((await kubesem(args)).stdout).toBe('node/alpha\n');
      expect(JSON.stringify(server.headers())).not.toMatch(/authorization|1234/i);
    }
  });

  test.each([
    ['no such file', () => '/no/such/file'],
    ['no cluster configured', () => fileOf('apiVersion: v1\nkind: Config\n')],
    ['no server', () => kubeconfig('file:///etc/passwd')],
    ['Invalid URL', () => kubeconfig('http://a b:99999')],
  ])('with %s: an error', async (message, file) => {
    expect(await errorOf(file(), '--context', 'test')).toContain(message);
  });

  test('that cannot be parsed is never quoted', async () => {
    const file = fileOf(`users: [{ name: a, user: { token: ${TOKEN} }\n  bad: : yaml`);
    const stderr = await errorOf(file, '--context', 'test');
    expect(stderr).toContain('not a valid kubeconfig');
    expect(stderr).not.toContain(TOKEN);
  });

  test('with a credential plugin that fails: an error without its output', async () => {
    const folder = folderOf({});
    const users = [
      {
        name: 'u',
        user: {
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1',
            command: 'sh',
            args: ['-c', `echo ${TOKEN} >&2; exit 1`],
            interactiveMode: 'Never',
          },
        },
      },
    ];
    const config = {
      clusters: [{ name: 'c', cluster: { server: `https://${folder}.invalid` } }],
      users,
      contexts: [{ name: 'test', context: { cluster: 'c', user: 'u' } }],
    };
    const stderr = await errorOf(fileOf(JSON.stringify(config)), '--context', 'test');
    expect(stderr).toContain('credentials cannot be loaded');
    expect(stderr).not.toContain(TOKEN);
  });
});

describe('the credential plugin of a kubeconfig', () => {
  /** A plugin that answers with its own name. */
  const plugin = (name: string) => `#!/bin/sh
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"${name}"}}'
`;
  const config = (server: string, user: object) =>
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'test', context: { cluster: 'c', user: 'u' } }],
    });
  const exec = (command: string) => ({
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command,
      args: [],
      interactiveMode: 'Never',
    },
  });

  /** Folders `mine` and `theirs`, each with plugins; `theirs` is the current one. */
  async function folders(command: string) {
    const server = await apiServer(lists({ '/api/v1/nodes': list([alpha]) }));
    const files = ['mine', 'theirs'].flatMap((name) => [
      [`${name}/bin/plugin`, plugin(name)],
      [`${name}/plugin`, plugin(name)],
      [`${name}/config`, config(server.url, exec(command))],
    ]);
    const folder = folderOf(Object.fromEntries(files));
    for (const [name] of files) {
      chmodSync(join(folder, name as string), 0o755);
    }
    const before = process.cwd();
    process.chdir(join(folder, 'theirs'));
    onTestFinished(() => process.chdir(before));
    return { server, folder };
  }

  test.each([
    './bin/plugin',
    'bin/plugin',
    './plugin',
    '../mine/plugin',
    '../theirs/../mine/plugin',
  ])('%s is that of its folder, and not of the current one', async (command) => {
    const { server, folder } = await folders(command);
    for (const file of [join(folder, 'mine/config'), '../mine/config']) {
      const args = ['nodes', '-o', 'name', '--context', 'test', '--kubeconfig', file];
      expect(await kubesem(args)).toEqual({ status: 0, stdout: 'node/alpha\n', stderr: '' });
      expect(server.headers().authorization).toBe('Bearer mine');
    }
  });

  test('of KUBECONFIG is that of the folder of its file', async () => {
    const { server, folder } = await folders('./plugin');
    vi.stubEnv('KUBECONFIG', [join(folder, 'none'), join(folder, 'mine/config')].join(delimiter));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await kubesem(['nodes', '-o', 'name', '--context', 'test'])).stdout).toBe(
      'node/alpha\n',
    );
    expect(server.headers().authorization).toBe('Bearer mine');
  });

  test('of the home folder is that of this folder', async () => {
    const { server, folder } = await folders('./plugin');
    renameSync(join(folder, 'mine'), join(folder, '.kube'));
    vi.stubEnv('KUBECONFIG', '');
    vi.stubEnv('HOME', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await kubesem(['nodes', '-o', 'name', '--context', 'test'])).stdout).toBe(
      'node/alpha\n',
    );
    expect(server.headers().authorization).toBe('Bearer mine');
  });

  test('without a path in its name is looked up in PATH alone', async () => {
    const { server, folder } = await folders('plugin');
    const args = ['--context', 'test', '--kubeconfig', join(folder, 'mine/config')];
    expect((await kubesem(['nodes', ...args])).stderr).toContain('(ENOENT)');
    expect(server.requests).toEqual([]);
  });

  test.each([
    ['gcp', { name: 'gcp', config: { 'cmd-path': './plugin' } }],
    ['azure', { name: 'azure', config: {} }],
    ['exec', { name: 'exec', config: { exec: { command: './plugin' } } }],
    ['oidc', { name: 'oidc', config: { exec: { command: './plugin' } } }],
    ['[object]', { name: { toString: null }, config: {} }],
  ])('as the auth provider %s, which kubectl has removed: an error', async (name, provider) => {
    const { server, folder } = await folders('./plugin');
    const file = join(folder, 'mine/config');
    writeFileSync(file, config(server.url, { 'auth-provider': provider }));
    const { status, stderr } = await kubesem(['nodes', '--context', 'test', '--kubeconfig', file]);
    expect(status).toBe(1);
    expect(stderr).toContain(name);
    expect(server.requests).toEqual([]);
  });
});

test('of several kubeconfigs, the first that defines a name or the current context wins', async () => {
  const nodes = lists({ '/api/v1/nodes': list([alpha]) });
  const [one, two] = [await apiServer(nodes), await apiServer(nodes)];
  const files = [fileOf('{}'), kubeconfig(one.url, 'other'), kubeconfig(two.url, 'test')];
  vi.stubEnv('KUBECONFIG', ['', '/no/such/file', ...files].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { stdout } = await kubesem(['nodes', '-o', 'name', '--context', 'test']);
  expect(stdout).toBe('node/alpha\n');
  expect([one.requests.length, two.requests.length]).toEqual([2, 0]);
  expect((await connect({})).context).toBe('other');
  vi.stubEnv('KUBECONFIG', '/no/such/file');
  await expect(connect({})).rejects.toThrow('no cluster configured');
});

test('without the official client, an error says how to install it', async () => {
  const flags = { context: 'test', kubeconfig: kubeconfig('http://127.0.0.1:1') };
  const code = 'ERR_MODULE_NOT_FOUND';
  const missing = () => Promise.reject(Object.assign(new Error('Cannot find package'), { code }));
  const install = 'npm install --global @kubernetes/client-node@1';
  await expect(connect(flags, missing)).rejects.toThrow(/needs the package/);
  await expect(connect(flags, missing)).rejects.toThrow(install);
  // Version 0 names the method differently.
  const old = () => Promise.resolve({ KubeConfig: class {} as never });
  await expect(connect(flags, old)).rejects.toThrow(/is not version 1 or 2/);
  await expect(connect(flags, old)).rejects.toThrow(install);
  const broken = () => Promise.reject(new TypeError('x.bind is not a function'));
  await expect(connect(flags, broken)).rejects.toThrow(/does not run on Node/);
  await expect(connect(flags, broken)).rejects.toThrow(install);
});
