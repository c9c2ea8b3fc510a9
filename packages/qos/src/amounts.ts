import type { ResourceList } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { readQuantity } from '@kubesem/resources';
import { invalidOption } from './errors.js';

/** The amount of one resource; undefined where the list does not name it. */
export function readAmount(
  list: ResourceList,
  resource: string,
  path: string,
): Quantity | undefined {
  const value = list[resource];
  return value === undefined ? undefined : readQuantity(value, `${path}.${resource}`);
}

/** What is left of a whole number in Go's int64, in which the kubelet multiplies. */
export function int64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** Whole units of an amount, rounded away from zero; none are 0. Source: `Quantity.Value`. */
export function units(quantity: Quantity | undefined): bigint {
  return int64(BigInt(quantity?.value() ?? 0));
}

/** Thousandths of an amount, rounded away from zero; none are 0. Source: `Quantity.MilliValue`. */
export function thousandths(quantity: Quantity | undefined): bigint {
  return int64(BigInt(quantity?.milliValue() ?? 0));
}

/** The bytes of memory that an option names, of which there must be some. */
export function readNodeMemory(value: unknown, option: string): bigint {
  const bytes = units(readQuantity(value, option));
  if (bytes <= BigInt(0)) {
    throw invalidOption(option, 'an amount of memory above zero', value);
  }
  return bytes;
}
