import pc from 'picocolors';
import { expect, test } from 'vitest';
import { renderTable, right } from '../../src/output/table.js';

const plain = pc.createColors(false);

test('columns are as wide as a terminal shows their cells', () => {
  const rows = [
    ['日本語', '1', 'a'],
    ['e\u0301', '200', 'b'],
    ['\u001b[31mred\u001b[39m', '', ''],
  ];
  expect(renderTable(['NAME', right('N'), 'X'], rows, plain)).toBe(`NAME      N  X
日本語    1  a
e\u0301       200  b
\u001b[31mred\u001b[39m
`);
});

test('an optional column is omitted if all of its cells are empty', () => {
  const columns = ['A', { head: 'B', optional: true }, 'C'];
  const rows = [
    ['1', '-', '2'],
    ['3', '', '4'],
  ];
  expect(renderTable(columns, rows, plain)).toBe('A  C\n1  2\n3  4\n');
  expect(renderTable(columns, [...rows, ['5', 'x', '6']], plain)).toContain('A  B  C\n');
});
