import { createConfigMap, createSecret, parseEnvFile } from '@kubesem/config';
import { describe, expect, test } from 'vitest';

describe('where the documentation differs', () => {
  test('a file whose name is no valid key is an error', () => {
    const files = [{ source: 'dir', entries: { 'bad name': 'x', good: 'y' } }];
    expect(() => createConfigMap({ name: 'web', files })).toThrow(
      expect.objectContaining({ code: 'INVALID_KEY', key: 'bad name' }),
    );
  });

  test('a line without = takes the value of the environment', () => {
    const environment = { HOME: '/root' };
    expect(parseEnvFile('HOME', { environment })).toEqual([
      { key: 'HOME', value: '/root', line: 1 },
    ]);
    expect(parseEnvFile('HOME', { environment, dialect: 'kustomize' })[0]?.value).toBe('');
  });
});

test('cdk8s reads all files as text: bytes that are not text go to binaryData', () => {
  const files = [{ source: 'logo=dir/logo.png', content: new Uint8Array([0x89, 0xff]) }];
  expect(createConfigMap({ name: 'web', files })).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'web' },
    binaryData: { logo: 'if8=' },
  });
});

test('a literal that is no pair is not shown, since it may be a secret', () => {
  expect(() => createSecret({ name: 'db', literals: ['hunter2'] })).toThrow(
    expect.objectContaining({
      code: 'LITERAL_SYNTAX',
      message: 'invalid literal source, expected key=value',
    }),
  );
});

test('cdk8s rejects the key constructor as a duplicate: it is a key like any other', () => {
  expect(createSecret({ name: 'db', literals: ['constructor=a'] }).data?.constructor).toBe('YQ==');
});
