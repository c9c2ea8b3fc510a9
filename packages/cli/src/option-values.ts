import { InvalidArgumentError } from 'commander';

/** A positive whole number. */
export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Expected a whole number from 1.');
  }
  return value;
}
