import type { Json, JsonObject } from '../harness/json.js';

/** Sorts the keys, as Go prints them, and writes an int64 beyond 2^53 as `parseGoJson` does. */
export function sorted(value: Json | bigint): Json {
  if (typeof value === 'bigint' || (typeof value === 'number' && isBeyondNumbers(`${value}`))) {
    return `${value}n`;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  const entries = Object.entries(value as JsonObject).map(
    ([key, inner]) => [key, sorted(inner)] as const,
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g;

/** Reads an int64 beyond 2^53 as text that ends in `n`; kubectl makes a float of anything beyond int64. */
export function parseGoJson(text: string): Json {
  const quoted = text.replace(TOKEN, (token) => (isBeyondNumbers(token) ? `"${token}n"` : token));
  return JSON.parse(quoted) as Json;
}

function isBeyondNumbers(token: string): boolean {
  if (!/^-?[0-9]+$/.test(token) || Number.isSafeInteger(Number(token))) {
    return false;
  }
  return BigInt.asIntN(64, BigInt(token)) === BigInt(token);
}
