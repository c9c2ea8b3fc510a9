import type { FieldPathSegment } from '@kubesem/core';
import type { JSONValue } from '../json/json-value.js';
import type { Position } from '../position.js';
import type { TextDocument } from '../text-document.js';

/** Holds the document that was read again last: the objects of a list share it. Start with an empty one, `{}`. */
export interface RereadMemory {
  /** The document and what was read. */
  latest?: readonly [document: object, value: unknown] | undefined;
}

/** A value, and the places of its fields in the text. */
export interface ReadValue {
  readonly value: JSONValue;
  /** Finds a field of the value in the text. */
  readonly positionOf: (segments: readonly FieldPathSegment[]) => Position;
}

/** Reads a value from its text again. */
export type Reread = (memory: RereadMemory) => ReadValue;

// What reads a value again is made by functions of its own here: it must not keep the value that was read first alive, and
// the functions that are made in one scope keep all that any of them uses.

/**
 * Returns what reads a document again. A file may have many, so it keeps nothing but its parameters.
 *
 * @param text - the text of the document
 * @param read - parses the text
 * @param places - returns what finds the positions of its offsets
 */
export function rereadDocument<Text>(
  text: Text,
  read: (text: Text) => TextDocument,
  places: (text: Text) => (offset: number) => Position,
): Reread {
  const reread: Reread = (memory) => {
    if (memory.latest?.[0] !== reread) {
      // The document before it is not needed while this one is parsed.
      memory.latest = undefined;
      const { value = null, offsetOf } = read(text);
      const positionAt = places(text);
      const positionOf: ReadValue['positionOf'] = (path) => positionAt(offsetOf(path));
      memory.latest = [reread, { value, positionOf }];
    }
    return memory.latest?.[1] as ReadValue;
  };
  return reread;
}

/** Returns what reads an item of a list again. */
export function rereadItem(list: Reread, index: number): Reread {
  return (memory) => {
    const { value, positionOf } = list(memory);
    const { items } = value as { readonly items: readonly JSONValue[] };
    return {
      value: items[index] as JSONValue,
      positionOf: (path) => positionOf(['items', index, ...path]),
    };
  };
}
