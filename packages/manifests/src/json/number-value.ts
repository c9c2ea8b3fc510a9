import { isInt64Text } from '@kubesem/core/internal';

/**
 * Reads a JSON number without losing digits that kubectl keeps.
 *
 * kubectl keeps 64-bit integers and reads all other numbers as float64.
 *
 * Source: `k8s.io/apimachinery/pkg/util/json` v0.37.1.
 *
 * @param text - a JSON number
 * @returns a number (infinite if it is beyond float64), or a `bigint` for a 64-bit integer beyond 2^53
 */
export function numberValue(text: string): number | bigint {
  const value = Number(text);
  // No 64-bit integer has more than twenty characters.
  const isLong = !Number.isSafeInteger(value) && text.length <= 20 && isInt64Text(text);
  return isLong ? BigInt(text) : value;
}
