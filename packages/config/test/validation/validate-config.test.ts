import { configMapSize, secretSize, validateConfigMap, validateSecret } from '@kubesem/config';
import type { ConfigMap, Secret } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const metadata = { name: 'web' };
const LIMIT = 1_048_576;

function codes(problems: readonly { readonly code: string; readonly path: string }[]): string[] {
  return problems.map(({ code, path }) => `${code} ${path}`.trim());
}

describe('where the documentation differs: the data may have exactly 1 MiB, and only values count', () => {
  test('of a ConfigMap', () => {
    const data = { ['k'.repeat(253)]: 'x'.repeat(LIMIT - 1) };
    expect(codes(validateConfigMap({ metadata, data: { ...data, b: 'x' } }))).toEqual([]);
    expect(codes(validateConfigMap({ metadata, data: { ...data, b: 'é' } }))).toEqual([
      'TOO_LARGE []',
    ]);
    expect(configMapSize({ data, binaryData: { b: '/w==' } })).toEqual({
      bytes: LIMIT,
      limitBytes: LIMIT,
      isTooLarge: false,
    });
  });

  test('of a Secret', () => {
    const stringData = { a: 'x'.repeat(LIMIT) };
    expect(secretSize({ stringData, data: { a: 'YWE=', b: '' } }).bytes).toBe(LIMIT);
    expect(codes(validateSecret({ metadata, stringData }))).toEqual([]);
    expect(codes(validateSecret({ metadata, stringData, data: { b: 'YQ==' } }))).toEqual([
      'TOO_LARGE data',
    ]);
  });
});

test('a key is in data or in binaryData', () => {
  const problems = validateConfigMap({ metadata, data: { a: 'x' }, binaryData: { a: '' } });
  expect(problems).toEqual([
    {
      type: 'INVALID',
      severity: 'error',
      code: 'DUPLICATE_KEY',
      segments: ['data', 'a'],
      path: 'data[a]',
      value: 'a',
      message: 'duplicate of key present in binaryData',
    },
  ]);
});

describe('updates', () => {
  const old: ConfigMap = { metadata, immutable: true, data: { a: 'x' } };

  test.each<[string, ConfigMap, string[]]>([
    ['the same object', old, []],
    ['another value', { ...old, data: { a: 'y' } }, ['IMMUTABLE data']],
    ['another key', { ...old, data: { b: 'x' } }, ['IMMUTABLE data']],
    ['mutable', { ...old, immutable: false }, ['IMMUTABLE immutable']],
    ['an empty binaryData', { ...old, binaryData: {} }, ['IMMUTABLE binaryData']],
    ['another name', { ...old, metadata: { name: 'b' } }, ['IMMUTABLE metadata.name']],
  ])('of an immutable ConfigMap to %s', (_, configMap, expected) => {
    expect(codes(validateConfigMap(configMap, { old }))).toEqual(expected);
  });

  test('the type of a Secret cannot change, even by leaving it out', () => {
    const secret = { metadata, type: 'mine', data: { a: 'YQ==' } };
    expect(codes(validateSecret({ metadata }, { old: secret }))).toEqual(['IMMUTABLE type']);
    expect(codes(validateSecret(secret, { old: { ...secret, data: {} } }))).toEqual([]);
  });

  test('stringData that equals the stored data changes nothing', () => {
    const stored = { metadata, immutable: true, data: { a: 'YQ==' } };
    const secret = { metadata, immutable: true, stringData: { a: 'a' } };
    expect(codes(validateSecret(secret, { old: stored }))).toEqual([]);
  });
});

describe('types of Secrets', () => {
  test.each([
    ['kubernetes.io/tls', { 'tls.crt': '' }, ['KEY_REQUIRED data[tls.key]']],
    [
      'kubernetes.io/basic-auth',
      {},
      ['KEY_REQUIRED data[username]', 'KEY_REQUIRED data[password]'],
    ],
    ['kubernetes.io/basic-auth', { username: '' }, []],
    ['kubernetes.io/ssh-auth', { 'ssh-privatekey': '' }, ['KEY_REQUIRED data[ssh-privatekey]']],
    ['kubernetes.io/dockerconfigjson', {}, ['KEY_REQUIRED data[.dockerconfigjson]']],
    ['kubernetes.io/dockercfg', { '.dockercfg': 'W10=' }, ['INVALID_JSON data[.dockercfg]']],
    ['kubernetes.io/dockercfg', { '.dockercfg': 'e30=' }, []],
    ['mine', {}, []],
  ])('%s with %j', (type, data, expected) => {
    expect(codes(validateSecret({ metadata, type, data }))).toEqual(expected);
  });

  test('a token needs the name of its ServiceAccount', () => {
    const type = 'kubernetes.io/service-account-token';
    const name = 'kubernetes.io/service-account.name';
    expect(validateSecret({ metadata, type })[0]?.segments).toEqual([
      'metadata',
      'annotations',
      name,
    ]);
    const annotations = { [name]: 'robot' };
    expect(validateSecret({ metadata: { ...metadata, annotations }, type })).toEqual([]);
  });
});

describe('bad input', () => {
  test('values of a Secret never appear', () => {
    const bad = {
      metadata,
      type: 'kubernetes.io/dockercfg',
      data: { a: 'hunter2!', b: 123_456, '.dockercfg': 'aHVudGVyMg==' },
      stringData: { c: 123_456 },
    } as unknown as Secret;
    const problems = validateSecret(bad);
    expect(codes(problems)).toEqual([
      'INVALID_TYPE data[a]',
      'INVALID_TYPE data[b]',
      'INVALID_TYPE stringData[c]',
      'INVALID_JSON data[.dockercfg]',
    ]);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|123/);
  });

  test.each([null, 5, 'x', []])('%j instead of an object', (value) => {
    expect(validateConfigMap(value as never)).toBeInstanceOf(Array);
    expect(validateConfigMap({ metadata, data: value } as never)).toBeInstanceOf(Array);
    expect(validateSecret({ metadata: value } as never)).toBeInstanceOf(Array);
  });

  test('__proto__ is a key like any other', () => {
    const data = JSON.parse('{"__proto__":"x"}') as { [key: string]: string };
    expect(validateConfigMap({ metadata, data })).toEqual([]);
    expect(configMapSize({ data }).bytes).toBe(1);
  });
});
