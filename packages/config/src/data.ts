import {
  decodeBase64,
  type FieldPath,
  keyPath,
  type ReportProblem,
  raise,
  readObject,
  readString,
  type StringMap,
  wrongSecretType,
} from '@kubesem/core';

/**
 * Reads data of a ConfigMap or Secret by key: text, or base64 as byte strings. Problems never show a value, which may be
 * secret.
 */
export function readDataMap(
  map: StringMap | null | undefined,
  path: FieldPath,
  encoding: 'base64' | 'text',
  report: ReportProblem<'INVALID_TYPE'> = raise,
): ReadonlyMap<string, string> {
  const wrong = (at: FieldPath, expected: string) => (): string => {
    report(wrongSecretType(at, expected));
    return '';
  };
  return new Map(
    Object.entries(readObject(map, path, wrong(path, 'an object')) ?? {}).map(([key, value]) => {
      const at = keyPath(path, key);
      const text = readString(value, at, wrong(at, 'a string'));
      return [
        key,
        encoding === 'text' ? text : (decodeBase64(text, true) ?? wrong(at, 'base64')()),
      ];
    }),
  );
}
