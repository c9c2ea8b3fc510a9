import type { FieldPathSegment } from '@kubesem/core';
import type { JSONValue } from '../json/json-value.js';

/**
 * Finds the values of a document in its text. It needs much less memory than {@link YAMLPlaces}: two numbers for each value.
 *
 * The values are numbered in the order of the text, which is that of the keys of each object.
 */
export class ValuePlaces {
  /** The numbers of the members of an object or list, by its own; each on the way to a value is indexed once. */
  private readonly members = new Map<number, ReadonlyMap<FieldPathSegment, number>>();

  /**
   * @param root - the value of the document
   * @param starts - the offset of each value
   * @param ends - the number of the first value after each value and its members
   */
  constructor(
    private readonly root: JSONValue,
    private readonly starts: readonly number[],
    private readonly ends: readonly number[],
  ) {}

  /** Returns the offset of the value at a path, or of the innermost value around it. */
  offsetOf(path: readonly FieldPathSegment[]): number {
    let place = 0;
    let value = this.root;
    for (const segment of path) {
      const child = this.membersOf(place, value).get(segment);
      if (child === undefined) {
        break;
      }
      place = child;
      value = (value as { readonly [key: string]: JSONValue })[segment] as JSONValue;
    }
    return this.starts[place] as number;
  }

  private membersOf(place: number, value: JSONValue): ReadonlyMap<FieldPathSegment, number> {
    const known = this.members.get(place);
    if (known !== undefined) {
      return known;
    }
    const members = new Map<FieldPathSegment, number>();
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    let next = place + 1;
    for (const key of keys) {
      members.set(Array.isArray(value) ? Number(key) : key, next);
      next = this.ends[next] as number;
    }
    this.members.set(place, members);
    return members;
  }
}
