/** The longest name for which a similar one is searched. */
const MAX_LENGTH = 64;

/**
 * Returns the known name that was probably meant: it differs in the case of letters, or else in the fewest letters. These are
 * at most two, one in a name of three or four letters, and none in a shorter one.
 *
 * @param name - a name that is not known
 * @param known - the known names
 * @returns one of the known names; undefined if none is similar
 */
export function similarName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) {
    return undefined;
  }
  const written = name.toLowerCase();
  const most = name.length > 4 ? 2 : name.length > 2 ? 1 : 0;
  const near = known.filter((each) => Math.abs(each.length - name.length) <= most);
  for (let edits = 0; edits <= most; edits++) {
    const found = near.find((each) => isSimilar(written, each.toLowerCase(), edits));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Whether so many letters that are added, removed, replaced or swapped with the next one make one text of the other. */
function isSimilar(a: string, b: string, edits: number): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) {
    same++;
  }
  const [x, y] = [a.slice(same), b.slice(same)];
  if (edits === 0 || Math.abs(x.length - y.length) > edits) {
    return x === y;
  }
  return (
    x === y ||
    isSimilar(x.slice(1), y.slice(1), edits - 1) ||
    isSimilar(x.slice(1), y, edits - 1) ||
    isSimilar(x, y.slice(1), edits - 1) ||
    (x[0] === y[1] && x[1] === y[0] && isSimilar(x.slice(2), y.slice(2), edits - 1))
  );
}
