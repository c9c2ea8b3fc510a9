import { AMOUNT_OPTION, COUNT_OPTION, readOption } from '@kubesem/core';

/** Code of all wrong limits. */
const CODE = 'INVALID_LIMIT';

/**
 * Rejects limits that a server cannot have.
 *
 * @param serverConcurrencyLimit - the option
 * @param executionLimitMs - the option
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if the number of seats is not a whole
 *   number from 0 to 2^53, or if the execution limit is not a number, 0 or more
 */
export function checkLimits(serverConcurrencyLimit: number, executionLimitMs = 0): void {
  // Null is not absent: there is no default number of seats.
  readOption('serverConcurrencyLimit', serverConcurrencyLimit ?? Number.NaN, COUNT_OPTION, CODE);
  readOption('executionLimitMs', executionLimitMs ?? Number.NaN, AMOUNT_OPTION, CODE);
}
