import { describe, expect, test } from 'vitest';
import { renderTable } from '../../src/output/table/render.js';
import { renderCsv, UnknownColumnError } from '../../src/output/table/sort.js';
import { PLAIN, right, type Table } from '../../src/output/table/table.js';

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;

test('columns are as wide as a terminal shows their cells', () => {
  const rows = [
    ['日本語', '1', 'a'],
    ['e\u0301', '200', 'b'],
    [red('red'), '', ''],
  ];
  expect(renderTable({ columns: ['NAME', right('N'), 'X'], rows }, PLAIN)).toBe(`NAME      N  X
日本語    1  a
e\u0301       200  b
${red('red')}
`);
});

test('an optional column is omitted if all of its cells are empty', () => {
  const columns = ['A', { head: 'B', optional: true }, 'C'];
  const rows = [
    ['1', '-', '2'],
    ['3', '', '4'],
  ];
  expect(renderTable({ columns, rows }, PLAIN)).toBe('A  C\n1  2\n3  4\n');
  expect(renderTable({ columns, rows: [...rows, ['5', 'x', '6']] }, PLAIN)).toContain('A  B  C\n');
});

test('a heading spans all columns', () => {
  const table = { columns: ['A', 'B'], rows: ['a longer heading', ['1', '2']] };
  expect(renderTable(table, PLAIN)).toBe('A  B\na longer heading\n1  2\n');
});

test('headings can be omitted', () => {
  const table = { columns: ['LONG HEADING', 'B'], rows: [['1', '2']], footer: [['SUM', '2']] };
  expect(renderTable(table, { ...PLAIN, headers: false })).toBe('1    2\nSUM  2\n');
});

describe('on a narrow terminal', () => {
  const table: Table = {
    columns: ['NAME', { head: 'KIND', drop: 2 }, right('CPU', 1), right('MEMORY')],
    rows: [
      ['a-very-long-name-of-a-workload', 'Deployment', '100m', '1Gi'],
      [red('ärger-im-日本-cluster-mit-ümläuten'), 'StatefulSet', '2', '16Gi'],
    ],
  };
  const at = (width: number) => renderTable(table, { ...PLAIN, width }).split('\n');

  test('everything is shown if it fits', () => {
    expect(at(62)).toEqual(renderTable(table, PLAIN).split('\n'));
  });

  test('columns are omitted in their order, then text is shortened, and numbers never', () => {
    expect(at(59)).toEqual([
      'NAME                                KIND         MEMORY',
      'a-very-long-name-of-a-workload      Deployment      1Gi',
      `${red('ärger-im-日本-cluster-mit-ümläuten')}  StatefulSet    16Gi`,
      'Hidden: CPU (-o wide shows everything)',
      '',
    ]);
    expect(at(24)).toEqual([
      'NAME              MEMORY',
      'a-very-long-nam…     1Gi',
      `${red('ärger-im-日本-c…')}    16Gi`,
      'Hidden: KIND, CPU (-o w…',
      '',
    ]);
  });

  test('the width of the widest texts is shared', () => {
    const rows = [['x'.repeat(30), 'y'.repeat(20), 'z'.repeat(9)]];
    const [, line] = renderTable({ columns: ['A', 'B', 'C'], rows }, { ...PLAIN, width: 40 }).split(
      '\n',
    );
    expect(line).toBe(`${'x'.repeat(12)}…  ${'y'.repeat(13)}…  ${'z'.repeat(9)}`);
  });

  test('the last column continues on the next lines', () => {
    const rows = [
      ['web-1', 'the readiness probe of container app does not succeed'],
      ['web-2', 'a node'],
    ];
    const columns = ['NAME', 'WAITS FOR'];
    expect(renderTable({ columns, rows }, { ...PLAIN, width: 30 })).toBe(
      `NAME   WAITS FOR
web-1  the readiness probe of
       container app does not
       succeed
web-2  a node
`,
    );
  });

  test.each([
    ['a word that is too long', 'container-of-a-very-long-name waits', 'container-of-a-very-lo…'],
    ['colors', red('the readiness probe does not succeed'), red('the readiness probe do…')],
  ])('a cell of the last column with %s is shortened', (_, cell, shown) => {
    const table = { columns: ['NAME', 'WAITS FOR'], rows: [['web-1', cell]] };
    expect(
      renderTable(table, { ...PLAIN, width: 30 })
        .split('\n')
        .slice(1),
    ).toEqual([`web-1  ${shown}`, 'Cells are shortened (-o wide …', '']);
  });

  test('text keeps eight characters, however narrow it is', () => {
    const rows = [['abcdefghij', 'abcdefghij']];
    const [, line] = renderTable({ columns: ['A', 'B'], rows }, { ...PLAIN, width: 3 }).split('\n');
    expect(line).toBe('abcdefg…  abcdefg…');
  });
});

describe('sorting', () => {
  const table: Table = {
    columns: ['NAME', right('CPU-REQ'), right('WAIT P50')],
    rows: [
      ['web-10', '2 (1%)', '1.5s'],
      ['', '(its container)', ''],
      ['web-9', '-', '<1ms'],
      ['Web-1', '500m', '59.9ms'],
      ['lone', '16Ei', '0'],
    ],
    footer: [['TOTAL', '3', '']],
  };
  const sorted = (sortBy: string) =>
    renderTable(table, { ...PLAIN, sortBy, headers: false })
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)[0]);

  test.each([
    ['NAME', ['lone', 'Web-1', 'web-9', 'web-10', '', 'TOTAL']],
    ['cpu_req', ['Web-1', 'web-10', '', 'lone', 'web-9', 'TOTAL']],
    ['-CPU-REQ', ['lone', 'web-10', '', 'Web-1', 'web-9', 'TOTAL']],
    ['wait p50', ['lone', 'web-9', 'Web-1', 'web-10', '', 'TOTAL']],
  ])('by %s compares values, keeps groups, and puts empty cells and totals last', (by, names) => {
    expect(sorted(by)).toEqual(names);
  });

  test.each([
    ['amounts of any unit', ['1Gi', '800m', '2'], ['800m', '2', '1Gi']],
    ['the first of two', ['12 → 7', '2 → 90', '3/node'], ['2 → 90', '3/node', '12 → 7']],
    ['percentages', ['64.1%', '<0.1%', '7%'], ['<0.1%', '7%', '64.1%']],
    ['sizes', ['1.5 GiB', '123.02 MiB', '0.1 B'], ['0.1 B', '123.02 MiB', '1.5 GiB']],
    ['durations', ['2.43s', '140ms', '0'], ['0', '140ms', '2.43s']],
    ['a remark after a number', ['3', '0 finished', '1'], ['0 finished', '1', '3']],
    ['what is no number last', ['no', '3', 'all'], ['3', 'all', 'no']],
  ])('a column of numbers compares %s', (_, cells, expected) => {
    const rows = cells.map((cell) => ['x', cell]);
    const text = renderTable({ columns: ['A', right('N')], rows }, { ...PLAIN, sortBy: 'N' });
    const sorted = text.trimEnd().split('\n').slice(1);
    expect(sorted.map((line) => line.replace(/^x +/, ''))).toEqual(expected);
  });

  test('by an unknown column is an error that names the columns', () => {
    expect(() => sorted('__proto__')).toThrow(UnknownColumnError);
    expect(() => sorted('nope')).toThrow('NAME, CPU-REQ, WAIT P50');
  });
});

describe('CSV', () => {
  const csv = (rows: Table['rows'], headers = true) =>
    renderCsv({ columns: ['A', 'B'], rows, footer: [['TOTAL', '1']] }, { ...PLAIN, headers });

  test('has plain cells, repeats those above, and has no totals and headings of groups', () => {
    const rows = ['heading', ['x', red('1')], ['', '2'], ['y', '-'], ['  z', '']];
    expect(csv(rows)).toBe('A,B\r\nx,1\r\nx,2\r\ny,\r\nz,\r\n');
    expect(csv([], false)).toBe('');
  });

  test('quotes commas, quotes and line breaks', () => {
    expect(csv([['a,b', 'say "x"\r\ny']], false)).toBe('"a,b","say ""x""\r\ny"\r\n');
  });

  test.each(['=1+1', '+1', '-1+cmd|x', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
    'a cell %j is never a formula',
    (cell) => {
      expect(csv([['a', cell]], false)).not.toMatch(/,"?[=+\-@\t\r＝]/);
    },
  );
});
