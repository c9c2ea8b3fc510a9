import { PRINTABLE } from './printable-table.js';

let bounds: readonly number[] | undefined;

/**
 * Reports whether Go prints a character as it is. Engines know other versions of Unicode.
 *
 * Source: Go's `strconv.IsPrint`, of Unicode 15.0.0.
 */
export function isPrintable(code: number): boolean {
  bounds ??= readBounds();
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] as number) <= code) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  // Characters after the first, third, … bound are printed.
  return low % 2 === 1;
}

function readBounds(): readonly number[] {
  let bound = 0;
  return PRINTABLE.split(' ').map((distance) => {
    bound += Number.parseInt(distance, 36);
    return bound;
  });
}
