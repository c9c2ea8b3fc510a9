import type { Secret } from './api/core/secret.js';
import { type FieldPath, fieldPath, keyPath } from './field/path.js';
import { type FieldProblem, fieldProblem } from './field/problem.js';
import { objectOf, raise } from './field/read.js';
import type { Named } from './named.js';
import { encodeBase64 } from './text/base64.js';
import { toByteString } from './text/byte-string.js';

/**
 * Returns a Secret as the API server stores it: `stringData` overwrites `data`.
 *
 * @param secret - a Secret, as in a manifest; it is not changed
 * @returns the Secret without `stringData`; the argument itself if it has none
 * @throws {@link FieldError} with code `INVALID_TYPE` if `stringData` is not an object, or one
 * of its values is not a string
 *
 * @example
 * ```ts
 * import { applyStringData } from '@kubesem/core';
 *
 * const manifest = { stringData: { '.dockercfg': '{}' }, data: { '.dockercfg': 'W10=', other: 'eA==' } };
 * applyStringData(manifest) // => { data: { '.dockercfg': 'e30=', other: 'eA==' } }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `Convert_v1_Secret_To_core_Secret`.
 */
export function applyStringData<S extends Secret>(secret: Named<S>): S;
/** The same for an object literal. */
export function applyStringData(secret: Secret): Secret;
/** The implementation. */
export function applyStringData(secret: Secret): Secret {
  const { stringData, ...stored } = objectOf(secret);
  if (stringData === undefined || stringData === null) {
    return secret;
  }
  const stringDataPath = fieldPath('stringData');
  if (!isObject(stringData)) {
    raise(wrongSecretType(stringDataPath, 'an object'));
  }
  const data: { [key: string]: string | null | undefined } = Object.create(null);
  Object.assign(data, stored.data);
  for (const [key, value] of Object.entries(stringData)) {
    if (value === undefined) {
      continue;
    }
    const text = value ?? '';
    if (typeof text !== 'string') {
      raise(wrongSecretType(keyPath(stringDataPath, key), 'a string'));
    }
    data[key] = encodeBase64(toByteString(text));
  }
  return { ...stored, data };
}

/**
 * Makes the problem of a field that has the wrong JSON type and may hold a secret.
 *
 * @param path - path of the field
 * @param expected - what belongs there, with its article: `a string`
 * @returns the problem, with code `INVALID_TYPE` and without the value, not even its number
 *
 * @example
 * ```ts
 * import { wrongSecretType } from '@kubesem/core/internal';
 *
 * wrongSecretType(undefined, 'a string').message // => 'expected a string'
 * ```
 */
export function wrongSecretType(
  path: FieldPath | undefined,
  expected: string,
): FieldProblem<'INVALID_TYPE'> {
  const message = `expected ${expected}`;
  return fieldProblem({ type: 'TYPE_INVALID', code: 'INVALID_TYPE', path, message });
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
