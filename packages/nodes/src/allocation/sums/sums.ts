import { type Container, type ContainerStatus, type Pod, type ResourceList } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import {
  type Amounts,
  type Computation,
  computeBothSides,
  specResult,
  toResourceQuantities,
} from '@kubesem/resources/internal';
import type { Allocation, NodeAllocation, PodAllocation } from '../allocation.js';
import { ClusterReader, type NodeGroup, type PodOnNode } from '../cluster-reader.js';
import { type AllocationPolicy, reportNegatives } from '../problems.js';
import { computeReadable } from '../read.js';
import { type Capacities, capacitiesOf, toShares } from '../shares.js';
import { AmountSums } from './amount-sums.js';
import { type Computed, RepeatedPods } from './repeated-pods.js';
import { countedComputation } from './scheduler-sums.js';

/** The rows of kubectl read the status of the containers, but not that of the Pod as a whole. */
const ROW_OPTIONS = { useStatusResources: true };

const TOTAL_OPTIONS = {};

/** Requests and limits of one Pod, without ratios. */
interface PodAmounts extends Pick<PodAllocation, 'namespace' | 'name' | 'creationTimestamp'> {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** The sums of the Pods of one node, or of all nodes. */
export interface AllocationSums {
  readonly requests: AmountSums;
  readonly limits: AmountSums;
  /** The Pods that are resized. */
  readonly resized: ResizedSums;
  /** Set by the first Pod that is added after the node. */
  capacities: Capacities | undefined;
  readonly rows: PodAllocation[];
  /** The Pods that were added before the node. */
  readonly early: PodAmounts[];
}

/** Sums of no Pods. */
export function newSums(): AllocationSums {
  return {
    requests: new AmountSums(),
    limits: new AmountSums(),
    resized: new ResizedSums(),
    capacities: undefined,
    rows: [],
    early: [],
  };
}

/** Makes a reader that adds up Pods as `kubectl describe node` does. */
export function allocationReader(omitPods = false): ClusterReader<AllocationSums> {
  const totals = new RepeatedPods<Totals>();
  return new ClusterReader(
    newSums,
    omitPods ? (sums, found) => addToTotals(sums, found, totals) : addPod,
  );
}

/** What a Pod adds to the totals. */
interface Totals {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

function addToTotals(
  sums: AllocationSums,
  { pod, policy }: PodOnNode,
  totals: RepeatedPods<Totals>,
): void {
  const { requests, limits } = totals.resultOf(pod, (fields) => totalsOf(pod, fields, policy));
  sums.requests.add(requests);
  sums.limits.add(limits);
  sums.resized.add(pod, requests);
}

/** Computes what a Pod adds, from its fields if all of these can be read; the totals do not read the status. */
function totalsOf(pod: Pod, fields: Pod, policy: AllocationPolicy): Computed<Totals> {
  let hasProblem = false;
  const note: AllocationPolicy = {
    report: (problem) => {
      hasProblem = true;
      policy.report(problem);
    },
  };
  const compute = (whole: Pod) => computeBothSides(whole === pod ? fields : whole, TOTAL_OPTIONS);
  const [requests, limits] = computeReadable(pod, compute, note);
  reportNegativesOf(requests, note);
  reportNegativesOf(limits, note);
  return { result: { requests: requests.result, limits: limits.result }, hasProblem };
}

/** Computes requests and limits of a Pod for its row in the table. */
export function rowComputations(pod: Pod): readonly [requests: Computation, limits: Computation] {
  return computeBothSides(pod, ROW_OPTIONS);
}

function addPod(sums: AllocationSums, { pod, placement, node, policy }: PodOnNode): void {
  const [requests, limits] = computeReadable(pod, rowComputations, policy);
  reportNegativesOf(requests, policy);
  reportNegativesOf(limits, policy);
  const ofSpec = specResult(requests);
  sums.requests.add(ofSpec);
  sums.resized.add(pod, ofSpec);
  sums.limits.add(specResult(limits));
  const amounts = {
    namespace: placement.namespace,
    name: placement.name,
    creationTimestamp: pod.metadata?.creationTimestamp ?? undefined,
    requests: requests.result,
    limits: limits.result,
  };
  if (node === undefined) {
    sums.early.push(amounts);
  } else {
    sums.capacities ??= capacitiesOf(node.allocatable);
    sums.rows.push(toPodAllocation(amounts, sums.capacities));
  }
}

/** Reports the amounts below zero in the spec of a Pod. The overhead is checked once, with the requests. */
export function reportNegativesOf(
  { containers, podLevelFields, overhead, side, spec }: Computation,
  policy: AllocationPolicy,
): void {
  for (const { container, shares } of containers) {
    reportNegatives(shares.spec.amounts, () => container.at('resources').pathOf(side), policy);
  }
  for (const { from, amounts } of podLevelFields) {
    if (from === 'spec') {
      reportNegatives(amounts, () => spec.at('resources').pathOf(side), policy);
    }
  }
  if (side === 'requests') {
    reportNegatives(overhead, () => spec.pathOf('overhead'), policy);
  }
}

/** One node in the form in which callers receive it. */
export function toNodeAllocation({
  node: { name, allocatable, from },
  sums: { early, rows, ...sums },
  podCount,
  problems,
}: NodeGroup<AllocationSums>): NodeAllocation {
  const capacities = capacitiesOf(allocatable);
  const pods = [...early.map((amounts) => toPodAllocation(amounts, capacities)), ...rows];
  return {
    name,
    allocatableFrom: from,
    ...toAllocation(sums, podCount, allocatable, capacities),
    podCount,
    pods,
    problems: [...problems],
  };
}

/** The totals in the form in which callers receive them. */
export function toAllocation(
  sums: Pick<AllocationSums, 'requests' | 'limits' | 'resized'>,
  podCount: number,
  allocatable: Amounts,
  capacities: Capacities = capacitiesOf(allocatable),
): Allocation {
  const resizing = sums.resized.difference();
  const podCapacity = capacities.get('pods')?.value ?? 0;
  return {
    allocatable: toResourceQuantities(allocatable),
    requests: toShares(sums.requests.total(), capacities, 'total'),
    ...(resizing.size > 0 && { resizing: toResourceQuantities(resizing) }),
    limits: toShares(sums.limits.total(), capacities, 'total'),
    podRatio: podCapacity === 0 ? undefined : podCount / podCapacity,
  };
}

function toPodAllocation(amounts: PodAmounts, capacities: Capacities): PodAllocation {
  const { namespace, name, creationTimestamp } = amounts;
  const requests = toShares(amounts.requests, capacities, 'row');
  const limits = toShares(amounts.limits, capacities, 'row');
  return { namespace, name, creationTimestamp, requests, limits };
}

/** The requests of the resized Pods of a node: from their specs, and as the scheduler counts them. */
class ResizedSums {
  private readonly specs = new AmountSums();
  private readonly counted = new AmountSums();

  /** Adds a Pod if its status counts. Fields of the status that cannot be read count as absent. */
  add(pod: Pod, requests: Amounts): void {
    if (isResized(pod)) {
      this.specs.add(requests);
      this.counted.add(computeReadable(pod, countedComputation, ABSENT).result);
    }
  }

  addAll({ specs, counted }: ResizedSums): void {
    this.specs.add(specs.total());
    this.counted.add(counted.total());
  }

  /** What the scheduler counts more than the specs, or less; only resources that differ. */
  difference(): Amounts {
    const specs = this.specs.total();
    const differences = new Map<string, Quantity>();
    for (const [name, amount] of this.counted.total()) {
      const spec = specs.get(name);
      const difference = spec === undefined ? amount : amount.sub(spec);
      if (!difference.isZero()) {
        differences.set(name, difference);
      }
    }
    return differences;
  }
}

/**
 * Whether the amounts of the status can differ from those of the spec. For most Pods they are the same texts.
 *
 * It runs for each Pod of a cluster, so containers are read by hand: one of the wrong type at most counts as resized.
 */
function isResized(pod: Pod): boolean {
  const object = fields(pod, ABSENT);
  const [spec, status] = [object.at('spec'), object.at('status')];
  if (status.has('resources') || status.has('allocatedResources')) {
    return true;
  }
  const statuses = [...status.list('containerStatuses'), ...status.list('initContainerStatuses')];
  const specs = [...spec.list('containers'), ...spec.list('initContainers')];
  return statuses.some((each: ContainerStatus | null | undefined, index) => {
    const lists = [each?.resources?.requests, each?.allocatedResources];
    const isOwn = (container: Container | null | undefined) => container?.name === each?.name;
    const own = isOwn(specs[index]) ? specs[index] : specs.find(isOwn);
    return lists.some((list) => list != null && !isSame(list, own?.resources?.requests ?? {}));
  });
}

function isSame(list: ResourceList, spec: ResourceList): boolean {
  const names = Object.keys(list);
  return (
    names.length === Object.keys(spec).length && names.every((name) => list[name] === spec[name])
  );
}
