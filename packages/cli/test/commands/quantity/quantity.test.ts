import { describe, expect, test } from 'vitest';
import { cells, json, kubesem } from '../../support/run.js';

describe('kubesem quantity', () => {
  test('shows every form, the order and the sum', async () => {
    const { status, stdout } = await kubesem(['quantity', '1.5Gi', '-100m']);
    expect(status).toBe(0);
    expect(
      stdout,
    ).toBe(`QUANTITY  CANONICAL      NUMBER  ROUNDED UP          MILLI    BYTES  DECIMAL
1.5Gi     1536Mi     1610612736  1610612736  1610612736000  1.5 GiB  1.61 GB
-100m     -100m            -0.1          -1           -100   -0.1 B   -0.1 B

-100m < 1.5Gi
sum 1610612735900m = 1610612735.9 (1.5 GiB)
`);
  });

  test.each([
    ['400m', '0.4', '1', '400'],
    ['1n', '0.000000001', '1', '1'],
    ['0', '0', '0', '0'],
    ['12e6', '12000000', '12000000', '12000000000'],
    ['9223372036854775807', '9223372036854775807', '9223372036854775807', '9223372036854775807000'],
    ['-1.5Ki', '-1536', '-1536', '-1536000'],
  ])('%s is exact', async (input, number, value, milliValue) => {
    const { output } = await json(['quantity', input]);
    expect(output.quantities).toMatchObject([{ input, number, value, milliValue }]);
  });

  test('equal quantities have an equals sign between them', async () => {
    const { stdout } = await kubesem(['quantity', '1.5Gi', '0.1', '100m', '129e6']);
    expect(stdout).toContain('\n0.1 = 100m < 129e6 < 1.5Gi\n');
  });

  test('a negative quantity can follow two dashes, or other quantities', async () => {
    expect((await kubesem(['quantity', '--', '-1.5Ki'])).status).toBe(0);
    const { status, stdout } = await kubesem(['quantity', '1Gi', '-512Mi']);
    expect(status).toBe(0);
    expect(stdout).toContain('\nsum 512Mi = 536870912 ');
  });

  test('an unknown option is not a negative quantity', async () => {
    const { status, stderr } = await kubesem(['quantity', '--bytes', '1Gi']);
    expect(status).toBe(2);
    expect(stderr).toContain("'--bytes'");
    expect((await kubesem(['quantity', '1-x'])).status).toBe(1);
  });

  test('texts that are not quantities are errors, and the others are shown', async () => {
    const { status, stdout, stderr } = await kubesem(['quantity', '1GB', '2Gi', '']);
    expect(status).toBe(1);
    expect(cells(stdout)[1]?.[0]).toBe('2Gi');
    expect(stderr).toMatch(/^error: "1GB": .+\nerror: "": .+\n$/);
    expect(await kubesem(['quantity', '1x'])).toMatchObject({ status: 1, stdout: '' });
  });

  test('-o json has the errors next to the quantities', async () => {
    const { status, output } = await json(['quantity', '2k', 'x', '100m']);
    expect(status).toBe(1);
    expect(output).toMatchObject({
      quantities: [
        { input: '2k', canonical: '2k', format: 'DecimalSI' },
        { input: 'x', error: { code: 'INVALID_CHARACTER', offset: 0 } },
        { input: '100m', canonical: '100m' },
      ],
      sorted: ['100m', '2k'],
      sum: { input: '', canonical: '2000100m' },
    });
  });

  test('an amount beyond float64 has no unit', async () => {
    const { stdout } = await kubesem(['quantity', '-o', 'json', '1e400']);
    const [one] = JSON.parse(stdout).quantities;
    expect([one.bytes, one.decimalBytes]).toEqual(['10e399', '10e399']);
  });

  test('a number of many digits does not break the table', async () => {
    const args = ['quantity', '1e9999', '1', `0.${'0'.repeat(99)}1`];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(stdout).toContain('100000000000… (10,000 digits)');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(250);
    const { output } = await json(args);
    expect(output.sum.number).toMatch(/^10{9998}1\.000000001$/);
  });
});
