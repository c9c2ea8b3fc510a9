import type { Secret } from '@kubesem/core';
import { validateSecret } from '@kubesem/validation/secret';
import { describe, expect, test } from 'vitest';

const metadata = { name: 'web' };

test('where the documentation differs: the data may have exactly 1 MiB', () => {
  const stringData = { a: 'x'.repeat(1_048_576) };
  expect(validateSecret({ metadata, stringData })).toEqual([]);
  expect(validateSecret({ metadata, stringData, data: { b: 'YQ==' } })).toMatchObject([
    { type: 'TOO_LONG', path: 'data' },
  ]);
});

describe('updates', () => {
  test('the type cannot change, even by leaving it out', () => {
    const secret = { metadata, type: 'mine', data: { a: 'YQ==' } };
    expect(validateSecret({ metadata }, { old: secret })).toMatchObject([
      { type: 'INVALID', path: 'type', value: 'Opaque', message: 'field is immutable' },
    ]);
    expect(validateSecret(secret, { old: { ...secret, data: {} } })).toEqual([]);
  });

  test('stringData that equals the stored data changes nothing', () => {
    const stored = { metadata, immutable: true, data: { a: 'YQ==' } };
    const secret = { metadata, immutable: true, stringData: { a: 'a' } };
    expect(validateSecret(secret, { old: stored })).toEqual([]);
  });
});

describe('the type', () => {
  const missing = (key: string) => ({ type: 'REQUIRED', path: `data[${key}]` });

  test.each<[string, { [key: string]: string }, object[]]>([
    ['kubernetes.io/tls', { 'tls.crt': '' }, [missing('tls.key')]],
    ['kubernetes.io/basic-auth', {}, [missing('username'), missing('password')]],
    ['kubernetes.io/basic-auth', { username: '' }, []],
    ['kubernetes.io/ssh-auth', { 'ssh-privatekey': '' }, [missing('ssh-privatekey')]],
    ['kubernetes.io/dockerconfigjson', {}, [missing('.dockerconfigjson')]],
    ['kubernetes.io/dockercfg', { '.dockercfg': 'e30=' }, []],
    ['mine', {}, []],
  ])('%s with %j', (type, data, expected) => {
    expect(validateSecret({ metadata, type, data })).toMatchObject(expected);
  });

  test('of a token needs the name of its ServiceAccount', () => {
    const type = 'kubernetes.io/service-account-token';
    const name = 'kubernetes.io/service-account.name';
    expect(validateSecret({ metadata, type })).toMatchObject([
      { type: 'REQUIRED', segments: ['metadata', 'annotations', name], message: 'Required value' },
    ]);
    const annotations = { [name]: 'robot' };
    expect(validateSecret({ metadata: { ...metadata, annotations }, type })).toEqual([]);
  });

  test.each([
    ...['', '{"a":"b', '[]', '{"a":1e999}', "{'a':1}", '{"a":1,}', '{"a" 1}', '{"a":01}'],
    ...['{"a":[1 2]}', '{} x', 'nul', '{"a":-}', '{"a":1.}', '{"a":1e+}', '{"\\x"}', '{"\\u00z'],
    '{"\n"}',
  ])('of a registry needs a JSON object, and never quotes it: %j', (text) => {
    const stringData = { '.dockercfg': text };
    const problems = validateSecret({ metadata, type: 'kubernetes.io/dockercfg', stringData });
    const message = 'must be JSON of an object';
    expect(problems).toMatchObject([{ type: 'INVALID', path: 'data[.dockercfg]', message }]);
    expect(problems[0]?.value).toBeUndefined();
  });
});

describe('bad input', () => {
  test('Go reads 10,000 levels of JSON', () => {
    const type = 'kubernetes.io/dockercfg';
    const problems = (text: string) =>
      validateSecret({ metadata, type, stringData: { '.dockercfg': `{"a":${text}` } });
    expect(problems(`${'['.repeat(9999)}${']'.repeat(9999)}}`)).toEqual([]);
    expect(problems('['.repeat(10_000))).toMatchObject([{ type: 'INVALID' }]);
  });

  test('values never appear', () => {
    const bad = {
      metadata,
      type: 'kubernetes.io/dockercfg',
      data: { a: 'hunter2!', b: 123_456, '.dockercfg': 'aHVudGVyMg==' },
      stringData: { c: 123_456 },
    } as unknown as Secret;
    const problems = validateSecret(bad);
    expect(problems).toMatchObject([
      { code: 'INVALID_TYPE', path: 'data[a]' },
      { code: 'INVALID_TYPE', path: 'data[b]' },
      { code: 'INVALID_TYPE', path: 'stringData[c]' },
      { code: 'INVALID', path: 'data[.dockercfg]' },
    ]);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|123/);
  });

  test.each([null, 5, 'x', []])('%j instead of metadata', (value) => {
    expect(validateSecret({ metadata: value } as never)).toBeInstanceOf(Array);
  });

  test.each(['{"a":"\\u0041', '"\\\\', '-1.5e5 ', '[[]]', ' '])(
    '1 MiB of %j takes linear time',
    (part) => {
      const stringData = { '.dockercfg': part.repeat(1_000_000 / part.length) };
      expect(
        validateSecret({ metadata, type: 'kubernetes.io/dockercfg', stringData }),
      ).toHaveLength(1);
    },
  );
});
