import {
  KubesemError,
  type PodLike,
  type ResourceFieldSelector,
  type ResourceList,
} from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import {
  type PodContainer,
  podContainers,
  podLevelResources,
} from '../effective/pod-containers.js';
import { isHugePages, isPodLevelResource } from '../names/resource-names.js';
import { entryPath, readObject, readQuantity, readString } from '../read.js';

/** Who asks for a request or limit, and on which node. */
export interface ResourceFieldOptions {
  /**
   * The container whose environment variable it is, and which it is of where the selector names no other. Without one
   * it is a file in a volume.
   */
  readonly container?: string | undefined;
  /** What the node has for Pods (`status.allocatable`): what a limit is told to be that nobody has set. */
  readonly nodeAllocatable?: ResourceList | null | undefined;
}

/**
 * Where the amount that a container is told of comes from.
 *
 * - `CONTAINER`: the container sets it
 * - `POD`: the limit of the Pod as a whole, in an environment variable alone
 * - `NODE`: what the node has for Pods
 * - `NONE`: nobody sets it; it is zero
 */
export type ResourceFieldRule = 'CONTAINER' | 'POD' | 'NODE' | 'NONE';

/** How the value of a `resourceFieldRef` came about. */
export interface ResourceFieldExplanation {
  /** What the variable or the file holds: a whole number. */
  readonly value: string;
  /** Where the amount comes from. */
  readonly rule: ResourceFieldRule;
  /** The amount, in its base unit. */
  readonly amount: Quantity;
  /** What it is divided by. */
  readonly divisor: Quantity;
  /** Whether the division left a rest, for which the value is one higher. */
  readonly isRoundedUp: boolean;
}

/**
 * What a container is told of a request or limit through the downward API (`resourceFieldRef`).
 *
 * The amount is divided by the divisor and rounded up: `limits.cpu` of `1500m` is 2. A limit of cpu, memory or ephemeral
 * storage that is absent or zero is told to be what the node has for Pods. In an environment variable the limit of the
 * Pod as a whole comes before that, and limits of an init container are told as they are where a variable of another
 * container asks for them.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param selector - which request or limit, of which container, in which unit
 * @param options - who asks, and on which node
 * @returns the text of the variable or the file: a whole number of divisors, cores or bytes
 * @throws `KubesemError` `CONTAINER_NOT_FOUND` if the Pod has no app or init container of that name
 * @throws `KubesemError` `RESOURCE_NOT_SUPPORTED` if it is no request or limit of cpu, memory, ephemeral storage or huge pages
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount or the divisor is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { resourceFieldValue } from '@kubesem/resources';
 *
 * const pod = { containers: [{ name: 'app', resources: { limits: { cpu: '1500m' } } }] };
 * const nodeAllocatable = { cpu: '4', memory: '8Gi' };
 * resourceFieldValue(pod, { resource: 'limits.cpu' }, { container: 'app', nodeAllocatable }) // => '2'
 * resourceFieldValue(pod, { resource: 'limits.cpu', divisor: '1m' }, { container: 'app' }) // => '1500'
 * resourceFieldValue(pod, { containerName: 'app', resource: 'limits.memory', divisor: '1Mi' }, { nodeAllocatable }) // => '8192'
 * resourceFieldValue(pod, { containerName: 'db', resource: 'limits.cpu' }) // throws CONTAINER_NOT_FOUND
 * resourceFieldValue(pod, { containerName: 'app', resource: 'limits.pods' }) // throws RESOURCE_NOT_SUPPORTED
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/resource` v1.37.1, `ExtractContainerResourceValue`, `MergeContainerResourceLimits`;
 * `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `defaultPodLimitsForDownwardAPI`; `k8s.io/kubernetes/pkg/volume/downwardapi`
 * v1.37.1. (The documentation leaves out the limit of the Pod.)
 */
export function resourceFieldValue(
  pod: PodLike,
  selector: ResourceFieldSelector,
  options: ResourceFieldOptions = {},
): string {
  return explainResourceField(pod, selector, options).value;
}

/**
 * How the value of a `resourceFieldRef` comes about: the computation of `resourceFieldValue` written down.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param selector - which request or limit, of which container, in which unit
 * @param options - who asks, and on which node
 * @returns the value, the amount, where it comes from, and what it was divided by
 * @throws what `resourceFieldValue` throws
 * @example
 * ```ts
 * import { explainResourceField } from '@kubesem/resources';
 *
 * const pod = { containers: [{ name: 'app' }], resources: { limits: { memory: '1Gi' } } };
 * const selector = { containerName: 'app', resource: 'limits.memory' };
 * const nodeAllocatable = { memory: '8Gi' };
 * explainResourceField(pod, selector, { container: 'app', nodeAllocatable }).rule // => 'POD'
 * explainResourceField(pod, selector, { nodeAllocatable }).rule // => 'NODE'
 * ```
 *
 * Source: as `resourceFieldValue`.
 */
export function explainResourceField(
  pod: PodLike,
  selector: ResourceFieldSelector,
  options: ResourceFieldOptions = {},
): ResourceFieldExplanation {
  const given = readObject(selector, 'selector') ?? {};
  const container = findContainer(pod, given, options);
  const { side, resource } = readResource(given);
  const path = `${container.path}.resources.${side}`;
  const set = written(container[side], resource, path, 'CONTAINER');
  const isMadeUp = side === 'limits' && set.amount.isZero() && isDefaulted(resource);
  const { rule, amount } =
    (isMadeUp && madeUpLimit(pod, container, resource, given, options)) || set;
  const unit = readQuantity(given.divisor ?? 0, 'divisor');
  const divisor = unit.isZero() ? Quantity.of(1) : unit;
  const value = `${resource === 'cpu' ? ceilQuotient(amount.milliValue(), divisor.milliValue()) : ceilQuotient(amount.value(), divisor.value())}`;
  return { value, rule, amount, divisor, isRoundedUp: !divisor.mul(BigInt(value)).equals(amount) };
}

/** By floats, whose rounding shows beyond 2^53, as long as they hold the numbers. */
function ceilQuotient(dividend: bigint, divisor: bigint): bigint {
  const quotient = Number(dividend) / Number(divisor);
  if (Number.isFinite(quotient)) {
    return BigInt(Math.ceil(quotient));
  }
  // The division cuts off the rest, which is up only for what is below zero.
  const isAbove = (dividend % divisor) * divisor > BigInt(0);
  return dividend / divisor + BigInt(isAbove ? 1 : 0);
}

/** Of several containers of one name the first counts, app containers before init containers. */
function findContainer(
  pod: PodLike,
  selector: ResourceFieldSelector,
  options: ResourceFieldOptions,
): PodContainer {
  const named = readString(selector.containerName, 'containerName');
  const name = named || options.container;
  const found = podContainers(pod).filter((container) => container.name === name);
  const container =
    found.find(({ kind }) => kind === 'app') ??
    // An ephemeral container can ask for itself alone.
    found.find(({ kind }) => kind !== 'ephemeral' || named === '');
  if (container === undefined) {
    throw new KubesemError({
      code: 'CONTAINER_NOT_FOUND',
      message: 'expected the name of a container of the Pod',
      path: 'containerName',
      input: name,
    });
  }
  return container;
}

function readResource({ resource: input }: ResourceFieldSelector): {
  readonly side: 'requests' | 'limits';
  readonly resource: string;
} {
  const [, side, resource = ''] =
    /^(requests|limits)\.([^]*)/.exec(readString(input, 'resource')) ?? [];
  if (!isDefaulted(resource) && !isHugePages(resource)) {
    const message = 'expected a request or limit of cpu, memory, ephemeral-storage or huge pages';
    throw new KubesemError({ code: 'RESOURCE_NOT_SUPPORTED', message, path: 'resource', input });
  }
  return { side: side as 'requests' | 'limits', resource };
}

/** Whether a limit of it is made up where there is none. Of huge pages there is always a limit. */
function isDefaulted(resource: string): boolean {
  return /^(cpu|memory|ephemeral-storage)$/.test(resource);
}

interface FoundAmount {
  readonly rule: ResourceFieldRule;
  readonly amount: Quantity;
}

function written(
  list: ResourceList,
  resource: string,
  path: string,
  rule: ResourceFieldRule,
): FoundAmount {
  const value = list[resource];
  return value === undefined
    ? { rule: 'NONE', amount: Quantity.of(0) }
    : { rule, amount: readQuantity(value, entryPath(path, resource)) };
}

/** What a limit is told to be that the container does not set; undefined if nobody else does. */
function madeUpLimit(
  pod: PodLike,
  { kind }: PodContainer,
  resource: string,
  { containerName }: ResourceFieldSelector,
  { container, nodeAllocatable }: ResourceFieldOptions,
): FoundAmount | undefined {
  const isVariable = container !== undefined;
  // The kubelet fills in the app containers, and the container that asks; in files any container.
  if (isVariable && kind !== 'app' && containerName) {
    return undefined;
  }
  const allocatable = readObject(nodeAllocatable, 'nodeAllocatable');
  const ofNode = written(allocatable ?? {}, resource, 'nodeAllocatable', 'NODE');
  const podLevel = podLevelResources(pod);
  if (isVariable && podLevel && isPodLevelResource(resource) && isKnown(ofNode, allocatable)) {
    const ofPod = written(podLevel.limits, resource, `${podLevel.path}.limits`, 'POD');
    if (!ofPod.amount.isZero()) {
      return ofPod;
    }
  }
  return ofNode.rule === 'NONE' ? undefined : ofNode;
}

/** A node that says nothing of the resource has no place for the limit of the Pod; one that is not given may have. */
function isKnown({ rule }: FoundAmount, allocatable: ResourceList | undefined): boolean {
  return allocatable === undefined || rule === 'NODE';
}
