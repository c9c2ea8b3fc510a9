import type { Condition, Timestamp } from '../../meta/metadata.js';
import type { QuantityInput } from '../../meta/quantity-input.js';
import type { ContainerStatus } from './container-status.js';
import type { ResourceList, ResourceRequirements } from './resource-requirements.js';

/** Observed state of a Pod. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface PodStatus {
  /** The `metadata.generation` that this status describes. */
  readonly observedGeneration?: number | null | undefined;
  /** `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`. */
  readonly phase?: string | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly PodCondition[] | null | undefined;
  /** Human-readable message about its state. */
  readonly message?: string | null | undefined;
  /** One-word reason of its state, such as `Evicted`. */
  readonly reason?: string | null | undefined;
  /** The node on which the scheduler preempts Pods for it. */
  readonly nominatedNodeName?: string | null | undefined;
  /** First address of its node. */
  readonly hostIP?: string | null | undefined;
  /** All addresses of its node, at most one of each family. */
  readonly hostIPs?: readonly HostIP[] | null | undefined;
  /** Its first address. */
  readonly podIP?: string | null | undefined;
  /** All its addresses, at most one of each family. */
  readonly podIPs?: readonly PodIP[] | null | undefined;
  /** When the kubelet accepted it, before it pulled images. */
  readonly startTime?: Timestamp | null | undefined;
  /** One entry for each init container, in no particular order. */
  readonly initContainerStatuses?: readonly ContainerStatus[] | null | undefined;
  /** One entry for each app container, in no particular order. */
  readonly containerStatuses?: readonly ContainerStatus[] | null | undefined;
  /** `Guaranteed`, `Burstable` or `BestEffort`, as computed when the Pod was created. */
  readonly qosClass?: string | null | undefined;
  /** One entry for each ephemeral container, in no particular order. */
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[] | null | undefined;
  /** State of a resize; replaced by the conditions `PodResizePending` and `PodResizeInProgress`. */
  readonly resize?: string | null | undefined;
  /** The ResourceClaims of its `resourceClaims`; not read. */
  readonly resourceClaimStatuses?: unknown;
  /** The ResourceClaim of its extended resources; not read. */
  readonly extendedResourceClaimStatus?: unknown;
  /** The Pod-level requests that the node admitted. */
  readonly allocatedResources?: ResourceList | null | undefined;
  /** The Pod-level requests and limits in force. */
  readonly resources?: ResourceRequirements | null | undefined;
  /** Amounts of the node's allocatable resources that its claims use. */
  readonly nodeAllocatableResourceClaimStatuses?:
    | readonly NodeAllocatableResourceClaimStatus[]
    | null
    | undefined;
  /** Health of its volumes; not read. */
  readonly volumeHealth?: unknown;
}

/** A condition of a Pod. */
export interface PodCondition extends Condition {
  /** The `metadata.generation` that this condition describes. */
  readonly observedGeneration?: number | null | undefined;
  /** When it was last checked. */
  readonly lastProbeTime?: Timestamp | null | undefined;
}

/** An address of the node of a Pod. */
export interface HostIP {
  /** The address. */
  readonly ip?: string | null | undefined;
}

/** One address of a Pod. */
export interface PodIP {
  /** The address. */
  readonly ip?: string | null | undefined;
}

/** Amounts of the node's allocatable resources that one claim uses. */
export interface NodeAllocatableResourceClaimStatus {
  /** Name of the claim. */
  readonly resourceClaimName?: string | null | undefined;
  /** Names of the containers that use the claim. */
  readonly containers?: readonly string[] | null | undefined;
  /** Amounts that the devices of the claim use. */
  readonly mapping?: readonly NodeAllocatableMappedResources[] | null | undefined;
  /** Additional amounts that they use. */
  readonly overhead?: readonly NodeAllocatableOverheadResources[] | null | undefined;
}

/** The amount of one resource that the devices of a claim use. */
export interface NodeAllocatableMappedResources {
  /** Name of the resource. */
  readonly name?: string | null | undefined;
  /** The amount, for all containers together. */
  readonly quantity?: QuantityInput | null | undefined;
}

/** The additional amount of one resource that the devices of a claim use. */
export interface NodeAllocatableOverheadResources {
  /** Name of the resource. */
  readonly name?: string | null | undefined;
  /** The amount, once for the Pod. */
  readonly perPod?: QuantityInput | null | undefined;
  /** The amount, for each container that uses the claim. */
  readonly perContainer?: QuantityInput | null | undefined;
}
