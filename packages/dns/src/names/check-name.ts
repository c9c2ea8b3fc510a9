import { dns1123LabelErrors, dns1123SubdomainErrors, type Fields } from '@kubesem/core';

/** Returns the DNS-1123 subdomain in a field; reports any other name. */
export function checkSubdomain<T extends object>(
  holder: Fields<T>,
  field: keyof T & string,
  name: string = holder.text(field),
): string {
  if (dns1123SubdomainErrors(name).length > 0) {
    const expected = "a DNS-1123 subdomain, such as 'example.com', of at most 253 bytes";
    holder.invalid(field, 'INVALID_NAME', `expected ${expected}`, name);
  }
  return name;
}

/** Returns the DNS-1123 label in a field; reports any other name. */
export function checkLabel<T extends object>(
  holder: Fields<T>,
  field: keyof T & string,
  name: string = holder.text(field),
): string {
  if (dns1123LabelErrors(name).length > 0) {
    const expected = "a DNS-1123 label, such as 'my-name', of at most 63 bytes";
    holder.invalid(field, 'INVALID_NAME', `expected ${expected}`, name);
  }
  return name;
}

/** Returns the namespace in a field, or reports it. An absent one is `default`, as for kubectl. */
export function checkNamespace<T extends object>(
  holder: Fields<T>,
  field: keyof T & string,
): string {
  return checkLabel(holder, field, holder.text(field) || 'default');
}
