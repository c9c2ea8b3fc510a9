/** Values by prefix, which finds all prefixes of a string. */
export interface PrefixTable<T> {
  /** The prefixes, in ascending order. */
  readonly texts: readonly string[];
  /** The value of each prefix. */
  readonly values: readonly T[];
  /** For each prefix, the index of the longest other prefix that it starts with; -1 if there is none. */
  readonly parents: readonly number[];
}

/** Makes a table; the time is that of sorting. */
export function prefixTable<T>(valueByText: ReadonlyMap<string, T>): PrefixTable<T> {
  const sorted = [...valueByText].sort(([a], [b]) => (a < b ? -1 : 1));
  const parents: number[] = [];
  for (const [i, [text]] of sorted.entries()) {
    // The prefixes of a string precede it, and all strings between them also start with the same prefix. The empty entry before
    // the first one ends the loop.
    let parent = i - 1;
    while (!text.startsWith(sorted[parent]?.[0] ?? '')) {
      parent = parents[parent] as number;
    }
    parents.push(parent);
  }
  return { texts: sorted.map(([text]) => text), values: sorted.map(([, value]) => value), parents };
}

/** Calls `visit` with the value of every prefix of a string; the time does not depend on other prefixes. */
export function visitPrefixes<T>(
  { texts, values, parents }: PrefixTable<T>,
  text: string,
  visit: (value: T) => void,
): void {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle] as string) <= text) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (let i = low - 1; i >= 0; i = parents[i] as number) {
    if (text.startsWith(texts[i] as string)) {
      visit(values[i] as T);
    }
  }
}
