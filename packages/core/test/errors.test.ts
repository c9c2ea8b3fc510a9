import { KubesemError } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

describe('KubesemError', () => {
  test('has the parts that it is made of', () => {
    const error = new KubesemError({ code: 'C', message: 'm', input: 'i', offset: 3 });
    expect(error).toBeInstanceOf(Error);
    expect({ ...error }).toEqual({ name: 'KubesemError', code: 'C', offset: 3 });
    expect(error.message).toBe('m');
    expect(error.input).toBe('i');
  });

  test('has an input only if one is given', () => {
    expect('input' in new KubesemError({ code: 'C', message: 'm' })).toBe(false);
  });

  test('shortens its input', () => {
    const error = new KubesemError({ code: 'C', message: 'm', input: 'b'.repeat(81) });
    expect(error.input).toBe(`${'b'.repeat(80)}…`);
    expect(Object.keys(error)).not.toContain('input');
  });
});
