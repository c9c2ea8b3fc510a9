import { bareObject, toByteString } from '@kubesem/core/internal';

/** Orders entries by the bytes of their keys, as Go does. */
export function byBytes<T>(
  entries: readonly (readonly [string, T])[],
): readonly (readonly [string, T])[] {
  return entries
    .map((entry) => ({ entry, bytes: toByteString(entry[0]) }))
    .sort((a, b) => (a.bytes < b.bytes ? -1 : 1))
    .map(({ entry }) => entry);
}

/** An object with the entries of a map, by the bytes of their keys. */
export function sorted(map: ReadonlyMap<string, string>): { readonly [key: string]: string } {
  return bareObject(byBytes([...map]), (value) => value);
}
