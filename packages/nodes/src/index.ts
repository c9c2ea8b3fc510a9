/**
 * What Pods request on the nodes of a Kubernetes cluster, and on which nodes a Pod fits.
 *
 * Read it in this order:
 * - `allocation/`: the numbers and tables of `kubectl describe node`, for one node or a whole cluster
 * - `fit/`: the comparison of a Pod with a node, as in the scheduler, and what is left on a node
 * - `usage/`: measured usage next to requests, limits and nodes, as in `kubectl top`
 *
 * Sources: `k8s.io/kubectl/pkg/describe` and `k8s.io/kubectl/pkg/metricsutil` v0.37.1,
 * `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1.
 *
 * @packageDocumentation
 */

export type {
  AllocatedAmount,
  AllocatedAmounts,
  Allocation,
  ClusterAllocation,
  NodeAllocation,
  PodAllocation,
  PodCounts,
} from './allocation/allocation.js';
export {
  type ClusterAllocator,
  type ClusterAllocatorOptions,
  clusterAllocator,
  nodeAllocations,
} from './allocation/cluster.js';
export {
  type AllocationDifference,
  explainNodeAllocation,
  type NodeAllocationExplanation,
  type PendingResize,
  type PodAllocationExplanation,
  type PodCountRule,
} from './allocation/explanation.js';
export { type FormatNodeAllocationOptions, formatNodeAllocation } from './allocation/format.js';
export { nodeAllocation } from './allocation/node.js';
export { podPercent } from './allocation/pod-percent.js';
export type { AllocationProblem, AllocationProblemCode } from './allocation/problems.js';
export type { FitOptions, FitVerdict, NodeFit, ResourceFit } from './fit/fit.js';
export { freeAmounts } from './fit/free-amounts.js';
export {
  type ClusterFit,
  type NodeHeadroom,
  nodeFit,
  nodeFits,
  nodeHeadroom,
} from './fit/node-fits.js';
export {
  type ClusterUsageOptions,
  clusterUsage,
  type UsageOrder,
} from './usage/cluster.js';
export type {
  ClusterUsage,
  ContainerUsage,
  NamespaceUsage,
  NodeUsage,
  NodeUsedAmount,
  PodUsage,
  Usage,
  UsedAmount,
} from './usage/usage.js';
