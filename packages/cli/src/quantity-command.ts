import { formatQuantity, type Quantity, safeParseQuantity, sumQuantities } from '@kubesem/quantity';
import { renderStructured } from './structured.js';
import { renderTable } from './table.js';
import { shorten, type Terminal, visible } from './terminal.js';

/** One quantity in the forms that people and programs want. */
interface Conversion {
  readonly input: string;
  /** As Kubernetes prints it. */
  readonly canonical: string;
  readonly format: string;
  /** The exact value as a decimal number. */
  readonly number: string;
  /** Whole units, such as bytes, rounded away from zero. */
  readonly value: string;
  /** Thousandths, such as millicores, rounded away from zero. */
  readonly milliValue: string;
  /** Rounded, in powers of 1024. */
  readonly bytes: string;
  /** Rounded, in powers of 1000. */
  readonly decimalBytes: string;
}

/**
 * Converts and compares quantities.
 *
 * @param inputs - quantities as the user wrote them
 * @param format - `table`, `json` or `yaml`
 * @param terminal - where to write to
 * @returns the exit status
 */
export function quantityCommand(
  inputs: readonly string[],
  format: 'table' | 'json' | 'yaml',
  { stdout, stderr }: Terminal,
): number {
  const read = inputs.map((input) => ({ input, ...safeParseQuantity(input) }));
  const good = read.filter((one) => one.ok);
  const sorted = [...good].sort((a, b) => a.value.cmp(b.value));
  const sum = sumQuantities(good.map(({ value }) => value));
  for (const { input, error } of read) {
    if (error !== undefined) {
      const { red } = stderr.colors;
      stderr.write(
        `${red('error:')} ${visible(JSON.stringify(input))}: ${visible(error.message)}\n`,
      );
    }
  }
  if (format !== 'table') {
    const quantities = read.map(({ input, value, error }) =>
      value === undefined
        ? { input, error: { code: error?.code, message: error?.message, offset: error?.offset } }
        : convert(input, value),
    );
    const report = { quantities, sorted: sorted.map(({ input }) => input), sum: convert('', sum) };
    stdout.write(renderStructured(report, format));
  } else if (good.length > 0) {
    stdout.write(conversionTable(good.map(({ input, value }) => convert(input, value))));
    if (good.length > 1) {
      const { number, canonical, bytes } = convert('', sum);
      stdout.write(`\n${order(sorted)}\nsum ${canonical} = ${shorten(number)} (${bytes})\n`);
    }
  }
  return good.length === read.length ? 0 : 1;
}

function convert(input: string, quantity: Quantity): Conversion {
  return {
    input,
    canonical: quantity.toString(),
    format: quantity.format,
    number: exactNumber(quantity),
    value: quantity.value().toString(),
    milliValue: quantity.milliValue().toString(),
    bytes: formatQuantity(quantity, { style: 'bytes' }).text,
    decimalBytes: formatQuantity(quantity, { style: 'decimalBytes' }).text,
  };
}

/** No quantity is finer than a billionth. */
function exactNumber(quantity: Quantity): string {
  const nano = quantity.scaledValue(-9).toString();
  const sign = nano.startsWith('-') ? '-' : '';
  const digits = nano.slice(sign.length).padStart(10, '0');
  let number = `${digits.slice(0, -9)}.${digits.slice(-9)}`;
  while (number.endsWith('0')) {
    number = number.slice(0, -1);
  }
  return sign + (number.endsWith('.') ? number.slice(0, -1) : number);
}

function conversionTable(conversions: readonly Conversion[]): string {
  return renderTable(
    [
      { head: 'QUANTITY' },
      { head: 'CANONICAL' },
      { head: 'NUMBER', align: 'right' },
      { head: 'ROUNDED UP', align: 'right' },
      { head: 'MILLI', align: 'right' },
      { head: 'BYTES', align: 'right' },
      { head: 'DECIMAL', align: 'right' },
    ],
    conversions.map(({ input, canonical, number, value, milliValue, bytes, decimalBytes }) =>
      [visible(input), canonical, number, value, milliValue, bytes, decimalBytes].map(shorten),
    ),
  );
}

function order(sorted: readonly { readonly input: string; readonly value: Quantity }[]): string {
  return sorted
    .map(({ input, value }, index) => {
      const before = sorted[index - 1];
      const sign = before === undefined ? '' : before.value.equals(value) ? ' = ' : ' < ';
      return sign + visible(input);
    })
    .join('');
}
