import {
  childPath,
  type FieldPath,
  keyPath,
  type ReportProblem,
  type Secret,
  wrongSecretType,
} from '@kubesem/core';

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
  const found = { path: keyPath(fieldPath, key), value: undefined, isText };
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
