import { QosError } from '../errors.js';

/** A list of the report, empty if it is left out. */
export function readStatsList<T>(
  value: readonly T[] | null | undefined,
  path: string,
): readonly T[] {
  if (value === null || value === undefined) {
    return [];
  }
  if (!Array.isArray(value)) {
    throw invalidUsage(path, 'a list', value);
  }
  return value;
}

/** A number of the report, 0 if it is left out. A sum of several may be beyond 2^53. */
export function readCount(value: number | null | undefined, path: string): bigint {
  if (value === null || value === undefined) {
    return BigInt(0);
  }
  if (!Number.isSafeInteger(value) || value < 0) {
    throw invalidUsage(path, 'a whole number of zero or more', value);
  }
  return BigInt(value);
}

function invalidUsage(path: string, expected: string, input: unknown): QosError {
  const message = `${path}: expected ${expected}`;
  return new QosError({ code: 'INVALID_USAGE', message, path, input });
}
