import { decodeBase64, type Fields } from '@kubesem/core/internal';

/** Reads data in base64 by key, as byte strings. Problems never show a value, which may be secret. */
export function readBytes<T extends object, Code extends string>(
  object: Fields<T, Code>,
  name: keyof T & string,
): ReadonlyMap<string, string> {
  return object.secretMap(name, (text) => decodeBase64(text, true), 'base64');
}
