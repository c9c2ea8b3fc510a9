import type { Manifests } from '@kubesem/manifests';
import type { DeviationId } from '../harness/deviations.js';

/** Forms that one side rejects; see `malformed-yaml` in DEVIATIONS.md. */
const FORMS: readonly ((text: string) => boolean)[] = [
  // A block whose `|` or `>` is not indented, on a line of its own.
  (text) => /^ *[|>][-+1-9]*[ \t]*(?:[^-+1-9\s].*)?$/m.test(text),
  // Tags and anchors that end in other characters, or follow each other.
  (text) =>
    /(?:^|[\s,:[{-])(?:!\S*[^\s\w!:.-]|!!!|!!\S*!|!!(?:\s|$)|!\S*[ \n]+!|&[-\w]*[^-\w\s]|[!&]\S*\s+\*|!\S*\s*:)/m.test(
      text,
    ),
  // `?` before a key.
  (text) => /(?:^|[\s,[{-])\?(?:\s|$)/m.test(text),
  // Brackets or several lines before a colon.
  (text) => /[\]}]\s*:/.test(text),
  // Text after a line that ends a document.
  (text) =>
    /^\.\.\.(?:[ \t][^\n]*)?\n(?:(?!---)[ \t]*(?:#[^\n]*)?\n)*(?!---)[ \t]*[^\s#]/m.test(text),
  // A block that starts with a line of spaces.
  (text) => /[|>][^\n|>]*\n +\n/.test(text),
  (text) =>
    text
      .replace(/^\ufeff/, '')
      .split(/^---.*$/m)
      .some(hasInlineRoot),
];

/** Text after a document that is text, or in brackets or quotes. */
function hasInlineRoot(part: string): boolean {
  const first = part.split('\n').find((line) => /^[ \t\r]*[^\s#]/.test(line)) ?? '';
  return /^\s*(?:["'[{!]|[^\s?:-](?:[^:]|:\S)*$)/.test(first);
}

/**
 * Names the deviation that accounts for a difference in YAML, if any.
 *
 * @param text - the file
 * @param isRejection - whether one of the two rejects the text; else the values differ
 * @param isTextAfter - whether kubesem ignores text after a document that Go rejects
 */
export function explain(
  text: string,
  isRejection: boolean,
  isTextAfter: boolean,
): DeviationId | undefined {
  if (/[\x85\u2028\u2029]/.test(text)) {
    return 'yaml-line-ends';
  }
  if (text.lastIndexOf('\ufeff') > 0) {
    return 'yaml-byte-order-mark';
  }
  const isMalformed = isTextAfter || FORMS.some((isForm) => isForm(text));
  return isRejection && isMalformed ? 'malformed-yaml' : undefined;
}

/** Reports whether a text follows the end of a document. */
export function ignoresText({ problems }: Manifests): boolean {
  return problems.some(({ code }) => code === 'IGNORED_TEXT');
}

/**
 * Reports whether a mapping may have the same key in two types, such as `1` and `"1"`. Go keeps either value. The keys
 * of the generator, such as `k0`, are texts.
 *
 * @param text - the text that was read
 * @param read - what kubesem reads, which warns about each duplicate key
 */
export function hasKeyOfTwoTypes(text: string, { problems }: Manifests): boolean {
  const lines = text.split('\n');
  return problems.some(({ code, line, column }) => {
    const key = lines[line - 1]?.slice(column - 1) ?? '';
    return code === 'DUPLICATE_KEY' && !/^["']?k[0-9]|^["']?k["']?:/.test(key);
  });
}
