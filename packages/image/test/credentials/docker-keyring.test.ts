// More than 400 lines, mostly tables of credentials and images.
import type { Secret } from '@kubesem/core';
import {
  type CredentialEntry,
  collectDockerKeyring,
  createDockerKeyring,
  type DockerKeyring,
  dockerConfigSecret,
  explainCredentials,
  lookup,
  matchImageGlob,
  parseDockerConfig,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

/** Entries of the node, whose user names are their servers. */
function nodeKeyring(...servers: string[]): DockerKeyring {
  return createDockerKeyring({ node: servers.map((server) => ({ server, username: server })) });
}

function usernames(keyring: DockerKeyring, image: string): string[] {
  return lookup(keyring, image).map(({ username }) => username);
}

/** A Secret with a configuration. */
function secretOf(name: string, config: string, type = 'dockerconfigjson'): Secret {
  return {
    metadata: { name, namespace: 'shop', uid: `${name}-uid` },
    type: `kubernetes.io/${type}`,
    data: { [`.${type}`]: Buffer.from(config).toString('base64') },
  };
}

describe('the key of an entry', () => {
  test.each([
    ['https://quay.io', 'quay.io'],
    ['http://quay.io/', 'quay.io'],
    ['quay.io/v1/', 'quay.io'],
    ['quay.io/v2/', 'quay.io'],
    ['quay.io/v1/app', 'quay.io/app'],
    ['quay.io/v1', 'quay.io/v1'],
    ['quay.io/v3/', 'quay.io/v3/'],
    ['quay.io/v1/v2/', 'quay.io/v2/'],
    ['quay.io/app/v1/', 'quay.io/app/v1/'],
    ['quay.io/https://a', 'quay.io/https://a'],
    ['https://https://quay.io', 'https://quay.io'],
    ['HTTPS://quay.io', 'HTTPS://quay.io'],
    ['quay.io/%61pp?x#y', 'quay.io/app'],
    ['quay.io:5000/app', 'quay.io:5000/app'],
    ['[::1]:5000', '[::1]:5000'],
    ['bücher.example', 'bücher.example'],
    ['', ''],
  ])('%s has the pattern %s', (server, pattern) => {
    const { parts } = nodeKeyring(server);
    expect(parts[1]?.patterns.map((entry) => entry.pattern)).toEqual([pattern]);
  });

  test('an entry that is not a URL is ignored', () => {
    const { keyring, faults, kubeletRefuses } = collectDockerKeyring({
      node: [
        { server: 'quay io' },
        { server: 'quay.io', username: 'u' },
        { server: 'ghcr.io:x' },
        { server: 7 as never },
      ],
    });
    expect(usernames(keyring, 'quay.io/app')).toEqual(['u']);
    expect(kubeletRefuses).toBe(false);
    expect(faults.map(({ code, problem, effect }) => `${code} ${problem.path} ${effect}`)).toEqual([
      'INVALID_SERVER node[0].server IGNORES_ENTRY',
      'INVALID_SERVER node[2].server IGNORES_ENTRY',
      'INVALID_TYPE node[3].server IGNORES_ENTRY',
    ]);
  });

  test('is parsed as a URL a second time, so escapes are decoded twice', () => {
    expect(usernames(nodeKeyring('quay.io/a%3Fb'), 'quay.io/ax')).toEqual(['quay.io/a%3Fb']);
    expect(usernames(nodeKeyring('quay.io/%2561'), 'quay.io/app')).toEqual(['quay.io/%2561']);
    expect(usernames(nodeKeyring('quay.io/%25'), 'quay.io/app')).toEqual([]);
    expect(usernames(nodeKeyring('quay.io/a%23b', 'quay.io/a'), 'quay.io/app')).toEqual([
      'quay.io/a%23b',
      'quay.io/a',
    ]);
  });
});

describe('the order', () => {
  test('longer paths and letters precede shorter paths and wildcards', () => {
    const keyring = nodeKeyring(
      '*.io/team',
      'quay.io',
      '*.io',
      'quay.io/team',
      'quay.io/team/app',
      'q*.io/team/app',
      'quay.io/other',
      '*/team',
    );
    expect(usernames(keyring, 'quay.io/team/app:1.0')).toEqual([
      'quay.io/team/app',
      'quay.io/team',
      'quay.io',
      'q*.io/team/app',
      '*.io/team',
      '*.io',
    ]);
  });

  test('is that of UTF-8, not of UTF-16', () => {
    const keyring = nodeKeyring('quay.io/\uffff', 'quay.io/\u{1f600}', 'quay.io/é');
    expect(keyring.parts[1]?.patterns.map(({ pattern }) => pattern.slice(8))).toEqual([
      '\u{1f600}',
      '\uffff',
      'é',
    ]);
  });

  test('entries with the same key keep their order', () => {
    const keyring = nodeKeyring('https://quay.io', 'quay.io/v1/', 'http://quay.io', 'quay.io');
    expect(usernames(keyring, 'quay.io/app')).toEqual([
      'https://quay.io',
      'quay.io/v1/',
      'http://quay.io',
      'quay.io',
    ]);
  });

  test('the entries of all Secrets precede those of the node, and these precede those of all providers', () => {
    const keyring = createDockerKeyring({
      secrets: [
        dockerConfigSecret({ server: 'quay.io', username: 'secret-1', password: 'a' }),
        dockerConfigSecret({ server: 'quay.io/team', username: 'secret-2', password: 'b' }),
        dockerConfigSecret({ server: 'quay.io', username: 'secret-3', password: 'c' }),
      ],
      node: [{ server: 'quay.io/team', username: 'node' }],
      providers: [
        { entries: [{ server: '*.io', username: 'provider-1' }] },
        {
          entries: [{ server: 'quay.io/team/app', username: 'provider-2' }],
          serviceAccount: { uid: '7', namespace: 'shop', name: 'builder' },
        },
      ],
    });
    const found = lookup(keyring, 'quay.io/team/app');
    expect(found.map(({ username }) => username)).toEqual([
      'secret-2',
      'secret-1',
      'secret-3',
      'node',
      'provider-2',
      'provider-1',
    ]);
    expect(found[4]?.source).toEqual({
      kind: 'ServiceAccount',
      uid: '7',
      namespace: 'shop',
      name: 'builder',
    });
    expect([found[3]?.source, found[5]?.source]).toEqual([undefined, undefined]);
  });

  test('credentials have the fields and the source of their Secret', () => {
    const config = '{"auths":{"https://quay.io/v2/":{"username":"u","password":"p","email":"e"}}}';
    const [found] = lookup(
      createDockerKeyring({ secrets: [secretOf('team', config)] }),
      'quay.io/a',
    );
    expect(found).toEqual({
      username: 'u',
      email: 'e',
      pattern: 'quay.io',
      source: { kind: 'Secret', uid: 'team-uid', namespace: 'shop', name: 'team' },
    });
    expect(found?.password).toBe('p');
  });

  test('absent fields are empty', () => {
    const { metadata: _, ...nameless } = secretOf('', '{"auths":{"quay.io":{}}}');
    const sources = { secrets: [nameless], node: [{ server: 'quay.io', username: null }] };
    const found = lookup(createDockerKeyring(sources), 'quay.io/a');
    const source = { kind: 'Secret', uid: '', namespace: '', name: '' };
    const fields = { username: '', email: '', pattern: 'quay.io' };
    expect(found).toEqual([
      { ...fields, source },
      { ...fields, source: undefined },
    ]);
    expect(found.map(({ password }) => password)).toEqual(['', '']);
  });
});

describe('Docker Hub', () => {
  test.each([
    'https://index.docker.io/v1/',
    'https://index.docker.io/v2/',
    'http://index.docker.io',
    'index.docker.io',
    'index.docker.io/',
  ])('%s is the fallback', (server) => {
    const keyring = nodeKeyring(server);
    for (const image of ['busybox', 'library/busybox', 'docker.io/team/app', 'index.docker.io/a']) {
      expect(usernames(keyring, image)).toEqual([server]);
    }
    expect(usernames(keyring, 'quay.io/busybox')).toEqual([]);
    expect(usernames(keyring, 'registry-1.docker.io/a')).toEqual([]);
  });

  test.each([
    'https://index.docker.io/v1',
    'index.docker.io/team',
    'registry-1.docker.io',
    '*.docker.io',
  ])('%s is not the fallback', (server) => {
    expect(usernames(nodeKeyring(server), 'team/app')).toEqual([]);
  });

  test('is used only if no pattern matches', () => {
    const keyring = nodeKeyring('index.docker.io', 'docker.io', 'docker.io/team');
    expect(usernames(keyring, 'team/app')).toEqual(['docker.io/team', 'docker.io']);
    expect(usernames(nodeKeyring('index.docker.io', 'docker.io/team'), 'other/app')).toEqual([
      'index.docker.io',
    ]);
  });

  test('applies to Secrets, node and providers individually', () => {
    const keyring = createDockerKeyring({
      secrets: [secretOf('hub', '{"auths":{"index.docker.io":{"username":"secret"}}}')],
      node: [{ server: 'docker.io', username: 'node' }],
      providers: [{ entries: [{ server: 'index.docker.io', username: 'provider' }] }],
    });
    expect(usernames(keyring, 'busybox')).toEqual(['secret', 'node', 'provider']);
  });

  test('is also the fallback of localhost without a port', () => {
    expect(usernames(nodeKeyring('index.docker.io'), 'localhost/app')).toEqual(['index.docker.io']);
    expect(usernames(nodeKeyring('index.docker.io'), 'localhost:5000/app')).toEqual([]);
  });

  test('names of references are looked up without defaults', () => {
    const keyring = nodeKeyring('index.docker.io', 'docker.io');
    const names = (name: string) => lookup(keyring, { name }).map(({ username }) => username);
    expect(names('busybox')).toEqual(['index.docker.io']);
    expect(names('b')).toEqual(['index.docker.io']);
    expect(names('busybox:1.0')).toEqual(['index.docker.io']);
    expect(names('docker.io')).toEqual(['docker.io']);
    expect(names('team/app')).toEqual(['index.docker.io']);
    expect(names('')).toEqual([]);
    expect(names('/app')).toEqual([]);
    expect(names('a b/app')).toEqual(['index.docker.io']);
    expect(names('a.b c/app')).toEqual([]);
  });
});

describe('images', () => {
  const keyring = nodeKeyring('quay.io/team');

  test.each(['quay.io/team', 'quay.io/team:1.0', `quay.io/team2@sha256:${'a'.repeat(64)}`])(
    '%s is looked up without tag and digest',
    (image) => {
      expect(usernames(keyring, image)).toEqual(['quay.io/team']);
      expect(explainCredentials(keyring, image).name).toMatch(/^quay\.io\/team2?$/);
    },
  );

  test('rejects an invalid image', () => {
    expect(() => lookup(keyring, 'quay.io/Team')).toThrowError(
      expect.objectContaining({ name: 'ImageParseError', code: 'UPPERCASE' }),
    );
  });

  test.each([undefined, null, 1])('rejects %s as an image', (image) => {
    expect(() => lookup(keyring, image as never)).toThrowError(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
    expect(() => lookup(keyring, { name: image as never })).toThrowError(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });

  test('rejects a name of more than 4,096 bytes', () => {
    expect(lookup(keyring, { name: `quay.io/team${'x'.repeat(4084)}` }).length).toBe(1);
    expect(() => lookup(keyring, { name: `quay.io/team${'x'.repeat(4085)}` })).toThrowError(
      expect.objectContaining({
        code: 'IMAGE_TOO_LONG',
        problem: expect.objectContaining({ segments: ['image'] }),
      }),
    );
    expect(() => lookup(keyring, `${'a'.repeat(4094)}.b/c`)).toThrowError(
      expect.objectContaining({ code: 'IMAGE_TOO_LONG' }),
    );
  });
});

describe('createDockerKeyring and collectDockerKeyring', () => {
  const good = secretOf('good', '{"auths":{"quay.io":{"username":"good"}}}');
  const legacy = secretOf('legacy', '{"quay.io":{"username":"legacy"}}', 'dockercfg');
  const broken = secretOf(
    'broken',
    '{"auths":{"ghcr.io":{"auth":"!"},"quay.io":{"username":"rest"},"a b":{},"docker.io":{"email":1}}}',
  );
  const opaque = { ...good, type: 'Opaque' };
  const empty = { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': '' } };

  test('createDockerKeyring fails if one Secret cannot be decoded', () => {
    expect(() => createDockerKeyring({ secrets: [good, broken, legacy] })).toThrowError(
      expect.objectContaining({
        name: 'DockerConfigError',
        code: 'INVALID_BASE64',
        problem: expect.objectContaining({
          segments: ['secrets', 1, 'data', '.dockerconfigjson', 'auths', 'ghcr.io', 'auth'],
        }),
        effect: 'REFUSES_SOURCE',
      }),
    );
  });

  test('createDockerKeyring ignores the Secrets that the kubelet ignores', () => {
    const keyring = createDockerKeyring({
      secrets: [opaque, empty, good, {}, null as never, legacy],
    });
    expect(usernames(keyring, 'quay.io/app')).toEqual(['good', 'legacy']);
  });

  test('collectDockerKeyring collects the faults, and uses the other entries', () => {
    const { keyring, faults, kubeletRefuses } = collectDockerKeyring({
      secrets: [opaque, good, broken, empty, legacy],
      node: [{ server: 'b c' }],
      providers: [{ entries: [] }, { entries: [{ server: 'c d' }] }],
    });
    expect(usernames(keyring, 'quay.io/app')).toEqual(['good', 'rest', 'legacy']);
    expect(kubeletRefuses).toBe(true);
    expect(faults.map(({ code, problem, effect }) => `${code} ${problem.path} ${effect}`)).toEqual([
      'NOT_DOCKER_CONFIG secrets[0].type IGNORES_SOURCE',
      'INVALID_BASE64 secrets[2].data[.dockerconfigjson].auths[ghcr.io].auth REFUSES_SOURCE',
      'INVALID_TYPE secrets[2].data[.dockerconfigjson].auths[docker.io].email REFUSES_SOURCE',
      'NOT_DOCKER_CONFIG secrets[3].data[.dockercfg] IGNORES_SOURCE',
      'INVALID_SERVER secrets[2].data[.dockerconfigjson].auths[a b] IGNORES_ENTRY',
      'INVALID_SERVER node[0].server IGNORES_ENTRY',
      'INVALID_SERVER providers[1].entries[0].server IGNORES_ENTRY',
    ]);
  });

  test('an ignored Secret is a fault with which the kubelet continues', () => {
    const odd = secretOf('odd', '{"a b":{}}', 'dockercfg');
    const { faults, kubeletRefuses } = collectDockerKeyring({ secrets: [odd, opaque] });
    expect(faults.map(({ code, problem }) => `${code} ${problem.path}`)).toEqual([
      'NOT_DOCKER_CONFIG secrets[1].type',
      'INVALID_SERVER secrets[0].data[.dockercfg][a b]',
    ]);
    expect(kubeletRefuses).toBe(false);
  });

  test('data that cannot be decoded is one fault', () => {
    const unread = { ...good, data: { '.dockerconfigjson': '!' } };
    const { faults } = collectDockerKeyring({ secrets: [unread] });
    expect(faults.map(({ code, problem }) => `${code} ${problem.path}`)).toEqual([
      'INVALID_DATA secrets[0].data[.dockerconfigjson]',
    ]);
  });

  test('both create the same keyring if there is no fault', () => {
    const sources = { secrets: [good, legacy], node: parseDockerConfig('{"auths":{"*.io":{}}}') };
    const { keyring, faults, kubeletRefuses } = collectDockerKeyring(sources);
    expect([faults, kubeletRefuses]).toEqual([[], false]);
    expect(lookup(keyring, 'quay.io/a')).toEqual(lookup(createDockerKeyring(sources), 'quay.io/a'));
  });

  test('do not change their arguments', () => {
    const sources = { secrets: [structuredClone(good)], node: [{ server: 'quay.io' }] };
    const before = structuredClone(sources);
    lookup(createDockerKeyring(sources), 'quay.io/app');
    expect(sources).toEqual(before);
    expect(lookup(createDockerKeyring({}), 'quay.io/app')).toEqual([]);
    expect(collectDockerKeyring({}).faults).toEqual([]);
  });
});

describe('the index finds the same patterns as comparing each of them', () => {
  // Labels and paths with common starts and ends, which every step of the index must distinguish.
  const labels = ['a', 'ab', 'abc', 'b', 'cab', '*', 'a*', '*b', 'a*b', '*a*', 'ab*', '*ab', 'a*c'];
  const paths = ['', '/', '/a', '/ab', '/abc', '/a/', '/a/b', '/b', '/ab/c'];
  const ports = ['', ':80'];
  const servers: string[] = [];
  for (const label of labels) {
    for (const path of paths) {
      servers.push(`${label}.io${path}`, `${label}.${label}${path}`, `x.${label}.io:80${path}`);
    }
  }
  const keyring = createDockerKeyring({
    node: [...servers, ...servers.slice(0, 40)].map((server, i): CredentialEntry => {
      return { server, username: `${i}` };
    }),
  });
  const hosts = [
    'a.io',
    'ab.io',
    'abab.io',
    'b.io',
    'x.abc.io',
    'x.b.io',
    'cab.io',
    'a.b',
    'ab.ab',
  ];

  test.each(hosts)('%s', (host) => {
    for (const port of ports) {
      for (const path of ['', '/', ...paths, '/abcd', '/a/bc', '/c', '/ab/c/d']) {
        const name = `${host}${port}${path}`;
        const expected = (keyring.parts[1]?.patterns ?? []).filter(({ pattern }) =>
          matchImageGlob(pattern, name),
        );
        expect(lookup(keyring, { name })).toEqual(expected.flatMap((entry) => entry.credentials));
        expect(explainCredentials(keyring, { name }).credentials).toEqual(
          lookup(keyring, { name }),
        );
      }
    }
  });
});

test('the index distinguishes patterns with the same key', () => {
  const keyring = nodeKeyring('*a*.*', '*.a**', '[::1]');
  const found = (name: string) => lookup(keyring, { name }).map(({ username }) => username);
  expect(found('xay.b/app')).toEqual(['*a*.*']);
  expect(found('b.ax/app')).toEqual(['*.a**']);
  expect(found('1/app')).toEqual(['[::1]']);
});

test('finds each kind of pattern among 10,000 entries', () => {
  const node = Array.from({ length: 10_000 }, (_, i) => {
    const kinds = [
      `r${i}.example.com`,
      `example.com/team-${i}`,
      `*.t${i}.example.com`,
      `p${i}*.io`,
      `*-s${i}.io`,
    ];
    return { server: kinds[i % 5] ?? '', username: `${i}` };
  });
  const keyring = createDockerKeyring({ node });
  const images = [
    'r5.example.com/a',
    'example.com/team-6/a',
    'x.t7.example.com/a',
    'p8x.io/a',
    'x-s9.io/a',
  ];
  expect(images.map((image) => usernames(keyring, image))).toEqual([
    ['5'],
    ['6'],
    ['7'],
    ['8'],
    ['9'],
  ]);
});

test.each([
  ['secrets', { secrets: 5 }],
  ['node', { node: {} }],
  ['providers[0]', { providers: ['x'] }],
  ['providers[0].entries', { providers: [{ entries: 5 }] }],
])('%s of the wrong type is an error', (path, sources) => {
  expect(() => createDockerKeyring(sources as never)).toThrow(
    expect.objectContaining({
      code: 'INVALID_TYPE',
      problem: expect.objectContaining({ path }),
    }),
  );
});

test('an entry that is null is a fault', () => {
  const { faults } = collectDockerKeyring({
    node: [null as never],
    providers: [null as never, { entries: [null as never] }],
  });
  expect(faults.map(({ code, problem }) => `${code} ${problem.path}`)).toEqual([
    'INVALID_TYPE node[0].server',
    'INVALID_TYPE providers[1].entries[0].server',
  ]);
});
