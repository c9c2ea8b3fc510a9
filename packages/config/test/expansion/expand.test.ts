import { expandVariables } from '@kubesem/config';
import { describe, expect, test } from 'vitest';

describe('references', () => {
  test.each([
    ['$(A)', 'a'],
    ['$(A)$(A)', 'aa'],
    ['$(GONE)', '$(GONE)'],
    ['$$(A)', '$(A)'],
    ['$$$(A)', '$a'],
    ['$(A', '$(A'],
    ['a$$(A)$(GONE)', 'a$(A)$(GONE)'],
    ['$', '$'],
    ['$x', '$x'],
    ['$()', '$()'],
    ['$(A$(A))', '$(A$(A))'],
    ['$(constructor)', '$(constructor)'],
  ])('%s becomes %s', (text, expected) => {
    expect(expandVariables(text, { A: 'a' })).toBe(expected);
  });

  test('values are not expanded again', () => {
    expect(expandVariables('$(A)', { A: '$(B)', B: 'b' })).toBe('$(B)');
  });

  test('a million unfinished references take linear time', () => {
    const text = '$('.repeat(1_000_000);
    expect(expandVariables(text, {})).toBe(text);
  });
});
