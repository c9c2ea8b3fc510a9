import type { Problem } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { isWhole } from '../names/resource-kind.js';

/** What is odd about an amount. */
type AmountProblem<Code extends string> = Pick<Problem<Code>, 'code' | 'message'>;

/** Whether Kubernetes warns of fractions of a byte. */
export function isWarnedInBytes(name: string): boolean {
  return name === 'memory' || name === 'ephemeral-storage';
}

/**
 * Returns the problem of an amount of bytes that is a fraction.
 *
 * @param name - the name of the resource
 * @param amount - the amount, rounded to thousandths
 * @param written - the amount as the message shows it; its canonical text by default
 * @returns the problem; undefined if there is none, or the resource is not counted in bytes
 */
export function bytesProblem(
  name: string,
  amount: Quantity,
  written?: string,
): AmountProblem<'BYTES_FRACTIONAL'> | undefined {
  if (!isWarnedInBytes(name) || isWhole(amount)) {
    return undefined;
  }
  const shown = written ?? `${amount}`;
  const advice = shown.endsWith('m')
    ? `did you mean ${shown.slice(0, -1)}Mi?`
    : 'use a whole number of bytes';
  const message = `${shown} is ${amount.toNumber()} bytes; ${advice}`;
  return { code: 'BYTES_FRACTIONAL', message };
}

/**
 * Returns the problem of an amount of cpu that the API server rounds.
 *
 * @param amount - the amount
 * @param written - the amount as the message shows it
 * @returns the problem; undefined if the amount is a multiple of `1m`
 */
export function fineCpuProblem(
  amount: Quantity,
  written: string,
): AmountProblem<'CPU_FINER_THAN_MILLI'> | undefined {
  const rounded = amount.roundUp(-3);
  if (rounded.equals(amount)) {
    return undefined;
  }
  const message = `${written} is finer than 1m; the API server rounds it up to ${rounded}`;
  return { code: 'CPU_FINER_THAN_MILLI', message };
}
