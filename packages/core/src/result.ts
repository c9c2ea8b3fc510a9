import type { KubesemError } from './errors.js';

/**
 * What the doors named `safeParse…` answer: a value or an error, told apart by `ok`.
 *
 * Both members name both fields, so that destructuring type-checks.
 */
export type Result<T, E extends KubesemError = KubesemError> =
  | {
      /** A value was found. */
      readonly ok: true;
      /** The value. */
      readonly value: T;
      /** Absent: there is a value. */
      readonly error?: undefined;
    }
  | {
      /** There is no value. */
      readonly ok: false;
      /** Why there is none. */
      readonly error: E;
      /** Absent: there is an error. */
      readonly value?: undefined;
    };
