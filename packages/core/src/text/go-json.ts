import { fromByteString, runeSize, wellFormed } from './byte-string.js';

/**
 * Formats a string as JSON like Go, which escapes characters that are special in HTML.
 *
 * @param text - the text; a lone surrogate becomes U+FFFD
 * @returns the JSON of the text
 *
 * @example
 * ```ts
 * import { goJson } from '@kubesem/core/internal';
 *
 * goJson('a<b') // => '"a\\u003cb"'
 * ```
 *
 * Source: Go's `encoding/json`.
 */
export function goJson(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Formats a byte string as JSON like Go, which escapes U+FFFD only if it replaces a byte that is not UTF-8.
 *
 * @param bytes - a string in which each UTF-16 code unit is one byte
 * @returns the JSON of the text
 *
 * @example
 * ```ts
 * import { goJsonOfBytes } from '@kubesem/core/internal';
 *
 * goJsonOfBytes('\xFF') // => '"\\ufffd"'
 * ```
 *
 * Source: Go's `encoding/json`.
 */
export function goJsonOfBytes(bytes: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const size = runeSize(bytes, at);
    const rune = bytes.slice(at, at + size);
    text += size === 1 && rune > '\x7f' ? '\\ufffd' : goJson(fromByteString(rune)).slice(1, -1);
    at += size;
  }
  return `"${text}"`;
}

/** Go rejects more levels. Source: Go 1.26 `encoding/json`, `maxNestingDepth`. */
const MAX_DEPTH = 10_000;

/**
 * Reports whether a text is JSON for Go.
 *
 * @internal
 */
export function isGoJson(text: string): boolean {
  // Checked before JSON.parse, whose own limit depends on the engine.
  if (depth(text) > MAX_DEPTH) {
    return false;
  }
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How deep objects and lists are nested in a text, which may not be JSON. */
function depth(text: string): number {
  // The last string may have no end.
  const brackets = text.replace(/"(?:[^"\\]|\\[^])*"?/g, '').match(/[[\]{}]/g) ?? [];
  let open = 0;
  let deepest = 0;
  for (const bracket of brackets) {
    open += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}
