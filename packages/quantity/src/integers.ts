import { KubesemError } from '@kubesem/core';

/** Throws unless the value is an exact integer; `what` names it in the message. */
export function requireInteger(value: unknown, what: string): asserts value is number | bigint {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) {
    throw new KubesemError({
      code: 'NOT_AN_INTEGER',
      message: `${what} must be a safe integer or a bigint`,
      input: value,
    });
  }
}

/** The largest exponent and scale: values with more digits take much more time than their text. */
export const MAX_EXPONENT = 9999;

/** Throws unless the scale is an integer in the range. */
export function requireScale(scale: unknown): asserts scale is number {
  if (!Number.isInteger(scale) || Math.abs(scale as number) > MAX_EXPONENT) {
    throw new KubesemError({
      code: 'SCALE_OUT_OF_RANGE',
      message: `scale must be an integer from -${MAX_EXPONENT} to ${MAX_EXPONENT}`,
      input: scale,
    });
  }
}
