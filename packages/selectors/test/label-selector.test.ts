import { isValidLabelSelector } from '@kubesem/selectors';
import { describe, expect, test } from 'vitest';

describe('a valid label selector', () => {
  test.each([
    ['without requirements', ['', ' ', '\0-']],
    ['that a label exists or not', ['a', '!a', 'a,b', '!a,!b', 'x.y/a']],
    ['of equality', ['a=', 'a=,b', 'a==b', 'a!=b,c', 'a=\tb\r\n', 'x.y/a=b', 'a\0=b', 'a=\0b']],
    [
      'of sets',
      ['a in (b,c)', 'a notin (b)', 'a in ()', 'a in (,)', 'a in (b,)', 'a in (,b),c', 'a in (\0)'],
    ],
    ['of numbers', ['a>1', 'a<0123', 'a > 9223372036854775807']],
  ])('%s', (_, selectors) => {
    expect(selectors.filter((each) => !isValidLabelSelector(each))).toEqual([]);
  });
});

describe('an invalid label selector', () => {
  test.each([
    ['without a key', [',', 'a,', '!', '(a)', '=b', '>1']],
    ['with an invalid key', ['-a', 'a/b/c']],
    ['with an invalid value', ['a=-b', 'a in (-b)', 'a in (b,-c)']],
    ['with an invalid operator', ['a===b', 'a=>', 'a=b=c', 'a xin b', 'a inx b', '!a=b']],
    ['with more than a requirement', ['a b', 'a (b)', 'a=b c', 'a in (b)c', 'a in (b c)']],
    ['with an incomplete set', ['a in', 'a in b', 'a in (b', 'a=(b)']],
    ['with a bound that is not an int64', ['a>', 'a>b', 'a<1.5', 'a>x1', 'a>9223372036854775808']],
  ])('%s', (_, selectors) => {
    expect(selectors.filter(isValidLabelSelector)).toEqual([]);
  });
});
