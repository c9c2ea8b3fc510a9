import type { KubesemError } from './errors.js';

/**
 * What the doors named `safeParse…` answer: a value or an error, told apart by `ok`.
 *
 * Both members name both fields, so that destructuring type-checks.
 */
export type Result<T, E extends KubesemError = KubesemError> =
  | { readonly ok: true; readonly value: T; readonly error?: undefined }
  | { readonly ok: false; readonly error: E; readonly value?: undefined };
