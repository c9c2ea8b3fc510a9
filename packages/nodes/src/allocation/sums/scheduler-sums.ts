import { type ClusterLists, type Pod, type PodLike, toPod } from '@kubesem/core';
import { clusterLists, madeOf } from '@kubesem/core/internal';
import {
  type Amounts,
  type Computation,
  computePodResources,
  isAttachableVolumes,
  isExtendedResource,
  isHugePages,
} from '@kubesem/resources/internal';
import { addInt64, type Int64, toInt64 } from '../int64.js';
import { atPlace } from '../problems.js';
import { type ReadNode, readPlacement } from '../read.js';

/** Whole numbers by resource name: thousandths of cpu, bytes, counts. */
export type Int64Amounts = ReadonlyMap<string, Int64>;

/** The sums of the scheduler over the Pods on a node. */
export interface SchedulerSums {
  podCount: number;
  readonly requested: Map<string, Int64>;
}

/** Sums of no Pods. */
export function newSchedulerSums(): SchedulerSums {
  return { podCount: 0, requested: new Map() };
}

/** For Pods on a node, the status of the Pod as a whole also counts. */
const ON_NODE_OPTIONS = {
  useStatusResources: true,
  inPlacePodLevelResourcesVerticalScalingEnabled: true,
};

/** The resources for which the scheduler has fields, in the order of its reasons; scalar resources follow. */
export const SCHEDULED_FIELDS: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

/**
 * Whether the scheduler compares a resource.
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/util` v1.37.1, `IsScalarResourceName`.
 */
function isScheduled(name: string): boolean {
  return (
    SCHEDULED_FIELDS.includes(name) ||
    isHugePages(name) ||
    isAttachableVolumes(name) ||
    name.includes('kubernetes.io/') ||
    isExtendedResource(name)
  );
}

/**
 * Returns the allocatable amounts of a node in the units of the scheduler.
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework` v1.37.1, `NodeInfo.SetNode`.
 */
export function schedulerCapacity({ allocatable }: ReadNode): Int64Amounts {
  const capacity = new Map<string, Int64>();
  for (const [name, amount] of allocatable) {
    if (name === 'pods' || isScheduled(name)) {
      capacity.set(name, toInt64(name, amount));
    }
  }
  return capacity;
}

/** Returns the requests of a Pod that is to be placed: those of its spec, zero if they are negative. */
export function incomingRequests(pod: PodLike): Int64Amounts {
  const { result } = computePodResources(pod, 'requests', {}, false);
  const requests = new Map<string, Int64>();
  for (const [name, amount] of result) {
    if (isScheduled(name)) {
      const value = toInt64(name, amount);
      requests.set(name, value > 0 ? value : 0);
    }
  }
  return requests;
}

/** Computes the requests of a Pod on a node. */
export function countedComputation(pod: Pod): Computation {
  return computePodResources(pod, 'requests', ON_NODE_OPTIONS, false);
}

/**
 * Adds the requests of one Pod, rounded up.
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework` v1.37.1, `NodeInfo.AddPod`.
 */
export function addPodToSums(sums: SchedulerSums, amounts: Amounts): void {
  sums.podCount++;
  for (const [name, amount] of amounts) {
    const sum = sums.requested.get(name);
    if (sum !== undefined || isScheduled(name)) {
      sums.requested.set(name, addInt64(sum ?? 0, toInt64(name, amount)));
    }
  }
}

/** Adds up the Pods on a node. The segments of errors start with `pods` and the index. */
export function sumsOnNode(nodeName: string, cluster: ClusterLists<'pods'>): SchedulerSums {
  const sums = newSchedulerSums();
  for (const [index, pod] of madeOf(cluster, podsByNode).get(nodeName) ?? []) {
    atPlace(['pods', index], () => addPodToSums(sums, countedComputation(pod).result));
  }
  return sums;
}

/** The Pods that count on each node, with their indexes. */
function podsByNode(cluster: ClusterLists<'pods'>): ReadonlyMap<string, [number, Pod][]> {
  const found = new Map<string, [number, Pod][]>();
  for (const [index, podLike] of clusterLists(cluster, 'pods').pods.entries()) {
    const pod = atPlace(['pods', index], () => toPod(podLike));
    const { nodeName, isTerminal } = atPlace(['pods', index], () => readPlacement(pod));
    if (nodeName !== '' && !isTerminal) {
      const own = found.get(nodeName) ?? [];
      found.set(nodeName, own);
      own.push([index, pod]);
    }
  }
  return found;
}
