import { MAX_INT64 } from '@kubesem/core';

const MIN_INT64 = /* @__PURE__ */ BigInt('-9223372036854775808');

/**
 * Reads a JSON number without losing digits that kubectl keeps.
 *
 * kubectl keeps 64-bit integers and reads all other numbers as float64. Integers beyond 2^53 are returned as strings of
 * their digits: a quantity reads the same from them, and a report with them is still JSON.
 *
 * Source: `k8s.io/apimachinery/pkg/util/json` v0.37.1.
 *
 * @param text - a JSON number
 * @returns a number (infinite if it is beyond float64), or the digits of an integer beyond 2^53
 */
export function numberValue(text: string): number | string {
  const value = Number(text);
  // No 64-bit integer has more than twenty characters.
  if (Number.isSafeInteger(value) || text.length > 20 || !/^-?[0-9]+$/.test(text)) {
    return value;
  }
  const exact = BigInt(text);
  return exact >= MIN_INT64 && exact <= MAX_INT64 ? exact.toString() : value;
}
