import { FieldError, fieldPath, formatFieldProblem, KubesemError } from '@kubesem/core';
import { fieldProblem, problemOf, raise } from '@kubesem/core/internal';
import { describe, expect, test } from 'vitest';

const path = fieldPath('limits', 'example.com/gpu');
const type = 'INVALID';
const message = 'must be 0 or more';

test('a problem of ours has a severity, advice and the object, and no type of the server', () => {
  const object = { kind: 'Pod', namespace: 'shop', name: 'web' };
  expect(
    problemOf({ code: 'C', severity: 'warning', message, advice: 'remove it', object }),
  ).toEqual({
    ...{ code: 'C', severity: 'warning', segments: [], path: '', message },
    ...{ advice: 'remove it', object },
  });
});

describe('fieldProblem', () => {
  test('lists the segments and writes the path', () => {
    expect(fieldProblem({ type, code: 'NEGATIVE', path, message })).toEqual({
      type,
      code: 'NEGATIVE',
      severity: 'error',
      segments: ['limits', 'example.com/gpu'],
      path: 'limits[example.com/gpu]',
      message,
    });
  });

  test.each<[string, unknown]>([
    ['-1', -1],
    ['null', null],
    [`${'b'.repeat(80)}…`, 'b'.repeat(81)],
    ['[object]', { password: 'x' }],
  ])('shows the value as %s', (text, value) => {
    expect(fieldProblem({ type, code: 'C', path, value, message }).value).toBe(text);
  });

  test('has a value and an offset only if they are given', () => {
    const problem = fieldProblem({
      type,
      code: 'C',
      path: undefined,
      value: undefined,
      offset: undefined,
      message,
    });
    expect(Object.keys(problem)).toEqual([
      ...['type', 'code', 'severity', 'segments', 'path', 'message'],
    ]);
    expect(fieldProblem({ type, code: 'C', path, offset: 0, message }).offset).toBe(0);
  });

  test('is plain data', () => {
    const problem = fieldProblem({ type, code: 'C', path, value: new Date(0), offset: 1, message });
    expect(structuredClone(problem)).toEqual(problem);
  });
});

test('a problem of the whole object is printed without a path', () => {
  expect(formatFieldProblem({ path: 'limits', message })).toBe(`limits: ${message}`);
  expect(formatFieldProblem({ path: '', message })).toBe(message);
});

test('an error has the problem, and the same code and offset', () => {
  const problem = fieldProblem({ type, code: 'NEGATIVE', path, value: '-1', offset: 0, message });
  let error: unknown;
  try {
    raise(problem);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(FieldError);
  expect(error).toBeInstanceOf(KubesemError);
  expect(error).toMatchObject({ name: 'FieldError', code: 'NEGATIVE', offset: 0, problem });
  expect((error as Error).message).toBe(formatFieldProblem(problem));
});
