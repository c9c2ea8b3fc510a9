/**
 * The digits of a quantity: a number up to 2^53 - 1, where numbers are exact, and a bigint only beyond.
 * Each value has one form, which `typeof` decides.
 */
export type Mantissa = number | bigint;

// Powers of ten that a number holds exactly.
const POWERS_OF_TEN = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
] as const;

// Constants: making them again takes as long as the product with them.
const BIG_POWERS_OF_TEN = /* @__PURE__ */ POWERS_OF_TEN.map(BigInt);

/** The one form of the value of a bigint. */
export function normalize(value: bigint): Mantissa {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

function bigPowerOfTen(exponent: number): bigint {
  // ES2019 has no `**` on bigints; a decimal text is as fast.
  return BIG_POWERS_OF_TEN[exponent] ?? BigInt(`1${'0'.repeat(exponent)}`);
}

/** `value · 10^exponent`, exact; `exponent` is at least 0. */
export function timesPowerOfTen(value: Mantissa, exponent: number): Mantissa {
  if (exponent === 0 || value === 0) {
    return value;
  }
  if (typeof value === 'number') {
    const product = value * (POWERS_OF_TEN[exponent] ?? Number.NaN);
    if (Number.isSafeInteger(product)) {
      return product;
    }
  }
  return normalize(BigInt(value) * bigPowerOfTen(exponent));
}

/** `value / 10^exponent`, rounded away from zero; `exponent` is at least 0. */
export function dividedByPowerOfTen(value: Mantissa, exponent: number): Mantissa {
  if (exponent === 0 || value === 0) {
    return value;
  }
  if (typeof value === 'number') {
    const power = POWERS_OF_TEN[exponent];
    if (power === undefined) {
      // 10^16 is beyond every safe integer, so the quotient is less than 1.
      return value > 0 ? 1 : -1;
    }
    const rest = value % power;
    const quotient = (value - rest) / power;
    return rest === 0 ? quotient : value > 0 ? quotient + 1 : quotient - 1;
  }
  const power = bigPowerOfTen(exponent);
  const quotient = value / power;
  if (quotient * power === value) {
    return normalize(quotient);
  }
  return normalize(value > 0 ? quotient + BigInt(1) : quotient - BigInt(1));
}

/** `a + b`, exact. */
export function sum(a: Mantissa, b: Mantissa): Mantissa {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a + b;
    if (Number.isSafeInteger(result)) {
      return result;
    }
  }
  return normalize(BigInt(a) + BigInt(b));
}

/** `a · b`, exact. */
export function product(a: Mantissa, b: Mantissa): Mantissa {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a * b;
    if (Number.isSafeInteger(result)) {
      return result === 0 ? 0 : result;
    }
  }
  return normalize(BigInt(a) * BigInt(b));
}

/** `-value`, with zero as itself. */
export function negated(value: Mantissa): Mantissa {
  return value === 0 ? 0 : -value;
}

/** -1 if `a` is smaller, 1 if it is larger, 0 if they are equal. */
export function compare(a: Mantissa, b: Mantissa): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares `a · 10^exponent` with `b`; `exponent` is at least 0. */
export function compareScaled(a: Mantissa, exponent: number, b: Mantissa): -1 | 0 | 1 {
  if (exponent === 0) {
    return compare(a, b);
  }
  const x = Number(a) * (POWERS_OF_TEN[exponent] ?? Number.NaN);
  const y = Number(b);
  // Products that round are beyond all safe integers, so two safe integers stay apart. Bigints are off by at most three
  // roundings.
  const margin = typeof a === 'number' && typeof b === 'number' ? 0 : 1e-15 * Math.abs(x);
  return Math.abs(x - y) > margin ? compare(x, y) : compare(timesPowerOfTen(a, exponent), b);
}

/** The number nearest to `value · 10^exponent`. */
export function nearestNumber(value: Mantissa, exponent: number): number {
  const power = POWERS_OF_TEN[Math.abs(exponent)];
  if (typeof value === 'number' && power !== undefined) {
    // Both are exact, so the single operation rounds correctly.
    return exponent < 0 ? value / power : value * power;
  }
  return Number(`${value}e${exponent}`);
}

/** The scale of thousandths. */
export const MILLI = -3;
/** The largest scale in the data of a quantity, a multiple of three. */
const MAX_SCALE = 9999;
const ZERO = /* @__PURE__ */ BigInt(0);
const THOUSAND = /* @__PURE__ */ BigInt(1000);

/** Whether a value loses no digit if its scale grows by three. */
export function isMultipleOf1000(value: Mantissa): boolean {
  // The lowest bits exclude most values much faster than a division.
  return typeof value === 'number'
    ? (value & 7) === 0 && Number.isInteger(value / 1000)
    : BigInt.asUintN(3, value) === ZERO && value % THOUSAND === ZERO;
}

/** Whether a value is in its normal form; only for the common scales. See {@link normalScale}. */
export function isNormal(mantissa: Mantissa, scale: number): boolean {
  return (
    typeof mantissa === 'number' &&
    (scale === 0 || (scale === MILLI && !isMultipleOf1000(mantissa)))
  );
}

/** The value `mantissa · 10^scale` if a number holds it exactly as an integer, and else undefined. */
export function safeInteger(mantissa: number, scale: number): number | undefined {
  const power = POWERS_OF_TEN[Math.abs(scale)] ?? Number.NaN;
  // A safe integer is too small for its quotient to be rounded to an integer.
  const value = scale < 0 ? mantissa / power : mantissa * power;
  return Number.isSafeInteger(value) ? value : undefined;
}

/**
 * The scale at which a value is stored: 0 if it is a safe integer, and otherwise the largest multiple of three at which the
 * mantissa is an integer. So each value has one form.
 */
export function normalScale(mantissa: Mantissa, scale: number): number {
  if (mantissa === 0) {
    return 0;
  }
  const excess = ((scale % 3) + 3) % 3;
  let digits = timesPowerOfTen(mantissa, excess);
  let normal = scale - excess;
  while (normal < MAX_SCALE && isMultipleOf1000(digits)) {
    digits = dividedByPowerOfTen(digits, 3);
    normal += 3;
  }
  if (normal > 0 && typeof digits === 'number' && safeInteger(digits, normal) !== undefined) {
    return 0;
  }
  // Without `| 0`, the engine may keep the scales of all quantities on the heap.
  return normal | 0;
}

/** The mantissa of the same value at a scale that is larger by `shift`; it is an integer there. */
export function shifted(mantissa: Mantissa, shift: number): Mantissa {
  return shift < 0 ? timesPowerOfTen(mantissa, -shift) : dividedByPowerOfTen(mantissa, shift);
}
