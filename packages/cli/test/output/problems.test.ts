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
});
