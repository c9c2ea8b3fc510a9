import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type FieldPath,
  fieldProblem,
  type ReportProblem,
  raise,
  readString,
} from '@kubesem/core';

/** Returns a DNS-1123 subdomain; reports any other name, by default by throwing. */
export function checkSubdomain(
  value: unknown,
  path: FieldPath | undefined,
  report?: ReportProblem<'INVALID_NAME' | 'INVALID_TYPE'>,
): string {
  const name = readString(value, path, report);
  if (dns1123SubdomainErrors(name).length > 0) {
    const expected = "a DNS-1123 subdomain, such as 'example.com', of at most 253 bytes";
    reportInvalidName(name, path, expected, report);
  }
  return name;
}

/** Returns a DNS-1123 label; reports any other name, by default by throwing. */
export function checkLabel(
  value: unknown,
  path: FieldPath | undefined,
  report?: ReportProblem<'INVALID_NAME' | 'INVALID_TYPE'>,
): string {
  const name = readString(value, path, report);
  if (dns1123LabelErrors(name).length > 0) {
    const expected = "a DNS-1123 label, such as 'my-name', of at most 63 bytes";
    reportInvalidName(name, path, expected, report);
  }
  return name;
}

/** Returns a namespace, or throws. An absent one is `default`, as for kubectl. */
export function checkNamespace(value: unknown, path: FieldPath | undefined): string {
  return checkLabel(readString(value, path) || 'default', path);
}

function reportInvalidName(
  value: string,
  path: FieldPath | undefined,
  expected: string,
  report: ReportProblem<'INVALID_NAME'> = raise,
): void {
  report(
    fieldProblem({
      type: 'FieldValueInvalid',
      code: 'INVALID_NAME',
      path,
      value,
      message: `expected ${expected}`,
    }),
  );
}
