import { KubesemError, type QuantityInput } from '@kubesem/core';
import { parseQuantity } from './parse.js';

/**
 * How people read an amount.
 *
 * - `bytes`: powers of 1024, `1.5 GiB`
 * - `decimalBytes`: powers of 1000, `1.61 GB`
 * - `cpu`: cores from one on, millicores below, `2.5` and `500m`
 * - `count`: a plain number, `110`
 */
export type QuantityStyle = 'bytes' | 'decimalBytes' | 'cpu' | 'count';

/** Options of {@link formatQuantity}. */
export interface FormatQuantityOptions {
  /** How the amount is read. */
  readonly style: QuantityStyle;
  /** The unit to show it in, such as `MiB` or `m`; by default the largest one that leaves at least 1. */
  readonly unit?: string | undefined;
  /** At most so many digits behind the point, 0 to 20; 2 by default. */
  readonly digits?: number | undefined;
  /** The language whose separators are used, such as `de`; by default a point and no grouping. */
  readonly locale?: string | undefined;
}

/** An amount as people read it. */
export interface FormattedQuantity {
  /** The number, rounded to the digits that are shown. */
  readonly value: number;
  /** Its unit; empty for cores and counts. */
  readonly unit: string;
  /** Both, as text. */
  readonly text: string;
}

interface Units {
  readonly base: number;
  /** From the smallest on, each `base` times the one before. */
  readonly names: readonly string[];
}

const UNITS: { readonly [style in QuantityStyle]: Units } = {
  bytes: { base: 1024, names: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] },
  decimalBytes: { base: 1000, names: ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] },
  cpu: { base: 1000, names: ['m', ''] },
  count: { base: 1, names: [''] },
};

/**
 * Writes an amount for people to read; it is rounded, so nothing should read it back.
 *
 * @param quantity - what to show: bytes, cores or a count
 * @param options - style, unit, digits and language
 * @returns the rounded number, its unit, and both as text
 * @throws `UNKNOWN_STYLE` if the style is none of the four
 * @throws `UNKNOWN_UNIT` if the unit is none of the style's
 * @throws `DIGITS_OUT_OF_RANGE` if the digits are not a whole number from 0 to 20
 * @throws the codes of {@link parseQuantity} if the quantity is none
 * @throws the `RangeError` of `Intl.NumberFormat` if the language is no language tag
 * @example
 * ```ts
 * import { formatQuantity } from '@kubesem/quantity';
 *
 * formatQuantity('1610612736', { style: 'bytes' }) // => { value: 1.5, unit: 'GiB', text: '1.5 GiB' }
 * formatQuantity('1.5Gi', { style: 'decimalBytes' }).text // => '1.61 GB'
 * formatQuantity('1.5Gi', { style: 'bytes', unit: 'MiB', locale: 'en' }).text // => '1,536 MiB'
 * formatQuantity('0.5', { style: 'cpu' }).text // => '500m'
 * ```
 */
export function formatQuantity(
  quantity: QuantityInput,
  options: FormatQuantityOptions,
): FormattedQuantity {
  const { style, unit, digits = 2, locale } = options;
  const styles = Object.keys(UNITS);
  if (!styles.includes(style)) {
    fail('UNKNOWN_STYLE', style, `one of ${styles.join(', ')}`);
  }
  if (!Number.isInteger(digits) || digits < 0 || digits > 20) {
    fail('DIGITS_OUT_OF_RANGE', digits, 'a whole number from 0 to 20');
  }
  const { base, names } = UNITS[style];
  const wanted = unit === undefined ? names.length - 1 : names.indexOf(unit);
  if (wanted < 0) {
    fail('UNKNOWN_UNIT', unit, `one of ${names.join(', ')}`);
  }
  const smallest = style === 'cpu' ? parseQuantity(quantity).mul(1000) : parseQuantity(quantity);
  const number = smallest.toNumber();
  // + 0 turns -0 into 0
  const round = (index: number) => Number((number / base ** index).toFixed(digits)) + 0;
  let index = unit === undefined ? 0 : wanted;
  // The rounded number decides, so that 1023.999 MiB is shown as 1 GiB.
  while (index < wanted && Math.abs(round(index)) >= base) {
    index++;
  }
  const value = round(index);
  const name = names[index] as string;
  const text = new Intl.NumberFormat(locale ?? 'en', {
    maximumFractionDigits: digits,
    useGrouping: locale !== undefined,
  }).format(value);
  return { value, unit: name, text: `${text}${name.endsWith('B') ? ' ' : ''}${name}` };
}

function fail(code: string, input: unknown, expected: string): never {
  throw new KubesemError({ code, input, message: `expected ${expected}` });
}
