import { KubesemError, type QuantityInput } from '@kubesem/core';
import { parseQuantity } from './parse.js';

/**
 * The style of a formatted amount.
 *
 * - `bytes`: powers of 1024, `1.5 GiB`
 * - `decimalBytes`: powers of 1000, `1.61 GB`
 * - `cpu`: cores, or millicores below one core: `2.5` and `500m`
 * - `count`: a plain number, `110`
 */
export type QuantityStyle = 'bytes' | 'decimalBytes' | 'cpu' | 'count';

/** Options of {@link formatQuantity}. */
export interface FormatQuantityOptions {
  /** The style. */
  readonly style: QuantityStyle;
  /** The unit, such as `MiB` or `m`; by default the largest one in which the number is at least 1. */
  readonly unit?: string | undefined;
  /** The highest number of decimals, 0 to 20; 2 by default. */
  readonly digits?: number | undefined;
  /** The language of the separators, such as `de`; by default a point and no grouping. */
  readonly locale?: string | undefined;
}

/** A formatted amount. */
export interface FormattedQuantity {
  /** The rounded number. */
  readonly value: number;
  /** Its unit; empty for cores and counts. */
  readonly unit: string;
  /** Number and unit as text. */
  readonly text: string;
}

interface Units {
  readonly base: number;
  /** In ascending order, each `base` times the one before. */
  readonly names: readonly string[];
}

const UNITS: { readonly [style in QuantityStyle]: Units } = {
  bytes: { base: 1024, names: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] },
  decimalBytes: { base: 1000, names: ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] },
  cpu: { base: 1000, names: ['m', ''] },
  count: { base: 1, names: [''] },
};

/**
 * Formats an amount for display. The result is rounded, so do not parse it.
 *
 * @param quantity - bytes, cores or a count
 * @param options - style, unit, digits and language
 * @returns the rounded number, its unit, and both as text
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `UNKNOWN_STYLE` if the style is not one of the four
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `UNKNOWN_UNIT` if the style does not have the unit
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `DIGITS_OUT_OF_RANGE` if the digits are not an integer from 0 to 20
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if the amount is not a quantity
 * @throws `RangeError` of `Intl.NumberFormat` if the locale is not a language tag
 *
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
    fail('UNKNOWN_STYLE', style, `unknown style; use one of ${styles.join(', ')}`);
  }
  if (!Number.isInteger(digits) || digits < 0 || digits > 20) {
    fail('DIGITS_OUT_OF_RANGE', digits, 'digits must be an integer from 0 to 20');
  }
  const { base, names } = UNITS[style];
  const wanted = unit === undefined ? names.length - 1 : names.indexOf(unit);
  if (wanted < 0) {
    fail('UNKNOWN_UNIT', unit, `unknown unit; use one of ${names.join(', ')}`);
  }
  const smallest = style === 'cpu' ? parseQuantity(quantity).mul(1000) : parseQuantity(quantity);
  const number = smallest.toNumber();
  // + 0 turns -0 into 0
  const round = (index: number) => Number((number / base ** index).toFixed(digits)) + 0;
  let index = unit === undefined ? 0 : wanted;
  // The rounded number decides, so 1023.999 MiB is 1 GiB.
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

function fail(code: string, input: unknown, message: string): never {
  throw new KubesemError({ code, input, message });
}
