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
} from './allocation.js';
export { allocateNodes, type ClusterAllocator, clusterAllocator } from './cluster-allocation.js';
export {
  type DeclaredContainer,
  type DeclaredResources,
  type PodDeclaredResources,
  podDeclaredResources,
} from './declared.js';
export { applyPodDefaults, type PodDefaultsOptions } from './defaults.js';
export {
  type EmptyDirOptions,
  type EmptyDirRule,
  type EmptyDirVolume,
  emptyDirVolumes,
} from './empty-dir.js';
export { PodResourcesError, type PodResourcesErrorCode } from './errors.js';
export { explainPodLimits, explainPodRequests } from './explain.js';
export {
  type AllocationDifference,
  explainNodeAllocation,
  type NodeAllocationExplanation,
  type PodAllocationExplanation,
  type PodCountRule,
} from './explain-node-allocation.js';
export type {
  AmountOrigin,
  ContainerAmount,
  ContainerKind,
  PodLevelChange,
  PodResourcesExplanation,
  ResourceExplanation,
  ResourcePhase,
  ResourceRule,
  ResourceSource,
} from './explanation.js';
export type { FitOptions, FitVerdict, NodeFit, ResourceFit } from './fit.js';
export { type ClusterFit, type ClusterFitter, clusterFitter } from './fits-cluster.js';
export { fitsNode, type Headroom, headroom } from './fits-node.js';
export {
  type FormatNodeAllocationOptions,
  formatNodeAllocation,
} from './format-node-allocation.js';
export {
  claimLimitRangeViolations,
  type LimitRangeViolation,
  type LimitRangeViolationCode,
  podLimitRangeViolations,
} from './limit-range.js';
export { applyLimitRanges } from './limit-range-defaults.js';
export {
  explainLocalStorage,
  type LocalStorageCheck,
  type LocalStorageExplanation,
  type LocalStorageOptions,
  type LocalStorageRule,
  localStorageEviction,
} from './local-storage.js';
export { nodeAllocation } from './node-allocation.js';
export type { PodResourcesOptions } from './options.js';
export {
  type PodContainer,
  type PodLevelResources,
  podContainers,
  podLevelResources,
  type WrittenResources,
} from './pod-containers.js';
export { podLimits, podRequests } from './pod-resources.js';
export type { PodResourceProblem, PodResourceProblemType } from './problems.js';
export { checkQuota, type QuotaViolation, type QuotaViolationCode } from './quota-check.js';
export type { QuotaOptions } from './quota-measure.js';
export type { QuotaObject } from './quota-objects.js';
export {
  applyQuotaStatus,
  explainQuotaUsage,
  type QuotaExplanation,
  type QuotaShare,
  type QuotaUsageExplanation,
  quotaUsage,
} from './quota-usage.js';
export { readQuantity } from './read.js';
export {
  explainResourceField,
  type ResourceFieldExplanation,
  type ResourceFieldOptions,
  type ResourceFieldRule,
  resourceFieldValue,
} from './resource-field.js';
export {
  type ResourceAmountError,
  type ResourceKind,
  resourceAmountErrors,
  resourceKind,
} from './resource-kind.js';
export { isIntegerResource, isOvercommitAllowed } from './resource-names.js';
export type { ResourceQuantities } from './resource-quantities.js';
export { validatePodResources } from './validate.js';
export {
  type PodResourceWarning,
  type PodResourceWarningCode,
  podResourceWarnings,
} from './warnings.js';
