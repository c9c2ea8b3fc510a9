import { type Mantissa, normalize, timesPowerOfTen } from './mantissa.js';
import type { Quantity } from './quantity.js';

const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

/** The value as a whole number; undefined if it has a fraction. */
function wholeNumber({ mantissa, scale }: Quantity): Mantissa | undefined {
  if (scale >= 0) {
    return timesPowerOfTen(mantissa, scale);
  }
  const divisor = timesPowerOfTen(1, -scale);
  if (typeof mantissa === 'number' && typeof divisor === 'number') {
    return mantissa % divisor === 0 ? mantissa / divisor : undefined;
  }
  const [dividend, by] = [BigInt(mantissa), BigInt(divisor)];
  const quotient = dividend / by;
  return quotient * by === dividend ? normalize(quotient) : undefined;
}

/** Takes factors of `base` out of `value`: the rest and how many there were. */
function removeFactors(value: Mantissa, base: number): [rest: Mantissa, times: number] {
  let rest = value;
  let times = 0;
  if (typeof rest === 'bigint') {
    const bigBase = BigInt(base);
    while (typeof rest === 'bigint' && rest % bigBase === BigInt(0)) {
      rest = normalize(rest / bigBase);
      times++;
    }
  }
  if (typeof rest === 'number') {
    while (rest % base === 0) {
      rest /= base;
      times++;
    }
  }
  return [rest, times];
}

/**
 * The canonical form: no fraction, and the largest suffix that loses nothing.
 *
 * A suffix that does not exist is left out, as Go does: 1000E prints `1`, and so does 1024Ei.
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.CanonicalizeBytes`.
 */
export function canonicalText(quantity: Quantity): string {
  if (quantity.mantissa === 0) {
    return '0';
  }
  if (quantity.format === 'BinarySI') {
    const whole = wholeNumber(quantity);
    if (whole !== undefined && (whole >= 1024 || whole <= -1024)) {
      const [rest, times] = removeFactors(whole, 1024);
      return `${rest}${BINARY_SUFFIXES[times] ?? ''}`;
    }
    // What is small or has a fraction would lose digits; it is shown in the decimal form.
  }
  // Down to a multiple of three, then up as far as it goes.
  const excess = ((quantity.scale % 3) + 3) % 3;
  const [rest, times] = removeFactors(timesPowerOfTen(quantity.mantissa, excess), 1000);
  const exponent = quantity.scale - excess + 3 * times;
  if (quantity.format === 'DecimalExponent') {
    return exponent === 0 ? `${rest}` : `${rest}e${exponent}`;
  }
  return `${rest}${DECIMAL_SUFFIXES[exponent / 3 + 3] ?? ''}`;
}
