import type { Quantity } from '@kubesem/quantity';
import type { AllocationProblem } from '../allocation/problems.js';

/** What is used of one resource, next to what is requested. */
export interface UsedAmount {
  /** The measured usage, zero if the metrics lack the resource; undefined without metrics. */
  readonly usage: Quantity | undefined;
  /** The usage as `kubectl top` prints it: `250m`, `64Mi`, or `<unknown>` without metrics. */
  readonly text: string;
  /** The request; undefined if there is none. */
  readonly request: Quantity | undefined;
  /** The limit; undefined if there is none. */
  readonly limit: Quantity | undefined;
  /** The usage divided by the request; undefined without one of them, or if it is not a finite float. */
  readonly requestRatio: number | undefined;
  /** The usage divided by the limit; undefined without one of them, or if it is not a finite float. */
  readonly limitRatio: number | undefined;
}

/** The usage of the resources that are measured. */
export interface Usage<Amount extends UsedAmount = UsedAmount> {
  /** Cores of cpu. */
  readonly cpu: Amount;
  /** Bytes of memory. */
  readonly memory: Amount;
}

/** The usage of a container. */
export interface ContainerUsage extends Usage {
  /** Name of the container. */
  readonly name: string;
}

/** The usage of a Pod: the sum of its containers, next to its effective requests and limits. */
export interface PodUsage extends Usage {
  /** Namespace of the Pod; `default` if it has none. */
  readonly namespace: string;
  /** Name of the Pod. */
  readonly name: string;
  /** Name of its node; empty if it has none, or if only its metrics were passed in. */
  readonly nodeName: string;
  /** Its containers, those that have metrics or resources, in the order of the result. */
  readonly containers: readonly ContainerUsage[];
}

/** The usage of the Pods in a namespace. */
export interface NamespaceUsage extends Usage {
  /** Name of the namespace. */
  readonly namespace: string;
  /** Number of Pods. */
  readonly pods: number;
}

/** What is used of a resource of a node. */
export interface NodeUsedAmount extends UsedAmount {
  /** What Pods can use of the node, or its capacity if the options say so; undefined if the node has none. */
  readonly allocatable: Quantity | undefined;
  /** The usage divided by that; undefined without one of them, or if it is not a finite float. */
  readonly ratio: number | undefined;
  /** The whole percentage that `kubectl top node` prints: truncated, and 0 if nothing is allocatable. */
  readonly percent: number | undefined;
}

/** The usage of a node: what was measured on it, next to the requests and limits of its Pods. */
export interface NodeUsage extends Usage<NodeUsedAmount> {
  /** Name of the node. */
  readonly name: string;
}

/** The usage of a cluster. */
export interface ClusterUsage {
  /** The nodes; those without metrics last. */
  readonly nodes: readonly NodeUsage[];
  /** The Pods that have metrics or have not ended; those without metrics last. */
  readonly pods: readonly PodUsage[];
  /** The namespaces of these Pods. */
  readonly namespaces: readonly NamespaceUsage[];
  /** All Pods together. */
  readonly total: Usage;
  /** What could not be read; it counts as absent. */
  readonly problems: readonly AllocationProblem[];
}
