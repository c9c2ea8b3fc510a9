import { parseFieldSelector, requiredFieldValue, safeParseFieldSelector } from '@kubesem/selectors';
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

test.each(['a', '!a', 'a=b,c', 'a=b=c', 'a=b\\c', 'a=\\', `${'a'.repeat(1000)}`])(
  '%j is invalid',
  (selector) => {
    const { error, value } = safeParseFieldSelector(selector);
    expect([error?.code, value]).toEqual(['INVALID_FIELD_SELECTOR', undefined]);
    expect(error?.message.length).toBeLessThan(200);
    expect(() => parseFieldSelector(selector)).toThrow(
      expect.objectContaining({ code: 'INVALID_FIELD_SELECTOR' }),
    );
  },
);

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
