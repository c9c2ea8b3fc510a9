/**
 * Adds those of the optional fields that are not undefined to an object. For thousands of Pods, it takes much less time than
 * a spread for each of these fields.
 */
export function present<T extends object>(object: T, optional: Partial<T>): T {
  for (const field in optional) {
    const value = optional[field];
    if (value !== undefined) {
      object[field] = value;
    }
  }
  return object;
}
