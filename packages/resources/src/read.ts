// Reads quantities and the fields of Kubernetes that hold them, by cursor.
import {
  type Container,
  type FieldPath,
  type Pod,
  type PodLike,
  type PodSpec,
  type PodStatus,
  type ResourceList,
  type ResourceRequirements,
} from '@kubesem/core';
import {
  type FieldPolicy,
  type Fields,
  fieldProblem,
  keyPath,
  podFields,
} from '@kubesem/core/internal';
import { Quantity, QuantityParseError, quantityFromJSON } from '@kubesem/quantity';
import { type Amounts, NO_AMOUNTS } from './amounts.js';

/** The two lists in `resources`. */
export type Side = 'requests' | 'limits';

/** Cursors on the parts of a Pod. */
export interface ReadPod {
  /** The Pod; a new one around the spec if a spec was passed in. */
  readonly pod: Fields<Pod>;
  readonly spec: Fields<PodSpec>;
  readonly status: Fields<PodStatus>;
}

/** Opens a Pod, a Pod template or a Pod spec. A status of the wrong type is reported even if it does not count. */
export function readPod(podLike: PodLike, policy: FieldPolicy): ReadPod {
  const { pod, spec, status } = podFields(podLike, policy);
  return { pod, spec, status };
}

/**
 * Reads a quantity, as the API server does: null is zero.
 *
 * @param object - the cursor
 * @param name - name of the field
 * @returns the quantity; zero if it is absent, or is not a quantity and the policy of the cursor does not throw
 *
 * @example
 * ```ts
 * import { fields, THROW } from '@kubesem/core/internal';
 * import { readQuantity } from '@kubesem/resources/internal';
 *
 * readQuantity(fields({ divisor: ' 0.5 ' }, THROW), 'divisor').toString() // => '500m'
 * readQuantity(fields({ divisor: '0.5 cores' }, THROW), 'divisor') // throws INVALID_QUANTITY
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.UnmarshalJSON`.
 */
export function readQuantity<T extends object>(
  object: Fields<T>,
  name: keyof T & string,
): Quantity {
  const value = object.raw(name);
  try {
    return quantityFromJSON(value);
  } catch (error) {
    rejectQuantity(object.policy, error, value, object.pathOf(name));
    return Quantity.of(0);
  }
}

/**
 * Reads a resource list. Entries that are undefined are absent; null is zero, as in Go.
 *
 * @param list - the cursor
 * @returns the amounts by resource name, without those that cannot be read
 *
 * @example
 * ```ts
 * import { fields, THROW } from '@kubesem/core/internal';
 * import { readAmounts } from '@kubesem/resources/internal';
 *
 * readAmounts(fields({ cpu: '0.5' }, THROW)).get('cpu')?.toString() // => '500m'
 * readAmounts(fields({ cpu: '0.5 cores' }, THROW)) // throws INVALID_QUANTITY
 * ```
 */
export function readAmounts(list: Fields<ResourceList>): Amounts {
  if (!list.isPresent) {
    return NO_AMOUNTS;
  }
  const right = rightAmounts(list.value);
  if (right !== undefined) {
    return right;
  }
  const amounts = new Map<string, Quantity>();
  for (const name of Object.keys(list.value)) {
    const amount = readAmount(list, name);
    if (amount !== undefined) {
      amounts.set(name, amount);
    }
  }
  return amounts;
}

/** The amounts of a list that has nothing else. Nearly all have, and a path for each amount would take time. */
function rightAmounts(list: ResourceList): Amounts | undefined {
  try {
    const amounts = new Map<string, Quantity>();
    for (const name of Object.keys(list)) {
      const amount = list[name];
      if (amount !== undefined) {
        amounts.set(name, quantityFromJSON(amount));
      }
    }
    return amounts;
  } catch {
    return undefined;
  }
}

/**
 * Reads one of the lists in the `resources` of a container. There can be very many, so a list that is right is read without
 * cursors.
 */
export function readSide(
  container: Fields<Container>,
  side: Side,
): { readonly list: ResourceList; readonly amounts: Amounts } {
  const { resources } = container.value;
  if (resources === undefined || resources === null) {
    return { list: NO_LIST, amounts: NO_AMOUNTS };
  }
  const list = isPlain(resources) ? (resources[side] ?? undefined) : undefined;
  const amounts = isPlain(list) ? rightAmounts(list) : undefined;
  if (list !== undefined && amounts !== undefined) {
    return { list, amounts };
  }
  const cursor = container.at('resources').at(side);
  return { list: cursor.value, amounts: readAmounts(cursor) };
}

const NO_LIST: ResourceList = {};

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the amount of one resource.
 *
 * @param list - the cursor on the resource list
 * @param name - name of the resource
 * @returns the amount; undefined if the list does not name it, or it cannot be read
 */
export function readAmount(list: Fields<ResourceList>, name: string): Quantity | undefined {
  const amount = list.value[name];
  if (amount === undefined) {
    return undefined;
  }
  try {
    return quantityFromJSON(amount);
  } catch (error) {
    rejectQuantity(list.policy, error, amount, keyPath(list.path, name));
    return undefined;
  }
}

/** Reports that a value is not a quantity. Errors thrown by a getter of the caller are passed on. */
export function rejectQuantity(
  policy: FieldPolicy,
  error: unknown,
  value: unknown,
  path: FieldPath,
): void {
  if (!(error instanceof QuantityParseError)) {
    throw error;
  }
  const { message, offset } = error;
  const [type, code] = ['INVALID', 'INVALID_QUANTITY'] as const;
  policy.report(() => fieldProblem({ type, code, path, value, offset, message }));
}

/**
 * Cursors on the lists of a field `resources`.
 */
export interface ResourceLists {
  /** The field itself. */
  readonly resources: Fields<ResourceRequirements>;
  /** The requests in it. */
  readonly requests: Fields<ResourceList>;
  /** The limits in it. */
  readonly limits: Fields<ResourceList>;
}

/** Opens the lists of requests and limits, without reading their amounts. */
export function resourceLists(resources: Fields<ResourceRequirements>): ResourceLists {
  return { resources, requests: resources.at('requests'), limits: resources.at('limits') };
}

/** Go multiplies an int64 by these powers of ten in one step, and wraps around; by others step by step until it overflows. */
const WRAPPING_POWERS = [1, 2, 3, 6, 9];

/** The number of digits that Go keeps in its int64 form. */
const INT64_DIGITS = 18;

/**
 * Returns the int64 that Kubernetes computes with: multiples of a power of ten, rounded away from zero.
 *
 * Beyond int64 Go returns 0 or wraps around, depending on its internal form of the quantity. `Quantity` does not keep the
 * form: as in Go's parser, up to 18 digits of the canonical form, in which the API server stores amounts, count as the
 * int64 form. (Below zero, Go may differ more.)
 *
 * @param quantity - the amount
 * @param scale - the power of ten: 0 for whole units, -3 for thousandths
 * @returns the value, which differs from `quantity.scaledValue(scale)` only beyond int64
 *
 * @example
 * ```ts
 * import { parseQuantity } from '@kubesem/quantity';
 * import { int64Value } from '@kubesem/resources/internal';
 *
 * int64Value(parseQuantity('1.5'), -3) // => BigInt(1500)
 * int64Value(parseQuantity('10E'), 0) // => BigInt(0)
 * int64Value(parseQuantity('9223372036854775807'), -3) // => BigInt(-1000)
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.Value` and `Quantity.MilliValue`.
 */
export function int64Value(quantity: Quantity, scale: 0 | -3): bigint {
  const exact = quantity.scaledValue(scale);
  const wrapped = BigInt.asIntN(64, exact);
  const isZero =
    wrapped !== exact &&
    isInt64Form(quantity.mantissa) &&
    !WRAPPING_POWERS.includes(quantity.scale - scale);
  return isZero ? BigInt(0) : wrapped;
}

/** Whether Go's parser keeps the digits in its int64 form. */
function isInt64Form(digits: Quantity['mantissa']): boolean {
  return String(digits).replace('-', '').length <= INT64_DIGITS;
}
