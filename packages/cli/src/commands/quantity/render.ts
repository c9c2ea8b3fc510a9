import { type Column, column, numbers, tableOf } from '../../frame/columns.js';
import { renderTable } from '../../output/table/render.js';
import type { Layout } from '../../output/table/table.js';
import { count, shorten, visible } from '../../output/text.js';
import { type Conversion, isQuantity, type QuantityModel } from './model.js';

/** Lays out the conversions; of several also their order and their sum. */
export function renderQuantities(
  { quantities, sorted, sum }: QuantityModel,
  layout: Layout,
): string {
  const valid = quantities.filter(isQuantity);
  if (valid.length === 0) {
    return '';
  }
  const table = renderTable(tableOf(COLUMNS, valid)(layout), layout);
  if (valid.length === 1) {
    return table;
  }
  const amounts = [sum.canonical, sum.number, sum.bytes].map(shortNumber);
  const total = `sum ${amounts[0]} = ${amounts[1]} (${amounts[2]})`;
  return `${table}\n${renderOrder(sorted, valid)}\n${total}\n`;
}

/** The columns of conversions. */
export const COLUMNS: readonly Column<Conversion>[] = [
  column('QUANTITY', ({ input }) => shorten(visible(input))),
  column('CANONICAL', ({ canonical }) => shortNumber(canonical)),
  numbers('NUMBER', ({ number }) => shortNumber(number)),
  numbers('ROUNDED UP', ({ value }) => shortNumber(value), { drop: 2 }),
  numbers('MILLI', ({ milliValue }) => shortNumber(milliValue), { drop: 1 }),
  numbers('BYTES', ({ bytes }) => shortNumber(bytes)),
  numbers('DECIMAL', ({ decimalBytes }) => shortNumber(decimalBytes), { drop: 3 }),
];

const MAX_NUMBER = 40;
const SHOWN_DIGITS = 12;

/** A number with its first digits and their count if it is too long for a table; `-o json` has all of them. */
function shortNumber(text: string): string {
  const digits = count(text.replace(/\D/g, '').length, 'digit');
  return text.length > MAX_NUMBER ? `${text.slice(0, SHOWN_DIGITS)}… (${digits})` : text;
}

/** The inputs, smallest first; equal ones have the same exact number. */
function renderOrder(sorted: readonly string[], conversions: readonly Conversion[]): string {
  const numbers = new Map(conversions.map(({ input, number }) => [input, number]));
  return sorted
    .map((input, index) => {
      const before = sorted[index - 1];
      const isEqual = before !== undefined && numbers.get(before) === numbers.get(input);
      const sign = before === undefined ? '' : isEqual ? ' = ' : ' < ';
      return sign + shorten(visible(input));
    })
    .join('');
}
