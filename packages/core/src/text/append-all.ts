/**
 * Appends values to a list. A call with a spread, `list.push(...values)`, fails from about 100,000 values.
 *
 * @param list - receives the values
 * @param values - the values, in their order
 *
 * @internal
 */
export function appendAll<T>(list: T[], values: Iterable<T>): void {
  for (const value of values) {
    list.push(value);
  }
}

/**
 * Finds the largest of numbers, which can be many.
 *
 * @param numbers - the numbers
 * @param least - what they are compared with
 * @returns the largest of all
 *
 * @internal
 */
export function largest(numbers: Iterable<number>, least: number = -Infinity): number {
  let found = least;
  for (const number of numbers) {
    found = Math.max(found, number);
  }
  return found;
}

/**
 * Finds the smallest of numbers, which can be many.
 *
 * @param numbers - the numbers
 * @param most - what they are compared with
 * @returns the smallest of all
 *
 * @internal
 */
export function smallest(numbers: Iterable<number>, most: number = Infinity): number {
  let found = most;
  for (const number of numbers) {
    found = Math.min(found, number);
  }
  return found;
}
