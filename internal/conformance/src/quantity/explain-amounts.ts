import type { Quantity } from '@kubesem/quantity';
import type { DeviationId } from '../harness/deviations.js';

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Why the int64 that the kubelet reads from an amount may not be the exact one. */
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
  return () => {
    for (const amount of amounts) {
      const deviation = amount && int64Deviation(amount, scale);
      if (deviation !== undefined) {
        return deviation;
      }
    }
    return undefined;
  };
}
