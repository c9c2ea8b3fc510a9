/** Values by text, to be found by every text that starts with theirs. */
export interface PrefixTable<T> {
  /** The texts, ascending. */
  readonly texts: readonly string[];
  /** The value of each. */
  readonly values: readonly T[];
  /** For each the index of the longest other text that it starts with; -1 if there is none. */
  readonly parents: readonly number[];
}

/** Builds a table; the time is that of sorting. */
export function prefixTable<T>(valueByText: ReadonlyMap<string, T>): PrefixTable<T> {
  const sorted = [...valueByText].sort(([a], [b]) => (a < b ? -1 : 1));
  const parents: number[] = [];
  for (const [i, [text]] of sorted.entries()) {
    // What a text starts with stands in front of it, and with nothing between but what starts with that, too.
    // In front of the first stands nothing, which every text starts with.
    let parent = i - 1;
    while (!text.startsWith(sorted[parent]?.[0] ?? '')) {
      parent = parents[parent] as number;
    }
    parents.push(parent);
  }
  return { texts: sorted.map(([text]) => text), values: sorted.map(([, value]) => value), parents };
}

/** Calls `visit` with the value of every text that `text` starts with; the time does not grow with those it does not. */
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
