import {
  explainFieldMatch,
  formatFieldSelector,
  matchesFieldSelector,
  parseFieldSelector,
  requiredFieldValue,
  safeParseFieldSelector,
} from '@kubesem/selectors';
import { expect, test } from 'vitest';

test.each([
  ['', []],
  [',,', []],
  ['a=b', ['a = b']],
  ['a==b', ['a = b']],
  ['a!=b', ['a != b']],
  ['a=', ['a = ']],
  ['=,!=,a=', ['a = ']],
  ['=b', [' = b']],
  ['\u{1f600}=1,\uffff=2', ['\uffff = 2', '\u{1f600} = 1']],
  ['b=1,,a!=2', ['a != 2', 'b = 1']],
  ['a=x\\,y\\=\\\\', ['a = x,y=\\']],
  ['a=b\nc', ['a = b\nc']],
  ['__proto__=constructor', ['__proto__ = constructor']],
])('%j has the requirements %j', (selector, requirements) => {
  const parsed = parseFieldSelector(selector);
  expect(parsed.map(({ field, operator, value }) => `${field} ${operator} ${value}`)).toEqual(
    requirements,
  );
  expect(safeParseFieldSelector(selector)).toEqual({ ok: true, value: parsed });
});

test.each([
  [5, 'INVALID_TYPE', undefined],
  ['a', 'MISSING_OPERATOR', 0],
  ['!a', 'MISSING_OPERATOR', 0],
  ['a=b,c', 'MISSING_OPERATOR', 4],
  ['a=b=c', 'UNESCAPED_CHARACTER', 3],
  ['b=1,a===c', 'UNESCAPED_CHARACTER', 7],
  ['a=\\\\=', 'UNESCAPED_CHARACTER', 4],
  ['a=b\\c', 'INVALID_ESCAPE', 3],
  ['a!=\\', 'INVALID_ESCAPE', 3],
  ['a'.repeat(1000), 'MISSING_OPERATOR', 0],
])('%j has the error %s at %j', (selector, code, offset) => {
  const { error, value } = safeParseFieldSelector(selector);
  expect([error?.code, error?.offset, value]).toEqual([code, offset, undefined]);
  expect(error?.message.length).toBeLessThan(200);
  expect(() => parseFieldSelector(selector as string)).toThrow(expect.objectContaining({ code }));
});

test.each([
  ['', ''],
  ['b==1,,a!=2,', 'a!=2,b=1'],
  ['a=x\\,y\\=\\\\', 'a=x\\,y\\=\\\\'],
])('%j is printed as %j', (selector, text) => {
  const requirements = parseFieldSelector(selector);
  expect(formatFieldSelector(requirements)).toBe(text);
  expect(parseFieldSelector(text)).toEqual(requirements);
});

const FIELDS = { a: 'x', b: '' };

test.each([
  ['', true, 'the selector is empty, which selects everything'],
  ['a=x', true, 'field a is "x"'],
  ['a!=x', false, 'field a is "x"; it must not be "x"'],
  ['a=y', false, 'field a is "x", not "y"'],
  ['a!=y', true, 'field a is "x", not "y"'],
  // An absent field is empty.
  ['c=', true, 'field c is ""'],
  ['c!=', false, 'field c is ""; it must not be ""'],
  ['constructor=', true, 'field constructor is ""'],
  ['a=x,b=', true, 'field a is "x"; field b is ""'],
  ['a=x,b=y', false, 'field b is "", not "y"'],
])('%j: %j', (selector, matches, text) => {
  const requirements = parseFieldSelector(selector);
  expect(matchesFieldSelector(requirements, FIELDS)).toBe(matches);
  expect(explainFieldMatch(requirements, FIELDS)).toMatchObject({ matches, text });
});

test.each([
  ['a=x', 'x'],
  ['a!=y,a=x', 'x'],
  // Requirements are in the order of their texts.
  ['a=y,a=x', 'x'],
  ['a!=x', undefined],
  ['b=x', undefined],
  ['', undefined],
])('%j requires the value %j of a', (selector, value) => {
  expect(requiredFieldValue(parseFieldSelector(selector), 'a')).toBe(value);
});
