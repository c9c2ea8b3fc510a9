import { type FieldPathSegment, fieldPath } from '@kubesem/core';
import { type Quantity, quantityFromJSON } from '@kubesem/quantity';
import { type Amounts, noAmounts } from './amounts.js';
import { PodResourcesError } from './errors.js';

/** Where a value stands in the object that was passed in, from the outermost name to the innermost. */
export type Path = readonly FieldPathSegment[];

function wrongType(value: unknown, path: Path, expected: string): PodResourcesError {
  const place = fieldPath(...path);
  return new PodResourcesError({
    code: 'INVALID_TYPE',
    message: `${place || 'pod'}: expected ${expected}`,
    path: place,
    input: value,
  });
}

/** The value if it is an object, undefined if it is absent or null. */
export function readObject<T extends object>(
  value: T | null | undefined,
  path: Path,
): T | undefined {
  if (value === null || value === undefined) {
    return undefined;
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw wrongType(value, path, 'an object');
  }
  return value;
}

/** The value if it is a list, an empty list if it is absent or null. */
export function readList<T>(value: readonly T[] | null | undefined, path: Path): readonly T[] {
  if (value === null || value === undefined) {
    return [];
  }
  if (!Array.isArray(value)) {
    throw wrongType(value, path, 'a list');
  }
  return value;
}

/** One amount, as Go reads it from JSON. */
export function readQuantity(value: unknown, path: Path): Quantity {
  try {
    return quantityFromJSON(value);
  } catch (error) {
    const { message, offset } = error as { message: string; offset?: number };
    const place = fieldPath(...path);
    throw new PodResourcesError({
      code: 'INVALID_QUANTITY',
      message: `${place}: ${message}`,
      path: place,
      input: value,
      offset,
    });
  }
}

/** All amounts of a resource list. */
export function readAmounts(
  value: { readonly [name: string]: unknown } | null | undefined,
  path: Path,
): Amounts {
  const amounts = noAmounts();
  const list = readObject(value, path);
  if (list !== undefined) {
    for (const name of Object.keys(list)) {
      const amount = list[name];
      if (amount !== undefined) {
        amounts[name] = readQuantity(amount, [...path, name]);
      }
    }
  }
  return amounts;
}
