import { describe, expect, test } from 'vitest';
import { describeProblem } from '../../src/output/problems.js';

describe('a problem in one line', () => {
  const rejected = {
    type: 'INVALID',
    path: 'spec.ports[0].port',
    value: '0',
    message: 'must be between 1 and 65535, inclusive',
  } as const;

  test('has the path, the value and the words of the API server', () => {
    expect(describeProblem(rejected)).toBe(
      'spec.ports[0].port "0": must be between 1 and 65535, inclusive',
    );
  });

  test('ends with the advice, if there is any', () => {
    expect(describeProblem({ ...rejected, path: '', value: '', advice: 'use 80' })).toBe(
      'must be between 1 and 65535, inclusive; use 80',
    );
  });

  test.each([
    ['Al', 'supported values: "Always", "OnFailure"', true],
    ['a', 'a lowercase RFC 1123 label', true],
    ['web', 'must not be "web"', false],
  ])('has %j, which the words of the API server may have by chance', (value, message, isShown) => {
    const line = describeProblem({ type: 'INVALID', code: 'INVALID', path: 'a', value, message });
    expect(line).toBe(isShown ? `a "${value}": ${message}` : `a: ${message}`);
  });

  test('has a value that is not supported, although others with a feature gate are', () => {
    const message = 'supported values: "Equal", "Exists", "Lt", "Gt"';
    const code = 'NOT_SUPPORTED';
    const line = describeProblem({ type: code, code, path: 'operator', value: 'Lt', message });
    expect(line).toBe(`operator "Lt": ${message}`);
  });

  test.each([
    ['0.5', '0.5 is finer than 1m', false],
    ['1', 'expected 10, 1', false],
    ['1', 'expected 10', true],
    ['1m', 'found 11m, not 1mm', true],
  ])('has %j if the message only has a longer word', (value, message, isShown) => {
    const line = describeProblem({ code: 'CODE', path: 'a', value, message });
    expect(line).toBe(isShown ? `a "${value}": ${message}` : `a: ${message}`);
  });
});
