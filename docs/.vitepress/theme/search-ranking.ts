// The order of what the search finds. It needs functions, which the theme passes to the search while the page runs: in
// the settings of the site, they would have to be evaluated, and the content security policy forbids that.

/** Kinds of pages by their address, with what they count compared with guides and functions. */
const WEIGHTS: readonly (readonly [address: RegExp, weight: number])[] = [
  [/\/error-codes#(?!error-codes$)/, 0.25],
  [/\/reference\/.*\/types-/, 0.6],
  [/\/reference\/[^/]+\/#/, 0.7],
  [/\/(?:migrate|trust|contributing)\//, 0.6],
  [/\/guides\//, 1.3],
];
const SEPARATORS = /[\n\r\p{Z}\p{P}]+/u;
const CODE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;

/** Options of MiniSearch. */
export const SEARCH_OPTIONS = {
  /** An error code is also searched as one word. */
  tokenize: (query: string): string[] => [
    ...query.split(SEPARATORS),
    ...(query.match(CODE) ?? []).map((code) => code.replaceAll('_', '')),
  ],
  boostDocument: (id: string, term: string, stored?: Record<string, unknown>): number => {
    const title = String(stored?.['title'] ?? '').replaceAll('_', '');
    if (id.includes('/error-codes#') && term === title.toLowerCase()) {
      return 3;
    }
    return WEIGHTS.find(([address]) => address.test(id))?.[1] ?? 1;
  },
};
