import type { Quantity } from '@kubesem/quantity';
import type { DeviationId } from '../harness/deviations.js';
import { MAX, MIN } from './operands.js';

/** A quantity as Go stores it: `unscaled · 10^exponent`, in one of two forms. */
interface Stored {
  readonly form: 'int64' | 'dec';
  readonly unscaled: bigint;
  readonly exponent: number;
}

/** An int64 that Go computes from a quantity; the deviation explains why it is not the exact one. */
interface Int64Result {
  readonly value: bigint;
  readonly deviation: DeviationId | undefined;
}

const ZERO = BigInt(0);
const MIN_INT64 = BigInt(MIN);
const MAX_INT64 = BigInt(MAX);

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);
const powerOfTen = (exponent: number): bigint => BigInt(10) ** BigInt(exponent);
const isInt64 = (value: bigint): boolean => wrap(value) === value;

/** Go multiplies the int64 form by these powers of ten in one step, and wraps around; by others it returns 0. */
const WRAPPING_POWERS = [1, 2, 3, 6, 9];

/** Go casts powers of ten from float64; larger ones become the smallest int64. */
const LARGEST_CAST_POWER = 18;

/** `value / divisor`, rounded away from zero. */
function dividedAwayFromZero(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return quotient * divisor === value ? quotient : quotient + BigInt(value < ZERO ? -1 : 1);
}

/** The int64 form: 0 or wrapped beyond int64. */
function scaledInt64Form(unscaled: bigint, shift: number): bigint {
  const exact = unscaled * powerOfTen(shift);
  const wraps = WRAPPING_POWERS.includes(shift) && unscaled !== MIN_INT64;
  return isInt64(exact) || wraps ? wrap(exact) : ZERO;
}

/** The decimal form: always wrapped; divided by truncating and then adding one. */
function scaledDecForm(unscaled: bigint, shift: number): bigint {
  if (shift >= 0) {
    return wrap(unscaled * (shift <= LARGEST_CAST_POWER ? powerOfTen(shift) : MIN_INT64));
  }
  const divisor = powerOfTen(-shift);
  const wrapsFirst = unscaled < MAX_INT64 && -shift <= LARGEST_CAST_POWER;
  const dividend = wrapsFirst ? wrap(unscaled) : unscaled;
  const rest = dividend % divisor;
  // Only large numbers are divided as big integers, whose division rounds down.
  const isFloored = !wrapsFirst && rest < ZERO;
  const quotient = wrap(dividend / divisor - BigInt(isFloored ? 1 : 0));
  return rest === ZERO ? quotient : wrap(quotient + BigInt(1));
}

/**
 * What Go's `ScaledValue` returns for a quantity that it stores in this way.
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `positiveScaleInt64`, `negativeScaleInt64` and `scaledValue`.
 */
export function goScaledValue({ form, unscaled, exponent }: Stored, scale: number): Int64Result {
  const shift = exponent - scale;
  const exact =
    shift < 0 ? dividedAwayFromZero(unscaled, powerOfTen(-shift)) : unscaled * powerOfTen(shift);
  const isExactForm = form === 'int64' && shift < 0;
  const value = isExactForm
    ? exact
    : form === 'int64'
      ? scaledInt64Form(unscaled, shift)
      : scaledDecForm(unscaled, shift);
  if (value === exact) {
    return { value, deviation: undefined };
  }
  const overflows = !isInt64(exact) || unscaled < MIN_INT64;
  return { value, deviation: overflows ? 'int64-overflow' : 'negative-fraction-rounds-up' };
}

/** The int64s that Go may compute from a quantity, each with the deviation that explains it. */
export type PossibleInt64s = ReadonlyMap<bigint, DeviationId | undefined>;

/** Go's parser rounds at nano, but a zero keeps all its decimals, and a sum has as many as the finest of its parts. */
const FINEST = -30;

/**
 * The int64s that Go may compute from a quantity, in whatever form and with however many trailing zeros it is stored:
 * that depends on the computation that it is the result of. Nearly always there is only the exact one.
 */
export function possibleInt64s(quantity: Quantity, scale: number): PossibleInt64s {
  let [unscaled, exponent] = [BigInt(quantity.mantissa), quantity.scale];
  while (unscaled !== ZERO && unscaled % BigInt(10) === ZERO) {
    unscaled /= BigInt(10);
    exponent++;
  }
  const found = new Map<bigint, DeviationId | undefined>();
  const add = (form: Stored['form']) => {
    const { value, deviation } = goScaledValue({ form, unscaled, exponent }, scale);
    if (!found.has(value)) {
      found.set(value, deviation);
    }
  };
  for (const finest = Math.min(exponent, FINEST); exponent >= finest; exponent--) {
    add('dec');
    if (isInt64(unscaled)) {
      add('int64');
    }
    unscaled *= BigInt(10);
  }
  return found;
}

/** The scale of the int64 that Kubernetes computes with: thousandths of cpu, whole units of everything else. */
export function int64Scale(resource: string): number {
  return resource === 'cpu' ? -3 : 0;
}

/** The deviation of the first two int64s that lead to Go's answer; undefined if none do, or if both are exact. */
export function explainByInt64s(
  left: PossibleInt64s,
  right: PossibleInt64s,
  leadsToTheirs: (left: bigint, right: bigint) => boolean,
): DeviationId | undefined {
  for (const [a, deviation] of left) {
    for (const [b, other] of right) {
      if (leadsToTheirs(a, b)) {
        return deviation ?? other;
      }
    }
  }
  return undefined;
}

/** Why Go finds a fraction of a unit in a whole amount, or none in another one: its thousandths are not exact. */
export function explainFraction(amount: Quantity, isFraction: boolean): DeviationId | undefined {
  for (const [thousandths, deviation] of possibleInt64s(amount, -3)) {
    if ((thousandths % BigInt(1000) !== ZERO) === isFraction) {
      return deviation;
    }
  }
  return undefined;
}

/** Why the int64 that the kubelet reads from an amount of an object may not be the exact one. */
function int64Deviation(amount: Quantity, scale: 0 | -3): DeviationId | undefined {
  // Go cuts the billionths of a negative amount in the decimal form to an int64 before it divides.
  const wrapsFirst = amount.sign() < 0 && !isInt64(amount.scaledValue(-9));
  if (!isInt64(amount.scaledValue(scale)) || wrapsFirst) {
    return 'int64-overflow';
  }
  const isFraction = !amount.equals(amount.roundUp(scale));
  return amount.sign() < 0 && isFraction ? 'negative-fraction-rounds-up' : undefined;
}

/** Explains a difference in a value that the kubelet computes from these amounts. */
export function explainAmounts(
  scale: 0 | -3,
  ...amounts: readonly (Quantity | undefined)[]
): () => DeviationId | undefined {
  const deviations = () => amounts.map((amount) => amount && int64Deviation(amount, scale));
  return () => deviations().find((deviation) => deviation !== undefined);
}
