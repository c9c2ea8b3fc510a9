import {
  type CONTAINER_FIELDS,
  type Container,
  type ContainerStatus,
  childPath,
  type FieldPath,
  type PodSpec,
  type PodStatus,
  type ResourceList,
  type ResourceRequirements,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
import type { Report } from '../read.js';

/** Makes another list from a resource list, which may also be a value of the wrong type. */
export type MapList = (list: ResourceList, path: FieldPath) => ResourceList;

/**
 * Copies a spec, maps every resource list in it and checks its resource claims. What is absent stays absent; a field of the
 * wrong type is reported, and empty in the copy. Parts that do not change are shared with the original.
 *
 * @internal
 */
export function mapSpecLists(
  spec: PodSpec,
  specPath: FieldPath | undefined,
  map: MapList,
  report: Report,
): PodSpec {
  const containers = (field: (typeof CONTAINER_FIELDS)[number]) =>
    mapEntries<Container>(spec[field], childPath(specPath, field), report, (entry, path) => ({
      name: checkedString(entry, 'name', path, report),
      restartPolicy: checkedString(entry, 'restartPolicy', path, report),
      resources: mapRequirements(entry.resources, path, map, report),
    }));
  return withFields(spec, {
    initContainers: containers('initContainers'),
    containers: containers('containers'),
    ephemeralContainers: containers('ephemeralContainers'),
    resourceClaims: mapEntries(
      spec.resourceClaims,
      childPath(specPath, 'resourceClaims'),
      report,
      (claim, path) => ({ name: checkedString(claim, 'name', path, report) }),
    ),
    overhead: mapList(spec, 'overhead', specPath, map),
    resources: mapRequirements(spec.resources, specPath, map, report),
  });
}

/**
 * The same for a status.
 *
 * @internal
 */
export function mapStatusLists(status: PodStatus, map: MapList, report: Report): PodStatus {
  const statusPath = childPath(undefined, 'status');
  const containers = (
    field: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses',
  ) =>
    mapEntries<ContainerStatus>(
      status[field],
      childPath(statusPath, field),
      report,
      (entry, path) => ({
        allocatedResources: mapList(entry, 'allocatedResources', path, map),
        resources: mapRequirements(entry.resources, path, map, report),
        name: checkedString(entry, 'name', path, report),
      }),
    );
  return withFields(status, {
    allocatedResources: mapList(status, 'allocatedResources', statusPath, map),
    resources: mapRequirements(status.resources, statusPath, map, report),
    conditions: mapEntries(
      status.conditions,
      childPath(statusPath, 'conditions'),
      report,
      () => ({}),
    ),
    containerStatuses: containers('containerStatuses'),
    initContainerStatuses: containers('initContainerStatuses'),
    ephemeralContainerStatuses: containers('ephemeralContainerStatuses'),
  });
}

// The functions below make the path of a field only if the field is set; most are not.

function checkedString<Field extends string>(
  object: { readonly [name in Field]?: string | null | undefined },
  field: Field,
  path: FieldPath,
  report: Report,
): string | undefined {
  const value = object[field] ?? undefined;
  return value === undefined ? undefined : readString(value, childPath(path, field), report);
}

function mapEntries<T extends object>(
  list: readonly T[] | null | undefined,
  listPath: FieldPath,
  report: Report,
  fieldsOf: (entry: T, path: FieldPath) => Partial<T>,
): readonly T[] | undefined {
  if (list === null || list === undefined) {
    return undefined;
  }
  const entries = readList(list, listPath, report);
  const mapped = entries.map((entry, index) => {
    const path = childPath(listPath, index);
    const found = readObject(entry, path, report) ?? ({} as T);
    return withFields(found, fieldsOf(found, path));
  });
  return mapped.every((entry, index) => entry === entries[index]) ? entries : mapped;
}

function mapRequirements(
  resources: ResourceRequirements | null | undefined,
  parentPath: FieldPath | undefined,
  map: MapList,
  report: Report,
): ResourceRequirements | undefined {
  if (resources === null || resources === undefined) {
    return undefined;
  }
  const path = childPath(parentPath, 'resources');
  const found = readObject(resources, path, report) ?? {};
  return withFields(found, {
    limits: mapList(found, 'limits', path, map),
    requests: mapList(found, 'requests', path, map),
    claims: mapClaims(found.claims, path, report),
  });
}

function mapClaims(
  claims: ResourceRequirements['claims'],
  parentPath: FieldPath,
  report: Report,
): ResourceRequirements['claims'] {
  return mapEntries(claims, childPath(parentPath, 'claims'), report, (claim, path) => ({
    name: checkedString(claim, 'name', path, report),
    request: checkedString(claim, 'request', path, report),
  }));
}

function mapList<Field extends string>(
  object: { readonly [name in Field]?: ResourceList | null | undefined },
  field: Field,
  path: FieldPath | undefined,
  map: MapList,
): ResourceList | undefined {
  const list = object[field] ?? undefined;
  return list === undefined ? undefined : map(list, childPath(path, field));
}

/** Copies an object and replaces those of the fields that are set; returns the object itself if none of them changes. */
export function withFields<T extends object>(object: T, fields: Partial<T>): T {
  let copy: T | undefined;
  for (const field in fields) {
    const value = fields[field];
    if (value !== undefined && value !== object[field]) {
      copy ??= { ...object };
      copy[field] = value;
    }
  }
  return copy ?? object;
}
