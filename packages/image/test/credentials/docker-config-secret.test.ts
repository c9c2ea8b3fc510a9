import { inspect } from 'node:util';
import type { FieldError } from '@kubesem/core';
import { dockerConfigSecret } from '@kubesem/image';
import { readDockerConfigSecret } from '@kubesem/image/internal';
import { describe, expect, test } from 'vitest';

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');

/** The text under `.dockerconfigjson`. */
function config(options: Parameters<typeof dockerConfigSecret>[0]): string {
  return Buffer.from(
    dockerConfigSecret(options).data?.['.dockerconfigjson'] ?? '',
    'base64',
  ).toString();
}

describe('dockerConfigSecret', () => {
  test('makes the Secret of kubectl', () => {
    const options = { name: 'n', namespace: 's', server: 'r', username: 'u', password: 'p' };
    expect(dockerConfigSecret({ ...options, email: 'e' })).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'n', namespace: 's' },
      type: 'kubernetes.io/dockerconfigjson',
      data: {
        '.dockerconfigjson': base64(
          '{"auths":{"r":{"username":"u","password":"p","email":"e","auth":"dTpw"}}}',
        ),
      },
    });
  });

  test('defaults to Docker Hub, without an email', () => {
    expect(config({ username: 'u', password: 'p' })).toBe(
      '{"auths":{"https://index.docker.io/v1/":{"username":"u","password":"p","auth":"dTpw"}}}',
    );
    expect(dockerConfigSecret({ username: 'u', password: 'p' }).metadata).toEqual({});
  });

  test('encodes auth as base64 of UTF-8', () => {
    expect(config({ server: 'r', username: 'änne', password: '€\u{1f600}' })).toBe(
      `{"auths":{"r":{"username":"änne","password":"€\u{1f600}","auth":"${base64('änne:€\u{1f600}')}"}}}`,
    );
  });

  test.each(['p', 'pp', 'ppp', '\u0000', '\u007f\u0080\u07ff\u0800\uffff\u{10000}\u{10ffff}'])(
    'of every length: %j',
    (password) => {
      expect(config({ server: 'r', username: 'u', password })).toContain(base64(`u:${password}`));
    },
  );

  test('escapes like Go', () => {
    expect(
      config({ server: '<&>', username: '\u2028\u2029"\\/', password: '\b\f\n\r\t\u0001\u007f' }),
    ).toBe(
      `{"auths":{"\\u003c\\u0026\\u003e":{"username":"\\u2028\\u2029\\"\\\\/","password":"\\b\\f\\n\\r\\t\\u0001\u007f","auth":"${base64('\u2028\u2029"\\/:\b\f\n\r\t\u0001\u007f')}"}}}`,
    );
    expect(config({ server: 'r', username: '\ud800\udfff\udfff', password: 'p' })).toContain(
      `"username":"\u{103ff}\ufffd","password":"p","auth":"${base64('\u{103ff}\ufffd:p')}"`,
    );
  });

  test.each([
    ['username', { username: '', password: 'p' }],
    ['password', { username: 'u', password: '' }],
    ['server', { username: 'u', password: 'p', server: '' }],
    ['password', { username: 'u', password: undefined as never }],
  ])('requires the field %s', (field, options) => {
    expect(() => dockerConfigSecret(options)).toThrowError(
      expect.objectContaining({
        code: 'EMPTY',
        problem: expect.objectContaining({ type: 'REQUIRED', segments: [field] }),
      }),
    );
  });
});

test('dockerConfigSecret does not show a password that is not a string', () => {
  let error: FieldError | undefined;
  try {
    dockerConfigSecret({ username: 'u', password: 4711 as never });
  } catch (caught) {
    error = caught as FieldError;
  }
  expect(error?.problem).toMatchObject({ code: 'INVALID_TYPE', segments: ['password'] });
  expect(inspect(error)).not.toContain('4711');
});

describe('readDockerConfigSecret', () => {
  test('reads the Secret that dockerConfigSecret makes', () => {
    const secret = dockerConfigSecret({
      server: 'https://quay.io',
      username: 'änne',
      password: 'kä:tze',
      email: 'a@b.c',
    });
    const [entry] = readDockerConfigSecret(secret);
    expect(entry).toEqual({ server: 'https://quay.io', username: 'änne', email: 'a@b.c' });
    expect(entry?.password).toBe('kä:tze');
  });

  test('splits the user name at its first colon, as the kubelet does', () => {
    const [entry] = readDockerConfigSecret(
      dockerConfigSecret({ server: 'r', username: 'a:b', password: 'c' }),
    );
    expect([entry?.username, entry?.password]).toEqual(['a', 'b:c']);
  });

  test('reads the legacy type', () => {
    const data = { '.dockercfg': base64('{"quay.io":{"username":"u"}}') };
    expect(readDockerConfigSecret({ type: 'kubernetes.io/dockercfg', data })).toEqual([
      { server: 'quay.io', username: 'u', email: '' },
    ]);
  });

  test('replaces bytes that are not UTF-8 in a text, and rejects them elsewhere', () => {
    const type = 'kubernetes.io/dockercfg';
    const inside = Buffer.concat([
      Buffer.from('{"a'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('":{}}'),
    ]);
    expect(
      readDockerConfigSecret({ type, data: { '.dockercfg': base64(inside) } })[0]?.server,
    ).toBe('a\ufffd\ufffd');
    const outside = Buffer.concat([Buffer.from([0xff]), Buffer.from('{}')]);
    expect(() =>
      readDockerConfigSecret({ type, data: { '.dockercfg': base64(outside) } }),
    ).toThrowError(expect.objectContaining({ code: 'INVALID_JSON' }));
  });

  const json = 'kubernetes.io/dockerconfigjson';
  test.each([
    ['NOT_DOCKER_CONFIG', 'type', { type: 'Opaque', data: { '.dockerconfigjson': 'e30=' } }],
    ['NOT_DOCKER_CONFIG', 'type', { data: { '.dockerconfigjson': 'e30=' } }],
    ['NOT_DOCKER_CONFIG', 'type', { type: 'constructor' }],
    ['NOT_DOCKER_CONFIG', 'data[.dockerconfigjson]', { type: json }],
    [
      'NOT_DOCKER_CONFIG',
      'data[.dockerconfigjson]',
      { type: json, data: { '.dockercfg': 'e30=' } },
    ],
    [
      'NOT_DOCKER_CONFIG',
      'data[.dockerconfigjson]',
      { type: json, data: { '.dockerconfigjson': '' } },
    ],
    [
      'NOT_DOCKER_CONFIG',
      'data[.dockerconfigjson]',
      { type: json, data: { '.dockerconfigjson': '\n' } },
    ],
    [
      'INVALID_DATA',
      'data[.dockerconfigjson]',
      { type: json, data: { '.dockerconfigjson': 'e30' } },
    ],
    [
      'INVALID_DATA',
      'data[.dockerconfigjson]',
      { type: json, data: { '.dockerconfigjson': '{}' } },
    ],
    [
      'INVALID_DATA',
      'data[.dockerconfigjson]',
      { type: json, data: { '.dockerconfigjson': 'e3=0' } },
    ],
    [
      'INVALID_TYPE',
      'data[.dockerconfigjson]',
      { type: json, data: { '.dockerconfigjson': 5 as never } },
    ],
    [
      'INVALID_JSON',
      'data[.dockerconfigjson]',
      { type: json, data: { '.dockerconfigjson': 'ew==' } },
    ],
    [
      'INVALID_TYPE',
      'data[.dockerconfigjson].auths',
      { type: json, data: { '.dockerconfigjson': base64('{"auths":1}') } },
    ],
    [
      'INVALID_TYPE',
      'data[.dockercfg][quay.io].auth',
      { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': base64('{"quay.io":{"auth":1}}') } },
    ],
  ])('%s at %s', (code, path, secret) => {
    expect(() => readDockerConfigSecret(secret)).toThrowError(
      expect.objectContaining({ code, problem: expect.objectContaining({ path }) }),
    );
  });

  test('reads stringData before data, as the API server stores it', () => {
    const data = { '.dockerconfigjson': base64('{"auths":{"old.io":{}}}') };
    const serversOf = (stringData: object | null) =>
      readDockerConfigSecret({ type: json, data, stringData: stringData as never }).map(
        ({ server }) => server,
      );
    expect(serversOf({ '.dockerconfigjson': '{"auths":{"é.io":{}}}' })).toEqual(['é.io']);
    expect(serversOf({ '.dockercfg': '{"new.io":{}}' })).toEqual(['old.io']);
    expect(serversOf({})).toEqual(['old.io']);
    expect(serversOf(null)).toEqual(['old.io']);
  });

  test.each([
    ['NOT_DOCKER_CONFIG', ['stringData', '.dockerconfigjson'], { '.dockerconfigjson': '' }],
    ['NOT_DOCKER_CONFIG', ['stringData', '.dockerconfigjson'], { '.dockerconfigjson': null }],
    ['INVALID_JSON', ['stringData', '.dockerconfigjson'], { '.dockerconfigjson': ' ' }],
    ['INVALID_TYPE', ['stringData', '.dockerconfigjson'], { '.dockerconfigjson': 4711 }],
    [
      'INVALID_TYPE',
      ['stringData', '.dockerconfigjson', 'auths', 'a.io', 'auth'],
      { '.dockerconfigjson': '{"auths":{"a.io":{"auth":4711}}}' },
    ],
    ['INVALID_TYPE', ['stringData'], 4711],
  ])('%s at %j', (code, segments, stringData) => {
    const data = { '.dockerconfigjson': base64('{}') };
    const error = errorOf(() =>
      readDockerConfigSecret({ type: json, data, stringData: stringData as never }),
    );
    expect(error).toMatchObject({ code, problem: { segments } });
    expect(inspect(error)).not.toContain('4711');
  });

  test('data that is not an object is an error', () => {
    const error = errorOf(() => readDockerConfigSecret({ type: json, data: 4711 as never }));
    expect(error).toMatchObject({ code: 'INVALID_TYPE', problem: { segments: ['data'] } });
    expect(inspect(error)).not.toContain('4711');
  });
});

/** The error that an action throws. */
function errorOf(action: () => unknown): FieldError | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error as FieldError;
  }
}
