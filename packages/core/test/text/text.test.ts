import { displayText, isInt64Text, utf8Length } from '@kubesem/core/internal';
import { describe, expect, test } from 'vitest';

describe('displayText', () => {
  test.each<[string, unknown]>([
    ['a'.repeat(80), 'a'.repeat(80)],
    [`${'b'.repeat(80)}…`, 'b'.repeat(81)],
    ['undefined', undefined],
    ['null', null],
    ['12', 12n],
    ['Symbol(s)', Symbol('s')],
    ['[array]', [1, 2]],
    ['[object]', { password: 'x' }],
    ['[object]', Object.create(null)],
    ['[function]', () => 1],
  ])('writes %s', (text, value) => {
    expect(displayText(value)).toBe(text);
  });
});

test('displayText shows a revoked proxy', () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  expect(displayText(proxy)).toBe('[object]');
});

describe('utf8Length', () => {
  test.each([
    ['', 0],
    ['web', 3],
    ['\x7f', 1],
    ['\x80', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\uffff', 3],
    ['😀', 4],
    ['a😀ü', 7],
  ])('of %j is %j', (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  });

  test('counts half of a surrogate pair as U+FFFD', () => {
    expect(utf8Length('\ud83d')).toBe(3);
    expect(utf8Length('\ude00\ud83d')).toBe(6);
  });
});

describe('isInt64Text', () => {
  test.each([
    '0',
    '-0',
    '+1',
    '007',
    '9223372036854775807',
    '-9223372036854775808',
    `-${'0'.repeat(100)}9223372036854775808`,
  ])('accepts %s', (text) => {
    expect(isInt64Text(text)).toBe(true);
  });

  test.each([
    '',
    '-',
    '+-1',
    ' 1',
    '1 ',
    '1\n',
    '1.0',
    '1e3',
    '0x1',
    '1_000',
    '٣',
    '9223372036854775808',
    '-9223372036854775809',
    '9'.repeat(10_000),
  ])('rejects %j', (text) => {
    expect(isInt64Text(text)).toBe(false);
  });
});
