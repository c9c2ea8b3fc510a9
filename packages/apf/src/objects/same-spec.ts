/** What the server does not tell from a field that is not set. */
function isEmpty(value: unknown): boolean {
  return (
    value == null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** A text that is the same for objects that are the same, whatever the order of their fields. */
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
 * Compares as the server does: what is not set, null, empty, zero and false are the same, an object without fields is
 * another thing, and entries of a list count, whatever they are.
 *
 * @param a - plain data
 * @param b - plain data
 * @returns whether they are the same
 */
export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}
