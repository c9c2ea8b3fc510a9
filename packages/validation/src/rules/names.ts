import {
  configMapKeyErrors,
  dns1035LabelErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type FieldPath,
  labelValueErrors,
  type NameErrorCodes,
  nameErrorMessage,
  portNameErrors,
  qualifiedNameErrors,
  relaxedEnvVarNameErrors,
} from '@kubesem/core';
import { type Fields } from '@kubesem/core/internal';

/** The syntaxes of names and keys that the API server checks. */
export type Syntax = Exclude<keyof NameErrorCodes, 'strictEnvVarName'>;

const CODES: {
  readonly [syntax in Syntax]: (value: string) => readonly NameErrorCodes[syntax][];
} = {
  configMapKey: configMapKeyErrors,
  dns1035Label: dns1035LabelErrors,
  dns1123Label: dns1123LabelErrors,
  dns1123Subdomain: dns1123SubdomainErrors,
  labelValue: labelValueErrors,
  portName: portNameErrors,
  qualifiedName: qualifiedNameErrors,
  relaxedEnvVarName: relaxedEnvVarNameErrors,
};

/** The rules of a syntax that a text breaks, in the words of the API server. */
export function nameErrors(syntax: Syntax, value: string): readonly string[] {
  return CODES[syntax](value).map((code) => nameErrorMessage<Syntax>(syntax, code));
}

/** Checks the syntax of a name or key; `checked` is what the API server checks instead of the value. */
export function checkName<T extends object>(
  object: Fields<T>,
  where: (keyof T & string) | FieldPath | undefined,
  syntax: Syntax,
  value: string,
  checked: string = value,
): void {
  for (const message of nameErrors(syntax, checked)) {
    object.invalid(where, message, value);
  }
}

/** Reads a text that must not be empty. */
export function requiredText<T extends object>(object: Fields<T>, field: keyof T & string): string {
  const text = object.text(field);
  if (text === '') {
    object.required(field);
  }
  return text;
}

/** Reads a name or key that must not be empty, and checks its syntax. */
export function requiredName<T extends object>(
  object: Fields<T>,
  field: keyof T & string,
  syntax: Syntax,
): void {
  const value = requiredText(object, field);
  if (value !== '') {
    checkName(object, field, syntax, value);
  }
}
