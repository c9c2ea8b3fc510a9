import { displayText } from '@kubesem/core/internal';
import { isPromiseLike } from './hooks.js';

/**
 * Calls a function of the caller. If it fails, now or later, that goes to `failed`, and interrupts nothing.
 *
 * @param call - calls the function
 * @param failed - receives the error of the function, or of its promise
 */
export function attempt(call: () => unknown, failed: (error: unknown) => void): void {
  try {
    const result = call();
    if (isPromiseLike(result)) {
      result.then(undefined, failed);
    }
  } catch (error) {
    failed(error);
  }
}

/**
 * Reports an error to `onError`. Without it, and if it fails, the process warns.
 *
 * @param error - the error
 * @param options - who is informed
 * @param rest - what else that function receives
 */
export function report<Rest extends unknown[]>(
  error: unknown,
  options: { onError?(error: unknown, ...rest: Rest): unknown },
  ...rest: Rest
): void {
  attempt(
    () => (options.onError === undefined ? warn(error) : options.onError(error, ...rest)),
    warn,
  );
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : errorText(error));
}

/** What was thrown can be anything, such as an object without a text. */
export function errorText(error: unknown): string {
  try {
    return String(error);
  } catch {
    return displayText(error);
  }
}
