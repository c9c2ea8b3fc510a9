// Reads quantities and the fields of Kubernetes that hold them. Other fields are read by the readers of core.
import {
  childPath,
  type FieldPath,
  type FieldProblem,
  fieldProblem,
  keyPath,
  type ReportProblem,
  type ResourceList,
  type ResourceRequirements,
  raise,
  readObject,
} from '@kubesem/core';
import { type Quantity, QuantityParseError, quantityFromJSON } from '@kubesem/quantity';
import { type Amounts, NO_AMOUNTS } from './amounts.js';

/** Receives the problem of a field that cannot be read: throws it as an error, or collects it. */
export type Report = ReportProblem<'INVALID_QUANTITY' | 'INVALID_TYPE'>;

/** The two lists in `resources`. */
export type Side = 'requests' | 'limits';

/**
 * Reads a quantity, as the API server does: null is zero.
 *
 * @param value - value of the field
 * @param path - path of the field
 * @returns the quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if the value is not a quantity
 *
 * @example
 * ```ts
 * import { childPath } from '@kubesem/core';
 * import { readQuantity } from '@kubesem/resources';
 *
 * const path = childPath(childPath(undefined, 'overhead'), 'cpu');
 * readQuantity(' 0.5 ', path).toString() // => '500m'
 * readQuantity('0.5 cores', path) // throws INVALID_QUANTITY
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.UnmarshalJSON`.
 *
 * @internal
 */
export function readQuantity(value: unknown, path: FieldPath | undefined): Quantity {
  try {
    return quantityFromJSON(value);
  } catch (error) {
    return raise(invalidQuantity(value, path, error));
  }
}

/**
 * Reads a resource list. Entries that are undefined are absent; null is zero, as in Go.
 *
 * @param value - value of the field
 * @param path - path of the field
 * @param report - receives problems; throws by default
 * @returns the amounts by resource name, without those that cannot be read
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the value is not an object
 *
 * @example
 * ```ts
 * import { readAmounts } from '@kubesem/resources';
 *
 * readAmounts({ cpu: '0.5' }, undefined).get('cpu')?.toString() // => '500m'
 * readAmounts({ cpu: '0.5 cores' }, undefined) // throws INVALID_QUANTITY
 * ```
 *
 * @internal
 */
export function readAmounts(
  value: { readonly [name: string]: unknown } | null | undefined,
  path: FieldPath | undefined,
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
        report(invalidQuantity(amount, keyPath(path, name), error));
      }
    }
  }
  return amounts;
}

/** Reads the requests or the limits of a container, a container status or a Pod. */
export function readSide(
  resources: ResourceRequirements | null | undefined,
  path: FieldPath,
  side: Side,
): Amounts {
  return readAmounts(readObject(resources, path)?.[side], childPath(path, side));
}

/** Requests and limits as they are written in an object. */
export interface WrittenResources {
  /** The requests; empty if there are none. */
  readonly requests: ResourceList;
  /** The limits; empty if there are none. */
  readonly limits: ResourceList;
}

/**
 * Reads the lists of requests and limits, without their amounts.
 *
 * @param resources - value of a field `resources`
 * @param path - path of the field
 * @returns the lists themselves; empty ones for those that are absent
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the value or a list is not an object
 *
 * @example
 * ```ts
 * import { writtenResources } from '@kubesem/resources';
 *
 * writtenResources({ requests: { cpu: '0.5' } }, undefined) // => { requests: { cpu: '0.5' }, limits: {} }
 * ```
 *
 * @internal
 */
export function writtenResources(
  resources: ResourceRequirements | null | undefined,
  path: FieldPath | undefined,
): WrittenResources {
  const { requests, limits } = readObject(resources, path) ?? {};
  return {
    requests: readObject(requests, childPath(path, 'requests')) ?? {},
    limits: readObject(limits, childPath(path, 'limits')) ?? {},
  };
}

/** The problem of a value that the parser rejected. Errors thrown by a getter of the caller are passed on. */
function invalidQuantity(
  value: unknown,
  path: FieldPath | undefined,
  error: unknown,
): FieldProblem<'INVALID_QUANTITY'> {
  if (!(error instanceof QuantityParseError)) {
    throw error;
  }
  const { message, offset } = error;
  const type = 'FieldValueInvalid';
  return fieldProblem({ type, code: 'INVALID_QUANTITY', path, value, offset, message });
}
