import {
  isValidLabelSelector,
  matchesLabels,
  parseLabelSelector,
  safeParseLabelSelector,
} from '@kubesem/selectors';
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

test.each([
  ['a', ['a exists ']],
  ['!a,b', ['a ! ', 'b exists ']],
  ['a=b,a==c,a!=', ['a = b', 'a == c', 'a != ']],
  ['a in (c,b,,c)', ['a in c|b||c']],
  ['a notin ()', ['a notin ']],
  ['a>1,b<02', ['a > 1', 'b < 02']],
  ['in in (in)', ['in in in']],
])('%j has the requirements %j', (selector, requirements) => {
  const parsed = parseLabelSelector(selector);
  expect(
    parsed.map(({ key, operator, values }) => `${key} ${operator} ${values.join('|')}`),
  ).toEqual(requirements);
  expect(safeParseLabelSelector(selector)).toEqual({ ok: true, value: parsed });
});

test.each(['a=b=c', 5, undefined])('%j has an error, and no requirements', (selector) => {
  const { error, value } = safeParseLabelSelector(selector);
  expect([error?.code, value]).toEqual(['INVALID_LABEL_SELECTOR', undefined]);
  expect(() => parseLabelSelector(selector as string)).toThrow(
    expect.objectContaining({ code: 'INVALID_LABEL_SELECTOR' }),
  );
});

describe('labels', () => {
  test.each([
    ['', {}, true],
    ['a', { a: '' }, true],
    ['a', {}, false],
    ['!a', {}, true],
    ['!a', { a: '' }, false],
    ['a=1', { a: '1' }, true],
    ['a=1', { a: '01' }, false],
    ['a=', {}, false],
    ['a=', { a: null }, true],
    ['a!=1', {}, true],
    ['a!=1', { a: '1' }, false],
    ['a notin (1,2)', { a: '2' }, false],
    ['a notin (1,2)', {}, true],
    ['a in (1,)', { a: '' }, true],
    ['a>9223372036854775806', { a: '9223372036854775807' }, true],
    ['a>1', { a: '+2' }, true],
    ['a<2', { a: 'b' }, false],
    ['a<2', {}, false],
    ['a<2', { a: '02' }, false],
    ['a=1,b=2', { a: '1', b: '3' }, false],
    ['a=1,b=2', { a: '1', b: '2' }, true],
    ['constructor', {}, false],
  ])('%j of %j: %j', (selector, labels, expected) => {
    expect(matchesLabels(parseLabelSelector(selector), labels)).toBe(expected);
  });

  test('an object without labels has none', () => {
    expect(matchesLabels(parseLabelSelector('!a'), undefined)).toBe(true);
    expect(matchesLabels(parseLabelSelector('a'), null)).toBe(false);
  });
});
