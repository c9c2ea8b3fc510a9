import { KubesemError, type QuantityFormat, type QuantityInput } from '@kubesem/core';
import { formatter } from './locale.js';
import { parseQuantity } from './parse.js';
import { requireDigits } from './ratio.js';
import type { QuantityUnit } from './units.js';

/**
 * The style of a formatted amount.
 *
 * - `bytes`: powers of 1024, `1.5 GiB`
 * - `decimalBytes`: powers of 1000, `1.61 GB`
 * - `binarySI`: powers of 1024 with the suffixes of Kubernetes, `1.5Gi`
 * - `decimalSI`: powers of 1000 with the suffixes of Kubernetes, `1.61G`; below one, `m`, `u` and `n`
 * - `cpu`: cores, or millicores below one core: `2.5` and `500m`
 * - `count`: a plain number, `110`
 * - `auto`: `binarySI` for a quantity in binary format, and otherwise `decimalSI`
 */
export type QuantityStyle =
  | 'bytes'
  | 'decimalBytes'
  | 'binarySI'
  | 'decimalSI'
  | 'cpu'
  | 'count'
  | 'auto';

/** Options of {@link formatQuantity}. */
export interface FormatQuantityOptions {
  /** The style; `auto` by default. */
  readonly style?: QuantityStyle | undefined;
  /** The unit, such as `MiB` or `m`; by default the largest one in which the number is at least 1. */
  readonly unit?: string | undefined;
  /** The highest number of decimals, 0 to 20; 2 by default. */
  readonly digits?: number | undefined;
  /**
   * The number of digits that decimals may fill up, 1 to 20, instead of a fixed number of decimals: with 3, `1.54`, `15.4`
   * and `154`. Digits before the point are always shown.
   */
  readonly significantDigits?: number | undefined;
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
  /** In ascending order, each `base` times the one before. */
  readonly names: readonly string[];
  readonly base: number;
  /** The powers of the base, one for each name. */
  readonly sizes: readonly number[];
  /** The unit below one in which amounts are counted. */
  readonly smallest: QuantityUnit | undefined;
}

function unitsOf(base: number, names: readonly string[], smallest?: QuantityUnit): Units {
  return { names, base, sizes: names.map((_, index) => base ** index), smallest };
}

const UNITS: ReadonlyMap<QuantityStyle, Units> = /* @__PURE__ */ new Map([
  ['bytes', /* @__PURE__ */ unitsOf(1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'])],
  ['decimalBytes', /* @__PURE__ */ unitsOf(1000, ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'])],
  ['binarySI', /* @__PURE__ */ unitsOf(1024, ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'])],
  [
    'decimalSI',
    /* @__PURE__ */ unitsOf(1000, ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'], 'n'),
  ],
  ['cpu', /* @__PURE__ */ unitsOf(1000, ['m', ''], 'm')],
  ['count', /* @__PURE__ */ unitsOf(1, [''])],
]);

/**
 * Formats an amount for display. The result is rounded, so do not calculate with it. To read text that a user edited, see
 * {@link parseHumanQuantity}.
 *
 * @param quantity - bytes, cores or a count
 * @param options - style, unit, digits and language
 * @returns the rounded number, its unit, and both as text
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `UNKNOWN_STYLE` if the style is unknown
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
 * formatQuantity('1610612736', { style: 'binarySI' }).text // => '1.5Gi'
 * formatQuantity('15734Mi', { significantDigits: 3 }).text // => '15.4Gi'
 * ```
 */
export function formatQuantity(
  quantity: QuantityInput,
  options: FormatQuantityOptions = {},
): FormattedQuantity {
  const { style = 'auto', unit, digits = 2, significantDigits, locale } = options;
  const amount = parseQuantity(quantity);
  const { names, base, sizes, smallest } = unitsOfStyle(style, amount.format);
  requireDigits(digits);
  requireDigits(significantDigits ?? 1);
  const wanted = unit === undefined ? names.length - 1 : names.indexOf(unit);
  if (wanted < 0) {
    fail('UNKNOWN_UNIT', unit, `unknown unit; use one of ${names.join(', ')}`);
  }
  const number = amount.toNumber(smallest);
  let index = unit === undefined ? 0 : wanted;
  while (index < wanted && Math.abs(number) >= (sizes[index + 1] as number)) {
    index++;
  }
  let value = rounded(number / (sizes[index] as number), digits, significantDigits);
  // The rounded number decides, so 1023.999 MiB is 1 GiB.
  if (index < wanted && Math.abs(value) >= base) {
    index++;
    value = rounded(number / (sizes[index] as number), digits, significantDigits);
  }
  // Nothing is 0, not 0n.
  const isBare = unit === undefined && style !== 'cpu' && value === 0 && names.includes('');
  const name = isBare ? '' : (names[index] as string);
  const text = locale === undefined ? plainText(value) : formatter(locale).format(value);
  return { value, unit: name, text: `${text}${name.endsWith('B') ? ' ' : ''}${name}` };
}

function unitsOfStyle(style: QuantityStyle, format: QuantityFormat): Units {
  const named = style === 'auto' ? (format === 'BinarySI' ? 'binarySI' : 'decimalSI') : style;
  return UNITS.get(named) ?? failStyle(style);
}

function failStyle(style: unknown): never {
  const styles = [...UNITS.keys(), 'auto'].join(', ');
  return fail('UNKNOWN_STYLE', style, `unknown style; use one of ${styles}`);
}

/** The number with so many decimals, or with as many as its size leaves of the significant digits. */
function rounded(number: number, digits: number, significantDigits: number | undefined): number {
  if (Number.isInteger(number)) {
    return number;
  }
  const decimals = (size: number) => Math.max(0, (significantDigits ?? 0) - wholeDigits(size));
  let text = number.toFixed(significantDigits === undefined ? digits : decimals(number));
  if (significantDigits !== undefined) {
    // 9.996 becomes 10.0, which has a digit less to fill.
    text = number.toFixed(decimals(Number(text)));
  }
  return Number(text) + 0; // + 0 turns -0 into 0
}

/** The number of digits before the point. */
function wholeDigits(number: number): number {
  return Math.trunc(Math.abs(number)).toString().length;
}

/** The number without an exponent. It is rounded already. */
function plainText(value: number): string {
  const text = String(value);
  return text.includes('e')
    ? value.toLocaleString('en', { maximumFractionDigits: 20, useGrouping: false })
    : text;
}

function fail(code: string, input: unknown, message: string): never {
  throw new KubesemError({ code, input, message });
}
