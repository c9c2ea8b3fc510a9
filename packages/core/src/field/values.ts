// The JSON types of values.

/** The bounds of an integer, both inclusive. */
export interface IntegerRange<T extends number | bigint = number> {
  /** The smallest integer that is accepted. */
  readonly min: T;
  /** The largest integer that is accepted. */
  readonly max: T;
}

/** Whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether a value is a flag. */
export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Whether a value is a list, of whatever items. */
export function isList(value: unknown): value is readonly never[] {
  return Array.isArray(value);
}

/** Whether a value is an object, and not a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an integer in a range. */
export function isIntegerIn(
  value: unknown,
  { min, max }: IntegerRange<number | bigint>,
): value is number | bigint {
  const isInteger = typeof value === 'bigint' || Number.isInteger(value);
  return isInteger && (value as number) >= min && (value as number) <= max;
}

/** Like `map`, but a hole is undefined. */
export function mapAll<T, R>(list: readonly T[], read: (entry: T, index: number) => R): R[] {
  const results: R[] = [];
  for (let index = 0; index < list.length; index += 1) {
    results.push(read(list[index] as T, index));
  }
  return results;
}
