import { formatTable } from '@kubesem/core';
import { expect, test } from 'vitest';

test('no rows, no headers', () => {
  expect(formatTable(['Name'], [])).toBe('');
});

test('columns are at least 6 wide, and 3 apart', () => {
  expect(formatTable(['A', 'B', 'C'], [['x', 'longer', 'y']])).toBe(
    'A     B        C\nx     longer   y\n',
  );
});

test('a cell that is longer than its header, without headers', () => {
  expect(
    formatTable(
      ['A', 'B'],
      [
        ['x', '1'],
        ['longer', '2'],
      ],
      { headers: false },
    ),
  ).toBe('x        1\nlonger   2\n');
});

test.each([
  ['first\nsecond', 'first...'],
  ['carriage\rreturn', 'carriage...'],
  ['\u001b[31mred', '^[[31mred'],
  // A tab starts another cell, as in kubectl.
  ['a\tb', 'a     b'],
])('%j is printed as %j', (cell, printed) => {
  expect(formatTable(['A'], [[cell]], { headers: false }).trimEnd()).toBe(printed);
});

test('rows after the first hundred are at least as wide', () => {
  const rows = Array.from({ length: 150 }, (_, index) => [
    index === 0 ? '\u001b\u001b\u001b\u001b' : 'x',
    'y',
  ]);
  const lines = formatTable(['A', 'B'], rows).split('\n');
  expect(lines.at(-2)).toBe('x          y');
});

test('many tabs are printed in linear time', () => {
  expect(formatTable(['A'], [['\t'.repeat(100_000)]]).length).toBeGreaterThan(600_000);
});
