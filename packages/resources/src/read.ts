// Reads quantities and the fields of Kubernetes that hold them, by cursor.
import {
  type FieldPath,
  type FieldPolicy,
  type Fields,
  fieldProblem,
  keyPath,
  type Pod,
  type PodLike,
  type PodSpec,
  type PodStatus,
  podFields,
  type ResourceList,
  type ResourceRequirements,
} from '@kubesem/core';
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
 * import { fields, THROW } from '@kubesem/core';
 * import { readQuantity } from '@kubesem/resources';
 *
 * readQuantity(fields({ divisor: ' 0.5 ' }, THROW), 'divisor').toString() // => '500m'
 * readQuantity(fields({ divisor: '0.5 cores' }, THROW), 'divisor') // throws INVALID_QUANTITY
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.UnmarshalJSON`.
 *
 * @internal
 */
export function readQuantity<T extends object>(
  object: Fields<T>,
  name: keyof T & string,
): Quantity {
  const { policy } = object;
  return quantityIn(policy, object.raw(name), () => object.pathOf(name)) ?? Quantity.of(0);
}

/**
 * Reads a resource list. Entries that are undefined are absent; null is zero, as in Go.
 *
 * @param list - the cursor
 * @returns the amounts by resource name, without those that cannot be read
 *
 * @example
 * ```ts
 * import { fields, THROW } from '@kubesem/core';
 * import { readAmounts } from '@kubesem/resources';
 *
 * readAmounts(fields({ cpu: '0.5' }, THROW)).get('cpu')?.toString() // => '500m'
 * readAmounts(fields({ cpu: '0.5 cores' }, THROW)) // throws INVALID_QUANTITY
 * ```
 *
 * @internal
 */
export function readAmounts(list: Fields<ResourceList>): Amounts {
  if (!list.isPresent) {
    return NO_AMOUNTS;
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

/**
 * Reads the amount of one resource.
 *
 * @param list - the cursor on the resource list
 * @param name - name of the resource
 * @returns the amount; undefined if the list does not name it, or it cannot be read
 *
 * @internal
 */
export function readAmount(list: Fields<ResourceList>, name: string): Quantity | undefined {
  const amount = list.value[name];
  return amount === undefined
    ? undefined
    : quantityIn(list.policy, amount, () => keyPath(list.path, name));
}

/** Reads a quantity; undefined if it is none, which is reported. Errors thrown by a getter of the caller are passed on. */
export function quantityIn(
  policy: FieldPolicy,
  value: unknown,
  pathOf: () => FieldPath,
): Quantity | undefined {
  try {
    return quantityFromJSON(value);
  } catch (error) {
    if (!(error instanceof QuantityParseError)) {
      throw error;
    }
    const { message, offset } = error;
    const [type, code] = ['FieldValueInvalid', 'INVALID_QUANTITY'] as const;
    policy.report(() => fieldProblem({ type, code, path: pathOf(), value, offset, message }));
    return undefined;
  }
}

/**
 * Cursors on the lists of a field `resources`.
 *
 * @internal
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
