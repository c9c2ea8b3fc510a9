import { problemOf } from '@kubesem/core/internal';
import type { Problem } from '../problem.js';
import type { ObjectIdentity, ObjectReport } from './report.js';

/** Returns what identifies an object among all others; the kinds in a report have one version each. */
export function objectKey(
  namespace: string,
  { kind, name }: Pick<ObjectIdentity, 'kind' | 'name'>,
): string {
  // With its length, each text ends in one place only; JSON would take several times as long.
  return `${namespace.length} ${namespace}${kind.length} ${kind}${name}`;
}

/**
 * Finds objects that are also defined earlier.
 *
 * Objects without a final name are not duplicates, and neither are two that an API server has stored: they come from two
 * clusters, or one has replaced the other.
 *
 * @returns the indexes of the objects, each with that of the definition before it
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

/** Adds a warning to each object that is also defined earlier. */
export function withDuplicates(
  objects: readonly ObjectReport[],
  duplicates: ReturnType<typeof findDuplicates>,
): readonly ObjectReport[] {
  return objects.map((object, index) => {
    const earlier = objects[duplicates.get(index) ?? -1];
    return earlier === undefined
      ? object
      : { ...object, problems: [...object.problems, duplicateProblem(object, earlier)] };
  });
}

function duplicateProblem(
  { kind, namespace, name, file, line, column }: ObjectReport,
  earlier: ObjectReport,
): Problem {
  const place = `${earlier.file}:${earlier.line}:${earlier.column}`;
  const problem = problemOf({
    code: 'DUPLICATE_OBJECT',
    severity: 'warning',
    path: undefined,
    message: `${kind} ${namespace}/${name} is also defined at ${place}; the last definition wins`,
  });
  return { ...problem, file, line, column };
}
