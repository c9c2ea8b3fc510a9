import { KubesemError } from '../errors.js';
import { readOption } from '../field/option.js';
import { isInt64Text } from './int64.js';

/** A number, or a percentage such as `25%`, as `maxUnavailable` and others have it. */
export type IntOrPercent = number | string;

/**
 * Returns the number that a field such as `maxUnavailable` means: the number itself, or the percentage of a total.
 *
 * Which fields are rounded up and which down depends on the field: `maxSurge` of a Deployment up, its `maxUnavailable` down.
 *
 * @param value - a whole number, or a percentage such as `25%`
 * @param total - what the percentage refers to, such as the number of replicas
 * @param rounding - `up` or `down`, for percentages
 * @returns the number
 * @throws {@link KubesemError} with code `NOT_AN_INT_OR_PERCENT` if the value is neither a whole number nor a percentage
 * @throws {@link FieldError} with code `INVALID_TYPE` if the total is not a number
 *
 * @example
 * ```ts
 * import { scaledValue } from '@kubesem/core';
 *
 * scaledValue('25%', 3, 'up') // => 1
 * scaledValue('25%', 3, 'down') // => 0
 * scaledValue(2, 3, 'up') // => 2
 * scaledValue('2', 3, 'up') // throws NOT_AN_INT_OR_PERCENT
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/intstr` v0.37.1, `GetScaledValueFromIntOrPercent`.
 */
export function scaledValue(value: IntOrPercent, total: number, rounding: 'up' | 'down'): number {
  if (typeof value === 'number' && Number.isInteger(value)) {
    return value;
  }
  const percent = typeof value === 'string' && value.endsWith('%') ? value.slice(0, -1) : '';
  if (!isInt64Text(percent)) {
    const message = 'expected a whole number, or a percentage such as "25%"';
    throw new KubesemError({ code: 'NOT_AN_INT_OR_PERCENT', message, input: value });
  }
  readOption('total', total, { min: -Infinity, max: Infinity });
  const scaled = (Number(percent) * total) / 100;
  // No negative zero.
  return (rounding === 'up' ? Math.ceil(scaled) : Math.floor(scaled)) + 0;
}
