// Checks that both kinds of objects need. Each reports what is wrong and goes on.
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type FieldErrorType,
  type FieldPath,
  type FieldProblem,
  nameErrorMessage,
  type ObjectMeta,
} from '@kubesem/core';
import {
  exampleOfGeneratedName,
  type Fields,
  fieldProblem,
  maskTrailingDash,
} from '@kubesem/core/internal';

/** Why the API server would reject a FlowSchema or PriorityLevelConfiguration, in its words; the code is the type. */
export type ApfProblem = FieldProblem<FieldErrorType | 'INVALID_TYPE'>;

/** A cursor on a part of an object whose fields have the right types. */
export type Checked<T extends object> = Fields<T, FieldErrorType>;

/** Name of a field. */
type Name<T> = keyof T & string;

/** Requires a field to be set; returns whether it is. */
export function requirePresence<T extends object>(
  object: Checked<T>,
  name: Name<T>,
  message?: string,
): boolean {
  const isPresent = !isEmpty(object.raw(name));
  if (!isPresent) {
    object.required(name, message);
  }
  return isPresent;
}

/** Requires a field not to be set. */
export function forbid<T extends object>(
  object: Checked<T>,
  name: Name<T>,
  message: string,
  advice?: string,
): void {
  if (object.raw(name)) {
    const path = object.pathOf(name);
    object.policy.report(() => fieldProblem({ type: 'FORBIDDEN', path, message, advice }));
  }
}

/** Requires a field not to be set unless the type is another one; the server only says that it is forbidden. */
export function forbidUnless<T extends object>(
  object: Checked<T>,
  name: Name<T>,
  type: string,
): void {
  forbid(object, name, 'Forbidden', `omit it, or set the type to ${type}`);
}

/** Requires a number to be valid if it is set; the server may name another field. */
export function checkNumber<T extends object>(
  object: Checked<T>,
  name: Name<T>,
  isValid: (value: number) => boolean,
  message: string,
  where: Name<T> = name,
): void {
  const value = object.integer(name);
  if (value !== undefined && !isValid(value)) {
    object.invalid(where, message, value);
  }
}

/** Requires a part of the seats, if it is set. */
export function checkPercentage<T extends { readonly lendablePercent?: unknown }>(
  limits: Checked<T>,
): void {
  const isValid = (value: number) => value >= 0 && value <= 100;
  checkNumber(limits, 'lendablePercent', isValid, 'must be between 0 and 100, inclusive');
}

/** Requires the syntax of a name; reports one problem for each broken rule. */
export function checkName<T extends object>(
  object: Checked<T>,
  where: Name<T> | FieldPath,
  name: string,
  value: string = name,
): void {
  for (const code of dns1123SubdomainErrors(name)) {
    object.invalid(where, nameErrorMessage('dns1123Subdomain', code), value);
  }
}

/** Requires the syntax of the name of a namespace. */
export function checkNamespace<T extends object>(
  object: Checked<T>,
  where: Name<T> | FieldPath,
  name: string,
  intro = '',
): void {
  for (const code of dns1123LabelErrors(name)) {
    object.invalid(where, intro + nameErrorMessage('dns1123Label', code), name);
  }
}

/** What the API server says about a list. */
interface ListWords {
  /** If it is empty. */
  readonly empty: string;
  /** What its entries are. */
  readonly entries: string;
}

/** Requires entries, and no others next to `*`. Without `*` each entry is checked. */
export function checkEntries<T extends object>(
  object: Checked<T>,
  name: Name<T>,
  words: ListWords,
  check: (entry: string, path: FieldPath) => void = () => {},
): void {
  const entries = object.texts(name);
  requirePresence(object, name, words.empty);
  if (!entries.includes('*')) {
    entries.forEach((entry, index) => check(entry, object.pathOf(name, index)));
  } else if (entries.length > 1) {
    const message = `if '*' is present, must not specify other ${words.entries}`;
    object.invalid(name, message, entries);
  }
}

/** Checks the name and the namespace of a cluster-scoped object. */
export function checkMetadata(metadata: Checked<ObjectMeta>): void {
  const prefix = metadata.text('generateName');
  if (prefix !== '') {
    checkName(metadata, 'generateName', maskTrailingDash(prefix), prefix);
  }
  const name = metadata.text('name') || (prefix && exampleOfGeneratedName(prefix));
  if (name === '') {
    metadata.required('name', 'name or generateName is required');
  } else {
    checkName(metadata, 'name', name);
  }
  forbid(metadata, 'namespace', 'not allowed on this type');
}

/** Whether the server treats a value like an absent field. */
export function isEmpty(value: unknown): boolean {
  return (
    value == null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/**
 * Compares specs as the server does: absent, null, empty, zero and false fields are equal. An object without fields
 * differs from an absent one, and all entries of a list count.
 *
 * @param a - plain data
 * @param b - plain data
 * @returns whether they are equal
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) {
    return isEmpty(a) && isEmpty(b);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b)) {
    return a === b;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => isSame(each, b[index]));
  }
  const [left, right] = [
    new Map(Object.entries(a as object)),
    new Map(Object.entries(b as object)),
  ];
  return [...left.keys(), ...right.keys()].every((key) => isSame(left.get(key), right.get(key)));
}
