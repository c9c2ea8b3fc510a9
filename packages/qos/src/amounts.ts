import { childPath, type FieldPath, keyPath, type ResourceList } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { readQuantity } from '@kubesem/resources';
import { invalidOption } from './invalid-option.js';

/** Reads the amount of one resource; undefined if the list does not name it. */
export function readAmount(
  list: ResourceList,
  resource: string,
  path: FieldPath,
): Quantity | undefined {
  const value = list[resource];
  return value === undefined ? undefined : readQuantity(value, keyPath(path, resource));
}

/** Wraps a whole number around as Go's int64 does, in which the kubelet multiplies. */
export function int64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** Whole units of an amount, rounded away from zero; 0 if it is absent. Source: `Quantity.Value`. */
export function units(quantity: Quantity | undefined): bigint {
  return int64(BigInt(quantity?.value() ?? 0));
}

/** Thousandths of an amount, rounded away from zero; 0 if it is absent. Source: `Quantity.MilliValue`. */
export function thousandths(quantity: Quantity | undefined): bigint {
  return int64(BigInt(quantity?.milliValue() ?? 0));
}

/** Reads an option that holds an amount of memory above zero, in bytes. */
export function readNodeMemory(value: unknown, option: string): bigint {
  const bytes = units(readQuantity(value, childPath(undefined, option)));
  if (bytes <= BigInt(0)) {
    throw invalidOption(option, 'an amount of memory above zero', value);
  }
  return bytes;
}
