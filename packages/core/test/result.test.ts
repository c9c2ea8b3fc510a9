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

  test.each([
    new TypeError('x'),
    Object.assign(new Error('x'), { code: 'ENOENT' }),
    'text',
    undefined,
  ])('throws anything else on: %s', (thrown) => {
    let caught: unknown = 'nothing';
    try {
      attempt(() => {
        throw thrown;
      });
    } catch (error) {
      caught = error;
    }
    expect(caught).toBe(thrown);
  });
});
