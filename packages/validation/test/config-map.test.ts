import type { ConfigMap } from '@kubesem/core';
import { validateConfigMap } from '@kubesem/validation/config-map';
import { describe, expect, test } from 'vitest';

const metadata = { name: 'web' };
const LIMIT = 1_048_576;

test('a key is in data or in binaryData', () => {
  const problems = validateConfigMap({ metadata, data: { a: 'x' }, binaryData: { a: '' } });
  expect(problems).toEqual([
    {
      type: 'INVALID',
      severity: 'error',
      code: 'INVALID',
      segments: ['data', 'a'],
      path: 'data[a]',
      value: 'a',
      message: 'duplicate of key present in binaryData',
    },
  ]);
});

test('where the documentation differs: the data may have exactly 1 MiB, and only values count', () => {
  const data = { ['k'.repeat(253)]: 'x'.repeat(LIMIT - 1) };
  expect(validateConfigMap({ metadata, data: { ...data, b: 'x' } })).toEqual([]);
  expect(validateConfigMap({ metadata, data: { ...data, b: 'é' } })).toMatchObject([
    {
      type: 'TOO_LONG',
      path: '[]',
      segments: [],
      message: 'may not be more than 1048576 bytes',
    },
  ]);
});

describe('an update of an immutable ConfigMap to', () => {
  const old: ConfigMap = { metadata, immutable: true, data: { a: 'x' } };

  test.each<[string, ConfigMap, object[]]>([
    ['the same object', old, []],
    ['another value', { ...old, data: { a: 'y' } }, [{ type: 'FORBIDDEN', path: 'data' }]],
    ['another key', { ...old, data: { b: 'x' } }, [{ type: 'FORBIDDEN', path: 'data' }]],
    ['a mutable one', { ...old, immutable: false }, [{ type: 'FORBIDDEN', path: 'immutable' }]],
    ['an empty binaryData', { ...old, binaryData: {} }, [{ path: 'binaryData' }]],
    [
      'another name',
      { ...old, metadata: { name: 'b' } },
      [{ type: 'INVALID', path: 'metadata.name', message: 'field is immutable' }],
    ],
  ])('%s', (_, configMap, expected) => {
    expect(validateConfigMap(configMap, { old })).toMatchObject(expected);
  });
});

describe('bad input', () => {
  test.each([null, 5, 'x', []])('%j instead of an object', (value) => {
    expect(validateConfigMap(value as never)).toBeInstanceOf(Array);
    expect(validateConfigMap({ metadata, data: value } as never)).toBeInstanceOf(Array);
  });

  test('__proto__ is a key like any other', () => {
    const data = JSON.parse('{"__proto__":"x"}') as { [key: string]: string };
    expect(validateConfigMap({ metadata, data })).toEqual([]);
  });
});
