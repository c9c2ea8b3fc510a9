const MIN_INT64 = /* @__PURE__ */ BigInt('-9223372036854775808');
const MAX_INT64 = /* @__PURE__ */ BigInt('9223372036854775807');

/**
 * Turns the text of a JSON number into a value that loses nothing which kubectl keeps.
 *
 * kubectl keeps whole numbers of 64 bits and reads all others as float64. Whole numbers beyond 2^53 are returned as
 * the text of their digits: a quantity reads the same from it, and a report of them is still JSON.
 *
 * Source: `k8s.io/apimachinery/pkg/util/json` v0.37.1.
 *
 * @param text - a number as JSON writes it
 * @returns a number (infinite if it is beyond float64), or the digits of a whole number beyond 2^53
 */
export function numberValue(text: string): number | string {
  const value = Number(text);
  // No whole number of 64 bits has more than twenty characters.
  if (Number.isSafeInteger(value) || text.length > 20 || !/^-?[0-9]+$/.test(text)) {
    return value;
  }
  const exact = BigInt(text);
  return exact >= MIN_INT64 && exact <= MAX_INT64 ? exact.toString() : value;
}
