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
      name: checkedString(entry.name, childPath(path, 'name'), report),
      restartPolicy: checkedString(entry.restartPolicy, childPath(path, 'restartPolicy'), report),
      resources: mapRequirements(entry.resources, childPath(path, 'resources'), map, report),
    }));
  return withFields(spec, {
    initContainers: containers('initContainers'),
    containers: containers('containers'),
    ephemeralContainers: containers('ephemeralContainers'),
    resourceClaims: mapEntries(
      spec.resourceClaims,
      childPath(specPath, 'resourceClaims'),
      report,
      ({ name }, path) => ({ name: checkedString(name, childPath(path, 'name'), report) }),
    ),
    overhead: mapList(spec.overhead, childPath(specPath, 'overhead'), map),
    resources: mapRequirements(spec.resources, childPath(specPath, 'resources'), map, report),
  });
}

/**
 * The same for a status.
 *
 * @internal
 */
export function mapStatusLists(status: PodStatus, map: MapList, report: Report): PodStatus {
  const statusPath = childPath(undefined, 'status');
  const allocated = (list: ResourceList | null | undefined, path: FieldPath) =>
    mapList(list, childPath(path, 'allocatedResources'), map);
  const actuated = (resources: ResourceRequirements | null | undefined, path: FieldPath) =>
    mapRequirements(resources, childPath(path, 'resources'), map, report);
  const containers = (
    field: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses',
  ) =>
    mapEntries<ContainerStatus>(
      status[field],
      childPath(statusPath, field),
      report,
      (entry, path) => ({
        allocatedResources: allocated(entry.allocatedResources, path),
        resources: actuated(entry.resources, path),
        name: checkedString(entry.name, childPath(path, 'name'), report),
      }),
    );
  return withFields(status, {
    allocatedResources: allocated(status.allocatedResources, statusPath),
    resources: actuated(status.resources, statusPath),
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

function checkedString(
  value: string | null | undefined,
  path: FieldPath,
  report: Report,
): string | undefined {
  return value === null || value === undefined ? undefined : readString(value, path, report);
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
  path: FieldPath,
  map: MapList,
  report: Report,
): ResourceRequirements | undefined {
  if (resources === null || resources === undefined) {
    return undefined;
  }
  const found = readObject(resources, path, report) ?? {};
  return withFields(found, {
    limits: mapList(found.limits, childPath(path, 'limits'), map),
    requests: mapList(found.requests, childPath(path, 'requests'), map),
    claims: mapEntries(
      found.claims,
      childPath(path, 'claims'),
      report,
      ({ name, request }, claimPath) => ({
        name: checkedString(name, childPath(claimPath, 'name'), report),
        request: checkedString(request, childPath(claimPath, 'request'), report),
      }),
    ),
  });
}

function mapList(
  list: ResourceList | null | undefined,
  path: FieldPath,
  map: MapList,
): ResourceList | undefined {
  return list === null || list === undefined ? undefined : map(list, path);
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
