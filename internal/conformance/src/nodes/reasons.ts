import { type Pod, podParts } from '@kubesem/core';
import type { FitOptions, NodeFit } from '@kubesem/nodes';
import { Quantity } from '@kubesem/quantity';
import { podRequests, type ResourceQuantities } from '@kubesem/resources';
import type { Comparison } from '../harness/comparison.js';
import type { DeviationId } from '../harness/deviations.js';
import { int64Scale, type PossibleInt64s, possibleInt64s } from '../quantity/int64.js';
import { overheadAddedAgain } from './overhead.js';

/** A resource that the scheduler reports as insufficient. */
export interface Reason {
  readonly resource: string;
  readonly reason: string;
  readonly requested: string;
  readonly used: string;
  readonly capacity: string;
  readonly unresolvable: boolean;
}

/** What the scheduler compares: the amounts of one Pod, of the Pods on the node, and of the node. */
export interface Compared {
  readonly pod: Pod;
  readonly onNode: readonly Pod[];
  readonly allocatable: ResourceQuantities;
  readonly options: FitOptions;
}

/** For Pods on a node, the status of the Pod as a whole also counts. */
const ON_NODE = { useStatusResources: true, inPlacePodLevelResourcesVerticalScalingEnabled: true };

/** Our result in the format of the scheduler. */
export function reasonsOf({ reasons, resources }: NodeFit): Reason[] {
  const insufficient = resources.filter(({ verdict }) => verdict === 'insufficient');
  return insufficient.map(({ resource, requested, used, capacity, unresolvable }, index) => {
    const int64 = (amount: Quantity) => String(amount.scaledValue(int64Scale(resource)));
    return {
      resource,
      reason: reasons[index] as string,
      requested: int64(requested),
      used: int64(used),
      capacity: int64(capacity),
      unresolvable,
    };
  });
}

const exactly = (value: number): PossibleInt64s => new Map([[BigInt(value), undefined]]);

/** The int64s that an amount may become; absent ones are zero. */
function int64sOf(amount: Quantity | undefined, resource: string): PossibleInt64s {
  return amount === undefined ? exactly(0) : possibleInt64s(amount, int64Scale(resource));
}

/** Each sum of one int64 from either side. */
function sums(left: PossibleInt64s, right: PossibleInt64s): PossibleInt64s {
  const found = new Map<bigint, DeviationId | undefined>();
  for (const [a, deviation] of left) {
    for (const [b, other] of right) {
      const sum = BigInt.asIntN(64, a + b);
      found.set(sum, found.has(sum) ? found.get(sum) : (deviation ?? other));
    }
  }
  return found;
}

/** What a Pod on the node may add to the sum. */
function usedBy(pod: Pod, resource: string): PossibleInt64s {
  const amount = podRequests(pod, ON_NODE)[resource];
  const used = new Map(int64sOf(amount, resource));
  for (const overhead of overheadAddedAgain([pod], 'requests', resource)) {
    for (const value of int64sOf(amount?.add(overhead), resource).keys()) {
      used.set(value, used.has(value) ? used.get(value) : 'overhead-added-again');
    }
  }
  return used;
}

/** Why the scheduler's verdict on one resource may differ: one of its int64s is not the exact amount. */
function explainReason(
  resource: string,
  theirs: string | undefined,
  { pod, onNode, allocatable, options }: Compared,
): DeviationId | undefined {
  const isPods = resource === 'pods';
  const requests = isPods ? exactly(1) : int64sOf(podRequests(pod)[resource], resource);
  const used = isPods
    ? exactly(onNode.length)
    : onNode.map((one) => usedBy(one, resource)).reduce(sums, exactly(0));
  const isProvided = options.deviceClassResources?.includes(resource) === true;
  // The API server rounds the amounts of a node up to thousandths.
  const ofNode = allocatable[resource]?.roundUp(-3);
  for (const [capacity, ofCapacity] of int64sOf(ofNode, resource)) {
    for (const [taken, ofTaken] of used) {
      for (const [request, ofRequest] of requests) {
        const free = isPods ? capacity - taken : BigInt.asIntN(64, capacity - taken);
        const isInsufficient =
          request > BigInt(0) && request > free && !(isProvided && capacity <= BigInt(0));
        const answer = JSON.stringify({
          resource,
          reason: isPods ? 'Too many pods' : `Insufficient ${resource}`,
          requested: String(request),
          used: String(taken),
          capacity: String(capacity),
          unresolvable: !isPods && request > capacity,
        });
        if ((isInsufficient ? answer : undefined) === theirs) {
          return ofRequest ?? ofTaken ?? ofCapacity;
        }
      }
    }
  }
  return undefined;
}

/** Compares the reasons resource by resource, and their order. */
export function compareReasons(
  theirs: readonly Reason[],
  ours: readonly Reason[],
  compared: Compared,
  comparison: Comparison,
): void {
  const byName = (list: readonly Reason[]) =>
    new Map(list.map((one) => [one.resource, JSON.stringify(one)] as const));
  const [theirReasons, ourReasons] = [byName(theirs), byName(ours)];
  for (const resource of new Set([...theirReasons.keys(), ...ourReasons.keys()])) {
    const reason = theirReasons.get(resource);
    comparison.field(`reason ${resource}`, reason, ourReasons.get(resource), () =>
      explainReason(resource, reason, compared),
    );
  }
  const common = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
    [...one.keys()].filter((name) => other.has(name)).join();
  comparison.field(
    'order of the reasons',
    common(theirReasons, ourReasons),
    common(ourReasons, theirReasons),
  );
}

/** The Pods that the scheduler counts on a node. */
export function podsOnNode(nodeName: string, pods: readonly Pod[]): Pod[] {
  return pods.filter((pod) => {
    const { spec, status } = podParts(pod);
    const isTerminal = status.phase === 'Succeeded' || status.phase === 'Failed';
    return nodeName !== '' && spec.nodeName === nodeName && !isTerminal;
  });
}
