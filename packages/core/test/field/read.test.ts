import { FieldError, type FieldProblem, fieldPath } from '@kubesem/core';
import {
  INT32_RANGE,
  INT64_RANGE,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
} from '@kubesem/core/internal';
import { describe, expect, test } from 'vitest';

type Report = (problem: FieldProblem<'INVALID_TYPE'>) => void;

/** Each reader: what it accepts, what it rejects, and what it reads if the field is absent or rejected. */
const readers: readonly (readonly [
  string,
  (value: never, report?: Report) => unknown,
  readonly unknown[],
  readonly unknown[],
  unknown,
])[] = [
  [
    'readObject',
    (value, report) => readObject(value, fieldPath('f'), report),
    [{}, Object.create(null), { a: 1 }],
    [[], 'a', 1, true, () => 1],
    undefined,
  ],
  [
    'readList',
    (value, report) => readList(value, fieldPath('f'), report),
    [[], [null]],
    [{}, { length: 0 }, 'a', 0],
    [],
  ],
  [
    'readString',
    (value, report) => readString(value, fieldPath('f'), report),
    ['', 'a', '\0'],
    [0, false, [], {}, ['a']],
    '',
  ],
  [
    'readBoolean',
    (value, report) => readBoolean(value, fieldPath('f'), report),
    [true, false],
    [0, 1, '', 'true', [], {}],
    undefined,
  ],
  [
    'readInteger',
    (value, report) => readInteger(value, fieldPath('f'), INT32_RANGE, report),
    [0, -2147483648, 2147483647],
    [
      0.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -2147483649,
      2147483648,
      2147483648n,
      '1',
      '1n',
      [],
      true,
    ],
    undefined,
  ],
];

describe.each(readers)('%s', (_, read, accepted, rejected, absent) => {
  test('returns the value itself', () => {
    for (const value of accepted) {
      expect(read(value as never)).toBe(value);
    }
  });

  test('reads null as absent', () => {
    expect(read(undefined as never)).toEqual(absent);
    expect(read(null as never)).toEqual(absent);
  });

  test('throws a problem of the field', () => {
    for (const value of rejected) {
      const error = caught(() => read(value as never));
      expect(error.problem).toMatchObject({
        type: 'TYPE_INVALID',
        code: 'INVALID_TYPE',
        segments: ['f'],
      });
    }
  });

  test('reports the problem instead, and then reads the field as absent', () => {
    for (const value of rejected) {
      const problems: FieldProblem[] = [];
      expect(read(value as never, (problem) => problems.push(problem))).toEqual(absent);
      expect(problems.map(({ code }) => code)).toEqual(['INVALID_TYPE']);
    }
  });

  test('shows no text and no content, which may be secret', () => {
    for (const value of ['hunter2', { password: 'hunter2' }, ['hunter2']]) {
      const problems: FieldProblem[] = [];
      read(value as never, (problem) => problems.push(problem));
      expect(JSON.stringify(problems)).not.toContain('hunter2');
    }
  });
});

test('an int64 is exact, whether it is a number or a bigint', () => {
  const int64 = (value: unknown) => readInteger(value, undefined, INT64_RANGE);
  expect(int64(9007199254740993n)).toBe(9007199254740992);
  expect(int64(2n ** 63n - 1n)).toBe(2 ** 63);
  expect(int64(-(2n ** 63n))).toBe(-(2 ** 63));
  expect(int64(-(2 ** 63))).toBe(-(2 ** 63));
  for (const beyond of [2n ** 63n, 2 ** 63, -(2n ** 63n) - 1n, 2 ** 64]) {
    const { message } = caught(() => int64(beyond));
    expect(message).toContain('from -9223372036854775808 to 9223372036854775807');
    expect(message).toContain(String(BigInt(beyond)));
  }
  expect(readInteger(5n, undefined, INT32_RANGE)).toBe(5);
});

test('numbers and booleans are shown', () => {
  const long = caught(() => readString(9007199254740993n, undefined));
  expect(long.problem).toMatchObject({ value: '9007199254740993' });
  expect(long.message).toContain('9007199254740993');
  expect(caught(() => readString(80, undefined)).problem).toMatchObject({ value: '80' });
  expect(caught(() => readString(true, undefined)).message).toContain('true');
});

function caught(action: () => unknown): FieldError {
  try {
    action();
  } catch (error) {
    if (error instanceof FieldError) {
      return error;
    }
  }
  throw new Error('expected a FieldError');
}

test.each([
  [
    2 ** 63,
    'an integer from -9223372036854775808 to 9223372036854775807, found 9223372036854775808',
  ],
  [
    -(2 ** 64),
    'an integer from -9223372036854775808 to 9223372036854775807, found -18446744073709551616',
  ],
  [
    10n ** 19n,
    'an integer from -9223372036854775808 to 9223372036854775807, found 10000000000000000000',
  ],
])('the message about %s has the digits of an int64', (value, expected) => {
  expect(() => readInteger(value, undefined, INT64_RANGE)).toThrow(`expected ${expected}`);
});
