import {
  childPath,
  type FieldPath,
  type ObjectMeta,
  objectNamespace,
  type ReportProblem,
  readObject,
  readString,
  SERVICE_NAME_LABEL,
  wrongType,
} from '@kubesem/core';
import type { ZoneObjects } from './zone.js';

/** Reads the objects of a list with their paths in {@link ZoneObjects}; reports and omits what is not an object. */
export function readObjects<T extends object>(
  objects: Iterable<T> | null | undefined,
  list: keyof ZoneObjects,
  report: ReportProblem<'INVALID_TYPE'>,
): readonly (readonly [object: T, path: FieldPath])[] {
  const listPath = childPath(undefined, list);
  return Array.from(objects ?? []).flatMap((entry, index) => {
    const path = childPath(listPath, index);
    const object = readObject(entry, path, report);
    if (object !== undefined) {
      return [[object, path] as const];
    }
    if (entry === null || entry === undefined) {
      report(wrongType(entry, path, 'an object'));
    }
    return [];
  });
}

/** Name and namespace of an object, and the paths of both. */
export interface Identity {
  /** Name; empty if absent. */
  readonly name: string;
  readonly namePath: FieldPath;
  /** Namespace; `default` if absent. */
  readonly namespace: string;
  readonly namespacePath: FieldPath;
}

/** Reads the name and the namespace of an object. */
export function readIdentity(
  object: { readonly metadata?: ObjectMeta | null | undefined },
  path: FieldPath,
  report: ReportProblem<'INVALID_TYPE'>,
): Identity {
  const metadataPath = childPath(path, 'metadata');
  const metadata: ObjectMeta = readObject(object.metadata, metadataPath, report) ?? {};
  const namePath = childPath(metadataPath, 'name');
  const namespacePath = childPath(metadataPath, 'namespace');
  const name = readString(metadata.name, namePath, report);
  const namespace = readString(metadata.namespace, namespacePath, report);
  return {
    name,
    namePath,
    namespace: objectNamespace({ metadata: { namespace } }),
    namespacePath,
  };
}

/** Reads the name of the Service that an EndpointSlice belongs to; empty if it has no such label. */
export function readServiceLabel(
  { metadata }: { readonly metadata?: ObjectMeta | null | undefined },
  path: FieldPath,
  report: ReportProblem<'INVALID_TYPE'>,
): string {
  const labelsPath = childPath(childPath(path, 'metadata'), 'labels');
  const labels = readObject(metadata?.labels, labelsPath, report);
  return readString(
    labels?.[SERVICE_NAME_LABEL],
    childPath(labelsPath, SERVICE_NAME_LABEL),
    report,
  );
}
