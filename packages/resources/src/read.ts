import { fieldPath } from '@kubesem/core';
import { type Quantity, quantityFromJSON } from '@kubesem/quantity';
import { type Amounts, NO_AMOUNTS } from './effective/amounts.js';
import { PodResourcesError } from './errors.js';

/** What becomes of an error: it is thrown, or collected while the broken value counts as absent. */
export type Report = (error: PodResourcesError) => void;

/** Throws the error. */
export function raise(error: PodResourcesError): never {
  throw error;
}

/** The value if it is an object, undefined if it is absent or null. */
export function readObject<T extends object>(
  value: T | null | undefined,
  path: string,
  report: Report = raise,
): T | undefined {
  if (value === null || value === undefined) {
    return undefined;
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    report(wrongType(value, path, 'an object'));
    return undefined;
  }
  return value;
}

/** The value if it is a list, an empty list if it is absent or null. */
export function readList<T>(
  value: readonly T[] | null | undefined,
  path: string,
  report: Report = raise,
): readonly T[] {
  if (value === null || value === undefined) {
    return [];
  }
  if (!Array.isArray(value)) {
    report(wrongType(value, path, 'a list'));
    return [];
  }
  return value;
}

/** The value if it is a string, an empty string if it is absent or null. */
export function readString(
  value: string | null | undefined,
  path: string,
  report: Report = raise,
): string {
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value !== 'string') {
    report(wrongType(value, path, 'a string'));
    return '';
  }
  return value;
}

/**
 * Reads one amount of a Pod, as the API server does: null is zero.
 *
 * @param value - what stands in a resource list
 * @param path - where, for the error
 * @returns the quantity
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if it is none
 * @example
 * ```ts
 * import { readQuantity } from '@kubesem/resources';
 *
 * readQuantity(' 0.5 ', 'spec.overhead.cpu').toString() // => '500m'
 * readQuantity('0.5 cores', 'spec.overhead.cpu') // throws INVALID_QUANTITY
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.UnmarshalJSON`.
 */
export function readQuantity(value: unknown, path: string): Quantity {
  try {
    return quantityFromJSON(value);
  } catch (error) {
    throw invalidQuantity(value, path, error);
  }
}

/** All amounts of a resource list. */
export function readAmounts(
  value: { readonly [name: string]: unknown } | null | undefined,
  path: string,
  report: Report = raise,
): Amounts {
  const list = readObject(value, path, report);
  if (list === undefined) {
    return NO_AMOUNTS;
  }
  const amounts = new Map<string, Quantity>();
  for (const name of Object.keys(list)) {
    const amount = list[name];
    if (amount !== undefined) {
      try {
        amounts.set(name, quantityFromJSON(amount));
      } catch (error) {
        report(invalidQuantity(amount, entryPath(path, name), error));
      }
    }
  }
  return amounts;
}

/** The path of an entry of a resource list; names of resources need not be plain. */
export function entryPath(listPath: string, name: string): string {
  // The first segment makes it the path of something that follows another.
  return listPath + fieldPath('_', name).slice(1);
}

function wrongType(value: unknown, path: string, expected: string): PodResourcesError {
  const message = `${path && `${path}: `}expected ${expected}`;
  return new PodResourcesError({ code: 'INVALID_TYPE', message, path, input: value });
}

function invalidQuantity(value: unknown, path: string, error: unknown): PodResourcesError {
  const { message, offset } = error as { readonly message: string; readonly offset?: number };
  return new PodResourcesError({
    code: 'INVALID_QUANTITY',
    message: `${path}: ${message}`,
    path,
    input: value,
    offset,
  });
}
