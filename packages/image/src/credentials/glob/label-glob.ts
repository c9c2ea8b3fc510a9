import { runeAt, runeSize } from '@kubesem/core/internal';

// A label of a host as a pattern, both as byte strings. `*` matches any bytes, `[…]` one character of a list. Go's
// patterns also support `?`, `\` and `[^…]`, but the host of a URL cannot contain these characters. A `[` only occurs
// before an IPv6 address or in its zone; so without a port, `[::1]` is a list of the characters `:` and `1`.

/** A list of characters: ranges of code points. */
type Range = readonly [low: number, high: number];

/** The part between two `*`: single bytes, and lists of characters. */
interface Chunk {
  /** Whether a `*` precedes it. */
  readonly star: boolean;
  /** Bytes and lists; undefined if a list is invalid. */
  readonly terms: readonly (string | readonly Range[])[] | undefined;
}

/** A label without wildcards as it is, or a pattern. */
export type LabelGlob = string | readonly Chunk[];

/** Compiles a label of a pattern. */
export function compileLabel(label: string): LabelGlob {
  if (!/[*[]/.test(label)) {
    return label;
  }
  const chunks: Chunk[] = [];
  for (let at = 0; at < label.length; ) {
    const star = label[at] === '*';
    while (label[at] === '*') {
      at++;
    }
    const start = at;
    for (let isInList = false; at < label.length && (isInList || label[at] !== '*'); at++) {
      isInList = label[at] === '[' || (isInList && label[at] !== ']');
    }
    chunks.push({ star, terms: compileChunk(label.slice(start, at)) });
  }
  return chunks;
}

function compileChunk(chunk: string): Chunk['terms'] {
  const terms: (string | readonly Range[])[] = [];
  for (let at = 0; at < chunk.length; at++) {
    if (chunk[at] !== '[') {
      terms.push(chunk.charAt(at));
      continue;
    }
    const ranges: Range[] = [];
    // A `]` at the start is invalid, because a list is not empty.
    for (at++; ranges.length === 0 || chunk[at] !== ']'; ) {
      const lowEnd = endOfListed(chunk, at);
      const isRange = chunk[lowEnd] === '-';
      const highStart = isRange ? lowEnd + 1 : at;
      const highEnd = isRange ? endOfListed(chunk, highStart) : lowEnd;
      if (highEnd < 0) {
        return undefined;
      }
      ranges.push([runeAt(chunk, at, lowEnd - at), runeAt(chunk, highStart, highEnd - highStart)]);
      at = highEnd;
    }
    terms.push(ranges);
  }
  return terms;
}

/** Returns the end of the character of a list that starts at an index; -1 if it is invalid or nothing follows. */
function endOfListed(chunk: string, at: number): number {
  const end = at + runeSize(chunk, at);
  return end < chunk.length && chunk[at] !== '-' && chunk[at] !== ']' ? end : -1;
}

/**
 * Reports whether a label matches; returns undefined if an invalid part of the pattern is reached first.
 *
 * Each `*` matches as little as the next chunk allows, without backtracking, so the time is at most quadratic in the length
 * of the label, and linear in that of the pattern.
 *
 * Source: Go 1.26 `path/filepath`, `Match`.
 */
export function matchLabel(glob: LabelGlob, label: string): boolean | undefined {
  if (typeof glob === 'string') {
    return glob === label;
  }
  let at = 0;
  for (let i = 0; i < glob.length; i++) {
    const { star, terms } = glob[i] as Chunk;
    if (terms === undefined) {
      return undefined;
    }
    if (terms.length === 0) {
      return true;
    }
    const isLast = i === glob.length - 1;
    let end = endOfChunk(terms, label, at);
    while (end < 0 || (isLast && end < label.length)) {
      at++;
      if (!star || label.length - at < terms.length) {
        return false;
      }
      end = endOfChunk(terms, label, at);
    }
    at = end;
  }
  // The last chunk ends at the end of the label.
  return true;
}

/** Returns the end of a chunk that starts at an index of the label; -1 if it does not match. */
function endOfChunk(terms: NonNullable<Chunk['terms']>, label: string, start: number): number {
  let at = start;
  for (const term of terms) {
    if (typeof term === 'string') {
      if (label[at] !== term) {
        return -1;
      }
      at++;
      continue;
    }
    if (at >= label.length) {
      return -1;
    }
    const size = runeSize(label, at);
    const rune = runeAt(label, at, size);
    if (!term.some(([low, high]) => low <= rune && rune <= high)) {
      return -1;
    }
    at += size;
  }
  return at;
}
