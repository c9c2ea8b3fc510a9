// More than 400 lines, because one type is one concept: two in three lines are the contracts of its methods.
import type { QuantityFormat, QuantityInput, QuantityLike } from '@kubesem/core';
import { canonicalText } from './canonical.js';
import { requireInteger, requireScale } from './integers.js';
import {
  compare,
  compareScaled,
  dividedByPowerOfTen,
  type Mantissa,
  nearestNumber,
  negated,
  normalize,
  product,
  sum,
  timesPowerOfTen,
} from './mantissa.js';
import { parseQuantity } from './parse.js';

/**
 * An amount of a resource, exactly as Kubernetes computes with it: a whole number times a power of ten, never a
 * floating point number, and immutable.
 *
 * **Text.** A sign or none, digits with a point or none (`1.` and `.5` are numbers), then one suffix or none:
 * `n u m k M G T P E` are powers of 1000 from nano to exa, `Ki Mi Gi Ti Pi Ei` powers of 1024, `e3` or `E-3` is an
 * exponent. No white space. Without any digit a sign, a point or a suffix up to `Ti` is zero.
 *
 * **Limits.** What is finer than 10^-9 is rounded away from zero when it is read. Quantities with a binary suffix are
 * capped at ±(2^63 - 1) when they are read; no others are, and results of arithmetic are not. (The documentation of
 * the type speaks of three decimals and of one cap for all; the released code does neither.)
 *
 * **Format.** A quantity remembers which family of suffixes it was written with. Sums and differences keep the format
 * of the left side, or take that of the right side if the left one is zero.
 *
 * **Canonical form.** `toString` prints no fraction and the largest suffix that loses nothing: `1.5` is `1500m`,
 * `1.5Gi` is `1536Mi`. A binary quantity between -1024 and 1024, or with a fraction, is printed in the decimal form.
 * Where a suffix would have to be larger than exa, none is printed, as in Kubernetes: `1000E` prints `1`. And what
 * Kubernetes takes for canonical when it reads it, it prints back as it came: `+326`, `007`, `3.M`, `1.500k`, `1E3`.
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
  /** The family of suffixes that it is printed with. */
  readonly format: QuantityFormat;
  /** @internal */
  readonly mantissa: Mantissa;
  /** @internal */
  readonly scale: number;
  /** @internal How it was written, where Kubernetes prints that back. */
  readonly spelling: string | undefined;

  /** @internal The value is `mantissa · 10^scale`. */
  constructor(mantissa: Mantissa, scale: number, format: QuantityFormat, spelling?: string) {
    this.format = format;
    this.mantissa = mantissa;
    this.scale = scale;
    this.spelling = spelling;
  }

  /**
   * A whole number.
   *
   * @param value - a safe integer or a bigint
   * @param format - how it is printed
   * @returns the quantity `value`
   * @throws `NOT_AN_INTEGER` if the value is neither a safe integer nor a bigint
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
   * A whole number of thousandths, such as millicores.
   *
   * @param value - thousandths, a safe integer or a bigint
   * @param format - how it is printed
   * @returns the quantity `value / 1000`
   * @throws `NOT_AN_INTEGER` if the value is neither a safe integer nor a bigint
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
   * A whole number times a power of ten, printed with decimal suffixes.
   *
   * @param value - a safe integer or a bigint
   * @param scale - the power of ten, from -9999 to 9999
   * @returns the quantity `value · 10^scale`; it is not rounded, even below 10^-9
   * @throws `NOT_AN_INTEGER` if the value is neither a safe integer nor a bigint
   * @throws `SCALE_OUT_OF_RANGE` if the scale is not a whole number from -9999 to 9999
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
   * The sum.
   *
   * @param y - what to add
   * @returns the exact sum, in the format of this quantity, or in that of `y` if this one is zero
   * @throws the codes of {@link parseQuantity} if `y` is no quantity
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
   * The difference.
   *
   * @param y - what to take away
   * @returns the exact difference, in the format of this quantity, or in that of `y` if this one is zero
   * @throws the codes of {@link parseQuantity} if `y` is no quantity
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
   * The product with a whole number.
   *
   * @param n - the factor, a safe integer or a bigint
   * @returns the exact product, in the format of this quantity
   * @throws `NOT_AN_INTEGER` if the factor is neither a safe integer nor a bigint
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
    return new Quantity(product(this.mantissa, factor), this.scale, this.format);
  }

  /**
   * The same amount with the other sign.
   *
   * @returns the negated quantity, in the same format
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1Ki').neg().toString() // => '-1Ki'
   * ```
   */
  neg(): Quantity {
    return new Quantity(negated(this.mantissa), this.scale, this.format);
  }

  /**
   * The nearest multiple of a power of ten that is not closer to zero: -9 at scale 1 is -10.
   *
   * @param scale - the power of ten, from -9999 to 9999; -3 rounds to thousandths, as the API server does with resources
   * @returns the rounded quantity, in the same format
   * @throws `SCALE_OUT_OF_RANGE` if the scale is not a whole number from -9999 to 9999
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
    const mantissa = dividedByPowerOfTen(this.mantissa, scale - this.scale);
    return new Quantity(mantissa, scale, this.format);
  }

  /**
   * Orders two quantities by value, whatever their formats.
   *
   * @param y - what to compare with
   * @returns -1 if this one is smaller, 0 if they are equal, 1 if it is larger
   * @throws the codes of {@link parseQuantity} if `y` is no quantity
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
   * Whether two quantities have the same value, whatever their formats.
   *
   * @param y - what to compare with
   * @returns true if they are equal
   * @throws the codes of {@link parseQuantity} if `y` is no quantity
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
   * The sign.
   *
   * @returns -1, 0 or 1
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
   * Whether it is zero.
   *
   * @returns true if it is
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
   * The value as a whole number, such as bytes, rounded away from zero.
   *
   * Unlike Go's int64 it does not overflow: `10E` is 10^19 here and 0 there.
   *
   * @returns units
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
   * The value in thousandths, such as millicores, rounded away from zero.
   *
   * @returns thousandths
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
   * The value as a multiple of a power of ten, rounded away from zero.
   *
   * @param scale - the power of ten, from -9999 to 9999: 6 counts in millions, -3 in thousandths
   * @returns units of `10^scale`
   * @throws `SCALE_OUT_OF_RANGE` if the scale is not a whole number from -9999 to 9999
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
   * The nearest number: bytes, cores, whatever the quantity counts.
   *
   * @returns the value, correctly rounded; an infinity beyond the range of a number
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * parseQuantity('1.5Gi').toNumber() // => 1610612736
   * parseQuantity('100m').toNumber() // => 0.1
   * ```
   */
  toNumber(): number {
    return nearestNumber(this.mantissa, this.scale);
  }

  /**
   * The canonical text; see the type's own comment.
   *
   * @returns what Kubernetes prints
   * @example
   * ```ts
   * import { parseQuantity } from '@kubesem/quantity';
   *
   * `${parseQuantity('0.5')}` // => '500m'
   * ```
   */
  toString(): string {
    return this.spelling ?? canonicalText(this);
  }

  /**
   * The canonical text, as it stands in JSON.
   *
   * @returns what `toString` returns
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
}

/** The right side of an operation; what is a quantity already takes the short way, which halves the time of a sum. */
function quantityOf(input: QuantityInput): Quantity {
  return input instanceof Quantity ? input : parseQuantity(input);
}

function scaledQuantity(value: number | bigint, scale: number, format: QuantityFormat): Quantity {
  requireInteger(value, 'value');
  const mantissa = typeof value === 'bigint' ? normalize(value) : value + 0; // + 0 turns -0 into 0
  return new Quantity(mantissa, scale, format);
}

/** `x + mantissa · 10^y.scale`, in the format that the sum of x and y has. */
function added(x: Quantity, y: Quantity, mantissa: Mantissa): Quantity {
  if (x.mantissa === 0) {
    return new Quantity(mantissa, y.scale, y.format);
  }
  const difference = x.scale - y.scale;
  if (difference === 0) {
    return new Quantity(sum(x.mantissa, mantissa), x.scale, x.format);
  }
  return difference > 0
    ? new Quantity(
        sum(timesPowerOfTen(x.mantissa, difference), mantissa),
        y.scale,
        x.format,
        undefined,
      )
    : new Quantity(
        sum(x.mantissa, timesPowerOfTen(mantissa, -difference)),
        x.scale,
        x.format,
        undefined,
      );
}
