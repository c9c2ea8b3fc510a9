/** Whether the server treats a value like an absent field. */
function isEmpty(value: unknown): boolean {
  return (
    value == null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** A text that is equal for equal objects, whatever the order of their fields. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each: unknown) => {
    if (isEmpty(each)) {
      return undefined;
    }
    if (typeof each !== 'object' || Array.isArray(each)) {
      return each;
    }
    const fields = Object.entries(each as object).filter(([, field]) => !isEmpty(field));
    return fields.sort(([x], [y]) => (x < y ? -1 : 1));
  });
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
  return canonical(a) === canonical(b);
}
