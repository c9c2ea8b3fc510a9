import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
    expect(await errorOf(file, '--context', 'prod')).toContain('context "prod" does not exist');
    expect(await errorOf(file, '--context', 'prod')).toContain('test, other');
    expect(await errorOf(file)).toContain('pass --context with one of: test, other');
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
    expect(await errorOf(fileOf(JSON.stringify(config)))).toContain(
      'pass --context with one of: test, other',
    );
  });

  test.each([
    ['a token', { token: TOKEN }],
    ['a password', { username: 'jane', password: TOKEN }],
    [
      'a credential plugin',
      { exec: { command: './never-started', apiVersion: 'client.authentication.k8s.io/v1beta1' } },
    ],
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
    [
      'context "test" does not exist; pass --kubeconfig',
      () => fileOf('apiVersion: v1\nkind: Config\n'),
    ],
    ['host must be a URL', () => kubeconfig('file:///etc/passwd')],
    ['host must be a URL or a host:port pair: "http://a b', () => kubeconfig('http://a b:99999')],
  ])('with %s: an error', async (message, file) => {
    expect(await errorOf(file(), '--context', 'test')).toContain(message);
  });

  test('without a context: the password in the address of the server is not shown', async () => {
    vi.stubEnv('KUBERNETES_MASTER', `http://ann:${TOKEN}@127.0.0.1:1`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = await errorOf(fileOf('kind: Config\napiVersion: v1\n'));
    expect(error).toContain('context http://ann:xxxxx@127.0.0.1:1: cannot list');
    expect(error).not.toContain(TOKEN);
  });

  test('with a proxy that refuses: an error without the password of the proxy', async () => {
    const proxy = createServer();
    proxy.on('connect', (_, socket) => void socket.end('HTTP/1.1 407 No\r\n\r\n'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    vi.stubEnv('HTTPS_PROXY', `http://ann:${TOKEN}@127.0.0.1:${port}`);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      proxy.close();
    });
    const error = await errorOf(kubeconfig('https://api.example', 'test'));
    expect(error).toMatch(/cannot list .*: Proxy response \(407\)/);
    expect(error).not.toContain(TOKEN);
  });

  test('with names that a terminal would obey: they are shown as text', async () => {
    const config = { contexts: [{ name: 'a\u001b[31m\nb', context: {} }] };
    const error = await errorOf(fileOf(JSON.stringify(config)), '--context', 'x');
    expect(error).toContain('pass --context with one of');
    expect(error).not.toContain('\u001b');
  });

  test('that cannot be parsed is never quoted', async () => {
    const file = fileOf(`users: [{ name: a, user: { token: ${TOKEN} }\n  bad: : yaml`);
    const stderr = await errorOf(file, '--context', 'test');
    expect(stderr).toContain('error loading config file');
    expect(stderr).not.toContain(TOKEN);
  });

  test('with a credential plugin that fails: an error without its output', async () => {
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
      clusters: [{ name: 'c', cluster: { server: `https://cluster.invalid` } }],
      users,
      contexts: [{ name: 'test', context: { cluster: 'c', user: 'u' } }],
    };
    const stderr = await errorOf(fileOf(JSON.stringify(config)), '--context', 'test');
    expect(stderr).toContain('failed with exit code 1');
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

  test('runs once in a command that reads several times', async () => {
    const { folder } = await folders('./plugin');
    const file = join(folder, 'mine/config');
    const runs = join(folder, 'runs');
    writeFileSync(join(folder, 'mine/plugin'), `${plugin('mine')}\necho run >>${runs}\n`);
    for (const _ of ['objects', 'metrics']) {
      const { get } = await connect({ kubeconfig: file, context: 'test' });
      expect((await get('/api/v1/nodes')).status).toBe(200);
    }
    expect(readFileSync(runs, 'utf8')).toBe('run\n');
  });

  test('without a path in its name is looked up in PATH alone', async () => {
    const { server, folder } = await folders('plugin');
    const args = ['--context', 'test', '--kubeconfig', join(folder, 'mine/config')];
    expect((await kubesem(['nodes', ...args])).stderr).toContain(
      'exec: executable plugin not found',
    );
    expect(server.requests).toEqual([]);
  });

  test.each([
    ['gcp', { name: 'gcp', config: { 'cmd-path': './plugin' } }],
    ['azure', { name: 'azure', config: {} }],
    ['exec', { name: 'exec', config: { exec: { command: './plugin' } } }],
    ['config.exec', { name: 'oidc', config: { exec: { command: './plugin' } } }],
    ['[auth-provider].name', { name: { toString: null }, config: {} }],
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
  await expect(connect({})).rejects.toThrow('no configuration has been provided');
});

describe('the flags of kubectl for a cluster', () => {
  const cluster = () => apiServer(lists({ '/api/v1/nodes': list([alpha]) }));

  test('impersonate a user', async () => {
    const server = await cluster();
    const flags = ['--as', 'ann', '--as-group', 'a', '--as-group', 'b', '--as-uid', '7'];
    const args = ['nodes', '-o', 'name', '--context', 'test', '--kubeconfig', server.kubeconfig];
    expect((await kubesem([...args, ...flags])).stdout).toBe('node/alpha\n');
    expect(server.headers()).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'impersonate-user': 'ann',
      'impersonate-group': 'a, b',
      'impersonate-uid': '7',
    });
  });

  test.each([
    ['--request-timeout', 'soon', 'Invalid timeout value'],
    ['--as-group', 'a', 'requesting uid, groups or user-extra for u without impersonating a user'],
  ])('with an error of kubectl: %s %s', async (flag, text, message) => {
    const { kubeconfig: file } = await cluster();
    const args = ['nodes', '--context', 'test', '--kubeconfig', file, flag, text];
    const { status, stderr } = await kubesem(args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  test('limit a request', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const file = kubeconfig(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'test');
    const args = ['nodes', '--kubeconfig', file, '--request-timeout', '100ms'];
    expect((await kubesem(args)).stderr).toContain('the server does not answer');
    server.closeAllConnections();
  });

  test('are an error without a cluster', async () => {
    const { status, stderr } = await kubesem(['nodes', '-f', 'x.yaml', '--as', 'ann']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('also pass --context')]);
  });
});
