import { KubesemError } from '@kubesem/core';

/** What becomes of an error: it is thrown, or collected while the broken field counts as absent. */
export type Report = (error: KubesemError<'INVALID_TYPE'>) => void;

/** Throws the error. */
export function raise(error: KubesemError<'INVALID_TYPE'>): never {
  throw error;
}

/** Maps the objects of a list. Go reads null in a list as an object without fields. */
export function mapObjects<T extends object, R>(
  list: readonly T[],
  path: string,
  report: Report,
  map: (object: T, path: string) => R,
): readonly R[] {
  if (!Array.isArray(list)) {
    report(wrongType(list, path, 'a list'));
    return [];
  }
  return list.map((entry: T | null | undefined, index) => {
    const entryPath = `${path}[${index}]`;
    return map(isObject(entry, entryPath, report) ? entry : ({} as T), entryPath);
  });
}

/** Tells whether there is an object; absent and null are none. */
export function isObject<T extends object>(
  value: T | null | undefined,
  path: string,
  report: Report,
): value is T {
  if (value === null || value === undefined) {
    return false;
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    report(wrongType(value, path, 'an object'));
    return false;
  }
  return true;
}

/** Reads texts of an object; absent and null are empty. */
export function readFields<Field extends string>(
  object: { readonly [Name in Field]?: unknown },
  path: string,
  fields: readonly Field[],
  report: Report,
): { readonly [Name in Field]: string } {
  const texts = {} as { [Name in Field]: string };
  for (const field of fields) {
    const value = object[field] ?? '';
    const isText = typeof value === 'string';
    if (!isText) {
      report(wrongType(value, `${path}.${field}`, 'a string'));
    }
    texts[field] = isText ? value : '';
  }
  return texts;
}

function wrongType(input: unknown, path: string, expected: string): KubesemError<'INVALID_TYPE'> {
  const message = `${path}: expected ${expected}`;
  return new KubesemError({ code: 'INVALID_TYPE', message, path, input });
}
