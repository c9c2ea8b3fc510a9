import type { PodLike } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import { isExtendedResource, isHugePages } from '@kubesem/resources/internal';
import { type Int64, subtractInt64 } from '../allocation/int64.js';
import type { ReadNode } from '../allocation/read.js';
import {
  type Int64Amounts,
  incomingRequests,
  SCHEDULED_FIELDS,
  type SchedulerSums,
  schedulerCapacity,
} from '../allocation/sums/scheduler-sums.js';

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
  /**
   * Whether extended resources that the node does not list are ignored, as by the kubelet, which admits a Pod that names its
   * node itself.
   */
  readonly ignoresMissingExtendedResources?: boolean | undefined;
}

/**
 * The result of the scheduler for one resource.
 *
 * - `FITS`: the node has enough left
 * - `INSUFFICIENT`: the node has too little left
 * - `NOT_REQUESTED`: the Pod requests zero, which fits even on an overcommitted node
 * - `IGNORED`: the options tell the scheduler, or the kubelet, to ignore the resource
 * - `DELEGATED`: a device class provides the resource
 */
export type FitVerdict = 'FITS' | 'INSUFFICIENT' | 'NOT_REQUESTED' | 'IGNORED' | 'DELEGATED';

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
  /** How many Pods with the same requests fit on the node together; 0 if not even one fits. */
  readonly fittingPods: number;
  /** Everything that was compared: `pods`, cpu, memory, ephemeral storage, and the other resources of the Pod by name. */
  readonly resources: readonly ResourceFit[];
}

/** A number of the scheduler, and the quantity that shows it. */
interface Shown {
  readonly value: Int64;
  readonly quantity: Quantity;
}

/** What a Pod requests of one resource. */
interface Request {
  readonly resource: string;
  readonly requested: Shown;
  /** Zero, in the format of the resource. */
  readonly zero: Quantity;
}

/** What a node has of one resource, and how much of it its Pods use. */
interface Space {
  readonly used: Shown;
  readonly capacity: Shown;
  readonly free: Int64;
  /** Whether the node lists it at all. */
  readonly isListed: boolean;
}

/**
 * Reads what a Pod requests, for comparisons with any number of nodes.
 *
 * The scheduler compares scalar resources in random order; here they are sorted by name.
 */
export function requestsOf(pod: PodLike): readonly Request[] {
  const amounts = incomingRequests(pod);
  return ['pods', ...namesInOrder(amounts)].map((resource) => ({
    resource,
    requested: shown(resource, resource === 'pods' ? 1 : (amounts.get(resource) ?? 0)),
    zero: toQuantity(resource, 0),
  }));
}

/** A node for comparisons with any number of Pods. Its sums must not change meanwhile. */
export class FittedNode {
  /** Its name. */
  readonly name: string;
  private readonly capacities: Int64Amounts;
  private readonly sums: SchedulerSums;
  private readonly spaces: Map<string, Space> = new Map();

  constructor(node: ReadNode, sums: SchedulerSums) {
    this.name = node.name;
    this.capacities = schedulerCapacity(node);
    this.sums = sums;
  }

  /** Equal for nodes of which each comparison has the same result. */
  key(): string {
    const { podCount, requested } = this.sums;
    return JSON.stringify([podCount, [...this.capacities], [...requested]], (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
  }

  /** What it has of a resource. */
  spaceOf(resource: string): Space {
    let space = this.spaces.get(resource);
    if (space === undefined) {
      const { podCount, requested } = this.sums;
      const used = resource === 'pods' ? podCount : (requested.get(resource) ?? 0);
      const capacity = this.capacities.get(resource) ?? 0;
      const isListed = this.capacities.has(resource);
      // The scheduler counts Pods in an int, whose sums do not wrap around.
      const free =
        resource === 'pods' ? BigInt(capacity) - BigInt(used) : subtractInt64(capacity, used);
      space = {
        used: shown(resource, used),
        capacity: shown(resource, capacity),
        free: Number.isSafeInteger(Number(free)) ? Number(free) : free,
        isListed,
      };
      this.spaces.set(resource, space);
    }
    return space;
  }
}

/**
 * Compares the requests of a Pod with what a node has left.
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `fitsRequest`.
 */
export function compareFit(
  requests: readonly Request[],
  node: FittedNode,
  options: FitOptions,
): NodeFit {
  let fittingPods = Infinity;
  const resources = requests.map((request) => {
    const space = node.spaceOf(request.resource);
    const found = compare(request, space, options);
    if (found.verdict === 'FITS') {
      fittingPods = Math.min(fittingPods, quotient(space.free, request.requested.value));
    }
    return found;
  });
  const insufficient = resources.filter(({ verdict }) => verdict === 'INSUFFICIENT');
  return {
    node: node.name,
    fits: insufficient.length === 0,
    reasons: insufficient.map(({ resource }) =>
      resource === 'pods' ? 'Too many pods' : `Insufficient ${resource}`,
    ),
    unresolvable: insufficient.some(({ unresolvable }) => unresolvable),
    fittingPods: insufficient.length === 0 ? fittingPods : 0,
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

function shown(resource: string, value: Int64): Shown {
  return { value, quantity: toQuantity(resource, value) };
}

function compare(request: Request, space: Space, options: FitOptions): ResourceFit {
  const { resource, requested, zero } = request;
  const { used, capacity, free } = space;
  const isPods = resource === 'pods';
  const verdict =
    requested.value === 0
      ? 'NOT_REQUESTED'
      : ((isPods ? undefined : exemption(resource, space, options)) ??
        (requested.value > free ? 'INSUFFICIENT' : 'FITS'));
  const isShort = verdict === 'INSUFFICIENT';
  return {
    resource,
    verdict,
    requested: requested.quantity,
    used: used.quantity,
    capacity: capacity.quantity,
    // The scheduler does not compute it, so it may exceed an int64.
    missing: isShort ? toQuantity(resource, BigInt(requested.value) - BigInt(free)) : zero,
    unresolvable: isShort && !isPods && requested.value > capacity.value,
  };
}

/** How often a request fits; neither is negative, and the request is not zero. */
function quotient(free: Int64, requested: Int64): number {
  return typeof free === 'number' && typeof requested === 'number'
    ? (free - (free % requested)) / requested
    : Number(BigInt(free) / BigInt(requested));
}

/** Why the scheduler does not compare a resource; undefined if it does. */
function exemption(
  name: string,
  { capacity, isListed }: Space,
  options: FitOptions,
): FitVerdict | undefined {
  if (isField(name)) {
    return undefined;
  }
  const group = name.slice(0, name.indexOf('/'));
  const { ignoredResources, ignoredResourceGroups, deviceClassResources } = options;
  const isMissing = options.ignoresMissingExtendedResources === true && !isListed;
  if (
    (isMissing || ignoredResources?.includes(name) || ignoredResourceGroups?.includes(group)) &&
    isExtendedResource(name)
  ) {
    return 'IGNORED';
  }
  return capacity.value <= 0 && deviceClassResources?.includes(name) ? 'DELEGATED' : undefined;
}

/** Converts a number of the scheduler to a quantity: millicores, bytes or a count. */
export function toQuantity(name: string, value: Int64): Quantity {
  if (name === 'cpu') {
    return Quantity.milli(value);
  }
  const isBytes = name === 'memory' || name === 'ephemeral-storage' || isHugePages(name);
  return Quantity.of(value, isBytes ? 'BinarySI' : 'DecimalSI');
}
