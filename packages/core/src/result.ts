import type { KubesemError } from './errors.js';

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
 * Calls a function that may throw, and returns its value or error as a {@link Result}.
 *
 * Use it for functions without a `safe…` form, for example while rendering. All errors other than {@link KubesemError} are rethrown.
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
 * ```
 */
export function attempt<T>(action: () => T): Result<T> {
  try {
    return { ok: true, value: action() };
  } catch (error) {
    if (!isKubesemError(error)) {
      throw error;
    }
    return { ok: false, error };
  }
}

/** Decides by the fields: an app may hold several copies of this package, each with a class of its own. */
function isKubesemError(error: unknown): error is KubesemError {
  const fields: Partial<KubesemError> = error instanceof Error ? error : {};
  return typeof fields.code === 'string' && 'offset' in fields;
}
