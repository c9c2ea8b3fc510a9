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

/** Two definitions of an object, by their indexes. */
export interface Duplicate {
  /** The definition that counts: a manifest if the other one is stored, and else the later one. */
  readonly counted: number;
  readonly replaced: number;
}

/**
 * Finds objects that are defined several times.
 *
 * Objects without a final name are not duplicates, and neither are two that an API server has stored with other uids: they come
 * from two clusters, or one has replaced the other.
 */
export function findDuplicates(objects: readonly ObjectReport[]): readonly Duplicate[] {
  const duplicates: Duplicate[] = [];
  const known = new Map<string, number>();
  for (const [index, object] of objects.entries()) {
    const { namespace, name, uid, origin } = object;
    if (name !== '' && !name.endsWith('*')) {
      const key = objectKey(namespace, object);
      const at = known.get(key) ?? -1;
      const earlier = objects[at];
      const isUpdated = origin === 'stored' && earlier?.origin === 'manifest';
      const [counted, replaced] = isUpdated ? [at, index] : [index, at];
      if (earlier !== undefined && (earlier.uid ?? uid) === (uid ?? earlier.uid)) {
        duplicates.push({ counted, replaced });
      }
      known.set(key, counted);
    }
  }
  return duplicates;
}

/** Adds a warning to each object that is also defined earlier, unless a manifest updates what is stored. */
export function withDuplicates(
  objects: readonly ObjectReport[],
  duplicates: readonly Duplicate[],
): readonly ObjectReport[] {
  const earlierOf = new Map(duplicates.map(({ counted, replaced }) => [counted, replaced]));
  return objects.map((object, index) => {
    const earlier = objects[earlierOf.get(index) ?? -1];
    return earlier?.origin !== object.origin
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
    code: 'OBJECT_DUPLICATE',
    severity: 'warning',
    path: undefined,
    message: `${kind} ${namespace}/${name} is also defined at ${place}; the last definition wins`,
  });
  return { ...problem, file, line, column };
}
