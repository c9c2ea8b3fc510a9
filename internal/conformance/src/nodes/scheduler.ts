import type { Pod } from '@kubesem/core';
import type { NodeFit, NodeHeadroom } from '@kubesem/nodes';
import type { Quantity } from '@kubesem/quantity';
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

type Numbers = { readonly [resource: string]: string | undefined };

/** The answer of the scheduler about one node. */
export interface SchedulerAnswer {
  readonly reasons: readonly Reason[];
  readonly requested: Numbers;
  readonly used: Numbers;
  readonly capacity: Numbers;
  readonly pods: number;
}

/** What the scheduler compares: a Pod, the Pods on the node, and the node. */
export interface Compared {
  readonly pod: Pod;
  readonly onNode: readonly Pod[];
  readonly allocatable: ResourceQuantities;
}

/** For Pods on a node, the status of the Pod as a whole also counts. */
const ON_NODE = { useStatusResources: true, inPlacePodLevelResourcesVerticalScalingEnabled: true };

/** Our result in the format of the scheduler. */
export function reasonsOf({ reasons, resources }: NodeFit): Reason[] {
  const insufficient = resources.filter(({ verdict }) => verdict === 'INSUFFICIENT');
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

type NumberKind = 'requested' | 'used' | 'capacity';

/** The numbers that the scheduler may compute for one resource. */
function possible(
  kind: NumberKind,
  resource: string,
  { pod, onNode, allocatable }: Compared,
): PossibleInt64s {
  switch (kind) {
    case 'requested':
      // A Pod to place requests at least zero.
      return new Map(
        [...int64sOf(podRequests(pod)[resource], resource)].map(([value, deviation]) => [
          value > BigInt(0) ? value : BigInt(0),
          deviation,
        ]),
      );
    case 'used':
      return onNode.map((one) => usedBy(one, resource)).reduce(sums, exactly(0));
    case 'capacity':
      // The API server rounds the amounts of a node up to thousandths.
      return int64sOf(allocatable[resource]?.roundUp(-3), resource);
  }
}

/** Compares the numbers of one resource; returns the deviation that explains a difference in them. */
function compareNumbers(
  resource: string,
  theirs: SchedulerAnswer,
  ours: { readonly [kind in NumberKind]?: Quantity | undefined },
  compared: Compared,
  comparison: Comparison,
): DeviationId | undefined {
  let found: DeviationId | undefined;
  for (const kind of ['requested', 'used', 'capacity'] as const) {
    const their = theirs[kind][resource] ?? '0';
    const our = ours[kind]?.scaledValue(int64Scale(resource)).toString() ?? their;
    comparison.field(`${kind} ${resource}`, their, our, () => {
      const deviation = possible(kind, resource, compared).get(BigInt(their));
      found ??= deviation;
      return deviation;
    });
  }
  return found;
}

/** Compares the numbers, the reasons that follow from them, and the order of the reasons. */
export function compareAnswer(
  theirs: SchedulerAnswer,
  fit: NodeFit,
  compared: Compared,
  comparison: Comparison,
): void {
  const byName = (list: readonly Reason[]) =>
    new Map(list.map((one) => [one.resource, JSON.stringify(one)] as const));
  const [theirReasons, ourReasons] = [byName(theirs.reasons), byName(reasonsOf(fit))];
  for (const { resource, requested, used, capacity } of fit.resources) {
    const isPods = resource === 'pods';
    if (isPods) {
      comparison.field('number of Pods', theirs.pods, Number(used.value()));
    }
    const ours = isPods ? { capacity } : { requested, used, capacity };
    const deviation = compareNumbers(resource, theirs, ours, compared, comparison);
    const reasons = [theirReasons.get(resource), ourReasons.get(resource)] as const;
    comparison.field(`reason ${resource}`, ...reasons, () => deviation);
  }
  const requested = Object.keys(theirs.requested).filter((name) => theirs.requested[name] !== '0');
  const named = fit.resources.map(({ resource }) => resource);
  comparison.field('not compared', '', requested.filter((name) => !named.includes(name)).join());
  const common = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
    [...one.keys()].filter((name) => other.has(name)).join();
  const inTheirs = common(theirReasons, ourReasons);
  comparison.field('order of the reasons', inTheirs, common(ourReasons, theirReasons));
}

/** Compares the room that is left of each resource. */
export function compareRoom(
  theirs: SchedulerAnswer,
  room: NodeHeadroom,
  compared: Compared,
  comparison: Comparison,
): void {
  const { used, capacity } = theirs;
  const left = (free: bigint) => (free > BigInt(0) ? free : BigInt(0));
  const allowed = BigInt(capacity.pods ?? 0);
  comparison.field('room for Pods', Number(left(allowed - BigInt(theirs.pods))), room.pods, () =>
    possible('capacity', 'pods', compared).get(allowed),
  );
  const names = new Set([
    ...Object.keys(used),
    ...Object.keys(capacity),
    ...Object.keys(room.resources),
  ]);
  names.delete('pods');
  for (const name of names) {
    const [taken, has] = [BigInt(used[name] ?? 0), BigInt(capacity[name] ?? 0)];
    const our = room.resources[name]?.scaledValue(int64Scale(name)) ?? BigInt(0);
    comparison.field(
      `room for ${name}`,
      left(BigInt.asIntN(64, has - taken)),
      our,
      () =>
        possible('used', name, compared).get(taken) ??
        possible('capacity', name, compared).get(has),
    );
  }
}

/** The Pods that the scheduler counts on a node. */
export function podsOnNode(nodeName: string, pods: readonly Pod[]): Pod[] {
  return pods.filter((pod) => {
    const isTerminal = ['Succeeded', 'Failed'].includes(pod.status?.phase ?? '');
    return nodeName !== '' && pod.spec?.nodeName === nodeName && !isTerminal;
  });
}
