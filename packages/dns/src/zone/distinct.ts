/** Returns the items of a list without those whose key equals that of an earlier item; without a key, an item stays. */
export function distinctBy<T>(
  list: readonly T[],
  keyOf: (item: T) => string | undefined,
): readonly T[] {
  if (list.length < 2) {
    return list;
  }
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = keyOf(item);
    if (key === undefined) {
      return true;
    }
    if (seen.has(key)) {
      return false;
    }
    seen.add(key);
    return true;
  });
}
