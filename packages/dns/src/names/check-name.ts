import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type FieldPath,
  fieldProblem,
  raise,
  readString,
} from '@kubesem/core';

/** Returns a DNS-1123 subdomain, or throws. */
export function checkSubdomain(value: unknown, path: FieldPath | undefined): string {
  const name = readString(value, path);
  if (dns1123SubdomainErrors(name).length > 0) {
    invalidName(name, path, "a DNS-1123 subdomain, such as 'example.com', of at most 253 bytes");
  }
  return name;
}

/** Returns a DNS-1123 label, or throws. */
export function checkLabel(value: unknown, path: FieldPath | undefined): string {
  const name = readString(value, path);
  if (dns1123LabelErrors(name).length > 0) {
    invalidName(name, path, "a DNS-1123 label, such as 'my-name', of at most 63 bytes");
  }
  return name;
}

/** Returns a namespace, or throws. An absent one is `default`, as for kubectl and the kubelet. */
export function checkNamespace(value: unknown, path: FieldPath | undefined): string {
  return checkLabel(readString(value, path) || 'default', path);
}

function invalidName(value: string, path: FieldPath | undefined, expected: string): never {
  return raise(
    fieldProblem({
      type: 'FieldValueInvalid',
      code: 'INVALID_NAME',
      path,
      value,
      message: `expected ${expected}`,
    }),
  );
}
