// What keeps passwords out of everything that is printed.

/** Adds a field that is there for those who ask for it by name, and for nobody who prints the object. */
export function hide<T extends object, Name extends string, Value>(
  fields: T,
  name: Name,
  value: Value,
): T & { readonly [N in Name]: Value } {
  // Inspectors can be asked to print the values of fields that are not enumerable, but they call no getter.
  return Object.defineProperty(fields, name, { get: () => value }) as T & {
    readonly [N in Name]: Value;
  };
}

/** A key of an entry, for people: what stands in front of an `@` may be a password. */
export function withoutUserInfo(server: string): string {
  const at = server.lastIndexOf('@');
  return at < 0 ? server : `***${server.slice(at)}`;
}
