import type { KubesemError } from './errors.js';
import { FieldError, fieldProblem } from './field/problem.js';

/**
 * The result of a function that does not throw: a value or an error, distinguished by `ok`.
 *
 * Both members name both fields, so destructuring type-checks.
 */
export type Result<T, E extends KubesemError = KubesemError> =
  | {
      /** Whether there is a value. */
      readonly ok: true;
      /** The value. */
      readonly value: T;
      /** Absent. */
      readonly error?: undefined;
    }
  | {
      /** Whether there is a value. */
      readonly ok: false;
      /** Why there is no value. */
      readonly error: E;
      /** Absent. */
      readonly value?: undefined;
    };

/**
 * Calls a function that may throw, and returns its value or error as a {@link Result}. It never throws.
 *
 * Use it for functions without a `safe…` form, for example while rendering. An error that is not from kubesem, such as that
 * of a getter in an object, becomes the `cause` of a {@link FieldError} with code `UNREADABLE_INPUT`.
 *
 * @param action - the call
 * @returns `{ ok: true, value }` or `{ ok: false, error }`
 *
 * @example
 * ```ts
 * import { attempt, toPod } from '@kubesem/core';
 *
 * attempt(() => toPod({ kind: 'Pod' })).value // => { kind: 'Pod' }
 * attempt(() => toPod({ kind: 'Deployment' })).error?.code // => 'NOT_A_POD'
 * attempt(() => JSON.parse('{')).error?.code // => 'UNREADABLE_INPUT'
 * ```
 */
export function attempt<T>(action: () => T): Result<T> {
  try {
    return { ok: true, value: action() };
  } catch (error) {
    return { ok: false, error: isKubesemError(error) ? error : unreadable(error) };
  }
}

/** Decides by the fields: an app may hold several copies of this package, each with a class of its own. */
function isKubesemError(error: unknown): error is KubesemError {
  try {
    const fields: Partial<KubesemError> = error instanceof Error ? error : {};
    return typeof fields.code === 'string' && 'offset' in fields;
  } catch {
    return false; // a proxy or a getter that throws
  }
}

/** The message does not quote the cause, which may hold a secret. */
function unreadable(cause: unknown): FieldError<'UNREADABLE_INPUT'> {
  const message = 'the input cannot be read; the cause of this error has the reason';
  const details = { code: 'UNREADABLE_INPUT', path: undefined, message } as const;
  return new FieldError(fieldProblem({ type: 'INVALID', ...details }), { cause });
}
