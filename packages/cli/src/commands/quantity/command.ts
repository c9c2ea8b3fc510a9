import {
  formatQuantity,
  type Quantity,
  type QuantityStyle,
  safeParseQuantity,
  sumQuantities,
} from '@kubesem/quantity';
import { type Column, column, numbers, renderRows, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import type { Layout } from '../../output/table/table.js';
import { count, shorten, visible } from '../../output/text.js';

const EXAMPLES = `
Examples:
  kubesem quantity 1.5Gi 0.1 129e6     All forms, the order and the sum
  kubesem quantity -o json 100m        The same for programs
  kubesem quantity -- -1Gi             A negative quantity

Exit status: 0 if all are quantities, 1 if one is not, 2 if the command line is
wrong.`;

const COLUMNS: readonly Column<Conversion>[] = [
  column('QUANTITY', ({ input }) => shorten(visible(input))),
  column('CANONICAL', ({ canonical }) => shortNumber(canonical)),
  numbers('NUMBER', ({ number }) => shortNumber(number)),
  numbers('ROUNDED UP', ({ value }) => shortNumber(value), { drop: 2 }),
  numbers('MILLI', ({ milliValue }) => shortNumber(milliValue), { drop: 1 }),
  numbers('BYTES', ({ bytes }) => shortNumber(bytes)),
  numbers('DECIMAL', ({ decimalBytes }) => shortNumber(decimalBytes), { drop: 3 }),
];

/** `kubesem quantity`. */
export const quantity: AddCommand = command({
  name: 'quantity',
  summary: 'Convert and compare quantities such as 1.5Gi or 100m',
  help: EXAMPLES,
  arguments: { inputs: flags.argument('<QUANTITY...>', 'Quantities in Kubernetes notation') },
  flags: { ...flags.table() },
  columns: COLUMNS,
  takesNegatives: true,
  answer: ({ inputs }) => {
    const unknown = inputs.find((text) => /^-[^\d.]/.test(text));
    if (unknown !== undefined) {
      throw new UsageError(`unknown option '${unknown}'`);
    }
    const read = inputs.map((input) => ({ input, ...safeParseQuantity(input) }));
    const parsed = read.filter((one) => one.ok);
    const quantities = read.map(({ input, value, error }) =>
      value === undefined
        ? { input, error: { code: error.code, message: error.message, offset: error.offset } }
        : conversion(input, value),
    );
    const valid = quantities.flatMap((one) => ('error' in one ? [] : [one]));
    const model = {
      quantities,
      /** The valid inputs, smallest first. */
      sorted: [...parsed].sort((a, b) => a.value.cmp(b.value)).map(({ input }) => input),
      sum: conversion('', sumQuantities(parsed.map(({ value }) => value))),
    };
    return {
      table: tableOf(COLUMNS, valid),
      text: (layout) => renderQuantities(valid, model, layout),
      model: () => model,
      errors: quantities.flatMap((one) =>
        'error' in one ? [`${JSON.stringify(one.input)}: ${one.error.message}`] : [],
      ),
    };
  },
});

/** One quantity in the forms that people and programs use. */
type Conversion = ReturnType<typeof conversion>;

function conversion(input: string, quantity: Quantity) {
  return {
    /** The text that was passed in; empty for the sum. */
    input,
    /** As Kubernetes prints it. */
    canonical: quantity.toString(),
    format: quantity.format,
    /** The exact value as a decimal number. */
    number: exactNumber(quantity),
    /** Whole units, such as bytes, rounded away from zero. */
    value: quantity.value().toString(),
    /** Thousandths, such as millicores, rounded away from zero. */
    milliValue: quantity.milliValue().toString(),
    /** Rounded, in powers of 1024. */
    bytes: rounded(quantity, 'bytes'),
    /** Rounded, in powers of 1000. */
    decimalBytes: rounded(quantity, 'decimalBytes'),
  };
}

/** An amount with a unit, or as Kubernetes prints it if no float64 is that large. */
function rounded(quantity: Quantity, style: QuantityStyle): string {
  const { value, text } = formatQuantity(quantity, { style });
  return Number.isFinite(value) ? text : quantity.toString();
}

/** The exact value of a quantity as a decimal number; none is finer than a billionth. */
function exactNumber(quantity: Quantity): string {
  const nano = quantity.scaledValue(-9).toString();
  const sign = nano.startsWith('-') ? '-' : '';
  const digits = nano.slice(sign.length).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0{1,9}$/, '');
  return `${sign}${digits.slice(0, -9)}${fraction && `.${fraction}`}`;
}

/** The conversions; of several also their order and their sum. */
function renderQuantities(
  valid: readonly Conversion[],
  { sorted, sum }: { readonly sorted: readonly string[]; readonly sum: Conversion },
  layout: Layout,
): string {
  const table = renderRows(COLUMNS, valid, layout);
  const amounts = [sum.canonical, sum.number, sum.bytes].map(shortNumber);
  return valid.length > 1
    ? `${table}\n${renderOrder(sorted, valid)}\nsum ${amounts[0]} = ${amounts[1]} (${amounts[2]})\n`
    : table;
}

const MAX_NUMBER = 40;
const SHOWN_DIGITS = 12;

/** A number with its first digits and their count if it is too long for a table; `-o json` has all of them. */
function shortNumber(text: string): string {
  const digits = count(text.replace(/\D/g, '').length, 'digit');
  return text.length > MAX_NUMBER ? `${text.slice(0, SHOWN_DIGITS)}… (${digits})` : text;
}

/** The inputs, smallest first; equal ones have the same exact number. */
function renderOrder(sorted: readonly string[], conversions: readonly Conversion[]): string {
  const numberOf = new Map(conversions.map(({ input, number }) => [input, number]));
  return sorted
    .map((input, index) => {
      const before = sorted[index - 1];
      const isEqual = before !== undefined && numberOf.get(before) === numberOf.get(input);
      const sign = before === undefined ? '' : isEqual ? ' = ' : ' < ';
      return sign + shorten(visible(input));
    })
    .join('');
}
