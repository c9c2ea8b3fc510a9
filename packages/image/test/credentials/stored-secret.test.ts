import { inspect } from 'node:util';
import { applyStringData, type FieldError } from '@kubesem/core';
import { readDockerConfigSecret } from '@kubesem/image/internal';
import { describe, expect, test } from 'vitest';

describe('applyStringData', () => {
  test('overwrites data of the same key', () => {
    const secret = {
      type: 'kubernetes.io/dockercfg',
      data: { '.dockercfg': 'W10=', b: 'Yg==' },
      stringData: { '.dockercfg': '{"é":{}}', __proto__x: null },
    };
    const before = JSON.stringify(secret);
    const stored = applyStringData(secret);
    expect(readDockerConfigSecret(stored).map(({ server }) => server)).toEqual(['é']);
    expect(stored).not.toHaveProperty('stringData');
    expect(stored.data).toMatchObject({ b: 'Yg==', __proto__x: '' });
    expect(JSON.stringify(secret)).toBe(before);
  });

  test('rejects a value that is not a string, without showing it', () => {
    for (const value of [['katze'], 4711]) {
      let error: FieldError | undefined;
      try {
        applyStringData({ stringData: { 'a.b': value as never } });
      } catch (caught) {
        error = caught as FieldError;
      }
      expect(error?.problem).toMatchObject({
        code: 'INVALID_TYPE',
        segments: ['stringData', 'a.b'],
      });
      expect(inspect(error)).not.toMatch(/katze|4711/);
      expect(error?.problem).not.toHaveProperty('value');
    }
  });

  test('accepts the key __proto__', () => {
    const stored = applyStringData(JSON.parse('{"stringData":{"__proto__":"a"}}'));
    expect(JSON.stringify(stored)).toBe('{"data":{"__proto__":"YQ=="}}');
  });

  test.each([{ data: { a: 'YQ==' } }, { stringData: null }])('returns %j itself', (secret) => {
    expect(applyStringData(secret)).toBe(secret);
  });
});
