export type {
  AllocatedAmount,
  AllocatedAmounts,
  Allocation,
  AllocationProblem,
  AllocationProblemCode,
  ClusterAllocation,
  NodeAllocation,
  PodAllocation,
  PodCounts,
} from './allocation/allocation.js';
export {
  allocateNodes,
  type ClusterAllocator,
  clusterAllocator,
} from './allocation/cluster-allocation.js';
export {
  type AllocationDifference,
  explainNodeAllocation,
  type NodeAllocationExplanation,
  type PodAllocationExplanation,
  type PodCountRule,
} from './allocation/explain-node-allocation.js';
export {
  type FormatNodeAllocationOptions,
  formatNodeAllocation,
} from './allocation/format-node-allocation.js';
export { nodeAllocation } from './allocation/node-allocation.js';
export type { FitOptions, FitVerdict, NodeFit, ResourceFit } from './fit/fit.js';
export { type ClusterFit, type ClusterFitter, clusterFitter } from './fit/fits-cluster.js';
export { fitsNode, type Headroom, headroom } from './fit/fits-node.js';
