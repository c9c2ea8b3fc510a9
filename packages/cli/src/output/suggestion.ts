import type { NamedObject } from '../options.js';

const LISTED = 3;

/**
 * Returns what may have been meant: the same name in another namespace, or a similar one.
 *
 * @param name - a name that no object has
 * @param namespace - the only namespace that is meant; undefined for any
 * @param objects - those that there are
 * @returns the end of an error message; empty if nothing is similar
 */
export function suggestion(
  name: string,
  namespace: string | undefined,
  objects: readonly NamedObject[],
): string {
  const near = objects
    .filter((each) => each.name === name || [undefined, each.namespace].includes(namespace))
    .map((each) => ({ ...each, distance: distance(name, each.name) }))
    .filter((each) => each.distance <= 2)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, LISTED)
    .map((each) => (each.namespace === undefined ? each.name : `${each.namespace}/${each.name}`));
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/** How many letters differ; a part of a name differs by 2 at most. */
function distance(a: string, b: string): number {
  if (Math.min(a.length, b.length) > 2 && (a.includes(b) || b.includes(a))) {
    return a === b ? 0 : 2;
  }
  // The Levenshtein distance of two names, of which DNS labels have 63 letters; one row after the other.
  const letters = [...b.slice(0, 64)];
  let above = Array.from({ length: letters.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...a.slice(0, 64)].entries()) {
    const current = [row + 1];
    for (const [column, other] of letters.entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above[letters.length] ?? 0;
}
