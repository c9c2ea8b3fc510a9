const MAX_LENGTH = 80;

/**
 * Formats any value for an error message, in at most 81 characters.
 *
 * Objects and functions are shown only by their type: they may be huge, hold secrets or throw when they are read.
 *
 * @param value - any value
 * @returns the value as text, cut after 80 characters with `…`
 *
 * @example
 * ```ts
 * import { displayText } from '@kubesem/core/internal';
 *
 * displayText('500m') // => '500m'
 * displayText({ password: 'secret' }) // => '[object]'
 * displayText('a'.repeat(100)).length // => 81
 * ```
 */
export function displayText(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return isArray(value) ? '[array]' : '[object]';
  }
  const text = typeof value === 'function' ? '[function]' : String(exactNumber(value));
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/**
 * Formats any value like {@link displayText}, a text in quotes.
 *
 * @param value - any value
 * @returns the value as text, cut after 80 characters
 *
 * @internal
 */
export function quotedText(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(displayText(value)) : displayText(value);
}

/** From 10^21 on, a number is written with an exponent. */
const FIRST_WITH_EXPONENT = 1e21;

/** An integer beyond 2^53 with all its digits: the engine writes zeros for the last ones. */
function exactNumber(value: unknown): unknown {
  const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong && Math.abs(value as number) < FIRST_WITH_EXPONENT
    ? BigInt(value as number)
    : value;
}

/** Reports whether a value is an array; false for a revoked proxy, for which `Array.isArray` throws. */
export function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
