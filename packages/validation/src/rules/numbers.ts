import type { FieldPath } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';

/** The protocols of ports. */
export const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/** Checks the number of a port. Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsValidPortNum`. */
export function checkPortNumber<T extends object>(
  object: Fields<T>,
  field: keyof T & string,
  port: number,
): void {
  checkRange(object, field, port, 1, 65_535);
}

/**
 * Checks that a number is in a range.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `InclusiveRangeError`.
 */
export function checkRange<T extends object>(
  object: Fields<T>,
  where: (keyof T & string) | FieldPath,
  value: number,
  min: number,
  max: number,
): void {
  if (value < min || value > max) {
    object.invalid(where, `must be between ${min} and ${max}, inclusive`, value);
  }
}
