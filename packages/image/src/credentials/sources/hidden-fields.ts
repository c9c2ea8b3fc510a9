// Keeps passwords out of all output.

/** Adds a field that can be read by its name, but is not enumerable, so it is not printed or copied. */
export function hide<T extends object, Name extends string, Value>(
  fields: T,
  name: Name,
  value: Value,
): T & { readonly [N in Name]: Value } {
  // Inspectors can print the values of fields that are not enumerable, but do not call getters.
  return Object.defineProperty(fields, name, { get: () => value }) as T & {
    readonly [N in Name]: Value;
  };
}

/** Returns the key of an entry for display, without the text before an `@` or `%40`, which may be a password. */
export function withoutUserInfo(server: string): string {
  const at = Math.max(server.lastIndexOf('@'), server.lastIndexOf('%40'));
  return at < 0 ? server : `***${server.slice(at)}`;
}
