import { KubesemError } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

describe('KubesemError', () => {
  test('carries what it was made of', () => {
    const error = new KubesemError({ code: 'C', message: 'm', input: 'i', offset: 3, path: 'p' });
    expect(error).toBeInstanceOf(Error);
    expect({ ...error }).toEqual({ name: 'KubesemError', code: 'C', offset: 3, path: 'p' });
    expect(error.message).toBe('m');
    expect(error.input).toBe('i');
  });

  test('has no input where none was given', () => {
    expect('input' in new KubesemError({ code: 'C', message: 'm' })).toBe(false);
  });

  test.each<[string, unknown]>([
    ['a'.repeat(80), 'a'.repeat(80)],
    [`${'b'.repeat(80)}…`, 'b'.repeat(81)],
    ['undefined', undefined],
    ['null', null],
    ['12', 12n],
    ['Symbol(s)', Symbol('s')],
    ['[array]', [1, 2]],
    ['[object]', { password: 'x' }],
    ['[object]', Object.create(null)],
    ['[function]', () => 1],
  ])('shows its input as %s', (text, input) => {
    expect(new KubesemError({ code: 'C', message: 'm', input }).input).toBe(text);
  });
});
