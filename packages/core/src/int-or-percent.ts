import { KubesemError } from './errors.js';
import { readOption } from './field/option.js';
import { isInt64Text } from './text/int64.js';

/** A number, or a percentage such as `25%`, as `maxUnavailable` and others have it. */
export type IntOrPercent = number | string;

/** Options of {@link resolveIntOrPercent}. */
export interface ResolveIntOrPercentOptions {
  /** What a percentage refers to, such as the number of replicas. */
  readonly of: number;
  /** How a percentage is rounded. */
  readonly round: 'up' | 'down';
}

/**
 * Returns the number that a field such as `maxUnavailable` means: the number itself, or the percentage of a total.
 *
 * Which fields are rounded up and which down depends on the field: `maxSurge` of a Deployment up, its `maxUnavailable` down.
 *
 * @param value - a whole number, or a percentage such as `25%`
 * @param options - what a percentage refers to, and how it is rounded
 * @returns the number
 * @throws {@link KubesemError} with code `NOT_AN_INT_OR_PERCENT` if the value is neither a whole number nor a percentage
 * @throws {@link FieldError} with code `INVALID_TYPE` if `of` is not a number
 *
 * @example
 * ```ts
 * import { resolveIntOrPercent } from '@kubesem/core';
 *
 * resolveIntOrPercent('25%', { of: 3, round: 'up' }) // => 1
 * resolveIntOrPercent('25%', { of: 3, round: 'down' }) // => 0
 * resolveIntOrPercent(2, { of: 3, round: 'up' }) // => 2
 * resolveIntOrPercent('2', { of: 3, round: 'up' }) // throws NOT_AN_INT_OR_PERCENT
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/intstr` v0.37.1, `GetScaledValueFromIntOrPercent`.
 */
export function resolveIntOrPercent(
  value: IntOrPercent,
  { of, round }: ResolveIntOrPercentOptions,
): number {
  if (typeof value === 'number' && Number.isInteger(value)) {
    return value;
  }
  const percent = typeof value === 'string' && value.endsWith('%') ? value.slice(0, -1) : '';
  if (!isInt64Text(percent)) {
    const message = 'expected a whole number, or a percentage such as "25%"';
    throw new KubesemError({ code: 'NOT_AN_INT_OR_PERCENT', message, input: value });
  }
  readOption('of', of, { min: -Infinity, max: Infinity });
  const scaled = (Number(percent) * of) / 100;
  // No negative zero.
  return (round === 'up' ? Math.ceil(scaled) : Math.floor(scaled)) + 0;
}
