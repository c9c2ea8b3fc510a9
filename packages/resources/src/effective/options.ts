import type { ResourceList } from '@kubesem/core';

/**
 * What is counted. The names are those of the Kubernetes helper, and each option is off by default, as there.
 *
 * The components of Kubernetes call the helper with different options. In Kubernetes 1.37, with the default feature
 * gates:
 *
 * | caller | options |
 * | --- | --- |
 * | scheduler, for the requests of a new Pod | none |
 * | scheduler, for the requests of the Pods on a node | `useStatusResources`, `inPlacePodLevelResourcesVerticalScalingEnabled` |
 * | scheduler, for scoring nodes | these, and `nonMissingContainerRequests` of 100m of cpu and 200Mi of memory |
 * | ResourceQuota | `useStatusResources` |
 * | kubelet, for the cgroups of a Pod | none |
 * | `kubectl describe node`, rows | `useStatusResources` |
 * | `kubectl describe node`, totals | none |
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodResourcesOptions`, without `Reuse`.
 */
export interface PodResourcesOptions {
  /** Counts the highest of the spec and the amounts in the status during an in-place resize. */
  readonly useStatusResources?: boolean | undefined;
  /**
   * With `useStatusResources`, counts the status of the Pod as a whole (`status.resources` and
   * `status.allocatedResources`), if it has one, instead of that of its containers.
   */
  readonly inPlacePodLevelResourcesVerticalScalingEnabled?: boolean | undefined;
  /** Omits `spec.overhead`. */
  readonly excludeOverhead?: boolean | undefined;
  /**
   * Amounts for containers that do not request a resource; a request of zero is a request. Only for requests, and not
   * if the status of the Pod as a whole is counted.
   */
  readonly nonMissingContainerRequests?: ResourceList | undefined;
  /** Omits `spec.resources`. */
  readonly skipPodLevelResources?: boolean | undefined;
  /** Omits the containers, and with them the resource claims. Only for requests: limits ignore it. */
  readonly skipContainerLevelResources?: boolean | undefined;
  /** Counts what devices of resource claims use, from `status.nodeAllocatableResourceClaimStatuses`. */
  readonly useDRANodeAllocatableResourceClaimStatus?: boolean | undefined;
}
