import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { positiveInteger } from '../src/option-values.js';

test.each<[string, number]>([
  ['1', 1],
  ['012', 12],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('%s is a whole number from 1', (text, value) => {
  expect(positiveInteger(text)).toBe(value);
});

test.each(['0', '-1', '+5', '5.0', '1e3', '0x5', ' 5', '5 ', '', 'x', '9007199254740992'])(
  '%j is none',
  (text) => {
    expect(() => positiveInteger(text)).toThrow(InvalidArgumentError);
  },
);
