import type { Json } from '../json.js';

/** Texts that nobody should have to find by chance. */
export function* texts(): Iterable<Json> {
  yield '1';
}
/** Raw JSON of fields. */
export function* jsonTexts(): Iterable<Json> {
  yield '1';
}
/** Parameters of an arithmetic operation. */
export function* arithmetic(_name: string): Iterable<Json> {}
