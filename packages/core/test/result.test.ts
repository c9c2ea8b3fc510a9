import { attempt, FieldError, KubesemError, toPod } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

describe('attempt', () => {
  test('returns the value', () => {
    const pod = { kind: 'Pod' };
    expect(attempt(() => toPod(pod))).toEqual({ ok: true, value: pod });
    expect(attempt(() => undefined)).toEqual({ ok: true, value: undefined });
  });

  test('returns the error itself', () => {
    const result = attempt(() => toPod({ kind: 'Node' }));
    expect(result.ok).toBe(false);
    expect(result.error).toBeInstanceOf(FieldError);
    expect(result.error?.code).toBe('NOT_A_POD');
  });

  test('returns an error of another copy of the package', () => {
    const error = Object.assign(new Error('x'), {
      ...new KubesemError({ code: 'C', message: 'x' }),
    });
    const result = attempt(() => {
      throw error;
    });
    expect(result.error).toBe(error);
  });

  const hostile = new Proxy(new Error('x'), {
    getPrototypeOf: () => {
      throw new Error('from the proxy');
    },
  });
  const withGetter = Object.defineProperty(new Error('x'), 'code', {
    get: () => {
      throw new Error('from the getter');
    },
  });
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();

  test.each([
    ['an error of the language', new TypeError('x')],
    ['an error of Node', Object.assign(new Error('x'), { code: 'ENOENT' })],
    ['a string', 'text'],
    ['nothing', undefined],
    ['an error whose code cannot be read', withGetter],
    ['a proxy that throws', hostile],
    ['a proxy that is revoked', revoked],
  ])('returns %s as the cause of UNREADABLE_INPUT', (_, thrown) => {
    const { error } = attempt(() => {
      throw thrown;
    });
    expect(error?.code).toBe('UNREADABLE_INPUT');
    expect(error instanceof FieldError && error.problem.segments).toEqual([]);
    expect(Object.is(error?.cause, thrown)).toBe(true);
  });

  test('does not quote the cause, which may hold a secret', () => {
    const { error } = attempt(() => JSON.parse('token-123'));
    expect(`${error?.message} ${JSON.stringify(error)}`).not.toContain('token');
  });

  test('returns the error of a getter in an object', () => {
    const pod = {
      get spec(): never {
        throw new RangeError('from the getter');
      },
    };
    expect(attempt(() => toPod(pod)).error?.cause).toEqual(new RangeError('from the getter'));
  });
});
