import type { Pod, PodLike } from '@kubesem/core';
import type { Amounts } from '@kubesem/resources';
import {
  type Computation,
  computePodResources,
  isAttachableVolumes,
  isExtendedResource,
  isHugePages,
} from '@kubesem/resources';
import { addInt64, type Int64, toInt64 } from '../allocation/int64.js';
import type { ReadNode } from '../allocation/read-node.js';

/** Whole numbers by resource name: thousandths of cpu, bytes, counts. */
export type Int64Amounts = ReadonlyMap<string, Int64>;

/** What the scheduler adds up of the Pods on a node. */
export interface SchedulerSums {
  podCount: number;
  readonly requested: Map<string, Int64>;
}

/** Nothing yet. */
export function newSchedulerSums(): SchedulerSums {
  return { podCount: 0, requested: new Map() };
}

/** The Pod-level status counts as well. */
const ON_NODE_OPTIONS = {
  useStatusResources: true,
  inPlacePodLevelResourcesVerticalScalingEnabled: true,
};

/** The resources that the scheduler has fields for, in the order of its reasons; scalar resources follow. */
export const SCHEDULED_FIELDS: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

/**
 * Whether the scheduler looks at the resource at all.
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
 * What the scheduler finds on a node: its capacity does not stand in for what is allocatable.
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework` v1.37.1, `NodeInfo.SetNode`.
 */
export function schedulerCapacity({ allocatable, from }: ReadNode): Int64Amounts {
  const capacity = new Map<string, Int64>();
  if (from === 'allocatable') {
    for (const [name, amount] of allocatable) {
      if (name === 'pods' || isScheduled(name)) {
        capacity.set(name, toInt64(name, amount));
      }
    }
  }
  return capacity;
}

/** What a Pod that is to be placed asks for: its spec counts, and nothing below zero. */
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

/** What a Pod on a node is counted with. */
export function countedComputation(pod: Pod): Computation {
  return computePodResources(pod, 'requests', ON_NODE_OPTIONS, false);
}

/**
 * Adds what a Pod takes, rounded up for this Pod.
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
