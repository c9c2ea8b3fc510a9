import type { Taint } from '../../pod/tolerations.js';
import type { Condition, KubernetesObject, Timestamp } from '../meta/metadata.js';
import type { ResourceList } from './pod/resource-requirements.js';

/** A Node. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface Node extends KubernetesObject<NodeSpec, NodeStatus> {}

/** Desired state of a Node. */
export interface NodeSpec {
  /** First address range of its Pods. */
  readonly podCIDR?: string | null | undefined;
  /** All address ranges of its Pods, at most one of each family. */
  readonly podCIDRs?: readonly string[] | null | undefined;
  /** ID of its machine at the cloud provider, as `<provider>://<id>`. */
  readonly providerID?: string | null | undefined;
  /** Whether it is cordoned: the scheduler assigns no new Pods to it. */
  readonly unschedulable?: boolean | null | undefined;
  /** Its taints. */
  readonly taints?: readonly Taint[] | null | undefined;
  /** No longer used; not read. */
  readonly configSource?: unknown;
  /** No longer used. */
  readonly externalID?: string | null | undefined;
  /** Which Pods may preempt others on it; not read. */
  readonly podPreemptionPolicy?: unknown;
}

/** Observed state of a Node. */
export interface NodeStatus {
  /** Total amounts of its resources. */
  readonly capacity?: ResourceList | null | undefined;
  /** Amounts for Pods: the capacity minus what is reserved for the system. */
  readonly allocatable?: ResourceList | null | undefined;
  /** No longer used. */
  readonly phase?: string | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly NodeCondition[] | null | undefined;
  /** Its addresses and names. */
  readonly addresses?: readonly NodeAddress[] | null | undefined;
  /** Ports of its daemons; not read. */
  readonly daemonEndpoints?: unknown;
  /** Identity and versions; not read. */
  readonly nodeInfo?: unknown;
  /** The images that it stores; not read. */
  readonly images?: unknown;
  /** The volumes in use; not read. */
  readonly volumesInUse?: unknown;
  /** The volumes attached; not read. */
  readonly volumesAttached?: unknown;
  /** No longer used; not read. */
  readonly config?: unknown;
  /** Its runtime handlers; not read. */
  readonly runtimeHandlers?: unknown;
  /** Features of its container runtime; not read. */
  readonly features?: unknown;
  /** Features of Kubernetes that it declares; not read. */
  readonly declaredFeatures?: unknown;
}

/** A condition of a Node. */
export interface NodeCondition extends Condition {
  /** When the node last reported it. */
  readonly lastHeartbeatTime?: Timestamp | null | undefined;
}

/** One address or name of a Node. */
export interface NodeAddress {
  /** `InternalIP`, `ExternalIP`, `Hostname`, `InternalDNS` or `ExternalDNS`. */
  readonly type?: string | null | undefined;
  /** The address or name. */
  readonly address?: string | null | undefined;
}
