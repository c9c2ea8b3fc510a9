import type { Quantity } from '@kubesem/quantity';
import { amountErrors, isWhole, type ResourceAmountError } from '../names/resource-kind.js';

/** A broken rule of an amount. */
export interface AmountProblem<Code extends string> {
  /** The rule. */
  readonly code: Code;
  /** What is wrong, and what to do. */
  readonly message: string;
}

const MESSAGES: { readonly [code in ResourceAmountError]: string } = {
  NEGATIVE: 'must be 0 or more',
  FRACTIONAL_EXTENDED_RESOURCE: 'must be a whole number',
  HUGE_PAGES_NOT_MULTIPLE: 'must be a multiple of the page size',
};

/** Whether Kubernetes warns of fractions of a byte. */
export function isWarnedInBytes(name: string): boolean {
  return name === 'memory' || name === 'ephemeral-storage';
}

/**
 * Lists the problems of an amount as it is stored.
 *
 * @param name - the name of the resource
 * @param amount - the amount, rounded to thousandths
 * @param written - the amount as the message shows it; its canonical text by default
 * @returns the problems; empty if there are none
 */
export function amountProblems(
  name: string,
  amount: Quantity,
  written?: string,
): readonly AmountProblem<ResourceAmountError | 'FRACTIONAL_BYTES'>[] {
  const problems: AmountProblem<ResourceAmountError | 'FRACTIONAL_BYTES'>[] = amountErrors(
    name,
    amount,
  ).map((code) => ({ code, message: MESSAGES[code] }));
  if (isWarnedInBytes(name) && !isWhole(amount)) {
    const shown = written ?? `${amount}`;
    const advice = shown.endsWith('m')
      ? `did you mean ${shown.slice(0, -1)}Mi?`
      : 'use a whole number of bytes';
    const message = `${shown} is ${amount.toNumber()} bytes; ${advice}`;
    problems.push({ code: 'FRACTIONAL_BYTES', message });
  }
  return problems;
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
