/** Whether the server treats a value like an absent field. */
export function isEmpty(value: unknown): boolean {
  return (
    value == null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/**
 * Compares specs as the server does: absent, null, empty, zero and false fields are equal. An object without fields
 * differs from an absent one, and all entries of a list count.
 *
 * @param a - plain data
 * @param b - plain data
 * @returns whether they are equal
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) {
    return isEmpty(a) && isEmpty(b);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b)) {
    return a === b;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => isSame(each, b[index]));
  }
  const [left, right] = [
    new Map(Object.entries(a as object)),
    new Map(Object.entries(b as object)),
  ];
  return [...left.keys(), ...right.keys()].every((key) => isSame(left.get(key), right.get(key)));
}
