import { runeAt, runeSize } from '../sources/byte-string.js';

// A label of a host as a pattern, both as byte strings. `*` stands for any bytes, `[…]` for one character of a list.
// Go's patterns also know `?`, `\` and `[^…]`, but no host of a URL holds a `?`, a `\` or a `^`. A `[` stands in
// front of an IPv6 address only, or in its zone; so without a port, `[::1]` is a list of the characters `:` and `1`.

/** A list of characters: ranges of code points. */
type Range = readonly [low: number, high: number];

/** What stands between two `*`: single bytes, and lists of characters. */
interface Chunk {
  /** Whether a `*` stands in front. */
  readonly star: boolean;
  /** A byte or a list each; undefined if a list is not well-formed. */
  readonly terms: readonly (string | readonly Range[])[] | undefined;
}

/** A label without globs as it is, or a pattern. */
export type LabelGlob = string | readonly Chunk[];

/** Reads a label of a pattern. */
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
    // A `]` at the start is no end but an error, for a list holds something.
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

/** Where the character of a list ends that starts here; -1 if none does, or nothing follows. */
function endOfListed(chunk: string, at: number): number {
  const end = at + runeSize(chunk, at);
  return end < chunk.length && chunk[at] !== '-' && chunk[at] !== ']' ? end : -1;
}

/**
 * Whether a label matches; undefined if the pattern turns out to be wrong before that is known.
 *
 * Each `*` stands for as little as the next chunk allows and is not looked at again, so the time is at most the length
 * of the label, squared, plus that of the pattern.
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
  // The last chunk has been moved on to the end of the label.
  return true;
}

/** Where in the label a chunk ends that starts here; -1 if it does not match. */
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
