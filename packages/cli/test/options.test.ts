import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { positiveInteger, seconds, seed } from '../src/options.js';

describe('a positive whole number', () => {
  test.each<[string, number]>([
    ['1', 1],
    ['012', 12],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s', (text, value) => {
    expect(positiveInteger(text)).toBe(value);
  });

  test.each(['0', '-1', '+5', '5.0', '1e3', '0x5', ' 5', '5 ', '', 'x', '9007199254740992'])(
    'not %j',
    (text) => {
      expect(() => positiveInteger(text)).toThrow(InvalidArgumentError);
    },
  );
});

describe('a seed', () => {
  test.each<[string, number]>([
    ['0', 0],
    ['4294967295', 4294967295],
  ])('%s', (text, value) => {
    expect(seed(text)).toBe(value);
  });

  test.each(['-1', '4294967296', '1e1', '', '1.5'])('not %j', (text) => {
    expect(() => seed(text)).toThrow(InvalidArgumentError);
  });
});

describe('a duration', () => {
  test.each<[string, number]>([
    ['90', 90],
    ['1.25s', 1.25],
    ['10m', 600],
    ['1h2m3.5s', 3723.5],
    ['10000000', 1e7],
  ])('%s', (text, value) => {
    expect(seconds(text)).toBe(value);
  });

  test.each(['soon', '0', '1s!', 'in1s', '10000001', '', '-1s'])('not %j', (text) => {
    expect(() => seconds(text)).toThrow(InvalidArgumentError);
  });
});
