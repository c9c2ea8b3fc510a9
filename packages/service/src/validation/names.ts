import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  exampleOfGeneratedName,
  type FieldPath,
  type Fields,
  labelValueErrors,
  maskTrailingDash,
  type NameErrorCodes,
  nameErrorMessage,
  type ObjectMeta,
  qualifiedNameErrors,
} from '@kubesem/core';
import type { Reporter } from './problems.js';

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
  object: Reporter<Code | 'INVALID_NAME'>,
  path: FieldPath,
  syntax: Syntax,
  value: string,
  checked: string = value,
): void {
  for (const code of ERRORS[syntax](checked)) {
    object.invalid(path, 'INVALID_NAME', nameErrorMessage(syntax, code), value);
  }
}

/** Checks the name of a new object. The API server generates it before it checks it. */
export function checkObjectName<Code extends string>(
  metadata: Fields<ObjectMeta, Code | 'REQUIRED' | 'INVALID_NAME'>,
  syntax: Syntax,
): void {
  const [name, generateName] = [metadata.text('name'), metadata.text('generateName')];
  if (generateName !== '') {
    const masked = maskTrailingDash(generateName);
    checkName(metadata, metadata.pathOf('generateName'), syntax, generateName, masked);
  } else if (name === '') {
    metadata.required('name', 'REQUIRED', 'set `name` or `generateName`');
    return;
  }
  const generated = exampleOfGeneratedName(generateName);
  checkName(metadata, metadata.pathOf('name'), syntax, name || generated);
}

/** Checks a qualified name. */
export function checkQualifiedName<Code extends string>(
  object: Reporter<Code | 'INVALID_QUALIFIED_NAME'>,
  path: FieldPath,
  value: string,
): void {
  for (const code of qualifiedNameErrors(value)) {
    const message = nameErrorMessage('qualifiedName', code);
    object.invalid(path, 'INVALID_QUALIFIED_NAME', message, value);
  }
}
