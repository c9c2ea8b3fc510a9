import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  exampleOfGeneratedName,
  type FieldPathSegment,
  labelValueErrors,
  maskTrailingDash,
  type NameErrorCodes,
  nameErrorMessage,
  qualifiedNameErrors,
} from '@kubesem/core';
import type { CommonCode, Problems } from './problems.js';

type Syntax = 'dns1123Label' | 'dns1123Subdomain' | 'labelValue';

const ERRORS: {
  readonly [syntax in Syntax]: (value: string) => readonly NameErrorCodes[syntax][];
} = {
  dns1123Label: dns1123LabelErrors,
  dns1123Subdomain: dns1123SubdomainErrors,
  labelValue: labelValueErrors,
};

/** Checks the syntax of a name; `checked` is what the API server checks instead of the value. */
export function checkName<Code extends string>(
  path: readonly FieldPathSegment[],
  syntax: Syntax,
  value: string,
  problems: Problems<Code | 'INVALID_NAME'>,
  checked: string = value,
): void {
  for (const code of ERRORS[syntax](checked)) {
    problems.invalid(path, 'INVALID_NAME', nameErrorMessage(syntax, code), value);
  }
}

/** Checks the name of a new object. The API server generates it before it checks it. */
export function checkObjectName<Code extends string>(
  syntax: Syntax,
  { name, generateName }: { readonly name: string; readonly generateName: string },
  problems: Problems<Code | CommonCode | 'INVALID_NAME'>,
): void {
  const path = ['metadata', 'name'];
  if (generateName !== '') {
    const masked = maskTrailingDash(generateName);
    checkName(['metadata', 'generateName'], syntax, generateName, problems, masked);
  } else if (name === '') {
    problems.required(path, 'set `name` or `generateName`');
    return;
  }
  checkName(path, syntax, name || exampleOfGeneratedName(generateName), problems);
}

/** Checks a qualified name. */
export function checkQualifiedName<Code extends string>(
  path: readonly FieldPathSegment[],
  value: string,
  problems: Problems<Code | 'INVALID_QUALIFIED_NAME'>,
): void {
  for (const code of qualifiedNameErrors(value)) {
    const message = nameErrorMessage('qualifiedName', code);
    problems.invalid(path, 'INVALID_QUALIFIED_NAME', message, value);
  }
}
