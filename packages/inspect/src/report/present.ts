/**
 * Returns an object without the fields that are undefined, in the same order. For thousands of Pods, it takes much less
 * time than a spread for each of these fields.
 */
export function present<T extends object>(fields: T): T {
  const object = {} as T;
  for (const field in fields) {
    const value = fields[field];
    if (value !== undefined) {
      object[field] = value;
    }
  }
  return object;
}
