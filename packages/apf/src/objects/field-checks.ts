// Checks that both kinds of objects need. Each reports what is wrong and goes on.
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  exampleOfGeneratedName,
  type FieldPath,
  type FieldProblem,
  type Fields,
  INT32_RANGE,
  maskTrailingDash,
  type ObjectMeta,
} from '@kubesem/core';

/**
 * The rule that an object breaks.
 *
 * - `INVALID_TYPE`: a field has the wrong JSON type
 * - `REQUIRED`: a field must be set
 * - `FORBIDDEN`: a field must not be set together with the others
 * - `NOT_SUPPORTED`: a value is not one of the supported values
 * - `OUT_OF_RANGE`: a number is too low or too high
 * - `INVALID_NAME`: a name has the wrong syntax
 * - `RESERVED`: a value is required for the object named `exempt`, and forbidden for all others
 * - `WILDCARD_NOT_ALONE`: a list has other entries next to `*`
 * - `INVALID_PATH`: a URL path is invalid, or has a `*` anywhere but after the last slash
 * - `HAND_BEYOND_QUEUES`: a hand is larger than the number of queues
 * - `TOO_MANY_BITS`: a hand needs more than 60 bits of the hash
 * - `FIXED`: the spec of a mandatory object was changed
 */
export type ApfProblemCode =
  | 'INVALID_TYPE'
  | 'REQUIRED'
  | 'FORBIDDEN'
  | 'NOT_SUPPORTED'
  | 'OUT_OF_RANGE'
  | 'INVALID_NAME'
  | 'RESERVED'
  | 'WILDCARD_NOT_ALONE'
  | 'INVALID_PATH'
  | 'HAND_BEYOND_QUEUES'
  | 'TOO_MANY_BITS'
  | 'FIXED';

/** Why the API server would reject a FlowSchema or PriorityLevelConfiguration. */
export type ApfProblem = FieldProblem<ApfProblemCode>;

/** A cursor on a part of an object whose fields have the right types. */
export type Checked<T extends object> = Fields<T, ApfProblemCode>;

/** Name of a field. */
type Name<T> = keyof T & string;

/** Requires a field to be set; returns whether it is. */
export function requirePresence<T extends object>(object: Checked<T>, name: Name<T>): boolean {
  const isPresent = !isEmpty(object.raw(name));
  if (!isPresent) {
    object.required(name, 'must be set');
  }
  return isPresent;
}

/** Requires a field not to be set. */
export function forbid<T extends object>(object: Checked<T>, name: Name<T>, reason: string): void {
  const value = object.raw(name);
  if (value) {
    const message = `must not be set ${reason}`;
    object.problem(name, 'FORBIDDEN', message, value);
  }
}

/** Requires one of some words. */
export function checkWord<T extends object>(
  object: Checked<T>,
  name: Name<T>,
  words: readonly string[],
): void {
  const value = object.text(name);
  if (!words.includes(value)) {
    const message = `must be ${words.join(' or ')}`;
    object.problem(name, 'NOT_SUPPORTED', message, value);
  }
}

/** Requires a number to be in a range if it is set. */
export function checkRange<T extends object>(
  object: Checked<T>,
  name: Name<T>,
  min: number,
  max: number,
  where: Name<T> = name,
): void {
  const value = object.integer(name, INT32_RANGE);
  if (value !== undefined && (value < min || value > max)) {
    const message = max === Infinity ? `must be ${min} or more` : `must be from ${min} to ${max}`;
    object.invalid(where, message, value, 'OUT_OF_RANGE');
  }
}

/** The syntax of a name. */
type NameSyntax = 'dns1123Label' | 'dns1123Subdomain';

/** Requires the syntax of a name; reports one problem for each broken rule. */
export function checkName<T extends object>(
  object: Checked<T>,
  where: Name<T> | FieldPath,
  syntax: NameSyntax,
  name: string,
  value: string = name,
): void {
  const isLabel = syntax === 'dns1123Label';
  const message = isLabel ? 'must be a DNS-1123 label' : 'must be a DNS-1123 subdomain';
  for (const _ of isLabel ? dns1123LabelErrors(name) : dns1123SubdomainErrors(name)) {
    object.invalid(where, message, value, 'INVALID_NAME');
  }
}

/** Requires a name of the syntax. */
export function requireName<T extends object>(
  object: Checked<T>,
  name: Name<T>,
  syntax: NameSyntax,
): void {
  if (requirePresence(object, name)) {
    checkName(object, name, syntax, object.text(name));
  }
}

/** Requires entries, and no others next to `*`. Without `*` each entry is checked. */
export function checkEntries<T extends object>(
  object: Checked<T>,
  name: Name<T>,
  check: (entry: string, path: FieldPath) => void = () => {},
): void {
  const entries = object.texts(name);
  requirePresence(object, name);
  if (!entries.includes('*')) {
    entries.forEach((entry, index) => check(entry, object.pathOf(name, index)));
  } else if (entries.length > 1) {
    object.invalid(name, '* must be the only entry', object.raw(name), 'WILDCARD_NOT_ALONE');
  }
}

/** Checks the name and the namespace of a cluster-scoped object. */
export function checkMetadata(metadata: Checked<ObjectMeta>): void {
  const prefix = metadata.text('generateName');
  if (prefix !== '') {
    checkName(metadata, 'generateName', 'dns1123Subdomain', maskTrailingDash(prefix), prefix);
  }
  const name = metadata.text('name') || (prefix && exampleOfGeneratedName(prefix));
  if (name === '') {
    metadata.required('name', 'must be set');
  } else {
    checkName(metadata, 'name', 'dns1123Subdomain', name);
  }
  forbid(metadata, 'namespace', 'for a cluster-scoped object');
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
