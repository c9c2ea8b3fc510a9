import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { kubesem } from './terminal.js';

/** The cells of a table's lines. */
const cells = (table: string) => table.split('\n').map((line) => line.trim().split(/ {2,}/));

describe('kubesem quantity', () => {
  test('shows every form of a quantity', async () => {
    const { status, stdout } = await kubesem(['quantity', '1.5Gi']);
    expect(status).toBe(0);
    expect(cells(stdout)).toEqual([
      ['QUANTITY', 'CANONICAL', 'NUMBER', 'ROUNDED UP', 'MILLI', 'BYTES', 'DECIMAL'],
      ['1.5Gi', '1536Mi', '1610612736', '1610612736', '1610612736000', '1.5 GiB', '1.61 GB'],
      [''],
    ]);
  });

  test('numbers stand below each other', async () => {
    const { stdout } = await kubesem(['quantity', '1.5Gi', '-100m']);
    expect(
      stdout,
    ).toBe(`QUANTITY  CANONICAL      NUMBER  ROUNDED UP          MILLI    BYTES  DECIMAL
1.5Gi     1536Mi     1610612736  1610612736  1610612736000  1.5 GiB  1.61 GB
-100m     -100m            -0.1          -1           -100   -0.1 B   -0.1 B

-100m < 1.5Gi
sum 1610612735900m = 1610612735.9 (1.5 GiB)
`);
  });

  test('where there is no quantity there is no table', async () => {
    expect(await kubesem(['quantity', '1x'])).toMatchObject({ status: 1, stdout: '' });
  });

  test.each([
    ['400m', '0.4', '1', '400'],
    ['1n', '0.000000001', '1', '1'],
    ['0', '0', '0', '0'],
    ['12e6', '12000000', '12000000', '12000000000'],
    ['9223372036854775807', '9223372036854775807', '9223372036854775807', '9223372036854775807000'],
  ])('%s is exact', async (input, number, rounded, milli) => {
    const [, row] = cells((await kubesem(['quantity', input])).stdout);
    expect(row?.slice(2, 5)).toEqual([number, rounded, milli]);
  });

  test('a negative number stands behind two dashes', async () => {
    const [, row] = cells((await kubesem(['quantity', '--', '-1.5Ki'])).stdout);
    expect(row?.slice(0, 5)).toEqual(['-1.5Ki', '-1536', '-1536', '-1536', '-1536000']);
  });

  test('it may stand without them, but options must be known', async () => {
    const { status, stdout } = await kubesem(['quantity', '1Gi', '-512Mi']);
    expect(status).toBe(0);
    expect(stdout).toContain('\nsum 512Mi = 536870912 ');
    const unknown = await kubesem(['quantity', '--bytes', '1Gi']);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain("'--bytes'");
    expect((await kubesem(['quantity', '1-x'])).status).toBe(1);
  });

  test('several are put in order and added', async () => {
    const { stdout } = await kubesem(['quantity', '1.5Gi', '0.1', '100m', '129e6']);
    expect(stdout).toContain('\n0.1 = 100m < 129e6 < 1.5Gi\n');
    expect(stdout).toContain('\nsum 1739612736200m = 1739612736.2 ');
  });

  test('what is no quantity is named, the others are shown, the status is 1', async () => {
    const { status, stdout, stderr } = await kubesem(['quantity', '1GB', '2Gi', '']);
    expect(status).toBe(1);
    expect(cells(stdout)[1]?.[0]).toBe('2Gi');
    expect(stderr).toMatch(/^error: "1GB": .+\nerror: "": .+\n$/);
  });

  test.each(['json', 'yaml'])('-o %s is for programs', async (format) => {
    const { status, stdout } = await kubesem(['quantity', '-o', format, '2k', 'x', '100m']);
    expect(status).toBe(1);
    expect(
      format === 'json' ? JSON.parse(stdout) : parse(stdout, { version: '1.1' }),
    ).toMatchObject({
      quantities: [
        { input: '2k', canonical: '2k', number: '2000', value: '2000', milliValue: '2000000' },
        { input: 'x', error: { code: 'INVALID_CHARACTER' } },
        { input: '100m', format: 'DecimalSI', number: '0.1', value: '1', milliValue: '100' },
      ],
      sorted: ['100m', '2k'],
      sum: { input: '', canonical: '2000100m' },
    });
  });

  test('a number of many digits does not break the table', async () => {
    const { status, stdout } = await kubesem(['quantity', `1e300`]);
    expect(status).toBe(0);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(250);
  });

  test('control characters do not reach the terminal', async () => {
    const { stderr } = await kubesem(['quantity', '\u001b[2J1\u009b']);
    expect(stderr).toContain('\\u001b[2J1\\u009b');
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
