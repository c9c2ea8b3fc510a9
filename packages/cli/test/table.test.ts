import { expect, test } from 'vitest';
import { renderTable } from '../src/table.js';

test('columns are as wide as a terminal shows their cells', () => {
  const columns = [{ head: 'NAME' }, { head: 'N', align: 'right' as const }, { head: 'X' }];
  const rows = [
    ['日本語', '1', 'a'],
    ['e\u0301', '200', 'b'],
    ['\u001b[31mred\u001b[39m', '', ''],
  ];
  expect(renderTable(columns, rows)).toBe(`NAME      N  X
日本語    1  a
e\u0301       200  b
\u001b[31mred\u001b[39m
`);
});
