import type { ResourceList } from '@kubesem/core';

/**
 * What is counted. The names are those of the Kubernetes helper; each option is off unless it is set, as there.
 *
 * Kubernetes itself calls the helper with different options from place to place. In this release, with the feature
 * gates as they are by default:
 *
 * | caller | options |
 * | --- | --- |
 * | scheduler, for the room that a new Pod needs | none |
 * | scheduler, for what the Pods on a node take | `useStatusResources`, `inPlacePodLevelResourcesVerticalScalingEnabled` |
 * | scheduler, for spreading the load | these, and `nonMissingContainerRequests` of 100m of cpu and 200Mi of memory |
 * | ResourceQuota | `useStatusResources` |
 * | kubelet, for the cgroups of a Pod | none |
 * | `kubectl describe node`, rows | `useStatusResources` |
 * | `kubectl describe node`, totals | none |
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodResourcesOptions`, but for `Reuse`.
 */
export interface PodResourcesOptions {
  /** Counts what the status reports of a resize in place beside the spec, and takes the highest. */
  readonly useStatusResources?: boolean | undefined;
  /**
   * With `useStatusResources`, counts the status of the Pod as a whole (`status.resources` and
   * `status.allocatedResources`) instead of that of its containers, where there is one.
   */
  readonly inPlacePodLevelResourcesVerticalScalingEnabled?: boolean | undefined;
  /** Leaves `spec.overhead` out. */
  readonly excludeOverhead?: boolean | undefined;
  /**
   * Amounts for containers that do not request a resource; a request of zero is one. Requests only, and not where
   * the status of the Pod as a whole is counted.
   */
  readonly nonMissingContainerRequests?: ResourceList | undefined;
  /** Leaves `spec.resources` out. */
  readonly skipPodLevelResources?: boolean | undefined;
  /** Leaves the containers out, and with them the resource claims. Requests only: limits do not look at it. */
  readonly skipContainerLevelResources?: boolean | undefined;
  /** Counts what devices of resource claims take, from `status.nodeAllocatableResourceClaimStatuses`. */
  readonly useDRANodeAllocatableResourceClaimStatus?: boolean | undefined;
}
