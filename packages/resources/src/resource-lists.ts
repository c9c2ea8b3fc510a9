import type {
  Container,
  ContainerStatus,
  PodCondition,
  PodSpec,
  PodStatus,
  ResourceList,
  ResourceRequirements,
} from '@kubesem/core';
import { type Report, readList, readObject, readString } from './read.js';

/** Makes another list out of a resource list; also sees what is there instead of one. */
export type MapList = (list: ResourceList, path: string) => ResourceList;

/**
 * A copy of the spec in which every resource list is mapped. What is absent stays absent; what has a wrong type is
 * reported, and empty in the copy.
 */
export function mapSpecLists(spec: PodSpec, prefix: string, map: MapList, report: Report): PodSpec {
  const containers = (
    field: 'containers' | 'initContainers' | 'ephemeralContainers',
  ): readonly Container[] | undefined =>
    mapEntries<Container>(spec[field], `${prefix}${field}`, report, (container, path) => ({
      ...checkedStrings(container, ['name', 'restartPolicy'], path, report),
      resources: mapRequirements(container.resources, `${path}.resources`, map, report),
    }));
  return withFields(spec, {
    containers: containers('containers'),
    initContainers: containers('initContainers'),
    ephemeralContainers: containers('ephemeralContainers'),
    overhead: mapList(spec.overhead, `${prefix}overhead`, map),
    resources: mapRequirements(spec.resources, `${prefix}resources`, map, report),
  });
}

/** The same for a status. */
export function mapStatusLists(status: PodStatus, map: MapList, report: Report): PodStatus {
  const conditions = mapEntries<PodCondition>(
    status.conditions,
    'status.conditions',
    report,
    () => ({}),
  );
  const owner = <T extends ContainerStatus | PodStatus>(
    { allocatedResources, resources }: T,
    path: string,
  ): Partial<T> =>
    ({
      allocatedResources: mapList(allocatedResources, `${path}.allocatedResources`, map),
      resources: mapRequirements(resources, `${path}.resources`, map, report),
    }) as Partial<T>;
  const statuses = (
    field: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses',
  ): readonly ContainerStatus[] | undefined =>
    mapEntries<ContainerStatus>(status[field], `status.${field}`, report, (entry, path) => ({
      ...checkedStrings(entry, ['name'], path, report),
      ...owner(entry, path),
    }));
  return withFields(status, {
    ...owner(status, 'status'),
    conditions,
    containerStatuses: statuses('containerStatuses'),
    initContainerStatuses: statuses('initContainerStatuses'),
    ephemeralContainerStatuses: statuses('ephemeralContainerStatuses'),
  });
}

/** The fields that must be strings, and are there. */
function checkedStrings<T extends object>(
  owner: T,
  fields: readonly (keyof T & string)[],
  path: string,
  report: Report,
): Partial<T> {
  const present = fields.filter((field) => owner[field] !== null && owner[field] !== undefined);
  const entries = present.map((field) => [
    field,
    readString(owner[field] as string, `${path}.${field}`, report),
  ]);
  return Object.fromEntries(entries) as Partial<T>;
}

function mapEntries<T extends object>(
  list: readonly T[] | null | undefined,
  path: string,
  report: Report,
  fieldsOf: (entry: T, path: string) => Partial<T>,
): readonly T[] | undefined {
  if (list === null || list === undefined) {
    return undefined;
  }
  return readList(list, path, report).map((entry, index) => {
    const place = `${path}[${index}]`;
    const found = readObject(entry, place, report) ?? ({} as T);
    return withFields(found, fieldsOf(found, place));
  });
}

function mapRequirements(
  resources: ResourceRequirements | null | undefined,
  path: string,
  map: MapList,
  report: Report,
): ResourceRequirements | undefined {
  if (resources === null || resources === undefined) {
    return undefined;
  }
  const found = readObject(resources, path, report) ?? {};
  return withFields(found, {
    limits: mapList(found.limits, `${path}.limits`, map),
    requests: mapList(found.requests, `${path}.requests`, map),
  });
}

function mapList(
  list: ResourceList | null | undefined,
  path: string,
  map: MapList,
): ResourceList | undefined {
  return list === null || list === undefined ? undefined : map(list, path);
}

/** A copy of the object with those of the fields that are there. */
export function withFields<T extends object>(object: T, fields: Partial<T>): T {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...object, ...Object.fromEntries(present) };
}
