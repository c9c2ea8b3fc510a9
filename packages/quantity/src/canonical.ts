import type { QuantityFormat } from '@kubesem/core';
import { type Mantissa, normalize, timesPowerOfTen } from './mantissa.js';

const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

/** The value as an integer; undefined if it has a fraction. */
function wholeNumber(mantissa: Mantissa, scale: number): Mantissa | undefined {
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

/** Removes the factors `base` from `value`: the rest and the number of factors. */
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
 * The canonical form: no fraction, and the largest suffix that loses no digit.
 *
 * Powers beyond exa have no suffix, so none is printed, as in Go: 1000E prints `1`, and so does 1024Ei.
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.CanonicalizeBytes`.
 */
export function canonicalText(mantissa: Mantissa, scale: number, format: QuantityFormat): string {
  if (mantissa === 0) {
    return '0';
  }
  if (format === 'BinarySI') {
    const whole = wholeNumber(mantissa, scale);
    if (whole !== undefined && (whole >= 1024 || whole <= -1024)) {
      const [rest, times] = removeFactors(whole, 1024);
      return `${rest}${BINARY_SUFFIXES[times] ?? ''}`;
    }
    // Small values and fractions would lose digits; they are printed in decimal form.
  }
  // Down to a multiple of three, then up as far as it goes.
  const excess = ((scale % 3) + 3) % 3;
  const [rest, times] = removeFactors(timesPowerOfTen(mantissa, excess), 1000);
  const exponent = scale - excess + 3 * times;
  if (format === 'DecimalExponent') {
    return exponent === 0 ? `${rest}` : `${rest}e${exponent}`;
  }
  return `${rest}${DECIMAL_SUFFIXES[exponent / 3 + 3] ?? ''}`;
}
