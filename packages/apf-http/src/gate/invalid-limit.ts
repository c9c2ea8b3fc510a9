import { childPath, fieldProblem, raise } from '@kubesem/core';

/**
 * Rejects an option.
 *
 * @param option - its name
 * @param value - its value
 * @param message - what is wrong with it
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT`
 */
export function raiseInvalidLimit(option: string, value: unknown, message: string): never {
  const path = childPath(undefined, option);
  return raise(
    fieldProblem({ type: 'FieldValueInvalid', code: 'INVALID_LIMIT', path, value, message }),
  );
}

/**
 * Checks options that are times. Without this, a wrong one would reject every request.
 *
 * @param times - milliseconds by the name of the option; absent is allowed
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if one is not a number, 0 or more
 */
export function checkTimes(times: { readonly [option: string]: number | undefined }): void {
  for (const option of Object.keys(times)) {
    const value: unknown = times[option] ?? 0;
    if (typeof value !== 'number' || !(value >= 0)) {
      raiseInvalidLimit(option, value, 'must be a number of milliseconds, 0 or more');
    }
  }
}
