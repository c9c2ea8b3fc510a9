import {
  formatLabelRequirements,
  matchesLabelSelector,
  parseLabelSelector,
  safeParseLabelSelector,
} from '@kubesem/selectors';
import { describe, expect, test } from 'vitest';

const isValid = (selector: string) => safeParseLabelSelector(selector).ok;

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
    expect(selectors.filter((each) => !isValid(each))).toEqual([]);
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
    expect(selectors.filter(isValid)).toEqual([]);
  });
});

test.each([
  ['a', ['a exists ']],
  ['!a,b', ['a ! ', 'b exists ']],
  ['a=b,a==c,a!=', ['a = b', 'a == c', 'a != ']],
  ['a in (c,b,,c)', ['a in |b|c']],
  ['a notin ()', ['a notin ']],
  ['c,b,a', ['a exists ', 'b exists ', 'c exists ']],
  ['a!=2,a=1', ['a != 2', 'a = 1']],
  ['a>1,b<02', ['a > 1', 'b < 02']],
  ['in in (in)', ['in in in']],
])('%j has the requirements %j', (selector, requirements) => {
  const parsed = parseLabelSelector(selector);
  expect(
    parsed.map(({ key, operator, values }) => `${key} ${operator} ${values.join('|')}`),
  ).toEqual(requirements);
  expect(safeParseLabelSelector(selector)).toEqual({ ok: true, value: parsed });
});

test.each([
  [5, 'INVALID_TYPE', undefined],
  [undefined, 'INVALID_TYPE', undefined],
  ['a=b=c', 'UNEXPECTED_TOKEN', 3],
  ['a in b', 'UNEXPECTED_TOKEN', 5],
  ['a,', 'UNEXPECTED_TOKEN', 2],
  ['a in (b ', 'UNEXPECTED_TOKEN', 8],
  [' a\0=b =', 'UNEXPECTED_TOKEN', 6],
  ['a, -b', 'INVALID_KEY', 3],
  ['a= -b', 'INVALID_VALUE', 3],
  ['a in (b, -c)', 'INVALID_VALUE', 9],
  ['a<-1', 'INVALID_VALUE', 2],
  ['a > b', 'NOT_AN_INTEGER', 4],
  ['a>', 'NOT_AN_INTEGER', 2],
])('%j has the error %s at %j', (selector, code, offset) => {
  const { error, value } = safeParseLabelSelector(selector);
  expect([error?.code, error?.offset, value]).toEqual([code, offset, undefined]);
  expect(() => parseLabelSelector(selector as string)).toThrow(expect.objectContaining({ code }));
});

test.each([
  ['', ''],
  [' b , !a ', '!a,b'],
  ['a==b,c=d,e!=', 'a==b,c=d,e!='],
  ['a in (c,b),d notin ()', 'a in (b,c),d notin ()'],
  ['a>1,b<02', 'a>1,b<02'],
])('%j is printed as %j', (selector, text) => {
  const requirements = parseLabelSelector(selector);
  expect(formatLabelRequirements(requirements)).toBe(text);
  expect(parseLabelSelector(text)).toEqual(requirements);
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
    expect(matchesLabelSelector(parseLabelSelector(selector), labels)).toBe(expected);
  });

  test('an object without labels has none', () => {
    expect(matchesLabelSelector(parseLabelSelector('!a'), undefined)).toBe(true);
    expect(matchesLabelSelector(parseLabelSelector('a'), null)).toBe(false);
  });
});
