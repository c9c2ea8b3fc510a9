import { KubesemError } from '@kubesem/core';

/** Throws unless `value` is a whole number; `what` names it in the message. */
export function requireInteger(value: unknown, what: string): asserts value is number | bigint {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) {
    throw new KubesemError({
      code: 'NOT_AN_INTEGER',
      message: `${what}: expected a safe integer or a bigint`,
      input: value,
    });
  }
}

/** Exponents and scales beyond this are refused: a value of so many digits costs more than its text. */
export const MAX_EXPONENT = 9999;

/** Throws unless `scale` is a whole number that quantities are computed at. */
export function requireScale(scale: unknown): asserts scale is number {
  if (!Number.isInteger(scale) || Math.abs(scale as number) > MAX_EXPONENT) {
    throw new KubesemError({
      code: 'SCALE_OUT_OF_RANGE',
      message: `scale: expected a whole number from -${MAX_EXPONENT} to ${MAX_EXPONENT}`,
      input: scale,
    });
  }
}
