import type { Condition, Timestamp } from '../../meta/metadata.js';
import type { QuantityInput } from '../../meta/quantity-input.js';
import type { ContainerStatus } from './container-status.js';
import type { ResourceList, ResourceRequirements } from './resource-requirements.js';

/** What is known of a Pod. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface PodStatus {
  /** The `metadata.generation` that this status speaks of. */
  readonly observedGeneration?: number | null | undefined;
  /** `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`. */
  readonly phase?: string | null | undefined;
  /** The aspects of its state. */
  readonly conditions?: readonly PodCondition[] | null | undefined;
  /** Why it is in this state, for people. */
  readonly message?: string | null | undefined;
  /** Why it is in this state, in one word, such as `Evicted`. */
  readonly reason?: string | null | undefined;
  /** The node where room is being made for it. */
  readonly nominatedNodeName?: string | null | undefined;
  /** First address of its node. */
  readonly hostIP?: string | null | undefined;
  /** All addresses of its node; not read. */
  readonly hostIPs?: unknown;
  /** Its first address. */
  readonly podIP?: string | null | undefined;
  /** All its addresses, at most one of each family. */
  readonly podIPs?: readonly PodIP[] | null | undefined;
  /** When the node took it on, before its images were pulled. */
  readonly startTime?: Timestamp | null | undefined;
  /** One entry for each init container, in no promised order. */
  readonly initContainerStatuses?: readonly ContainerStatus[] | null | undefined;
  /** One entry for each app container, in no promised order. */
  readonly containerStatuses?: readonly ContainerStatus[] | null | undefined;
  /** `Guaranteed`, `Burstable` or `BestEffort`, as computed when the Pod was created. */
  readonly qosClass?: string | null | undefined;
  /** One entry for each ephemeral container, in no promised order. */
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[] | null | undefined;
  /** State of a resize; replaced by the conditions `PodResizePending` and `PodResizeInProgress`. */
  readonly resize?: string | null | undefined;
  /** The claims made for its `resourceClaims`; not read. */
  readonly resourceClaimStatuses?: unknown;
  /** The claim made for its extended resources; not read. */
  readonly extendedResourceClaimStatus?: unknown;
  /** The requests of the whole Pod that the node has admitted. */
  readonly allocatedResources?: ResourceList | null | undefined;
  /** The requests and limits of the whole Pod that are in force. */
  readonly resources?: ResourceRequirements | null | undefined;
  /** What its claims take from the node's allocatable resources. */
  readonly nodeAllocatableResourceClaimStatuses?:
    | readonly NodeAllocatableResourceClaimStatus[]
    | null
    | undefined;
  /** Health of its volumes; not read. */
  readonly volumeHealth?: unknown;
}

/** One aspect of a Pod's state. */
export interface PodCondition extends Condition {
  /** The `metadata.generation` that this condition speaks of. */
  readonly observedGeneration?: number | null | undefined;
  /** When it was looked at last. */
  readonly lastProbeTime?: Timestamp | null | undefined;
}

/** One address of a Pod. */
export interface PodIP {
  /** The address. */
  readonly ip?: string | null | undefined;
}

/** What one claim takes from the node's allocatable resources. */
export interface NodeAllocatableResourceClaimStatus {
  /** Name of the claim. */
  readonly resourceClaimName?: string | null | undefined;
  /** Names of the containers that use the claim. */
  readonly containers?: readonly string[] | null | undefined;
  /** What the claim's devices take. */
  readonly mapping?: readonly NodeAllocatableMappedResources[] | null | undefined;
  /** What they take besides. */
  readonly overhead?: readonly NodeAllocatableOverheadResources[] | null | undefined;
}

/** What a claim's devices take of one resource. */
export interface NodeAllocatableMappedResources {
  /** Name of the resource. */
  readonly name?: string | null | undefined;
  /** How much, for all containers together. */
  readonly quantity?: QuantityInput | null | undefined;
}

/** What a claim's devices take besides of one resource. */
export interface NodeAllocatableOverheadResources {
  /** Name of the resource. */
  readonly name?: string | null | undefined;
  /** How much, once for the Pod. */
  readonly perPod?: QuantityInput | null | undefined;
  /** How much, for each container that uses the claim. */
  readonly perContainer?: QuantityInput | null | undefined;
}
