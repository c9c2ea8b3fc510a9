import {
  type CredentialEntry,
  collectDockerKeyring,
  type DockerKeyring,
  dockerKeyring,
  explainRegistryCredentials,
  matchesImageGlob,
  registryCredentials,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

/** Entries of the node, whose user names are their servers. */
function nodeKeyring(...servers: string[]): DockerKeyring {
  return dockerKeyring({ node: servers.map((server) => ({ server, username: server })) });
}

function usernames(keyring: DockerKeyring, image: string): string[] {
  return registryCredentials(image, keyring).map(({ username }) => username);
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
  const keyring = dockerKeyring({
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
          matchesImageGlob(pattern, name),
        );
        expect(registryCredentials({ name }, keyring)).toEqual(
          expected.flatMap((entry) => entry.credentials),
        );
        expect(explainRegistryCredentials({ name }, keyring).credentials).toEqual(
          registryCredentials({ name }, keyring),
        );
      }
    }
  });
});

test('the index distinguishes patterns with the same key', () => {
  const keyring = nodeKeyring('*a*.*', '*.a**', '[::1]');
  const found = (name: string) =>
    registryCredentials({ name }, keyring).map(({ username }) => username);
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
  const keyring = dockerKeyring({ node });
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
