import type { Timestamp } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { ResourceQuantities } from '@kubesem/resources';
import type { AllocationProblem } from './problems.js';

/** A requested or limited amount of one resource, and its share of the node. */
export interface AllocatedAmount {
  /** The amount. */
  readonly amount: Quantity;
  /** The amount divided by the allocatable amount; undefined if nothing is allocatable or the ratio is not a finite float. */
  readonly ratio: number | undefined;
  /**
   * The whole percentage that `kubectl describe node` prints: truncated, not rounded, from amounts as int64. If nothing is
   * allocatable it is 0 in a total and -9223372036854775808 in the row of a Pod. Undefined for resources that kubectl
   * prints without a percentage: all but cpu, memory, ephemeral storage and huge pages.
   */
  readonly percent: number | undefined;
}

/** Amounts by resource name. The object inherits no string key. A name that no Pod sets is absent. */
export interface AllocatedAmounts {
  /** The amount of one resource. */
  readonly [name: string]: AllocatedAmount | undefined;
}

/**
 * Requests and limits of one Pod: a row in the table of `kubectl describe node`.
 *
 * While a Pod is resized in place, its row shows the higher of spec and status; the totals of the node add up the specs.
 */
export interface PodAllocation {
  /** Namespace of the Pod; empty if it has none. */
  readonly namespace: string;
  /** Name of the Pod; empty if it has none. */
  readonly name: string;
  /** Creation time of the Pod, as it was passed in. */
  readonly creationTimestamp: Timestamp | undefined;
  /** Its requests; kubectl prints cpu and memory. */
  readonly requests: AllocatedAmounts;
  /** Its limits; kubectl prints cpu and memory. */
  readonly limits: AllocatedAmounts;
}

/** Requests and limits of the Pods on a node, or on all nodes. */
export interface Allocation {
  /** The resources that Pods can use. */
  readonly allocatable: ResourceQuantities;
  /** The requests of all Pods that count, from their specs. */
  readonly requests: AllocatedAmounts;
  /**
   * What the scheduler counts in addition to these requests, because it also reads the status of Pods that are resized;
   * below zero if a node has rejected a resize for good. Absent if it counts the same.
   */
  readonly resizing?: ResourceQuantities | undefined;
  /** The limits of all Pods that count, from their specs; they may exceed what is allocatable. */
  readonly limits: AllocatedAmounts;
  /** The number of Pods that count divided by the number of Pods allowed; undefined if none are allowed. */
  readonly podRatio: number | undefined;
}

/** Requests and limits of the Pods on one node. */
export interface NodeAllocation extends Allocation {
  /** Name of the node. */
  readonly name: string;
  /** The field of the status that was used: the capacity, if nothing is allocatable; undefined if both are empty. */
  readonly allocatableFrom: 'allocatable' | 'capacity' | undefined;
  /** Number of Pods that count. */
  readonly podCount: number;
  /** The Pods that count, in the order in which they were passed in; empty with the option `omitPods`. */
  readonly pods: readonly PodAllocation[];
  /** The problems of the node and its Pods. */
  readonly problems: readonly AllocationProblem[];
}

/** Numbers of Pods by their state. */
export interface PodCounts {
  /** Pods that count on their node. */
  readonly counted: number;
  /** Pods in the phase `Succeeded` or `Failed`. */
  readonly finished: number;
  /** Pods without a node. */
  readonly unassigned: number;
  /** Pods on a node that was not passed in. */
  readonly unknownNode: number;
}

/** Requests and limits of the Pods in a cluster: on all nodes together, and on each. */
export interface ClusterAllocation extends Allocation {
  /** The nodes, in the order in which they were passed in. */
  readonly nodes: readonly NodeAllocation[];
  /** Numbers of Pods by their state. */
  readonly podCounts: PodCounts;
  /** All problems, those of the nodes included. */
  readonly problems: readonly AllocationProblem[];
}
