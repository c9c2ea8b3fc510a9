import {
  childPath,
  configMapKeyErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  FieldChecks,
  type FieldPath,
  nameErrorMessage,
  relaxedEnvVarNameErrors,
} from '@kubesem/core';
import type { PodConfigProblemCode } from './codes.js';

/** An object whose fields are read by name. */
export interface Fields {
  readonly [field: string]: unknown;
}

/** The syntaxes that names and keys in a Pod have. */
type Syntax = 'dns1123Label' | 'dns1123Subdomain' | 'configMapKey' | 'relaxedEnvVarName';

const SYNTAXES: { readonly [syntax in Syntax]: (value: string) => readonly string[] } = {
  dns1123Label: dns1123LabelErrors,
  dns1123Subdomain: dns1123SubdomainErrors,
  configMapKey: configMapKeyErrors,
  relaxedEnvVarName: relaxedEnvVarNameErrors,
};

/** Collects the problems with the variables, volumes and mounts of a Pod. */
export class PodChecks extends FieldChecks<PodConfigProblemCode> {
  /** Adds a problem with a value. */
  invalid(
    path: FieldPath,
    code: PodConfigProblemCode,
    message: string,
    value?: string | number,
  ): void {
    this.add(path, { type: 'FieldValueInvalid', code, message, value });
  }

  /** Adds a problem with a field that cannot be set. */
  forbidden(path: FieldPath, code: PodConfigProblemCode, message: string): void {
    this.add(path, { type: 'FieldValueForbidden', code, message });
  }

  /** Reads a text that must not be empty. */
  required(parent: object, field: string, path: FieldPath): string {
    const text = this.text(parent, field, path);
    if (text === '') {
      const message = `set ${field}`;
      this.add(childPath(path, field), { type: 'FieldValueRequired', code: 'REQUIRED', message });
    }
    return text;
  }

  /** Checks the syntax of a name or key. */
  syntax(
    syntax: Syntax,
    value: string,
    path: FieldPath,
    code: 'INVALID_NAME' | 'INVALID_KEY' = 'INVALID_NAME',
  ): void {
    for (const broken of SYNTAXES[syntax](value)) {
      this.invalid(path, code, nameErrorMessage(syntax, broken as never), value);
    }
  }

  /** Reads a name or key that must not be empty, and checks its syntax. */
  requiredName(
    parent: object,
    field: string,
    path: FieldPath,
    syntax: Syntax,
    code?: 'INVALID_NAME' | 'INVALID_KEY',
  ): void {
    const value = this.required(parent, field, path);
    if (value !== '') {
      this.syntax(syntax, value, childPath(path, field), code);
    }
  }

  /**
   * Checks that a path stays in its volume.
   *
   * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateLocalDescendingPath`.
   */
  relativePath(value: string, path: FieldPath): void {
    if (value.startsWith('/')) {
      this.invalid(path, 'INVALID_PATH', 'must be a relative path', value);
    }
    this.noBacksteps(value, path);
  }

  /** Checks that a path has no part `..`. */
  noBacksteps(value: string, path: FieldPath): void {
    if (value.split('/').includes('..')) {
      this.invalid(path, 'INVALID_PATH', "must not contain '..'", value);
    }
  }
}
