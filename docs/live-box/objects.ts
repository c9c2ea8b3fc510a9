import { type ManifestObject, parseObjects } from '@kubesem/manifests';
import { type Part, sentence } from './box.js';

/** The objects of a text, and what is wrong with it. */
export interface ObjectsOfText {
  /** Returns the objects of a kind. Nothing checks that their fields have these types; the packages do. */
  readonly ofKind: <T>(kind: string) => T[];
  /** All objects, with their places. */
  readonly placed: readonly ManifestObject[];
  /** A sentence for each problem, with its line. */
  readonly problems: readonly Part[];
}

/**
 * Reads YAML or JSON.
 *
 * @param text - the text
 * @returns its objects; what cannot be read is a problem
 */
export function objectsOf(text: string): ObjectsOfText {
  const { objects, problems } = parseObjects({ name: 'input', text });
  return {
    ofKind: <T>(kind: string) =>
      objects.filter((each) => each.kind === kind).map(({ object }: ManifestObject) => object as T),
    placed: objects,
    problems: problems.map(({ line, message }) => sentence(`Line ${line}: ${message}`, 'bad')),
  };
}

/**
 * Returns the first object of a kind.
 *
 * @param kind - the kind
 * @param objects - objects of this kind
 * @returns the first one
 * @throws an Error if the list is empty
 */
export function firstOf<T>(kind: string, [first]: readonly T[]): T {
  if (first === undefined) {
    throw new Error(`Add an object with "kind: ${kind}" to the text.`);
  }
  return first;
}
