import type {
  Container,
  Named,
  Pod,
  PodLike,
  PodSpec,
  PodSpecLike,
  ResourceList,
} from '@kubesem/core';
import { bareObject, type Fields, fields, inFormOf, THROW } from '@kubesem/core/internal';
import { POD } from '@kubesem/core/kinds';
import { quantityFromJSON } from '@kubesem/quantity';
import { podLimits, podRequests } from '../effective/pod-resources.js';
import { mapSpecLists, mapStatusLists, withFields } from '../effective/resource-lists.js';
import { isHugePages, isPodLevelResource } from '../names/resource-names.js';
import { type ReadPod, readAmounts, readPod } from '../read.js';

/**
 * Applies the defaults of the API server to the requests and limits of a Pod, as on its creation.
 *
 * In this order:
 * 1. Each container, init container and sidecar gets a request for every limit without one.
 * 2. Every amount in the spec and the status is rounded up to thousandths, away from zero, and written in canonical
 *    form: `0.0001` of cpu becomes `1m`.
 * 3. `admit` changes the Pod as admission plugins do: pass `applyLimitRanges` of `@kubesem/admission`.
 * 4. If `spec.resources` has a request or a limit:
 *    - the limits of huge pages of the containers become Pod-level limits;
 *    - the Pod-level requests of cpu and memory default to what the containers request together;
 *    - every other Pod-level limit becomes the request as well;
 *    - a Pod-level request without a limit gets one if every container has a limit: the sum of these, or the request if
 *      that is higher.
 *
 * Nothing else is filled in: no `restartPolicy`, which `applyPodDefaults` of `@kubesem/defaults` adds, no QoS class, and no overhead
 * of a RuntimeClass. A template becomes a
 * Pod, as a controller creates it. The status is kept, although a new Pod has none. A stored Pod does not change.
 *
 * The result has the type of the argument if that is a class or an interface, such as `V1Pod`. All amounts in it are
 * strings.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - the operation, and the admission plugins
 * @returns a new Pod, or a new spec for a spec; it shares the parts that did not change with the argument
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { applyResourceDefaults } from '@kubesem/resources';
 *
 * const spec = applyResourceDefaults({ containers: [{ name: 'app', resources: { limits: { cpu: 0.5 } } }] });
 * spec.containers?.[0]?.resources // => { limits: { cpu: '500m' }, requests: { cpu: '500m' } }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_Pod`; `k8s.io/kubernetes/pkg/api/pod`
 * v1.37.1, `DefaultPodLevelResources`, with the default feature gates.
 */
export function applyResourceDefaults<P extends PodLike>(
  pod: Named<P>,
  options?: ResourceDefaultsOptions,
): P;
/** The same for an object literal with a Pod or a template. */
export function applyResourceDefaults(pod: Pod, options?: ResourceDefaultsOptions): Pod;
/** The same for an object literal with a Pod spec. */
export function applyResourceDefaults(pod: PodSpecLike, options?: ResourceDefaultsOptions): PodSpec;
export function applyResourceDefaults(
  pod: PodLike,
  options: ResourceDefaultsOptions = {},
): PodLike {
  return inFormOf(pod, defaultedPod(pod, options));
}

/** Options of {@link applyResourceDefaults}. */
export interface ResourceDefaultsOptions {
  /**
   * Whether the Pod is created or updated; only creation adds Pod-level amounts. Default: `CREATE`
   *
   * Source: `k8s.io/apiserver/pkg/admission` v0.37.1, `Operation`.
   */
  readonly operation?: 'CREATE' | 'UPDATE' | undefined;
  /** Changes the Pod as admission plugins do, after the defaults of its containers and before those of the Pod level. */
  readonly admit?: ((pod: Pod) => Pod) | undefined;
}

function defaultedPod(
  pod: PodLike,
  { operation = 'CREATE', admit = (given) => given }: ResourceDefaultsOptions,
): Pod {
  const parts = readPod(pod, THROW);
  const admitted = admit({ ...parts.pod.value, spec: requestedSpec(parts.spec) });
  const spec = admitted.spec ?? {};
  return storedPod(admitted, operation === 'CREATE' ? withPodLevelDefaults(spec) : spec, parts);
}

/** The Pod as the API server stores it, with a spec whose amounts are still quantities. */
function storedPod(
  pod: Pod,
  spec: PodSpec,
  { spec: { policy, path }, status }: Omit<ReadPod, 'pod'>,
): Pod {
  return withFields<Pod>(pod, {
    apiVersion: 'v1',
    kind: POD.kind,
    // Printed only at the end, because printing drops the suffix of amounts beyond exa.
    spec: mapSpecLists(fields(spec, policy, path), ({ value }) => asText(value)),
    status: pod.status ? mapStatusLists(status, roundedAmounts) : undefined,
  });
}

/**
 * The spec with its defaults; the amounts are still quantities.
 */
export function defaultedSpec(spec: Fields<PodSpec>): PodSpec {
  return withPodLevelDefaults(requestedSpec(spec));
}

/** The first two steps. */
function requestedSpec(spec: Fields<PodSpec>): PodSpec {
  return withRequests(mapSpecLists(spec, rounded));
}

/** The second step. Source: `SetDefaults_ResourceList`. */
function rounded(list: Fields<ResourceList>): ResourceList {
  return bareObject(readAmounts(list), (amount) => amount.roundUp(-3));
}

/** A resource list under construction; without a prototype. */
interface MutableList {
  [name: string]: ResourceList[string];
}

function copyOf(list: ResourceList | null | undefined): MutableList {
  return Object.assign(Object.create(null), list);
}

/**
 * The amounts of a list as the API server stores them: rounded up to thousandths, in canonical form.
 */
export function roundedAmounts(list: Fields<ResourceList>): ResourceList {
  return asText(rounded(list));
}

function unlessEmpty(list: ResourceList): ResourceList | undefined {
  return Object.keys(list).length === 0 ? undefined : list;
}

function asText(list: ResourceList): ResourceList {
  return bareObject(Object.entries(list), String);
}

/** The first step. Source: `SetDefaults_Pod`. */
function withRequests(spec: PodSpec): PodSpec {
  const fill = (container: Container): Container => {
    const { resources } = container;
    if (resources === null || resources === undefined) {
      return container;
    }
    const { limits, requests } = resources;
    if (Object.keys(limits ?? {}).every((name) => requests && name in requests)) {
      return container;
    }
    // The requests first, because their order is kept.
    const filled = unlessEmpty({ ...requests, ...limits, ...requests });
    return withFields(container, { resources: withFields(resources, { requests: filled }) });
  };
  return withFields(spec, {
    containers: spec.containers?.map(fill),
    initContainers: spec.initContainers?.map(fill),
  });
}

/** The fourth step. Source: `DefaultPodLevelResources`, in the same order. */
function withPodLevelDefaults(spec: PodSpec): PodSpec {
  const { containers, ephemeralContainers, initContainers, resources: written } = spec;
  if (written === null || written === undefined) {
    return spec;
  }
  const requests = copyOf(written.requests);
  const limits = copyOf(written.limits);
  if (Object.keys(requests).length + Object.keys(limits).length === 0) {
    return spec;
  }
  const containerRequests = podRequests({ containers, initContainers });
  const containerLimits = podLimits({ containers, initContainers });
  const fillIn = (list: MutableList, name: string, amount: ResourceList[string]): void => {
    if (!(name in list)) {
      list[name] = amount;
    }
  };
  for (const name of Object.keys(containerLimits)) {
    if (isHugePages(name) && !(name in requests)) {
      fillIn(limits, name, containerLimits[name]);
    }
  }
  for (const name of Object.keys(containerRequests)) {
    if (name === 'cpu' || name === 'memory') {
      fillIn(requests, name, containerRequests[name]);
    }
  }
  for (const name of Object.keys(limits)) {
    if (isPodLevelResource(name)) {
      fillIn(requests, name, limits[name]);
    }
  }
  const all = [initContainers, containers, ephemeralContainers].flatMap((list) => list ?? []);
  for (const name of Object.keys(requests)) {
    const limit = containerLimits[name];
    const isLimited = all.every(({ resources }) => resources?.limits && name in resources.limits);
    if (limit && isLimited && isPodLevelResource(name)) {
      const request = quantityFromJSON(requests[name]);
      fillIn(limits, name, request.cmp(limit) > 0 ? request : limit);
    }
  }
  const resources = { limits: unlessEmpty(limits), requests: unlessEmpty(requests) };
  return withFields(spec, { resources: withFields(written, resources) });
}
