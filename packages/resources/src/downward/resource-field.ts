import { type PodLike, type ResourceFieldSelector, type ResourceList } from '@kubesem/core';
import { type Fields, fieldProblem, fields, raise, THROW } from '@kubesem/core/internal';
import { Quantity } from '@kubesem/quantity';
import { type ContainerResources, containerResources } from '../container-resources.js';
import { podLevelLists } from '../effective/pod-level.js';
import { isHugePages, isPodLevelResource } from '../names/resource-names.js';
import { readAmount, readQuantity, type Side } from '../read.js';

/** Options of {@link resourceFieldValue}: the container that reads the value, and its node. */
export interface ResourceFieldOptions {
  /**
   * The container whose environment variable is computed; the request or limit is its own unless the selector names
   * another container. Without this option the value is that of a file in a volume.
   */
  readonly container?: string | undefined;
  /** The amounts that the node has for Pods (`status.allocatable`), which replace missing limits. */
  readonly nodeAllocatable?: ResourceList | null | undefined;
}

/**
 * Where the amount comes from.
 *
 * - `CONTAINER`: the container sets it
 * - `POD`: the limit of the Pod as a whole; only in environment variables
 * - `NODE`: the amount that the node has for Pods
 * - `NONE`: not set, so zero
 */
export type ResourceFieldRule = 'CONTAINER' | 'POD' | 'NODE' | 'NONE';

/** How the value of a `resourceFieldRef` is computed. */
export interface ResourceFieldValue {
  /** The text of the variable or the file: a whole number. */
  readonly value: string;
  /** Where the amount comes from. */
  readonly rule: ResourceFieldRule;
  /** The amount, in its base unit. */
  readonly amount: Quantity;
  /** The divisor. */
  readonly divisor: Quantity;
  /** Whether the division has a remainder, so the value is rounded up. */
  readonly isRoundedUp: boolean;
}

/**
 * Computes the value that the downward API gives a container for a request or limit (`resourceFieldRef`).
 *
 * The amount is divided by the divisor and rounded up: `limits.cpu` of `1500m` is 2. If a limit of cpu, memory or
 * ephemeral storage is absent or zero, the amount that the node has for Pods replaces it. In an environment variable, the
 * limit of the Pod as a whole takes precedence over that amount. If the variable belongs to another container, the limits
 * of an init container are not replaced.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param selector - which request or limit, of which container, in which unit
 * @param options - the container that reads the value, and its node
 * @returns the value, the amount, where it comes from, and the divisor
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `CONTAINER_NOT_FOUND` if the Pod has no app or init container of that name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `RESOURCE_NOT_SUPPORTED` if the selector names no request or limit of cpu, memory,
 * ephemeral storage or huge pages
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount or the divisor is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { resourceFieldValue } from '@kubesem/resources';
 *
 * const pod = { containers: [{ name: 'app', resources: { limits: { cpu: '1500m' } } }] };
 * const nodeAllocatable = { cpu: '4', memory: '8Gi' };
 * resourceFieldValue(pod, { resource: 'limits.cpu' }, { container: 'app', nodeAllocatable }).value // => '2'
 * resourceFieldValue(pod, { resource: 'limits.cpu', divisor: '1m' }, { container: 'app' }).value // => '1500'
 * resourceFieldValue(pod, { containerName: 'app', resource: 'limits.memory', divisor: '1Mi' }, { nodeAllocatable }).value // => '8192'
 * resourceFieldValue(pod, { containerName: 'db', resource: 'limits.cpu' }).value // throws CONTAINER_NOT_FOUND
 * resourceFieldValue(pod, { containerName: 'app', resource: 'limits.pods' }).value // throws RESOURCE_NOT_SUPPORTED
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/resource` v1.37.1, `ExtractContainerResourceValue`, `MergeContainerResourceLimits`;
 * `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `defaultPodLimitsForDownwardAPI`; `k8s.io/kubernetes/pkg/volume/downwardapi`
 * v1.37.1. (The documentation omits the limit of the Pod.)
 */
export function resourceFieldValue(
  pod: PodLike,
  selector: ResourceFieldSelector,
  options: ResourceFieldOptions = {},
): ResourceFieldValue {
  // The paths of its fields start at the selector.
  const given = fields(fields({ selector }, THROW).at('selector').value, THROW);
  const container = findContainer(pod, given, options);
  const { side, resource } = readResource(given);
  const set = written(container[side], resource, 'CONTAINER');
  const isReplaced = side === 'limits' && set.amount.isZero() && isReplaceable(resource);
  const { rule, amount } =
    (isReplaced && replacedLimit(pod, container, resource, given, options)) || set;
  const unit = readQuantity(given, 'divisor');
  const divisor = unit.isZero() ? Quantity.of(1) : unit;
  const quotient =
    resource === 'cpu'
      ? ceilQuotient(amount.milliValue(), divisor.milliValue())
      : ceilQuotient(amount.value(), divisor.value());
  const isRoundedUp = !divisor.mul(quotient).equals(amount);
  return { value: `${quotient}`, rule, amount, divisor, isRoundedUp };
}

/** By floats, whose rounding shows beyond 2^53, as long as they hold the numbers. */
function ceilQuotient(dividend: bigint, divisor: bigint): bigint {
  const quotient = Number(dividend) / Number(divisor);
  if (Number.isFinite(quotient)) {
    return BigInt(Math.ceil(quotient));
  }
  // The division truncates, which rounds up only below zero.
  const isAbove = (dividend % divisor) * divisor > BigInt(0);
  return dividend / divisor + BigInt(isAbove ? 1 : 0);
}

/** The first container of the name counts, and app containers come before init containers. */
function findContainer(
  pod: PodLike,
  selector: Fields<ResourceFieldSelector>,
  options: ResourceFieldOptions,
): ContainerResources {
  const named = selector.text('containerName');
  const wanted = named || (options.container ?? '');
  const found = containerResources(pod).filter(({ name }) => name === wanted);
  const isItself = options.container !== undefined && named === '';
  const container =
    found.find(({ kind }) => kind === 'app') ??
    // An ephemeral container can ask only for itself.
    found.find(({ kind }) => kind !== 'ephemeral' || isItself);
  return (
    container ??
    raise(
      fieldProblem({
        type: 'NOT_FOUND',
        code: 'CONTAINER_NOT_FOUND',
        path: selector.pathOf('containerName'),
        value: wanted || undefined,
        message: 'the Pod has no app or init container of this name',
      }),
    )
  );
}

function readResource(selector: Fields<ResourceFieldSelector>): {
  readonly side: Side;
  readonly resource: string;
} {
  const value = selector.text('resource');
  const [, side, resource = ''] = /^(requests|limits)\.([^]*)/.exec(value) ?? [];
  if (!isReplaceable(resource) && !isHugePages(resource)) {
    const message =
      'name a request or limit of cpu, memory, ephemeral-storage or huge pages, such as limits.cpu';
    const type = 'NOT_SUPPORTED';
    selector.problem('resource', type, message, selector.value.resource, 'RESOURCE_NOT_SUPPORTED');
  }
  return { side: side as Side, resource };
}

/** Whether another amount replaces a limit that is absent. A limit of huge pages is always set. */
function isReplaceable(resource: string): boolean {
  return /^(cpu|memory|ephemeral-storage)$/.test(resource);
}

interface FoundAmount {
  readonly rule: ResourceFieldRule;
  readonly amount: Quantity;
}

function written(
  list: Fields<ResourceList>,
  resource: string,
  rule: ResourceFieldRule,
): FoundAmount {
  const amount = readAmount(list, resource);
  return amount === undefined ? { rule: 'NONE', amount: Quantity.of(0) } : { rule, amount };
}

/** The amount that replaces a limit that the container does not set; undefined if there is none. */
function replacedLimit(
  pod: PodLike,
  { kind }: ContainerResources,
  resource: string,
  selector: Fields<ResourceFieldSelector>,
  { container, nodeAllocatable }: ResourceFieldOptions,
): FoundAmount | undefined {
  const isVariable = container !== undefined;
  // For variables, the kubelet fills in the app containers and the container that has the variable; for files, any container.
  if (isVariable && kind !== 'app' && selector.text('containerName') !== '') {
    return undefined;
  }
  const allocatable = fields({ nodeAllocatable }, THROW).at('nodeAllocatable');
  const ofNode = written(allocatable, resource, 'NODE');
  const podLevel = podLevelLists(pod);
  // A node without the resource cannot grant the limit of the Pod; a node that is not passed may.
  const isKnown = !allocatable.isPresent || ofNode.rule === 'NODE';
  if (isVariable && podLevel && isPodLevelResource(resource) && isKnown) {
    const ofPod = written(podLevel.limits, resource, 'POD');
    if (!ofPod.amount.isZero()) {
      return ofPod;
    }
  }
  return ofNode.rule === 'NONE' ? undefined : ofNode;
}
