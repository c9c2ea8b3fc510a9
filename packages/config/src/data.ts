import {
  childPath,
  decodeBase64,
  type FieldPath,
  type ReportProblem,
  raise,
  readObject,
  readString,
  type StringMap,
  wrongSecretType,
} from '@kubesem/core';

/** Reads text by key. */
export function textData(
  map: StringMap | null | undefined,
  path: FieldPath,
  report: ReportProblem<'INVALID_TYPE'> = raise,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(readObject(map, path, report) ?? {}).map(([key, value]) => [
      key,
      readString(value, childPath(path, key), report),
    ]),
  );
}

/** Reads the text or the base64 of a Secret by key, as byte strings or text. A value of the wrong type is not reported. */
export function secretMap(
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
      const at = childPath(path, key);
      const text = readString(value, at, wrong(at, 'a string'));
      return [
        key,
        encoding === 'text' ? text : (decodeBase64(text, true) ?? wrong(at, 'base64')()),
      ];
    }),
  );
}
