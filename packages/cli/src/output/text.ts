import { apiGroupOf } from '@kubesem/core';
/** An empty cell. */
export const NONE = '-';

// Control characters, those that change the direction of writing, invisible ones, halves of surrogate pairs, and
// every white space but the plain one: they could hide or forge what a terminal shows.
const UNSAFE =
  /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Escapes, as JSON does, the characters that a terminal would obey or hide. */
export function visible(text: string): string {
  return escapeUnsafe(text, (char) =>
    Array.from({ length: char.length }, (_, index) => unicodeEscape(char.charCodeAt(index))).join(
      '',
    ),
  );
}

/** Escapes each line and keeps the line breaks: those of the layout. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** Replaces the characters that a terminal would obey or hide. */
export function escapeUnsafe(text: string, escape: (char: string) => string): string {
  return text.replace(UNSAFE, escape);
}

/** Whether a text contains characters that a terminal would obey or hide. */
export function isUnsafe(text: string): boolean {
  return text.search(UNSAFE) >= 0;
}

/** A UTF-16 code unit as JSON escapes it. */
function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

const MAX_CELL = 40;

/** As much of a text as fits into a cell of a table. */
export function shorten(text: string): string {
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}

/** A count with commas, such as `12,000`. The first number that `Intl` formats takes 20 ms. */
export function grouped(number: number): string {
  const thousands = Math.floor(number / 1000);
  return thousands === 0
    ? String(number)
    : `${grouped(thousands)},${String(number % 1000).padStart(3, '0')}`;
}

/** A number and what it counts, such as `1 node` or `12,000 nodes`. */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

const LISTED = 3;

/** The first names, and how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - LISTED;
  return [...names.slice(0, LISTED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** The name of an object as people write it. */
export function objectTitle(object: {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}): string {
  return visible(`${object.kind} ${object.namespace}/${object.name}`);
}

/** The place of an object, in the form that editors open. */
export function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return line === 0 ? visible(file) : `${visible(file)}:${line}`;
}

/** The name of an object as `kubectl get -o name` prints it, such as `deployment.apps/web`. */
export function resourceName({
  apiVersion,
  kind,
  name,
}: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}): string {
  const group = apiGroupOf(apiVersion);
  return `${kind.toLowerCase()}${group && `.${group}`}/${name}`;
}
