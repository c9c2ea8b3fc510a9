/**
 * Returns data in one form, so that equal data has equal JSON: keys are sorted, undefined fields are absent.
 *
 * @param value - plain data, or objects with `toJSON`
 * @returns a copy
 */
export function canonical<T>(value: T): T {
  return value === undefined ? value : (sorted(JSON.parse(JSON.stringify(value))) as T);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/**
 * Returns a list in one order, for lists whose order says nothing.
 *
 * @param list - the list
 * @returns its elements in their canonical form, sorted by their JSON
 */
export function unordered<T>(list: readonly T[]): readonly T[] {
  const text = new Map(list.map((each) => [each, JSON.stringify(canonical(each))]));
  const compare = (a: T, b: T) => ((text.get(a) ?? '') < (text.get(b) ?? '') ? -1 : 1);
  return [...list].sort(compare).map(canonical);
}
