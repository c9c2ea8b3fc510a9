import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import {
  clusterFetch,
  type KubeconfigError,
  loadKubeconfig,
  readKubeconfig,
} from '@kubesem/kubeconfig';
import { describe, expect, onTestFinished, test } from 'vitest';

const SECRET = 'secret-token-1234';

/** A folder with these files. */
function folderOf(files: { readonly [path: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const config = (name: string, user: string) => `
clusters: [{ name: ${name}, cluster: { server: https://${name}.example, certificate-authority: ca.pem } }]
users: [{ name: ann, user: ${user} }]
contexts: [{ name: ${name}, context: { cluster: ${name}, user: ann } }]
current-context: ${name}
`;

describe('kubeconfigs', () => {
  test('are merged: the first file with a name counts, and missing files are skipped', () => {
    const folder = folderOf({
      'a/config': config('one', '{ token: one }'),
      'b/config': config('two', '{ token: two, as: bob }'),
      'b/ca.pem': '',
    });
    const [a, b] = [join(folder, 'a/config'), join(folder, 'b/config')];
    const env = { KUBECONFIG: ['', a, join(folder, 'none'), b, a].join(delimiter) };
    const { contexts, users, clusters, ...rest } = loadKubeconfig({ env });
    expect(contexts.map(({ name, file }) => [name, file])).toEqual([
      ['one', a],
      ['two', b],
    ]);
    expect(users).toEqual([{ name: 'ann', file: a, user: { token: 'one' } }]);
    const paths = clusters.map(({ cluster }) => cluster['certificate-authority']);
    expect(paths).toEqual([join(folder, 'a/ca.pem'), join(folder, 'b/ca.pem')]);
    expect(rest).toEqual({
      currentContext: 'one',
      currentContextFile: a,
      files: [a, b],
      missingFiles: [join(folder, 'none')],
    });
    const { server, credentials, origins } = readKubeconfig({ env, overrides: { context: 'two' } });
    expect([server, credentials.token]).toEqual(['https://two.example', 'one']);
    expect(origins).toEqual({ currentContext: undefined, context: b, cluster: b, user: a });
  });

  test('are read from the home folder, or from the one that is named', () => {
    const folder = folderOf({
      '.kube/config': 'current-context: home',
      own: 'current-context: own',
    });
    const env = { HOME: folder };
    expect(loadKubeconfig({ env }).currentContext).toBe('home');
    expect(loadKubeconfig({ env, kubeconfig: join(folder, 'own') }).currentContext).toBe('own');
    expect(loadKubeconfig({ env: { HOME: '/none' } }).contexts).toEqual([]);
  });

  test.each([
    ['a syntax error', `users: [{ name: a, user: { token: ${SECRET} }\n  bad: : yaml`],
    ['a wrong type', `users: [{ name: a, user: { token: [${SECRET}] } }]`],
    ['no base64', `users: [{ name: a, user: { client-key-data: ${SECRET} } }]`],
    ['a name twice', `users: [{ name: a, user: { token: ${SECRET} } }, { name: a }]`],
    ['another kind', `kind: Secret\ndata: { token: ${SECRET} }`],
    ['no object', `[${SECRET}]`],
    ['no UTF-8', '\udc00'],
  ])('with %s are an error that does not quote them', (_, text) => {
    const kubeconfig = join(folderOf({ config: text }), 'config');
    if (text === '\udc00') {
      writeFileSync(kubeconfig, Buffer.from([0xff]));
    }
    let error: KubeconfigError | undefined;
    try {
      loadKubeconfig({ kubeconfig });
    } catch (caught) {
      error = caught as KubeconfigError;
    }
    expect(error?.code).toBe('UNREADABLE_KUBECONFIG');
    expect(error?.message).toContain(`error loading config file "${kubeconfig}": `);
    expect(`${error?.message}${error?.input}${error?.cause}`).not.toContain(SECRET);
  });

  test('can be in UTF-16, as PowerShell writes them', () => {
    const little = Buffer.from('\ufeffcurrent-context: é\r\n', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big, Buffer.from('\ufeffcurrent-context: é')]) {
      const files = { currentFolder: '/', read: () => bytes };
      expect(loadKubeconfig({ env: {}, files }).currentContext).toBe('é');
    }
    const files = { currentFolder: '/', read: () => Buffer.from([0xff, 0xfe, 0x00, 0xd8]) };
    expect(() => loadKubeconfig({ env: {}, files })).toThrow('yaml: invalid UTF-16LE');
  });

  test('that are named must exist', () => {
    expect(() => loadKubeconfig({ kubeconfig: '/none' })).toThrow(
      'stat /none: no such file or directory',
    );
  });
});

describe('what a caller passes in has the right type, or an error says so', () => {
  const nothing = { currentFolder: '/', read: () => Buffer.from('') };
  test.each<[string, () => unknown]>([
    ['options', () => loadKubeconfig(5 as never)],
    ['a file', () => loadKubeconfig({ kubeconfig: 5 as never })],
    [
      'an override',
      () => readKubeconfig({ files: nothing, overrides: { asGroups: [SECRET, 5] as never } }),
    ],
    ['files', () => loadKubeconfig({ env: {}, files: { read: 5 } as never })],
    [
      'a content',
      () => loadKubeconfig({ env: {}, files: { currentFolder: '/', read: () => SECRET as never } }),
    ],
    ['a connection', () => clusterFetch({ credentials: { token: [SECRET] } } as never)],
  ])('%s', (_, call) => {
    expect(call).toThrowError(expect.objectContaining({ code: 'INVALID_TYPE' }));
    expect(call).not.toThrowError(SECRET);
  });

  test('null is nothing', () => {
    expect(
      loadKubeconfig({ env: { HOME: '/none' }, files: null, kubeconfig: null } as never).files,
    ).toEqual([]);
  });
});

describe('a connection', () => {
  const read = (text: string, overrides = {}, env = {}) => {
    const kubeconfig = join(folderOf({ config: text }), 'config');
    return readKubeconfig({ env, overrides: { kubeconfig, ...overrides } });
  };
  const plain = config('one', '{ token: one }').replace(/, certificate-authority: ca.pem/, '');

  test.each([
    ['CONTEXT_NOT_FOUND', 'context "x" does not exist', plain, { context: 'x' }],
    ['CLUSTER_NOT_FOUND', 'cluster "x" does not exist', plain, { cluster: 'x' }],
    ['USER_NOT_FOUND', 'auth info "x" does not exist', plain, { user: 'x' }],
    ['NO_KUBECONFIG', 'no configuration has been provided', '', {}],
    [
      'INVALID_KUBECONFIG',
      'context was not found for specified context: x',
      'current-context: x',
      {},
    ],
    [
      'INVALID_KUBECONFIG',
      'found [token basicAuth], only one is allowed',
      plain.replace('token: one', 'token: one, username: ann'),
      {},
    ],
    ['INVALID_TIMEOUT', 'Invalid timeout value', plain, { requestTimeout: 'soon' }],
    [
      'CREDENTIALS_UNAVAILABLE',
      'no such file or directory',
      plain.replace('token: one', 'tokenFile: none'),
      {},
    ],
  ])('has an error %s', (code, message, text, overrides) => {
    expect(() => read(text, overrides)).toThrowError(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  test.each([
    [`http://ann:${SECRET}@proxy:x`, 'http://ann:xxxxx@proxy:x'],
    [`ann:${SECRET}@proxy:80`, 'ann:xxxxx@proxy:80'],
    [`http://ann:x/${SECRET}@proxy`, 'http://ann:xxxxx@proxy'],
    [`ftp://ann:a@${SECRET}@proxy`, 'ftp://ann:xxxxx@proxy'],
  ])('does not show the password of the proxy %s', (proxy, shown) => {
    const text = plain.replace('example', `example, proxy-url: '${proxy}'`);
    expect(() => read(text)).toThrow(shown);
    expect(() => read(text)).not.toThrow(SECRET);
  });

  test.each([
    ['client-certificate: /dev/null, client-key: ', /unable to read client-key .*…/],
    ['tokenFile: ', /open .*…: /],
  ])('does not show a secret in the field of a file: %s', (fields, message) => {
    const text = plain.replace('token: one', `${fields}${'QUFB/'.repeat(100)}${SECRET}`);
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow(SECRET);
  });

  test('takes a timeout as Go reads it', () => {
    // Of so many seconds, Go makes a negative duration, which is no limit.
    const texts = ['5', '-0', '+5', '-1s', '10000000000'];
    const times = texts.map((text) => read(plain, { requestTimeout: text }).requestTimeoutMs);
    expect(times).toEqual([5000, 0, 5000, -1000, -8_446_744_073_709.552]);
    for (const requestTimeout of ['-1', '9223372036854775808', 'NaN', 'Infinity', '1e3']) {
      expect(() => read(plain, { requestTimeout })).toThrow('Invalid timeout value');
    }
  });

  test('with many extensions is read at once', () => {
    const extensions = Array.from({ length: 100_000 }, () => ({ name: 'a', extension: null }));
    const config = { clusters: [{ name: 'c', cluster: { server: 'https://a', extensions } }] };
    const files = { currentFolder: '/', read: () => Buffer.from(JSON.stringify(config)) };
    const { server } = readKubeconfig({ env: {}, files, overrides: { cluster: 'c' } });
    expect(server).toBe('https://a');
  });

  test('has no credentials without TLS', () => {
    const { credentials } = read(plain.replace('https', 'http'));
    expect(credentials.token).toBe('');
  });

  test('takes overrides', () => {
    const overrides = {
      as: 'bob',
      asGroups: ['g'],
      asUid: '7',
      requestTimeout: '1m30s',
      server: 'https://b',
    };
    const { impersonate, requestTimeoutMs, server } = read(plain, {
      ...overrides,
      namespace: 'shop',
    });
    expect(impersonate).toEqual({ user: 'bob', uid: '7', groups: ['g'], extra: {} });
    expect([requestTimeoutMs, server]).toEqual([90_000, 'https://b']);
  });

  test('is that of the Pod if nothing else is configured', () => {
    const files = {
      currentFolder: '/',
      read: (path: string) => {
        if (!path.startsWith('/var/run')) {
          throw Object.assign(new Error(path), { code: 'ENOENT' });
        }
        return Buffer.from(path.endsWith('namespace') ? 'shop\n' : '-----BEGIN CERTIFICATE-----');
      },
    };
    const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
    const { server, namespace, credentials, tls } = readKubeconfig({ env, files });
    expect([server, namespace]).toEqual(['https://[fd00::1]:443', 'shop']);
    const folder = '/var/run/secrets/kubernetes.io/serviceaccount';
    expect([credentials.tokenFile, tls.caFile]).toEqual([`${folder}/token`, `${folder}/ca.crt`]);
  });
});
