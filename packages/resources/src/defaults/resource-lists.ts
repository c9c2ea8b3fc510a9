import type {
  Container,
  ContainerStatus,
  Fields,
  PodSpec,
  PodStatus,
  ResourceList,
  ResourceRequirements,
} from '@kubesem/core';

/** Makes another list from a resource list, which is empty if it has the wrong type. */
export type MapList = (list: Fields<ResourceList>) => ResourceList;

/**
 * Copies a spec, maps every resource list in it and checks its resource claims. What is absent stays absent; a field of the
 * wrong type is reported, and empty in the copy. Parts that do not change are shared with the original.
 *
 * @internal
 */
export function mapSpecLists(spec: Fields<PodSpec>, map: MapList): PodSpec {
  const containerFields = (container: Fields<Container>): Partial<Container> => ({
    name: checkedText(container, 'name'),
    restartPolicy: checkedText(container, 'restartPolicy'),
    resources: mapRequirements(container, map),
  });
  return withFields<PodSpec>(spec.value, {
    initContainers: mapEntries(spec, 'initContainers', containerFields),
    containers: mapEntries(spec, 'containers', containerFields),
    ephemeralContainers: mapEntries(spec, 'ephemeralContainers', containerFields),
    resourceClaims: mapEntries(spec, 'resourceClaims', (claim) => ({
      name: checkedText(claim, 'name'),
    })),
    overhead: mapList(spec, 'overhead', map),
    resources: mapRequirements(spec, map),
  });
}

/**
 * The same for a status.
 *
 * @internal
 */
export function mapStatusLists(status: Fields<PodStatus>, map: MapList): PodStatus {
  const containerFields = (entry: Fields<ContainerStatus>): Partial<ContainerStatus> => ({
    allocatedResources: mapList(entry, 'allocatedResources', map),
    resources: mapRequirements(entry, map),
    name: checkedText(entry, 'name'),
  });
  return withFields<PodStatus>(status.value, {
    allocatedResources: mapList(status, 'allocatedResources', map),
    resources: mapRequirements(status, map),
    conditions: mapEntries(status, 'conditions', () => ({})),
    containerStatuses: mapEntries(status, 'containerStatuses', containerFields),
    initContainerStatuses: mapEntries(status, 'initContainerStatuses', containerFields),
    ephemeralContainerStatuses: mapEntries(status, 'ephemeralContainerStatuses', containerFields),
  });
}

/** An object that may have a field of the type. */
type Holder<Field extends string, T> = Fields<{ readonly [name in Field]?: T | null | undefined }>;

function mapRequirements(
  holder: Holder<'resources', ResourceRequirements>,
  map: MapList,
): ResourceRequirements | undefined {
  if (!holder.has('resources')) {
    return undefined;
  }
  const resources = holder.at('resources');
  return withFields(ownValue(resources), {
    limits: mapList(resources, 'limits', map),
    requests: mapList(resources, 'requests', map),
    claims: mapEntries(resources, 'claims', (claim) => ({
      name: checkedText(claim, 'name'),
      request: checkedText(claim, 'request'),
    })),
  });
}

function mapEntries<Field extends string, T extends object>(
  holder: Holder<Field, readonly T[]>,
  field: Field,
  fieldsOf: (entry: Fields<T>) => Partial<T>,
): readonly T[] | undefined {
  if (!holder.has(field)) {
    return undefined;
  }
  const mapped = holder.each(field, (given) => {
    const entry = given as Fields<object> as Fields<T>;
    return withFields(ownValue(entry), fieldsOf(entry)) as T;
  });
  // Not by the cursor, which would report a wrong type again.
  const entries: unknown = holder.raw(field);
  const isSame = Array.isArray(entries) && mapped.every((entry, index) => entry === entries[index]);
  return isSame ? entries : mapped;
}

function mapList<Field extends string>(
  holder: Holder<Field, ResourceList>,
  field: Field,
  map: MapList,
): ResourceList | undefined {
  return holder.has(field)
    ? map(holder.at(field) as Fields<object> as Fields<ResourceList>)
    : undefined;
}

function checkedText<Field extends string>(
  holder: Holder<Field, string>,
  field: Field,
): string | undefined {
  return holder.has(field) ? holder.text(field) : undefined;
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
