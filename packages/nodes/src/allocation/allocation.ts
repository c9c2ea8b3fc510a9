import type { Timestamp } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { PodResourceProblem, ResourceQuantities } from '@kubesem/resources';

/** How much of one resource of a node is asked for, or may be used. */
export interface AllocatedAmount {
  /** The amount. */
  readonly amount: Quantity;
  /** The amount as a share of what is allocatable, 1 for all of it; undefined where that is nothing, and where no float holds it. */
  readonly ratio: number | undefined;
  /**
   * The whole percent that `kubectl describe node` prints: cut, not rounded, of amounts as int64. Of nothing allocatable
   * it is 0 in a total and -9223372036854775808 in the row of a Pod. Undefined for the resources of which kubectl prints
   * none: all but cpu, memory, ephemeral storage and huge pages.
   */
  readonly percent: number | undefined;
}

/** Amounts by resource name; the object has no prototype. A name that nobody sets is absent. */
export interface AllocatedAmounts {
  /** The amount of one resource. */
  readonly [name: string]: AllocatedAmount | undefined;
}

/**
 * What one Pod takes of its node: a row of the table of `kubectl describe node`.
 *
 * While the Pod is resized in place, its status counts beside its spec, and the highest is taken; the totals of the
 * node look at the spec alone.
 */
export interface PodAllocation {
  /** Namespace of the Pod, empty if it has none. */
  readonly namespace: string;
  /** Name of the Pod, empty if it has none. */
  readonly name: string;
  /** When the Pod was created, as it was passed in. */
  readonly creationTimestamp: Timestamp | undefined;
  /** Its requests; kubectl prints cpu and memory of them. */
  readonly requests: AllocatedAmounts;
  /** Its limits; kubectl prints cpu and memory of them. */
  readonly limits: AllocatedAmounts;
}

/**
 * What is wrong with nodes and Pods.
 *
 * - `INVALID_QUANTITY`: an amount is not a quantity; it counts as absent
 * - `INVALID_TYPE`: a field holds another JSON type than Kubernetes defines; it counts as absent
 * - `NOT_A_POD`, `NOT_A_NODE`: an object is of another kind; it does not count
 * - `NAME_MISSING`: a node has no name; it counts, and no Pod is on it
 * - `NEGATIVE`: an amount is below zero; it counts, as it does in Kubernetes
 * - `DUPLICATE_NAME`: a node or a Pod was there before; the first one counts
 * - `NODE_WITHOUT_CAPACITY`: a node has neither allocatable resources nor a capacity
 * - `UNKNOWN_NODE`: a Pod is on a node that is not there; it does not count
 */
export type AllocationProblemCode =
  | 'INVALID_QUANTITY'
  | 'INVALID_TYPE'
  | 'NOT_A_POD'
  | 'NOT_A_NODE'
  | 'NAME_MISSING'
  | 'NEGATIVE'
  | 'DUPLICATE_NAME'
  | 'NODE_WITHOUT_CAPACITY'
  | 'UNKNOWN_NODE';

/** Something that is wrong with a node or a Pod, while everything else is computed. */
export interface AllocationProblem extends PodResourceProblem {
  /** Stable identifier; programs and tests match on this. */
  readonly code: AllocationProblemCode;
}

/** What is asked for of something that has resources: a node, or all nodes. */
export interface Allocation {
  /** What there is for Pods. */
  readonly allocatable: ResourceQuantities;
  /** The requests of all Pods that count, from their specs. */
  readonly requests: AllocatedAmounts;
  /** The limits of all Pods that count, from their specs; they may exceed what there is. */
  readonly limits: AllocatedAmounts;
  /** The Pods that count as a share of those that are allocatable; undefined where that is none. */
  readonly podRatio: number | undefined;
}

/** What the Pods of a node take of it. */
export interface NodeAllocation extends Allocation {
  /** Name of the node. */
  readonly name: string;
  /** Which field of the status was read: the capacity, if nothing is allocatable; undefined if both are empty. */
  readonly allocatableFrom: 'allocatable' | 'capacity' | undefined;
  /** The Pods that count, in the order in which they were passed in. */
  readonly pods: readonly PodAllocation[];
  /** What is wrong with the node and its Pods; empty if nothing is. */
  readonly problems: readonly AllocationProblem[];
}

/** How many Pods there are, by what became of them. */
export interface PodCounts {
  /** Those that count on their node. */
  readonly counted: number;
  /** Those in the phase `Succeeded` or `Failed`. */
  readonly finished: number;
  /** Those without a node. */
  readonly unassigned: number;
  /** Those on a node that is not there. */
  readonly unknownNode: number;
}

/** What the Pods of a cluster take of its nodes: of all nodes together, and of each. */
export interface ClusterAllocation extends Allocation {
  /** The nodes, in the order in which they were passed in. */
  readonly nodes: readonly NodeAllocation[];
  /** How many Pods there are. */
  readonly podCounts: PodCounts;
  /** All that is wrong, that of the nodes, too; empty if nothing is. */
  readonly problems: readonly AllocationProblem[];
}
