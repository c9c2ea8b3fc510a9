import { Quantity } from '@kubesem/quantity';
import { isExtendedResource, isHugePages } from '@kubesem/resources';
import { type Int64, subtractInt64 } from '../allocation/int64.js';
import { type Int64Amounts, SCHEDULED_FIELDS, type SchedulerSums } from './sums.js';

/** Resources that the scheduler does not compare. The names are those of its configuration, except for the last. */
export interface FitOptions {
  /** Extended resources that it ignores, such as `example.com/gpu`. */
  readonly ignoredResources?: readonly string[] | undefined;
  /** Domains of extended resources that it ignores, such as `example.com`. */
  readonly ignoredResourceGroups?: readonly string[] | undefined;
  /**
   * Resources that device classes provide: their `spec.extendedResourceName`, and their name after
   * `deviceclass.resource.kubernetes.io/`. If a node lacks such a resource, the scheduler leaves it to dynamic
   * resource allocation.
   */
  readonly deviceClassResources?: readonly string[] | undefined;
}

/**
 * The result of the scheduler for one resource.
 *
 * - `fits`: the node has enough left
 * - `insufficient`: the node has too little left
 * - `notRequested`: the Pod requests zero, which fits even on an overcommitted node
 * - `ignored`: the options tell the scheduler to ignore the resource
 * - `delegated`: a device class provides the resource
 */
export type FitVerdict = 'fits' | 'insufficient' | 'notRequested' | 'ignored' | 'delegated';

/** One resource of a Pod on a node, in the units of the scheduler: whole millicores of cpu, whole units of all else. */
export interface ResourceFit {
  /** Name of the resource, or `pods`. */
  readonly resource: string;
  /** The result. */
  readonly verdict: FitVerdict;
  /** The request of the Pod; 1 for `pods`. */
  readonly requested: Quantity;
  /** The requests of the Pods on the node, each rounded up individually. */
  readonly used: Quantity;
  /** The allocatable amount of the node. */
  readonly capacity: Quantity;
  /** How much is missing; zero unless it is insufficient. */
  readonly missing: Quantity;
  /** Whether the Pod requests more than the node has, so evicting Pods does not help. Always false for `pods`. */
  readonly unresolvable: boolean;
}

/** Whether a Pod fits on a node. */
export interface NodeFit {
  /** Name of the node. */
  readonly node: string;
  /** Whether the node has enough of everything. */
  readonly fits: boolean;
  /** The messages of the scheduler: `Too many pods`, `Insufficient cpu` and so on; empty if the Pod fits. */
  readonly reasons: readonly string[];
  /** Whether a resource is unresolvable, so the scheduler does not try to preempt Pods. */
  readonly unresolvable: boolean;
  /** Everything that was compared: `pods`, cpu, memory, ephemeral storage, and the other resources of the Pod by name. */
  readonly resources: readonly ResourceFit[];
}

/**
 * Compares the requests of a Pod with what a node has left.
 *
 * The scheduler compares scalar resources in random order; here they are sorted by name.
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `fitsRequest`.
 */
export function compareFit(
  node: string,
  requests: Int64Amounts,
  capacity: Int64Amounts,
  { podCount, requested: used }: SchedulerSums,
  options: FitOptions,
): NodeFit {
  const resources = [comparePods(podCount, capacity.get('pods') ?? 0)];
  for (const name of namesInOrder(requests)) {
    const request = requests.get(name) ?? 0;
    resources.push(compare(name, request, used.get(name) ?? 0, capacity.get(name) ?? 0, options));
  }
  const insufficient = resources.filter(({ verdict }) => verdict === 'insufficient');
  return {
    node,
    fits: insufficient.length === 0,
    reasons: insufficient.map(({ resource }) =>
      resource === 'pods' ? 'Too many pods' : `Insufficient ${resource}`,
    ),
    unresolvable: insufficient.some(({ unresolvable }) => unresolvable),
    resources,
  };
}

function namesInOrder(requests: Int64Amounts): string[] {
  const scalars = [...requests.keys()].filter((name) => !isField(name));
  return [...SCHEDULED_FIELDS.filter((name) => requests.has(name)), ...scalars.sort()];
}

function isField(name: string): boolean {
  return SCHEDULED_FIELDS.includes(name);
}

function comparePods(used: number, capacity: Int64): ResourceFit {
  const verdict = used + 1 > capacity ? 'insufficient' : 'fits';
  const free = BigInt(capacity) - BigInt(used);
  return toResourceFit('pods', verdict, 1, used, capacity, free);
}

function compare(
  resource: string,
  requested: Int64,
  used: Int64,
  capacity: Int64,
  options: FitOptions,
): ResourceFit {
  const free = subtractInt64(capacity, used);
  const verdict =
    requested === 0
      ? 'notRequested'
      : (exemption(resource, capacity, options) ?? (requested > free ? 'insufficient' : 'fits'));
  return toResourceFit(resource, verdict, requested, used, capacity, BigInt(free));
}

function toResourceFit(
  resource: string,
  verdict: FitVerdict,
  requested: Int64,
  used: Int64,
  capacity: Int64,
  free: bigint,
): ResourceFit {
  const isInsufficient = verdict === 'insufficient';
  return {
    resource,
    verdict,
    requested: toQuantity(resource, requested),
    used: toQuantity(resource, used),
    capacity: toQuantity(resource, capacity),
    // The scheduler does not compute it, so it may exceed an int64.
    missing: toQuantity(resource, isInsufficient ? BigInt(requested) - free : 0),
    unresolvable: isInsufficient && resource !== 'pods' && requested > capacity,
  };
}

/** Why the scheduler does not compare a resource; undefined if it does. */
function exemption(
  name: string,
  capacity: Int64,
  { ignoredResources, ignoredResourceGroups, deviceClassResources }: FitOptions,
): FitVerdict | undefined {
  if (isField(name)) {
    return undefined;
  }
  const group = name.slice(0, name.indexOf('/'));
  if (
    (ignoredResources?.includes(name) || ignoredResourceGroups?.includes(group)) &&
    isExtendedResource(name)
  ) {
    return 'ignored';
  }
  return capacity <= 0 && deviceClassResources?.includes(name) ? 'delegated' : undefined;
}

/** Converts a number of the scheduler to a quantity: millicores, bytes or a count. */
export function toQuantity(name: string, value: Int64): Quantity {
  if (name === 'cpu') {
    return Quantity.milli(value);
  }
  const isBytes = name === 'memory' || name === 'ephemeral-storage' || isHugePages(name);
  return Quantity.of(value, isBytes ? 'BinarySI' : 'DecimalSI');
}
