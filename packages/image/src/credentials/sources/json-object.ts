import { goJson } from '@kubesem/core';

/** Formats the fields of an object as JSON like Go, without empty fields. */
export function goJsonObject(
  fields: { readonly [name: string]: string },
  format: (value: string) => string = goJson,
): string {
  const members = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `"${name}":${format(value)}`);
  return `{${members.join()}}`;
}
