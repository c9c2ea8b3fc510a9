import { type FieldPath, type Fields, type Secret, wrongSecretType } from '@kubesem/core';

/** A value of a Secret, as the API server stores it. */
export interface SecretValue {
  /** Where it is in the Secret. */
  readonly path: FieldPath;
  /** The path of what is below it. */
  readonly pathOf: (...below: readonly string[]) => FieldPath;
  /** The value; empty if absent, undefined if it has the wrong JSON type. */
  readonly value: string | undefined;
  /** Whether the value is text, as in `stringData`, and not base64. */
  readonly isText: boolean;
}

/** Finds the value that is stored under a key of a Secret; the one in `stringData` wins. */
export function secretValue(secret: Fields<Secret>, key: string): SecretValue {
  const stringData: unknown = secret.raw('stringData');
  // Null under the key is an empty value, which also wins.
  const isText =
    stringData !== undefined && !(isObject(stringData) && stringData[key] === undefined);
  const field = isText ? 'stringData' : 'data';
  const pathOf: SecretValue['pathOf'] = (...below) => secret.keyOf(field, key, ...below);
  const found = { path: pathOf(), pathOf, value: undefined, isText };
  const values: unknown = secret.raw(field) ?? {};
  if (!isObject(values)) {
    secret.policy.report(() => wrongSecretType(secret.pathOf(field), 'an object'));
    return found;
  }
  const value = values[key] ?? '';
  if (typeof value !== 'string') {
    secret.policy.report(() => wrongSecretType(found.path, 'a string'));
    return found;
  }
  return { ...found, value };
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
