import type {
  Container,
  ContainerStatus,
  PodSpec,
  PodStatus,
  ResourceList,
  ResourceRequirements,
} from '@kubesem/core';
import { type Report, readList, readObject, readString } from '../read.js';

/** Makes another list out of a resource list; also sees what is there instead of one. */
export type MapList = (list: ResourceList, path: string) => ResourceList;

/**
 * A copy of the spec in which every resource list is mapped, with the resource claims. What is absent stays absent; what
 * has a wrong type is reported, and empty in the copy.
 */
export function mapSpecLists(spec: PodSpec, prefix: string, map: MapList, report: Report): PodSpec {
  const fields: { -readonly [Field in keyof PodSpec]: PodSpec[Field] } = {};
  for (const field of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    fields[field] = mapEntries<Container>(spec[field], prefix + field, report, (entry, path) => ({
      name: checkedString(entry.name, `${path}.name`, report),
      restartPolicy: checkedString(entry.restartPolicy, `${path}.restartPolicy`, report),
      resources: mapRequirements(entry.resources, `${path}.resources`, map, report),
    }));
  }
  fields.resourceClaims = mapEntries(
    spec.resourceClaims,
    `${prefix}resourceClaims`,
    report,
    ({ name }, path) => ({ name: checkedString(name, `${path}.name`, report) }),
  );
  fields.overhead = mapList(spec.overhead, `${prefix}overhead`, map);
  fields.resources = mapRequirements(spec.resources, `${prefix}resources`, map, report);
  return withFields(spec, fields);
}

const STATUS_LISTS = [
  'containerStatuses',
  'initContainerStatuses',
  'ephemeralContainerStatuses',
] as const;

/** The same for a status. */
export function mapStatusLists(status: PodStatus, map: MapList, report: Report): PodStatus {
  const resized = (
    { allocatedResources, resources }: PodStatus | ContainerStatus,
    path: string,
  ) => ({
    allocatedResources: mapList(allocatedResources, `${path}.allocatedResources`, map),
    resources: mapRequirements(resources, `${path}.resources`, map, report),
  });
  const fields: { -readonly [Field in keyof PodStatus]: PodStatus[Field] } = {
    ...resized(status, 'status'),
    conditions: mapEntries(status.conditions, 'status.conditions', report, () => ({})),
  };
  for (const field of STATUS_LISTS) {
    fields[field] = mapEntries<ContainerStatus>(
      status[field],
      `status.${field}`,
      report,
      (entry, path) => ({
        ...resized(entry, path),
        name: checkedString(entry.name, `${path}.name`, report),
      }),
    );
  }
  return withFields(status, fields);
}

function checkedString(
  value: string | null | undefined,
  path: string,
  report: Report,
): string | undefined {
  return value === null || value === undefined ? undefined : readString(value, path, report);
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
    claims: mapEntries(found.claims, `${path}.claims`, report, ({ name, request }, place) => ({
      name: checkedString(name, `${place}.name`, report),
      request: checkedString(request, `${place}.request`, report),
    })),
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
