import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { clusterFetch, KubeconfigError } from '@kubesem/kubeconfig';
import { clusterClient } from '@kubesem/kubeconfig/internal';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  authority,
  base64,
  connection,
  type Pair,
  plainServer,
  proxyServer,
  signed,
  socksServer,
  tlsServer,
} from './servers.js';

const SECRET = 'secret-token-1234';
const ENV = { env: {} };

let [ca, server, client, second]: Pair[] = [];
beforeAll(() => {
  ca = authority('ca');
  server = signed('ca', 'server', 'IP:127.0.0.1,DNS:api.example');
  client = signed('ca', 'ann');
  second = signed('ca', 'bob');
});

const folder = mkdtempSync(join(tmpdir(), 'fetch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = () => tlsServer(server as Pair, ca as Pair);
const trusted = () => ({ caData: base64((ca as Pair).cert) });

describe('the server is identified', () => {
  test('by the certificates of the kubeconfig', async () => {
    const { url, received } = await start();
    for (const tls of [trusted(), { caFile: (ca as Pair).certFile }, { isInsecure: true }]) {
      const response = await clusterFetch(connection(url, { tls }), ENV)('/version');
      expect(await response.json()).toEqual({});
    }
    expect(received.map((each) => each.url)).toEqual(['/version', '/version', '/version']);
  });

  test('and not by others', async () => {
    const { url, received } = await start();
    const other = authority('other');
    for (const tls of [{}, { caFile: other.certFile }, { ...trusted(), serverName: 'b.example' }]) {
      const options = { tls, credentials: { token: SECRET } };
      const failed = await clusterFetch(connection(url, options), ENV)('/').catch((each) => each);
      expect(failed).toBeInstanceOf(TypeError);
      expect(failed.cause.code).toMatch(/CERT|UNABLE|SELF/);
      expect(inspect(failed, { depth: 9 })).not.toContain(SECRET);
    }
    expect(received).toEqual([]);
  });

  test('by the name of the kubeconfig', async () => {
    const { url, received } = await start();
    const tls = { ...trusted(), serverName: 'api.example' };
    await clusterFetch(connection(url, { tls }), ENV)('/');
    expect(received[0]?.serverName).toBe('api.example');
    const localhost = url.replace('127.0.0.1', 'localhost');
    const byAddress = { ...trusted(), serverName: '127.0.0.1' };
    await clusterFetch(connection(localhost, { tls: byAddress }), ENV)('/');
    expect(received).toHaveLength(2);
  });
});

describe('the user is identified', () => {
  test.each([
    ['a token', { token: SECRET }, `Bearer ${SECRET}`],
    ['a name and a password', { username: 'ann', password: 'x:y' }, `Basic ${base64('ann:x:y')}`],
    ['nothing', {}, undefined],
  ])('by %s', async (_, credentials, expected) => {
    const { url, received } = await start();
    const fetch = clusterFetch(connection(url, { tls: trusted(), credentials }), ENV);
    await fetch('/');
    expect(received[0]?.authorization).toBe(expected);
    await fetch('/', { headers: { authorization: 'Bearer mine' } });
    expect(received[1]?.authorization).toBe('Bearer mine');
  });

  test('by the address of the server, whatever else there is', async () => {
    const { url, received } = await start();
    const address = url.replace('//', '//ann:p%40ss@');
    const api = connection(address, { tls: trusted(), credentials: { token: SECRET } });
    const client = clusterClient(api, ENV);
    await client.fetch('/');
    await client.fetch('/', { headers: { Authorization: 'Bearer mine' } });
    const basic = `Basic ${base64('ann:p@ss')}`;
    expect(received.map((each) => each.authorization)).toEqual([basic, 'Bearer mine']);
    expect(client.redact(`${basic}, Bearer mine`)).toBe('Basic (hidden), Bearer (hidden)');
  });

  test('by a token in a file, which is read again', async () => {
    const { url, received } = await start();
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, ' first\n');
    const credentials = { token: 'before', tokenFile };
    const fetch = clusterFetch(connection(url, { tls: trusted(), credentials }), ENV);
    const now = vi.spyOn(performance, 'now');
    onTestFinished(() => now.mockRestore());
    const startMs = performance.now();
    const later = (ms: number) => now.mockReturnValue(startMs + ms);
    await fetch('/');
    writeFileSync(tokenFile, 'second');
    later(40_000);
    await fetch('/');
    later(60_000);
    await fetch('/');
    rmSync(tokenFile);
    later(200_000);
    await fetch('/');
    const tokens = received.map(({ authorization }) => authorization?.slice('Bearer '.length));
    expect(tokens).toEqual(['first', 'first', 'second', 'second']);
  });

  test('by a certificate', async () => {
    const { url, received } = await start();
    const { cert, key, certFile, keyFile } = client as Pair;
    const inFiles = { certFile, keyFile };
    for (const credentials of [{ certData: base64(cert), keyData: base64(key) }, inFiles]) {
      await clusterFetch(connection(url, { tls: trusted(), credentials }), ENV)('/');
    }
    expect(received.map(({ user }) => user)).toEqual(['ann', 'ann']);
  });

  test('by a certificate in files that change', async () => {
    const { url, received } = await start();
    const [certFile, keyFile] = [join(folder, 'user.pem'), join(folder, 'user.key')];
    const use = (pair: Pair) => {
      copyFileSync(pair.certFile, certFile);
      copyFileSync(pair.keyFile, keyFile);
    };
    use(client as Pair);
    const credentials = { certFile, keyFile };
    const fetch = clusterFetch(connection(url, { tls: trusted(), credentials }), ENV);
    await fetch('/');
    const now = vi.spyOn(performance, 'now');
    onTestFinished(() => now.mockRestore());
    const startMs = performance.now();
    copyFileSync((second as Pair).certFile, certFile);
    now.mockReturnValue(startMs + 2000);
    await fetch('/');
    use(second as Pair);
    now.mockReturnValue(startMs + 4000);
    await fetch('/');
    expect(received.map(({ user }) => user)).toEqual(['ann', 'ann', 'bob']);
  });

  test('not without TLS, as with kubectl proxy', async () => {
    const { url, received } = await plainServer();
    await clusterFetch(connection(`${url}/`), ENV)('/api?x=y');
    expect(received).toMatchObject([{ url: '/api?x=y', authorization: undefined }]);
  });
});

test('each group to impersonate is a line of its own', async () => {
  const { url, received } = await start();
  const impersonate = {
    user: 'ann',
    uid: '7',
    groups: ['a', 'b, c'],
    extra: { 'example.com/é': ['x', 'y'] },
  };
  const fetch = clusterFetch(connection(url, { tls: trusted(), impersonate }), ENV);
  await fetch('/', { headers: { accept: 'text/plain' } });
  expect(received[0]?.lines.filter((line) => /^(?:impersonate|accept:)/.test(line))).toEqual([
    'accept: text/plain',
    'impersonate-user: ann',
    'impersonate-uid: 7',
    'impersonate-group: a',
    'impersonate-group: b, c',
    'impersonate-extra-example.com%2f%c3%a9: x',
    'impersonate-extra-example.com%2f%c3%a9: y',
  ]);
  await fetch('/', { headers: { 'Impersonate-User': 'bob' } });
  const lines = received[1]?.lines.filter((line) => line.startsWith('impersonate'));
  expect(lines).toEqual(['impersonate-user: bob']);
});

test('names are sent in UTF-8, and have no line breaks', async () => {
  const { url, received } = await start();
  const as = (user: string) => ({ user, uid: '', groups: [], extra: {} });
  await clusterFetch(connection(url, { tls: trusted(), impersonate: as('é€') }), ENV)('/');
  const line = received[0]?.lines.find((each) => each.startsWith('impersonate-user'));
  expect(Buffer.from(line ?? '', 'latin1').toString()).toBe('impersonate-user: é€');
  const broken = connection(url, { tls: trusted(), impersonate: as('a\r\nX-Other: b') });
  await expect(clusterFetch(broken, ENV)('/')).rejects.toThrow();
  expect(received).toHaveLength(1);
});

describe('a request', () => {
  test('goes below the path of the server, and to no other server', async () => {
    const { url, received } = await start();
    const fetch = clusterFetch(connection(`${url}/k8s/`, { tls: trusted() }), ENV);
    await fetch('/api');
    await fetch(new URL(`${url}/other`));
    expect(received.map((each) => each.url)).toEqual(['/k8s/api', '/other']);
    for (const foreign of [
      'https://example.com/',
      '//example.com/',
      url.replace('https', 'http'),
    ]) {
      const failed = await fetch(foreign).catch((error) => error);
      expect([foreign, failed.code ?? 'sent']).toEqual([
        foreign,
        foreign.startsWith('//') ? 'sent' : 'FOREIGN_URL',
      ]);
    }
  });

  test('does not follow a redirect with its credentials', async () => {
    const { url, received } = await tlsServer(server as Pair, ca as Pair, (_, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    );
    const options = { tls: trusted(), credentials: { token: SECRET } };
    const fetch = clusterFetch(connection(url, options), ENV);
    const { status } = await fetch('/', { redirect: 'follow' });
    expect([status, received.length]).toEqual([302, 1]);
  });

  test('ends after its timeout, and when it is aborted', async () => {
    const { url } = await tlsServer(server as Pair, ca as Pair, () => undefined);
    const options = { tls: trusted(), requestTimeoutMs: 50 };
    await expect(clusterFetch(connection(url, options), ENV)('/')).rejects.toThrow(/timeout/);
    const controller = new AbortController();
    const fetch = clusterFetch(connection(url, { tls: trusted(), requestTimeoutMs: 60_000 }), ENV);
    const sent = fetch('/', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(sent).rejects.toThrow('enough');
  });

  test('has its own method and body', async () => {
    const bodies: string[] = [];
    const { url } = await tlsServer(server as Pair, ca as Pair, (request, response) => {
      request.on('data', (chunk) => bodies.push(`${request.method} ${chunk}`));
      request.on('end', () => response.end('{}'));
    });
    const fetch = clusterFetch(connection(url, { tls: trusted() }), ENV);
    await fetch('/', { method: 'PUT', body: '{"a":1}' });
    expect(bodies).toEqual(['PUT {"a":1}']);
  });
});

describe('a proxy', () => {
  test('of the kubeconfig opens a tunnel, whatever the environment says', async () => {
    const { url, port, received } = await start();
    const proxy = await proxyServer(port);
    const proxyUrl = proxy.url.replace('//', '//ann:word@');
    const env = { NO_PROXY: '*' };
    await clusterFetch(connection(url, { tls: trusted(), proxyUrl }), { env })('/');
    expect(proxy.tunnels).toEqual([`127.0.0.1:${port} Basic ${base64('ann:word')}`]);
    expect(received).toHaveLength(1);
  });

  test('of the environment is used unless NO_PROXY has the host', async () => {
    const { port, received } = await start();
    const proxy = await proxyServer(port);
    const HTTPS_PROXY = proxy.url;
    const url = 'https://api.example:6443';
    await clusterFetch(connection(url, { tls: trusted() }), { env: { HTTPS_PROXY } })('/');
    expect(proxy.tunnels).toEqual(['api.example:6443 nobody']);
    expect(received[0]?.serverName).toBe('api.example');
    const direct = { env: { HTTPS_PROXY, NO_PROXY: '127.0.0.1,.example' } };
    const failed = clusterFetch(connection(url, { tls: trusted() }), direct)('/');
    await expect(failed).rejects.toThrow();
    expect(proxy.tunnels).toHaveLength(1);
  });

  test('of another kind, or with an address that is none, is refused', () => {
    for (const HTTPS_PROXY of ['ftp://proxy', `http://ann:${SECRET}@proxy:99999`]) {
      let error: unknown;
      try {
        clusterFetch(connection('https://a.example'), { env: { HTTPS_PROXY } });
      } catch (caught) {
        error = caught;
      }
      expect(error).toMatchObject({ code: 'NOT_SUPPORTED' });
      expect(inspect(error, { depth: 9 })).not.toContain(SECRET);
    }
  });

  test('receives a user without a password, and a password of any bytes', async () => {
    const { url, port } = await start();
    const proxy = await proxyServer(port);
    for (const user of ['ann', 'ann:%ff']) {
      const proxyUrl = proxy.url.replace('//', `//${user}@`);
      await clusterFetch(connection(url, { tls: trusted(), proxyUrl }), ENV)('/');
    }
    const pairs = proxy.tunnels.map((each) => each.replace(/.* /, ''));
    expect(pairs).toEqual([base64('ann:'), Buffer.from('ann:\xff', 'latin1').toString('base64')]);
  });

  test('can be a SOCKS proxy', async () => {
    const { port, received } = await start();
    const proxy = await socksServer(port);
    const proxyUrl = proxy.url.replace('//', '//ann:p%40ss@');
    const api = connection('https://api.example:6443', { tls: trusted(), proxyUrl });
    await clusterFetch(api, ENV)('/');
    expect(received[0]?.serverName).toBe('api.example');
    expect(proxy.users).toEqual(['ann\x04p@ss']);
  });
});

describe('credentials that cannot be used are an error', () => {
  const garbage = base64('garbage');
  test.each([
    ['both a token and a name', { credentials: { token: SECRET, username: 'ann' } }],
    ['a certificate that is none', { credentials: { certData: garbage, keyData: garbage } }],
    ['an authority that is none', { tls: { caData: garbage } }],
    ['an authority with insecure', { tls: { caData: garbage, isInsecure: true } }],
    ['no authority', { tls: { caFile: '/no/such/file' } }],
    ['no token', { credentials: { tokenFile: '/no/such/file' } }],
    ['the provider gcp', { credentials: { authProvider: { name: 'gcp' } } }],
    ['an unknown provider', { credentials: { authProvider: { name: 'constructor' } } }],
    ['OpenID Connect without an issuer', { credentials: { authProvider: { name: 'oidc' } } }],
  ])('%s', (_, options) => {
    let error: unknown;
    try {
      clusterFetch(connection('https://a.example', options), ENV);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(KubeconfigError);
    expect(`${error}${(error as KubeconfigError).cause}`).not.toContain(SECRET);
  });
});

test.each([
  `https://ann:${SECRET}@a.example:99999`,
  `https://ann:${SECRET}@a b`,
  `//ann:x/${SECRET}@a.example/path`,
])('the server %s is an error without its password', (server) => {
  let error: unknown;
  try {
    clusterFetch(connection(server), ENV);
  } catch (caught) {
    error = caught;
  }
  expect(error).toMatchObject({ code: 'INVALID_KUBECONFIG' });
  expect(inspect(error, { depth: 9 })).not.toContain(SECRET);
});

test('a text that repeats credentials is shown without them', async () => {
  const { url } = await start();
  const credentials = { username: 'ann', password: base64('ann:') };
  const client = clusterClient(connection(url, { tls: trusted(), credentials }), ENV);
  await client.fetch('/');
  const pair = base64(`ann:${credentials.password}`);
  expect(client.redact(`${pair} ${credentials.password}`)).toBe('(hidden) (hidden)');
});

test('a token of OpenID Connect is used until it expires', async () => {
  const { url, received } = await start();
  const tokenUntil = (seconds: number) =>
    `x.${Buffer.from(JSON.stringify({ exp: seconds })).toString('base64url')}.x`;
  const fetchWith = (token: string) => {
    const config = { 'idp-issuer-url': 'https://issuer', 'client-id': 'id', 'id-token': token };
    const credentials = { authProvider: { name: 'oidc', config } };
    return clusterFetch(connection(url, { tls: trusted(), credentials }), ENV);
  };
  const good = tokenUntil(Date.now() / 1000 + 3600);
  await fetchWith(good)('/');
  expect(received[0]?.authorization).toBe(`Bearer ${good}`);
  for (const bad of [tokenUntil(1), '', 'no token']) {
    await expect(fetchWith(bad)('/')).rejects.toThrow(/run kubectl/);
    await fetchWith(bad)('/', { headers: { Authorization: 'Bearer mine' } });
    expect(received.at(-1)?.authorization).toBe('Bearer mine');
  }
});
