import { type Quantity, safeParseQuantity } from '@kubesem/quantity';
import type { DeviationId } from '../deviations.js';
import type { Json, JsonObject } from '../json.js';

/** Any larger one, or a sum of some, may be beyond an int64 of thousandths. */
const LARGE = /* @__PURE__ */ BigInt('90071992547409');

const MIN_INT64 = /* @__PURE__ */ BigInt('-9223372036854775808');

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
  return value > LARGE || value < -LARGE || quantity.scaledValue(-9) < MIN_INT64;
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

/** Whether Go reads a text into its decimal form: too many digits, a fraction of a binary unit, or finer than nano. */
function isDecimalForm(amount: Json | undefined): boolean {
  const [, digits = '', fraction = '', suffix = ''] =
    /^[+-]?([0-9]*)(?:\.([0-9]*))?([a-zA-Z][a-zA-Z0-9+-]*)?$/.exec(String(amount)) ?? [];
  const integer = digits.replace(/^0+/, '');
  const letter = suffix.charAt(0);
  if (suffix.endsWith('i')) {
    const power = 'KMGTPE'.indexOf(letter) + 1;
    return fraction !== '' || integer.length + 3 * power > 14;
  }
  const exponent =
    suffix.length > 1 ? Number(suffix.slice(1)) : 3 * ('num kMGTPE'.indexOf(letter || ' ') - 3);
  return integer.length + fraction.length > 18 || exponent - fraction.length < -9;
}

type PodJson = {
  readonly spec?: { readonly overhead?: JsonObject; readonly resources?: JsonObject };
};

/** Whether Go adds the overhead of a Pod once more each time that it is asked for its requests or limits. */
function addsOverheadAgain({ spec }: PodJson): boolean {
  return ['requests', 'limits'].some((side) => {
    const podLevel = (spec?.resources?.[side] ?? {}) as JsonObject;
    return Object.keys(spec?.overhead ?? {}).some(
      (name) => Object.hasOwn(podLevel, name) && isDecimalForm(podLevel[name]),
    );
  });
}

/** The same, where Go asks a Pod more than once. */
export function nodeDeviation(input: Json): DeviationId | undefined {
  const { pods } = input as unknown as { readonly pods: readonly PodJson[] };
  return pods.some(addsOverheadAgain) ? 'overhead-added-again' : int64Deviation(input);
}
