// Checks that both kinds of objects need. Each reports what is wrong and goes on.
import {
  childPath,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  exampleOfGeneratedName,
  type FieldErrorType,
  type FieldPath,
  fieldProblem,
  maskTrailingDash,
  type ObjectMeta,
  type ReportProblem,
} from '@kubesem/core';
import type { ApfProblemCode } from './problem.js';

/** Receives the problems of an object. */
export type Report = ReportProblem<ApfProblemCode>;

const TYPES: { readonly [code in ApfProblemCode]?: FieldErrorType } = {
  REQUIRED: 'FieldValueRequired',
  FORBIDDEN: 'FieldValueForbidden',
  NOT_SUPPORTED: 'FieldValueNotSupported',
};

/** Reports a problem with a value. */
export function reportInvalid(
  code: ApfProblemCode,
  path: FieldPath,
  value: unknown,
  message: string,
  report: Report,
): void {
  const type = TYPES[code] || 'FieldValueInvalid';
  report(fieldProblem({ type, code, path, value, message }));
}

/** Requires a field to be set; returns whether it is. */
export function requirePresence(isPresent: boolean, path: FieldPath, report: Report): boolean {
  if (!isPresent) {
    const message = 'must be set';
    report(fieldProblem({ type: 'FieldValueRequired', code: 'REQUIRED', path, message }));
  }
  return isPresent;
}

/** Requires a field not to be set. */
export function forbid(value: unknown, path: FieldPath, reason: string, report: Report): void {
  if (value) {
    reportInvalid('FORBIDDEN', path, value, `must not be set ${reason}`, report);
  }
}

/** Requires one of some words. */
export function checkWord(
  value: string | null | undefined,
  words: readonly string[],
  path: FieldPath,
  report: Report,
): void {
  if (!words.includes(value ?? '')) {
    const message = `must be ${words.join(' or ')}`;
    reportInvalid('NOT_SUPPORTED', path, value ?? '', message, report);
  }
}

/** Requires a number to be in a range if it is set. */
export function checkRange(
  value: number | null | undefined,
  min: number,
  max: number,
  path: FieldPath,
  report: Report,
): void {
  if (value != null && (value < min || value > max)) {
    const message = max === Infinity ? `must be ${min} or more` : `must be from ${min} to ${max}`;
    reportInvalid('OUT_OF_RANGE', path, value, message, report);
  }
}

/** The syntax of a name. */
type NameSyntax = 'dns1123Label' | 'dns1123Subdomain';

/** Requires the syntax of a name; reports one problem for each broken rule. */
export function checkName(
  syntax: NameSyntax,
  name: string,
  path: FieldPath,
  report: Report,
  value: string = name,
): void {
  const isLabel = syntax === 'dns1123Label';
  const message = isLabel ? 'must be a DNS-1123 label' : 'must be a DNS-1123 subdomain';
  for (const _ of isLabel ? dns1123LabelErrors(name) : dns1123SubdomainErrors(name)) {
    reportInvalid('INVALID_NAME', path, value, message, report);
  }
}

/** Requires a name of the syntax. */
export function requireName(
  syntax: NameSyntax,
  name: string | null | undefined,
  path: FieldPath,
  report: Report,
): void {
  if (requirePresence(Boolean(name), path, report)) {
    checkName(syntax, name as string, path, report);
  }
}

/** Requires entries, and no others next to `*`. Without `*` each entry is checked. */
export function checkEntries(
  entries: readonly string[],
  path: FieldPath,
  report: Report,
  check?: (entry: string, path: FieldPath) => void,
): void {
  requirePresence(entries.length > 0, path, report);
  if (!entries.includes('*')) {
    // Go decodes null in a list as an empty string.
    entries.forEach((entry, index) => check?.(entry ?? '', childPath(path, index)));
  } else if (entries.length > 1) {
    reportInvalid('WILDCARD_NOT_ALONE', path, entries, '* must be the only entry', report);
  }
}

/** Checks the name and the namespace of a cluster-scoped object. */
export function checkMetadata(metadata: ObjectMeta | null | undefined, report: Report): void {
  const path = childPath(undefined, 'metadata');
  const { name, generateName, namespace } = metadata ?? {};
  if (generateName) {
    const prefixPath = childPath(path, 'generateName');
    const checked = maskTrailingDash(generateName);
    checkName('dns1123Subdomain', checked, prefixPath, report, generateName);
  }
  const generated = generateName && exampleOfGeneratedName(generateName);
  requireName('dns1123Subdomain', name || generated, childPath(path, 'name'), report);
  forbid(namespace, childPath(path, 'namespace'), 'for a cluster-scoped object', report);
}
