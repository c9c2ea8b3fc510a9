import { type Quantity, safeParseQuantity } from '@kubesem/quantity';
import type { DeviationId } from '../harness/deviations.js';
import type { Json } from '../harness/json.js';
import { MIN } from './operands.js';

/** Any larger one, or a sum of some, may be beyond an int64 of thousandths. */
const LARGE = BigInt('90071992547409');

/** Whether some text or number of a case is a quantity that `matches`. */
function holdsQuantity(value: Json, matches: (quantity: Quantity) => boolean): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((inner: Json) => holdsQuantity(inner, matches));
  }
  const quantity =
    typeof value === 'string' || typeof value === 'number'
      ? safeParseQuantity(value).value
      : undefined;
  return quantity !== undefined && matches(quantity);
}

function isLarge(quantity: Quantity): boolean {
  const value = quantity.value();
  // Billionths below an int64 wrap, even where what they come to would fit.
  return value > LARGE || value < -LARGE || quantity.scaledValue(-9) < BigInt(MIN);
}

function isNegativeFraction(quantity: Quantity): boolean {
  return quantity.sign() < 0 && !quantity.equals(quantity.roundUp(0));
}

/** Why Go's int64 of an amount may be another number than ours, by the amounts of the whole case. */
export function int64Deviation(input: Json): DeviationId | undefined {
  if (holdsQuantity(input, isLarge)) {
    return 'int64-overflow';
  }
  return holdsQuantity(input, isNegativeFraction) ? 'negative-fraction-rounds-up' : undefined;
}

/** A negative amount that Go reads into its decimal form: a fraction of a binary unit, or many digits. */
const NEGATIVE_DECIMAL = /"-([0-9]*\.[0-9]*[KMGTPE]i|[0-9.]{19,}[a-zA-Z]*)"/;

/** Why Go's int64 of one of the amounts of a case may be another number than ours. */
export function amountDeviation(input: Json): DeviationId | undefined {
  return (
    int64Deviation(input) ??
    (NEGATIVE_DECIMAL.test(JSON.stringify(input)) ? 'int64-overflow' : undefined)
  );
}
