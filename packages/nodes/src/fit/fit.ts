import { Quantity } from '@kubesem/quantity';
import { isExtendedResource, isHugePages } from '@kubesem/resources';
import { type Int64, subtractInt64 } from '../allocation/int64.js';
import { type Int64Amounts, SCHEDULED_FIELDS, type SchedulerSums } from './scheduler-sums.js';

/** What the scheduler is told not to look at. The names are those of its configuration, but for the last. */
export interface FitOptions {
  /** Extended resources that it does not look at, such as `example.com/gpu`. */
  readonly ignoredResources?: readonly string[] | undefined;
  /** Domains of extended resources that it does not look at, such as `example.com`. */
  readonly ignoredResourceGroups?: readonly string[] | undefined;
  /**
   * Resources that device classes provide (their `spec.extendedResourceName`, and
   * `deviceclass.resource.kubernetes.io/` with their name): where a node has none of one, it is left to dynamic resource
   * allocation.
   */
  readonly deviceClassResources?: readonly string[] | undefined;
}

/**
 * What the scheduler finds of one resource.
 *
 * - `fits`: there is enough
 * - `insufficient`: there is not
 * - `notRequested`: the Pod asks for zero, which is never too much, even on a node that has promised more than it has
 * - `ignored`: it was told not to look at it
 * - `delegated`: a device class provides it
 */
export type FitVerdict = 'fits' | 'insufficient' | 'notRequested' | 'ignored' | 'delegated';

/** One resource of a Pod on a node, in the numbers of the scheduler: whole thousandths of cpu, whole units of all else. */
export interface ResourceFit {
  /** Name of the resource, or `pods`. */
  readonly resource: string;
  /** What was found. */
  readonly verdict: FitVerdict;
  /** What the Pod asks for; 1 of `pods`. */
  readonly requested: Quantity;
  /** What the Pods on the node take, each rounded up by itself. */
  readonly used: Quantity;
  /** What is allocatable on the node. */
  readonly capacity: Quantity;
  /** How much is missing; zero unless it is insufficient. */
  readonly missing: Quantity;
  /** Whether the Pod asks for more than the node has, so that no eviction would help. Of `pods` it is never said. */
  readonly unresolvable: boolean;
}

/** Whether a Pod fits on a node. */
export interface NodeFit {
  /** Name of the node. */
  readonly node: string;
  /** Whether there is enough of everything. */
  readonly fits: boolean;
  /** Why not, as the scheduler says it: `Too many pods`, `Insufficient cpu` and so on; empty if it fits. */
  readonly reasons: readonly string[];
  /** Whether some resource is unresolvable, so that the scheduler does not try to make room. */
  readonly unresolvable: boolean;
  /** All that was compared: `pods`, cpu, memory, ephemeral storage, and the other resources of the Pod by name. */
  readonly resources: readonly ResourceFit[];
}

/**
 * Compares what a Pod asks for with what a node has left.
 *
 * The scheduler takes scalar resources in no order at all; here they are sorted by name.
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
    // It may be more than an int64 holds; the scheduler does not compute it.
    missing: toQuantity(resource, isInsufficient ? BigInt(requested) - free : 0),
    unresolvable: isInsufficient && resource !== 'pods' && requested > capacity,
  };
}

/** Why the scheduler does not look at a resource, if it does not. */
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

/** A number of the scheduler as a quantity: thousandths of cpu, bytes, a count. */
export function toQuantity(name: string, value: Int64): Quantity {
  if (name === 'cpu') {
    return Quantity.milli(value);
  }
  const isBytes = name === 'memory' || name === 'ephemeral-storage' || isHugePages(name);
  return Quantity.of(value, isBytes ? 'BinarySI' : 'DecimalSI');
}
