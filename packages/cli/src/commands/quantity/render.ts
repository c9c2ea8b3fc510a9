import type { Colors } from '../../output/colors.js';
import { renderTable, right } from '../../output/table.js';
import { shorten, visible } from '../../output/text.js';
import { type Conversion, isQuantity, type QuantityModel } from './model.js';

/** Lays out the conversions; of several also their order and their sum. */
export function renderQuantities(
  { quantities, sorted, sum }: QuantityModel,
  colors: Colors,
): string {
  const valid = quantities.filter(isQuantity);
  if (valid.length === 0) {
    return '';
  }
  const table = renderConversions(valid, colors);
  if (valid.length === 1) {
    return table;
  }
  const total = `sum ${sum.canonical} = ${shorten(sum.number)} (${sum.bytes})`;
  return `${table}\n${renderOrder(sorted, valid)}\n${total}\n`;
}

function renderConversions(conversions: readonly Conversion[], colors: Colors): string {
  return renderTable(
    [
      'QUANTITY',
      'CANONICAL',
      right('NUMBER'),
      right('ROUNDED UP'),
      right('MILLI'),
      right('BYTES'),
      right('DECIMAL'),
    ],
    conversions.map(({ input, canonical, number, value, milliValue, bytes, decimalBytes }) =>
      [visible(input), canonical, number, value, milliValue, bytes, decimalBytes].map(shorten),
    ),
    colors,
  );
}

/** The inputs, smallest first; equal ones have the same exact number. */
function renderOrder(sorted: readonly string[], conversions: readonly Conversion[]): string {
  const numbers = new Map(conversions.map(({ input, number }) => [input, number]));
  return sorted
    .map((input, index) => {
      const before = sorted[index - 1];
      const isEqual = before !== undefined && numbers.get(before) === numbers.get(input);
      const sign = before === undefined ? '' : isEqual ? ' = ' : ' < ';
      return sign + visible(input);
    })
    .join('');
}
