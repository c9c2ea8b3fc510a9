import { fields, THROW } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import { readQuantity } from '@kubesem/resources/internal';
import { invalidOption } from './invalid-option.js';

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
export function readNodeMemory<T extends object>(options: T, option: keyof T & string): bigint {
  const bytes = units(readQuantity(fields(options, THROW), option));
  if (bytes <= BigInt(0)) {
    throw invalidOption(option, 'an amount of memory above zero', options[option]);
  }
  return bytes;
}
