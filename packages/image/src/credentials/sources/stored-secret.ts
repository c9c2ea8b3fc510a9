import {
  childPath,
  encodeBase64,
  type FieldPath,
  type Named,
  type ReportProblem,
  raise,
  type Secret,
  toByteString,
} from '@kubesem/core';
import { wrongSecretType } from './credential-errors.js';

/**
 * Returns a Secret as the API server stores it: `stringData` overwrites `data`.
 *
 * @param secret - a Secret, as in a manifest; it is not changed
 * @returns the Secret without `stringData`; the argument itself if it has none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `stringData` is not an object, or one
 * of its values is not a string
 * @example
 * ```ts
 * import { applyStringData } from '@kubesem/image';
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
  const { stringData, ...stored } = secret;
  if (stringData === undefined || stringData === null) {
    return secret;
  }
  const stringDataPath = childPath(undefined, 'stringData');
  if (!isObject(stringData)) {
    raise(wrongSecretType(stringDataPath, 'an object'));
  }
  const data: { [key: string]: string | null | undefined } = Object.create(null);
  Object.assign(data, secret.data);
  for (const [key, value] of Object.entries(stringData)) {
    if (value === undefined) {
      continue;
    }
    const text = value ?? '';
    if (typeof text !== 'string') {
      raise(wrongSecretType(childPath(stringDataPath, key), 'a string'));
    }
    data[key] = encodeBase64(toByteString(text));
  }
  return { ...stored, data };
}

/** A value of a Secret, as the API server stores it. */
export interface SecretValue {
  /** Where it is in the Secret. */
  readonly path: FieldPath;
  /** The value; empty if absent, undefined if it has the wrong JSON type. */
  readonly value: string | undefined;
  /** Whether the value is text, as in `stringData`, and not base64. */
  readonly isText: boolean;
}

/** Finds the value that is stored under a key of the Secret at a path; the one in `stringData` wins. */
export function secretValue(
  secret: Secret,
  key: string,
  path: FieldPath | undefined,
  report: ReportProblem<'INVALID_TYPE'>,
): SecretValue {
  const { stringData, data } = secret;
  // Null under the key is an empty value, which also wins.
  const isText = stringData != null && !(isObject(stringData) && stringData[key] === undefined);
  const values: unknown = (isText ? stringData : data) ?? {};
  const fieldPath = childPath(path, isText ? 'stringData' : 'data');
  const found = { path: childPath(fieldPath, key), value: undefined, isText };
  if (!isObject(values)) {
    report(wrongSecretType(fieldPath, 'an object'));
    return found;
  }
  const value = values[key] ?? '';
  if (typeof value !== 'string') {
    report(wrongSecretType(found.path, 'a string'));
    return found;
  }
  return { ...found, value };
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
