import type {
  Container,
  ContainerStatus,
  PodSpec,
  PodStatus,
  ResourceList,
  ResourceRequirements,
} from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';

/** Makes another list from a resource list, which is empty if it has the wrong type. */
export type MapList = (list: Fields<ResourceList>) => ResourceList;

/**
 * Copies a spec, maps every resource list in it and checks its resource claims. What is absent stays absent; a field of the
 * wrong type is reported, and empty in the copy. Parts that do not change are shared with the original.
 */
export function mapSpecLists(spec: Fields<PodSpec>, map: MapList): PodSpec {
  const containerFields = (container: Fields<Container>): Partial<Container> => {
    const { name, restartPolicy, resources } = container.value;
    return {
      name: checkedText(name, container, 'name'),
      restartPolicy: checkedText(restartPolicy, container, 'restartPolicy'),
      resources: mapRequirements(resources, container, map),
    };
  };
  const { value } = spec;
  const { initContainers, containers, ephemeralContainers } = value;
  return withFields<PodSpec>(value, {
    initContainers: mapEntries(initContainers, spec, 'initContainers', containerFields),
    containers: mapEntries(containers, spec, 'containers', containerFields),
    ephemeralContainers: mapEntries(
      ephemeralContainers,
      spec,
      'ephemeralContainers',
      containerFields,
    ),
    resourceClaims: mapEntries(value.resourceClaims, spec, 'resourceClaims', (claim) => ({
      name: checkedText(claim.value.name, claim, 'name'),
    })),
    overhead: mapList(value.overhead, spec, 'overhead', map),
    resources: mapRequirements(value.resources, spec, map),
  });
}

/**
 * The same for a status.
 */
export function mapStatusLists(status: Fields<PodStatus>, map: MapList): PodStatus {
  const containerFields = (entry: Fields<ContainerStatus>): Partial<ContainerStatus> => {
    const { allocatedResources, resources, name } = entry.value;
    return {
      allocatedResources: mapList(allocatedResources, entry, 'allocatedResources', map),
      resources: mapRequirements(resources, entry, map),
      name: checkedText(name, entry, 'name'),
    };
  };
  const { value } = status;
  const entries = (
    field: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses',
  ) => mapEntries(value[field], status, field, containerFields);
  return withFields<PodStatus>(value, {
    allocatedResources: mapList(value.allocatedResources, status, 'allocatedResources', map),
    resources: mapRequirements(value.resources, status, map),
    conditions: mapEntries(value.conditions, status, 'conditions', () => ({})),
    containerStatuses: entries('containerStatuses'),
    initContainerStatuses: entries('initContainerStatuses'),
    ephemeralContainerStatuses: entries('ephemeralContainerStatuses'),
  });
}

// The functions below get the value of a field besides the cursor, because most fields are absent or right, and to find that out
// by the cursor takes longer.

/** An object that may have a field of the type. */
type Holder<Field extends string, T> = Fields<{ readonly [name in Field]?: T | null | undefined }>;

function mapRequirements(
  written: ResourceRequirements | null | undefined,
  holder: Holder<'resources', ResourceRequirements>,
  map: MapList,
): ResourceRequirements | undefined {
  if (written === undefined || written === null) {
    return undefined;
  }
  const resources = holder.at('resources');
  const { limits, requests, claims } = resources.value;
  return withFields(ownValue(resources), {
    limits: mapList(limits, resources, 'limits', map),
    requests: mapList(requests, resources, 'requests', map),
    claims: mapEntries(claims, resources, 'claims', (claim) => ({
      name: checkedText(claim.value.name, claim, 'name'),
      request: checkedText(claim.value.request, claim, 'request'),
    })),
  });
}

function mapEntries<Field extends string, T extends object>(
  entries: readonly T[] | null | undefined,
  holder: Holder<Field, readonly T[]>,
  field: Field,
  fieldsOf: (entry: Fields<T>) => Partial<T>,
): readonly T[] | undefined {
  if (entries === undefined || entries === null) {
    return undefined;
  }
  const mapped = holder.each(field, (given) => {
    const entry = given as Fields<object> as Fields<T>;
    return withFields(ownValue(entry), fieldsOf(entry)) as T;
  });
  const isSame = Array.isArray(entries) && mapped.every((entry, index) => entry === entries[index]);
  return isSame ? entries : mapped;
}

function mapList<Field extends string>(
  list: ResourceList | null | undefined,
  holder: Holder<Field, ResourceList>,
  field: Field,
  map: MapList,
): ResourceList | undefined {
  return list === undefined || list === null
    ? undefined
    : map(holder.at(field) as Fields<object> as Fields<ResourceList>);
}

function checkedText<Field extends string>(
  text: string | null | undefined,
  holder: Holder<Field, string>,
  field: Field,
): string | undefined {
  return text === undefined || text === null ? undefined : holder.text(field);
}

/** The object itself, or an empty one that the caller may keep. */
function ownValue<T extends object>({ isPresent, value }: Fields<T>): Partial<T> {
  return isPresent ? value : {};
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
