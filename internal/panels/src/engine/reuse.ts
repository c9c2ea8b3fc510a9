type Fields = { readonly [name: string]: unknown };

/** Equals no value. */
const ABSENT = Symbol('absent');

/**
 * Returns a value of plain data in which every part that is equal to the same part of an earlier value is that part, so
 * what shows it need not be rendered again.
 *
 * @param earlier - the value before
 * @param value - the value; it is not changed
 * @returns `earlier` if they are equal, otherwise a value equal to `value`
 */
export function reuse<T>(earlier: unknown, value: T): T {
  if (!isObject(earlier) || !isObject(value) || Array.isArray(earlier) !== Array.isArray(value)) {
    return earlier === value ? (earlier as T) : value;
  }
  const partBefore = (name: string) => (Object.hasOwn(earlier, name) ? earlier[name] : ABSENT);
  const parts = Object.entries(value).map(([name, part]) => [name, reuse(partBefore(name), part)]);
  const isEqual =
    parts.length === Object.keys(earlier).length &&
    parts.every(([name, part]) => partBefore(name as string) === part);
  if (isEqual) {
    return earlier as T;
  }
  return (Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
