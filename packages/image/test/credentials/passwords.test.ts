import { inspect } from 'node:util';
import { attempt } from '@kubesem/core';
import {
  collectDockerConfig,
  collectDockerKeyring,
  dockerConfigSecret,
  dockerKeyring,
  explainRegistryCredentials,
  matchesImageGlob,
  parseDockerConfig,
  registryCredentials,
  safeParseDockerConfig,
} from '@kubesem/image';
import { readDockerConfigSecret } from '@kubesem/image/internal';
import { describe, expect, test } from 'vitest';

const PASSWORD = 'Katze7';

/** Every text that an object gives of itself. */
function texts(value: object): string {
  const spread = { ...value };
  return [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: 20 }),
    inspect(value, { depth: 20, showHidden: false }),
    inspect(value, { depth: 20, showHidden: true }),
    JSON.stringify(spread),
    JSON.stringify(Object.entries(value)),
    value instanceof Error ? `${value.message} ${value.stack}` : '',
  ].join('\n');
}

const auth = Buffer.from(`anna:${PASSWORD}`).toString('base64');
const secret = dockerConfigSecret({ server: 'quay.io', username: 'anna', password: PASSWORD });
const node = [
  { server: `https://anna:${PASSWORD}@ghcr.io`, username: 'anna', password: PASSWORD },
  { server: `anna:${PASSWORD}@a b`, username: 'anna', password: PASSWORD },
  { server: `anna:1/${PASSWORD}@c`, username: 'anna', password: PASSWORD },
];

describe('a password can be read by its name, and is never printed', () => {
  test('entries of a configuration', () => {
    const json = `{"auths":{"quay.io":{"auth":"${auth}"},"u:${PASSWORD}@ghcr.io":{}}}`;
    const entries = parseDockerConfig(json);
    expect(entries[0]?.password).toBe(PASSWORD);
    expect(entries[1]?.server).toBe(`u:${PASSWORD}@ghcr.io`);
    expect(texts(entries) + entries.map(texts).join()).not.toContain(PASSWORD);
  });

  test('entries of a Secret', () => {
    const entries = readDockerConfigSecret(secret);
    expect(entries[0]?.password).toBe(PASSWORD);
    expect(texts(entries)).not.toContain(PASSWORD);
  });

  test('entries and credentials of an auth that is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from(`anna:${PASSWORD}`), Buffer.from([0xff])]);
    const config = `{"auths":{"quay.io":{"auth":"${bytes.toString('base64')}"}}}`;
    const entries = parseDockerConfig(config);
    const found = registryCredentials('quay.io/app', dockerKeyring({ node: entries }));
    expect(found[0]?.password).toBe(`${PASSWORD}\ufffd`);
    expect(texts(entries) + entries.map(texts) + texts(found) + found.map(texts)).not.toContain(
      PASSWORD,
    );
  });

  test('credentials, keyrings and explanations', () => {
    const keyring = dockerKeyring({ secrets: [secret], node });
    const found = registryCredentials('quay.io/app', keyring);
    expect(found[0]?.password).toBe(PASSWORD);
    expect(registryCredentials('ghcr.io/app', keyring)[0]).toMatchObject({
      pattern: 'ghcr.io',
      username: 'anna',
    });
    expect(texts(keyring) + texts(found)).not.toContain(PASSWORD);
    for (const name of ['quay.io/app', 'ghcr.io/app', 'anna:1/app', 'anna:2/app']) {
      expect(texts(explainRegistryCredentials({ name }, keyring))).not.toContain(PASSWORD);
    }
  });

  test.each([
    `{"auths":{"quay.io":{"password":"${PASSWORD}"}`,
    `{"auths":{"quay.io":{"password":["${PASSWORD}"]}}}`,
    `{"auths":{"u:${PASSWORD}@quay.io":{"password":1}}}`,
    `{"auths":{"quay.io":{"auth":"${auth}!"}}}`,
    `{"auths":{"quay.io":{"auth":"${Buffer.from(PASSWORD).toString('base64')}"}}}`,
    `{"auths":{"u:${PASSWORD}@quay.io":{"auth":"!"}}}`,
    `"${PASSWORD}"`,
  ])('errors of %s', (json) => {
    const { error } = safeParseDockerConfig(json);
    expect(error?.name).toBe('DockerConfigError');
    expect(texts(error ?? {}) + texts(collectDockerConfig(json))).not.toContain(PASSWORD);
    expect(texts(error ?? {})).not.toContain(Buffer.from(PASSWORD).toString('base64'));
  });

  test('faults of a keyring', () => {
    const data = { '.dockerconfigjson': Buffer.from(`{"${PASSWORD}`).toString('base64') };
    const type = 'kubernetes.io/dockerconfigjson';
    const collected = collectDockerKeyring({ secrets: [{ type, data }], node });
    expect(collected.faults.map(({ problem }) => problem.path)).toEqual([
      'secrets[0].data[.dockerconfigjson]',
      'node[1].server',
    ]);
    expect(texts(collected)).not.toContain(PASSWORD);
    expect(texts(collected)).not.toContain(data['.dockerconfigjson']);
  });

  test('errors of patterns', () => {
    const { error } = attempt(() => matchesImageGlob(`anna:${PASSWORD}@a b`, 'a/b'));
    expect(error?.code).toBe('INVALID_HOST');
    expect(texts(error ?? {})).not.toContain(PASSWORD);
  });

  test('a Secret contains it', () => {
    const data = secret.data?.['.dockerconfigjson'] ?? '';
    expect(Buffer.from(data, 'base64').toString()).toContain(PASSWORD);
  });
});
