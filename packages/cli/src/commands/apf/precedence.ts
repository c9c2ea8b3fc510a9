/** Merges the flow schemas that the server ignores with those that it uses, which are in order already. */
export function inOrder<T extends { readonly matchingPrecedence: number }>(
  schemas: readonly T[],
): readonly T[] {
  return [...schemas].sort((a, b) => a.matchingPrecedence - b.matchingPrecedence);
}
