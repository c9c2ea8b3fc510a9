import {
  configMapKeyErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type FieldPath,
  type Fields,
  nameErrorMessage,
  relaxedEnvVarNameErrors,
} from '@kubesem/core';
import type { PodConfigProblemCode } from './codes.js';

/** A cursor that collects the problems with the variables, volumes and mounts of a Pod. */
export type Checked<T extends object> = Fields<T, PodConfigProblemCode>;

type Where<T> = (keyof T & string) | FieldPath;

/** The syntaxes that names and keys in a Pod have. */
type Syntax = 'dns1123Label' | 'dns1123Subdomain' | 'configMapKey' | 'relaxedEnvVarName';

const SYNTAXES: { readonly [syntax in Syntax]: (value: string) => readonly string[] } = {
  dns1123Label: dns1123LabelErrors,
  dns1123Subdomain: dns1123SubdomainErrors,
  configMapKey: configMapKeyErrors,
  relaxedEnvVarName: relaxedEnvVarNameErrors,
};

/** Reads a text that must not be empty. */
export function requiredText<T extends object>(
  object: Checked<T>,
  field: keyof T & string,
): string {
  const text = object.text(field);
  if (text === '') {
    object.required(field, `set ${field}`);
  }
  return text;
}

/** Checks the syntax of a name or key. */
export function checkSyntax<T extends object>(
  object: Checked<T>,
  where: Where<T>,
  syntax: Syntax,
  value: string,
  code: 'INVALID_NAME' | 'INVALID_KEY' = 'INVALID_NAME',
): void {
  for (const broken of SYNTAXES[syntax](value)) {
    object.invalid(where, nameErrorMessage(syntax, broken as never), value, code);
  }
}

/** Reads a name or key that must not be empty, and checks its syntax. */
export function requiredName<T extends object>(
  object: Checked<T>,
  field: keyof T & string,
  syntax: Syntax,
  code?: 'INVALID_NAME' | 'INVALID_KEY',
): void {
  const value = requiredText(object, field);
  if (value !== '') {
    checkSyntax(object, field, syntax, value, code);
  }
}

/**
 * Checks that a path stays in its volume.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateLocalDescendingPath`.
 */
export function checkRelativePath<T extends object>(
  object: Checked<T>,
  where: Where<T>,
  value: string,
): void {
  if (value.startsWith('/')) {
    object.invalid(where, 'must be a relative path', value, 'INVALID_PATH');
  }
  checkNoBacksteps(object, where, value);
}

/** Checks that a path has no part `..`. */
export function checkNoBacksteps<T extends object>(
  object: Checked<T>,
  where: Where<T>,
  value: string,
): void {
  if (value.split('/').includes('..')) {
    object.invalid(where, "must not contain '..'", value, 'INVALID_PATH');
  }
}
