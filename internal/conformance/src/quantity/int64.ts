import { type Quantity, safeParseQuantity } from '@kubesem/quantity';
import type { DeviationId } from '../harness/deviations.js';
import type { Json } from '../harness/json.js';
import { MIN } from './operands.js';

/** Above this, a value or a sum of some may overflow an int64 of thousandths. */
const LARGE = BigInt('90071992547409');

/** Whether a text or number of the case is a quantity that `matches`. */
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
  // Billionths below an int64 wrap, even if the value fits.
  return value > LARGE || value < -LARGE || quantity.scaledValue(-9) < BigInt(MIN);
}

function isNegativeFraction(quantity: Quantity): boolean {
  return quantity.sign() < 0 && !quantity.equals(quantity.roundUp(0));
}

/** Why an int64 of Go may differ from ours, judged by all amounts of the case. */
export function int64Deviation(input: Json): DeviationId | undefined {
  if (holdsQuantity(input, isLarge)) {
    return 'int64-overflow';
  }
  return holdsQuantity(input, isNegativeFraction) ? 'negative-fraction-rounds-up' : undefined;
}

/** A negative amount that Go stores in its decimal form: a fraction of a binary unit, or many digits. */
const NEGATIVE_DECIMAL = /"-([0-9]*\.[0-9]*[KMGTPE]i|[0-9.]{19,}[a-zA-Z]*)"/;

/** The same, where Go also wraps negative amounts in the decimal form. */
export function amountDeviation(input: Json): DeviationId | undefined {
  return (
    int64Deviation(input) ??
    (NEGATIVE_DECIMAL.test(JSON.stringify(input)) ? 'int64-overflow' : undefined)
  );
}
