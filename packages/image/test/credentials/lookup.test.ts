import {
  type DockerKeyring,
  dockerConfigSecret,
  dockerKeyring,
  explainRegistryCredentials,
  registryCredentials,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';
import { secretOf, usernames } from './secrets.js';

/** Entries of the node, whose user names are their servers. */
function nodeKeyring(...servers: string[]): DockerKeyring {
  return dockerKeyring({ node: servers.map((server) => ({ server, username: server })) });
}

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
    const keyring = dockerKeyring({
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
    const found = registryCredentials('quay.io/team/app', keyring);
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
    const [found] = registryCredentials(
      'quay.io/a',
      dockerKeyring({ secrets: [secretOf('team', config)] }),
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
    const found = registryCredentials('quay.io/a', dockerKeyring(sources));
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
    const keyring = dockerKeyring({
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
    const names = (name: string) =>
      registryCredentials({ name }, keyring).map(({ username }) => username);
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
      expect(explainRegistryCredentials(image, keyring).name).toMatch(/^quay\.io\/team2?$/);
    },
  );

  test('rejects an invalid image', () => {
    expect(() => registryCredentials('quay.io/Team', keyring)).toThrowError(
      expect.objectContaining({ name: 'ImageParseError', code: 'UPPERCASE' }),
    );
  });

  test.each([undefined, null, 1])('rejects %s as an image', (image) => {
    expect(() => registryCredentials(image as never, keyring)).toThrowError(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
    expect(() => registryCredentials({ name: image as never }, keyring)).toThrowError(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });

  test('rejects a name of more than 4,096 bytes', () => {
    expect(registryCredentials({ name: `quay.io/team${'x'.repeat(4084)}` }, keyring).length).toBe(
      1,
    );
    expect(() =>
      registryCredentials({ name: `quay.io/team${'x'.repeat(4085)}` }, keyring),
    ).toThrowError(
      expect.objectContaining({
        code: 'IMAGE_TOO_LONG',
        problem: expect.objectContaining({ segments: ['image'] }),
      }),
    );
    expect(() => registryCredentials(`${'a'.repeat(4094)}.b/c`, keyring)).toThrowError(
      expect.objectContaining({ code: 'IMAGE_TOO_LONG' }),
    );
  });
});
