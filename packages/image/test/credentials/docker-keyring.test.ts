import {
  collectDockerKeyring,
  dockerKeyring,
  parseDockerConfig,
  registryCredentials,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';
import { secretOf, usernames } from './secrets.js';

describe('dockerKeyring and collectDockerKeyring', () => {
  const good = secretOf('good', '{"auths":{"quay.io":{"username":"good"}}}');
  const legacy = secretOf('legacy', '{"quay.io":{"username":"legacy"}}', 'dockercfg');
  const broken = secretOf(
    'broken',
    '{"auths":{"ghcr.io":{"auth":"!"},"quay.io":{"username":"rest"},"a b":{},"docker.io":{"email":1}}}',
  );
  const opaque = { ...good, type: 'Opaque' };
  const empty = { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': '' } };

  test('dockerKeyring fails if one Secret cannot be decoded', () => {
    expect(() => dockerKeyring({ secrets: [good, broken, legacy] })).toThrowError(
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

  test('dockerKeyring ignores the Secrets that the kubelet ignores', () => {
    const keyring = dockerKeyring({
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
    expect(registryCredentials('quay.io/a', keyring)).toEqual(
      registryCredentials('quay.io/a', dockerKeyring(sources)),
    );
  });

  test('do not change their arguments', () => {
    const sources = { secrets: [structuredClone(good)], node: [{ server: 'quay.io' }] };
    const before = structuredClone(sources);
    registryCredentials('quay.io/app', dockerKeyring(sources));
    expect(sources).toEqual(before);
    expect(registryCredentials('quay.io/app', dockerKeyring({}))).toEqual([]);
    expect(collectDockerKeyring({}).faults).toEqual([]);
  });
});

test.each([
  ['secrets', { secrets: 5 }],
  ['node', { node: {} }],
  ['providers[0]', { providers: ['x'] }],
  ['providers[0].entries', { providers: [{ entries: 5 }] }],
  ['providers[0].serviceAccount', { providers: [{ serviceAccount: 'x' }] }],
  ['providers[0].serviceAccount.uid', { providers: [{ serviceAccount: { uid: 5 } }] }],
])('%s of the wrong type is an error', (path, sources) => {
  expect(() => dockerKeyring(sources as never)).toThrow(
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

test.each<[(string | number)[], object]>([
  [['secrets', 0], { secrets: ['x'] }],
  [['secrets', 1, 'metadata'], { secrets: [{}, { metadata: [] }] }],
  [['secrets', 0, 'metadata', 'uid'], { secrets: [{ metadata: { uid: 5 } }] }],
  [['secrets', 0, 'metadata', 'namespace'], { secrets: [{ metadata: { namespace: {} } }] }],
  [['secrets', 0, 'metadata', 'name'], { secrets: [{ metadata: { name: true } }] }],
])('a Secret with %j of the wrong type is a fault', (segments, sources) => {
  const { faults, kubeletRefuses } = collectDockerKeyring(sources as never);
  const found = faults.filter(({ code }) => code === 'INVALID_TYPE');
  expect(found).toMatchObject([{ problem: { segments }, effect: 'REFUSES_SOURCE' }]);
  expect(kubeletRefuses).toBe(true);
});
