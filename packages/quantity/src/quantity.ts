// More than 400 lines, because one type is one concept: two thirds of the lines document its methods.
import type { QuantityFormat, QuantityInput, QuantityLike } from '@kubesem/core';
import { canonicalText } from './canonical.js';
import { requireInteger, requireScale } from './integers.js';
import {
  compare,
  compareScaled,
  dividedByPowerOfTen,
  isMultipleOf1000,
  isNormal,
  type Mantissa,
  MILLI,
  nearestNumber,
  negated,
  normalize,
  normalScale,
  product,
  safeInteger,
  shifted,
  sum,
  timesPowerOfTen,
} from './mantissa.js';
import { parseQuantity } from './parse.js';
import { numberOfUnits, type QuantityUnit } from './units.js';

/**
 * An amount of a resource, computed exactly as Kubernetes does: an immutable integer times a power of ten, without
 * floating point.
 *
 * **Text.** An optional sign, digits with an optional point (`1.` and `.5` are numbers), and an optional suffix:
 * `n u m k M G T P E` are powers of 1000 from nano to exa, `Ki Mi Gi Ti Pi Ei` are powers of 1024, and `e3` or `E-3` is an
 * exponent. White space is not allowed. A sign, a point or a suffix up to `Ti` without digits is zero.
 *
 * **Limits.** Parsing rounds digits beyond 10^-9 away from zero, and caps quantities with a binary suffix at
 * ±(2^63 - 1). It does not cap other quantities, and arithmetic caps nothing. (The documentation of the type mentions
 * three decimals and one cap for all; the released code has neither.)
 *
 * **Format.** A quantity keeps the format in which it was written: decimal or binary suffixes, or an exponent. A sum or
 * difference has the format of the left side, or that of the right side if the left one is zero.
 *
 * **Canonical form.** `toString` prints no fraction and the largest suffix that loses no digit: `1.5` is `1500m`, `1.5Gi`
 * is `1536Mi`. A binary quantity between -1024 and 1024, or with a fraction, is printed in decimal form. No suffix is
 * printed for powers beyond exa, as in Kubernetes: `1000E` prints `1`. Kubernetes prints some strings back
 * unchanged: `+326`, `007`, `3.M`, `1.500k`, `1E3`.
 *
 * Make one with {@link parseQuantity}, {@link quantityFromJSON}, `Quantity.of`, `Quantity.milli` or `Quantity.scaled`.
 *
 * @example
 * ```ts
 * import { parseQuantity, Quantity } from '@kubesem/quantity';
 *
 * const memory = parseQuantity('1.5Gi').add('512Mi');
 * memory.toString() // => '2Gi'
 * memory.cmp('2G') // => 1
 * Quantity.milli(100).add('200m').toString() // => '300m'
 * JSON.stringify({ memory }) // => '{"memory":"2Gi"}'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, type `Quantity`.
 */
export class Quantity implements QuantityLike {
  /** The format in which the quantity is printed. */
  readonly format: QuantityFormat;
  /** @internal */
  readonly mantissa: Mantissa;
  /** @internal */
  readonly scale: number;
  /** @internal The original string, if Kubernetes prints it back. */
  readonly spelling: string | undefined;

  /** @internal The value is `mantissa · 10^scale`, in the form of {@link makeQuantity}. */
  constructor(mantissa: Mantissa, scale: number, format: QuantityFormat, spelling?: string) {
    this.format = format;
    this.mantissa = mantissa;
    this.scale = scale;
    this.spelling = spelling;
  }

  /**
   * Makes a quantity from an integer.
   *
   * @param value - a safe integer or a bigint
   * @param format - the format in which it is printed
   * @returns the quantity `value`
   * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `NOT_AN_INTEGER` if the value is neither a safe integer nor a bigint
   *
   * @example
   * ```ts
   * import { Quantity } from '@kubesem/quantity';
   *
   * Quantity.of(2048, 'BinarySI').toString() // => '2Ki'
   * Quantity.of(0.5) // throws NOT_AN_INTEGER
   * ```
   */
  static of(value: number | bigint, format: QuantityFormat = 'DecimalSI'): Quantity {
    return scaledQuantity(value, 0, format);
  }

  /**
   * Makes a quantity from thousandths, such as millicores.
   *
   * @param value - thousandths, a safe integer or a bigint
   * @param format - the format in which it is printed
   * @returns the quantity `value / 1000`
   * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `NOT_AN_INTEGER` if the value is neither a safe integer nor a bigint
   *
   * @example
   * ```ts
   * import { Quantity } from '@kubesem/quantity';
   *
   * Quantity.milli(1500).toString() // => '1500m'
   * Quantity.milli(2000).toString() // => '2'
   * ```
   */
  static milli(value: number | bigint, format: QuantityFormat = 'DecimalSI'): Quantity {
    return scaledQuantity(value, -3, format);
  }

  /**
   * Makes a quantity from an integer and a power of ten; it is printed with decimal suffixes.
   *
   * @param value - a safe integer or a bigint
   * @param scale - the power of ten, from -9999 to 9999
   * @returns the quantity `value · 10^scale`; it is not rounded, even below 10^-9
   * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `NOT_AN_INTEGER` if the value is neither a safe integer nor a bigint
   * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `SCALE_OUT_OF_RANGE` if the scale is not an integer from -9999 to 9999
   *
   * @example
   * ```ts
   * import { Quantity } from '@kubesem/quantity';
   *
   * Quantity.scaled(15, 8).toString() // => '1500M'
   * ```
   */
  static scaled(value: number | bigint, scale: number): Quantity {
    requireScale(scale);
    return scaledQuantity(value, scale, 'DecimalSI');
  }

  /**
   * Adds a quantity.
   *
   * @param y - the quantity to add
   * @returns the exact sum, in the format of this quantity, or in that of `y` if this one is zero
   * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if `y` is not a quantity
   *
   * @example
   * ```ts
   * import { Quantity, parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1Gi').add('500M').toString() // => '1573741824'
   * Quantity.of(0).add('1Gi').toString() // => '1Gi'
   * ```
   */
  add(y: QuantityInput): Quantity {
    const other = quantityOf(y);
    return added(this, other, other.mantissa);
  }

  /**
   * Subtracts a quantity.
   *
   * @param y - the quantity to subtract
   * @returns the exact difference, in the format of this quantity, or in that of `y` if this one is zero
   * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if `y` is not a quantity
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1').sub('100m').toString() // => '900m'
   * ```
   */
  sub(y: QuantityInput): Quantity {
    const other = quantityOf(y);
    return added(this, other, negated(other.mantissa));
  }

  /**
   * Multiplies by an integer.
   *
   * @param n - the factor, a safe integer or a bigint
   * @returns the exact product, in the format of this quantity
   * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `NOT_AN_INTEGER` if the factor is neither a safe integer nor a bigint
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('250m').mul(6).toString() // => '1500m'
   * ```
   */
  mul(n: number | bigint): Quantity {
    requireInteger(n, 'n');
    const factor = typeof n === 'bigint' ? normalize(n) : n;
    return makeQuantity(product(this.mantissa, factor), this.scale, this.format);
  }

  /**
   * Changes the sign.
   *
   * @returns the negated quantity, in the same format
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1Ki').neg().toString() // => '-1Ki'
   * ```
   */
  neg(): Quantity {
    return makeQuantity(negated(this.mantissa), this.scale, this.format);
  }

  /**
   * Rounds to a multiple of a power of ten, away from zero: -9 at scale 1 is -10.
   *
   * @param scale - the power of ten, from -9999 to 9999; -3 rounds to thousandths, as the API server does with resources
   * @returns the rounded quantity, in the same format
   * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `SCALE_OUT_OF_RANGE` if the scale is not an integer from -9999 to 9999
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('100n').roundUp(-3).toString() // => '1m'
   * parseQuantity('-9').roundUp(1).toString() // => '-10'
   * ```
   */
  roundUp(scale: number): Quantity {
    requireScale(scale);
    if (this.scale >= scale) {
      return this;
    }
    if (this.spelling !== undefined && this.format !== 'BinarySI') {
      // Kubernetes stores these without trailing zeros, in steps of three, and drops the spelling only if it rounds.
      const shift = 3 * Math.ceil(scale / 3) - this.scale;
      if (timesPowerOfTen(dividedByPowerOfTen(this.mantissa, shift), shift) === this.mantissa) {
        return this;
      }
    }
    const mantissa = dividedByPowerOfTen(this.mantissa, scale - this.scale);
    return makeQuantity(mantissa, scale, this.format);
  }

  /**
   * Compares two quantities by value, regardless of their formats.
   *
   * @param y - the other quantity
   * @returns -1 if this one is smaller, 0 if they are equal, 1 if it is larger
   * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if `y` is not a quantity
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1Gi').cmp('1G') // => 1
   * parseQuantity('1000m').cmp(1) // => 0
   * ```
   */
  cmp(y: QuantityInput): -1 | 0 | 1 {
    const other = quantityOf(y);
    const difference = this.scale - other.scale;
    return difference >= 0
      ? compareScaled(this.mantissa, difference, other.mantissa)
      : ((0 - compareScaled(other.mantissa, -difference, this.mantissa)) as -1 | 0 | 1);
  }

  /**
   * Reports whether two quantities have the same value, regardless of their formats.
   *
   * @param y - the other quantity
   * @returns true if they are equal
   * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if `y` is not a quantity
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1Gi').equals(1073741824) // => true
   * ```
   */
  equals(y: QuantityInput): boolean {
    return this.cmp(y) === 0;
  }

  /**
   * Returns the sign.
   *
   * @returns -1, 0 or 1
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('-5m').sign() // => -1
   * ```
   */
  sign(): -1 | 0 | 1 {
    return compare(this.mantissa, 0);
  }

  /**
   * Reports whether the quantity is zero.
   *
   * @returns true for zero in any format
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('0Ki').isZero() // => true
   * ```
   */
  isZero(): boolean {
    return this.mantissa === 0;
  }

  /**
   * Returns the value as an integer, such as bytes, rounded away from zero.
   *
   * The result does not overflow, unlike Go's int64: `10E` is 10^19 here and 0 in Go.
   *
   * @returns the value in base units
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1.5Gi').value() // => BigInt(1610612736)
   * parseQuantity('100m').value() // => BigInt(1)
   * ```
   */
  value(): bigint {
    return this.scaledValue(0);
  }

  /**
   * Returns the value in thousandths, such as millicores, rounded away from zero.
   *
   * @returns the value in thousandths
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1.5').milliValue() // => BigInt(1500)
   * ```
   */
  milliValue(): bigint {
    return this.scaledValue(-3);
  }

  /**
   * Returns the value in multiples of a power of ten, rounded away from zero.
   *
   * @param scale - the power of ten, from -9999 to 9999: 6 counts in millions, -3 in thousandths
   * @returns the value in units of `10^scale`
   * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `SCALE_OUT_OF_RANGE` if the scale is not an integer from -9999 to 9999
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1.5G').scaledValue(6) // => BigInt(1500)
   * ```
   */
  scaledValue(scale: number): bigint {
    requireScale(scale);
    const difference = this.scale - scale;
    return BigInt(
      difference >= 0
        ? timesPowerOfTen(this.mantissa, difference)
        : dividedByPowerOfTen(this.mantissa, -difference),
    );
  }

  /**
   * Returns the nearest number, for charts and thresholds.
   *
   * @param unit - the suffix of the unit to count in, from `n` to `E` and from `Ki` to `Ei`; by default the base unit
   * @returns the value in this unit, correctly rounded; an infinity beyond the range of a number
   * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `UNKNOWN_UNIT` if the unit is not a suffix
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1.5Gi').toNumber() // => 1610612736
   * parseQuantity('1.5Gi').toNumber('Mi') // => 1536
   * parseQuantity('0.25').toNumber('m') // => 250
   * ```
   */
  toNumber(unit?: QuantityUnit): number {
    return unit === undefined
      ? nearestNumber(this.mantissa, this.scale)
      : numberOfUnits(this.mantissa, this.scale, unit);
  }

  /**
   * Returns the canonical form, as Kubernetes prints it.
   *
   * @returns the text
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * `${parseQuantity('0.5')}` // => '500m'
   * ```
   */
  toString(): string {
    return this.spelling ?? canonicalText(this.mantissa, this.scale, this.format);
  }

  /**
   * Returns the canonical form for JSON.
   *
   * @returns the text of `toString`
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * JSON.stringify(parseQuantity('0.5')) // => '"500m"'
   * ```
   */
  toJSON(): string {
    return this.toString();
  }

  /**
   * Returns the text where a string is expected, and prevents mistakes everywhere else: `a > b` and `a + b` throw.
   *
   * @param hint - what JavaScript converts the quantity to
   * @returns the text of `toString`, in template strings and in `String(quantity)`
   * @throws `TypeError` if JavaScript compares the quantity, calculates with it, or adds it to a string
   *
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * const half = parseQuantity('0.5');
   * `${half}` // => '500m'
   * ```
   */
  [Symbol.toPrimitive](hint: 'string' | 'number' | 'default'): string {
    if (hint === 'string') {
      return this.toString();
    }
    throw new TypeError(
      'Quantities cannot be compared or added by operators. Use cmp, equals, add, toNumber or String(quantity).',
    );
  }
}

/**
 * The class as it is printed. {@link makeQuantity} uses this constant, so bundlers keep it if they keep any quantity.
 */
const PRINTED: typeof Quantity = /* @__PURE__ */ printed(Quantity);

function printed(type: typeof Quantity): typeof Quantity {
  // In Node, Deno and Bun. Not a member of the class, because the type of such a key cannot be inferred.
  Object.defineProperty(type.prototype, Symbol.for('nodejs.util.inspect.custom'), {
    value(this: Quantity) {
      return `Quantity(${this.toString()})`;
    },
  });
  return type;
}

/**
 * Makes a quantity in the normal form of its value, so that equal ones are deeply equal.
 *
 * Outside of the class: a class that names itself inside is renamed by some bundlers.
 */
export function makeQuantity(
  mantissa: Mantissa,
  scale: number,
  format: QuantityFormat,
  spelling?: string,
): Quantity {
  return isNormal(mantissa, scale)
    ? new PRINTED(mantissa, scale, format, spelling)
    : normalized(mantissa, scale, format, spelling);
}

/** The same without the check for the usual scales, for values that have another one. */
export function normalized(
  mantissa: Mantissa,
  scale: number,
  format: QuantityFormat,
  spelling: string | undefined,
): Quantity {
  // The scales of most amounts first, because the loop over all scales takes longer than the rest of the parser.
  if (typeof mantissa === 'number') {
    const thousandths = scale < 0 ? safeInteger(mantissa, scale - MILLI) : undefined;
    if (thousandths !== undefined && !isMultipleOf1000(thousandths)) {
      return new Quantity(thousandths, MILLI, format, spelling);
    }
    const units = safeInteger(mantissa, scale);
    if (units !== undefined) {
      return new Quantity(units, 0, format, spelling);
    }
  } else if (scale % 3 === 0 && !isMultipleOf1000(mantissa)) {
    return new Quantity(mantissa, scale, format, spelling);
  }
  const normal = normalScale(mantissa, scale);
  return new Quantity(shifted(mantissa, normal - scale), normal, format, spelling);
}

/** The right side of an operation. The check of the class halves the time of a sum; other copies are parsed. */
function quantityOf(input: QuantityInput): Quantity {
  return input instanceof Quantity ? input : parseQuantity(input);
}

function scaledQuantity(value: number | bigint, scale: number, format: QuantityFormat): Quantity {
  requireInteger(value, 'value');
  const mantissa = typeof value === 'bigint' ? normalize(value) : value + 0; // + 0 turns -0 into 0
  return makeQuantity(mantissa, scale, format);
}

/** `x + mantissa · 10^y.scale`, in the format of the sum of x and y. */
function added(x: Quantity, y: Quantity, mantissa: Mantissa): Quantity {
  const { scale, mantissa: own } = x;
  if (scale === y.scale && typeof own === 'number' && typeof mantissa === 'number' && own !== 0) {
    // The common case, apart because it halves the time of a sum.
    const total = own + mantissa;
    if (Number.isSafeInteger(total) && isNormal(total, scale)) {
      return new Quantity(total, scale, x.format);
    }
  }
  return addedAcrossScales(x, y, mantissa);
}

function addedAcrossScales(x: Quantity, y: Quantity, mantissa: Mantissa): Quantity {
  if (x.mantissa === 0) {
    return new Quantity(mantissa, y.scale, y.format);
  }
  const difference = x.scale - y.scale;
  if (difference === 0) {
    return makeQuantity(sum(x.mantissa, mantissa), x.scale, x.format);
  }
  const scale = difference > 0 ? y.scale : x.scale;
  const total =
    difference > 0
      ? sum(timesPowerOfTen(x.mantissa, difference), mantissa)
      : sum(x.mantissa, timesPowerOfTen(mantissa, -difference));
  // Only one of the two is a multiple of 1000, so the sum is not.
  return scale > 0 ? makeQuantity(total, scale, x.format) : new Quantity(total, scale, x.format);
}
