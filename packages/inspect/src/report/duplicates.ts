import type { ObjectIdentity, ObjectReport } from './report.js';

/** What an object is called among all others; the kinds that are reported on have one version each. */
export function objectKey(
  namespace: string,
  { kind, name }: Pick<ObjectIdentity, 'kind' | 'name'>,
): string {
  return JSON.stringify([namespace, kind, name]);
}

/**
 * Finds the objects that were there before.
 *
 * Those that are yet to get their names are each their own, and so are those that an API server has stored as two: they
 * come from two clusters, or one was made in place of the other.
 *
 * @returns the indexes of such objects, each with that of the one before it
 */
export function findDuplicates(objects: readonly ObjectReport[]): ReadonlyMap<number, number> {
  const duplicates = new Map<number, number>();
  const known = new Map<string, readonly [index: number, uid: string | undefined]>();
  for (const [index, object] of objects.entries()) {
    const { namespace, name, uid } = object;
    if (name !== '' && !name.endsWith('*')) {
      const key = objectKey(namespace, object);
      const [earlier, earlierUid] = known.get(key) ?? [];
      if (earlier !== undefined && (earlierUid ?? uid) === (uid ?? earlierUid)) {
        duplicates.set(index, earlier);
      }
      known.set(key, [index, uid]);
    }
  }
  return duplicates;
}

/** Adds to each object that was there before a warning that says so. */
export function withDuplicates(objects: readonly ObjectReport[]): readonly ObjectReport[] {
  const duplicates = findDuplicates(objects);
  return objects.map((object, index) => {
    const earlier = objects[duplicates.get(index) ?? -1];
    if (earlier === undefined) {
      return object;
    }
    const { kind, namespace, name, file, line, column, problems } = object;
    const place = `${earlier.file}:${earlier.line}:${earlier.column}`;
    const message = `${kind} ${namespace}/${name} stands in ${place}, too; only the last one counts`;
    const code = 'DUPLICATE_OBJECT';
    const problem = { severity: 'warning', code, message, file, line, column } as const;
    return { ...object, problems: [...problems, problem] };
  });
}
