import type { Condition, KubernetesObject, Timestamp } from '../meta/metadata.js';
import type { ResourceList } from './pod/resource-requirements.js';

/** A Node. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface Node extends KubernetesObject<NodeSpec, NodeStatus> {}

/** A Node as it is wished for. */
export interface NodeSpec {
  /** First range of its Pods' addresses. */
  readonly podCIDR?: string | null | undefined;
  /** All ranges of its Pods' addresses, at most one of each family. */
  readonly podCIDRs?: readonly string[] | null | undefined;
  /** The cloud's own name for it, as `<provider>://<id>`. */
  readonly providerID?: string | null | undefined;
  /** Whether it takes no new Pods. */
  readonly unschedulable?: boolean | null | undefined;
  /** What keeps Pods away; not read. */
  readonly taints?: unknown;
  /** No longer used; not read. */
  readonly configSource?: unknown;
  /** No longer used. */
  readonly externalID?: string | null | undefined;
  /** Who may drive out Pods here; not read. */
  readonly podPreemptionPolicy?: unknown;
}

/** What is known of a Node. */
export interface NodeStatus {
  /** All that it has. */
  readonly capacity?: ResourceList | null | undefined;
  /** What it has for Pods: the capacity less what the system keeps for itself. */
  readonly allocatable?: ResourceList | null | undefined;
  /** No longer used. */
  readonly phase?: string | null | undefined;
  /** The aspects of its state. */
  readonly conditions?: readonly NodeCondition[] | null | undefined;
  /** Its addresses and names. */
  readonly addresses?: readonly NodeAddress[] | null | undefined;
  /** Ports of its own services; not read. */
  readonly daemonEndpoints?: unknown;
  /** Identity and versions; not read. */
  readonly nodeInfo?: unknown;
  /** The images that it holds; not read. */
  readonly images?: unknown;
  /** The volumes in use; not read. */
  readonly volumesInUse?: unknown;
  /** The volumes attached; not read. */
  readonly volumesAttached?: unknown;
  /** No longer used; not read. */
  readonly config?: unknown;
  /** The runtimes that it offers; not read. */
  readonly runtimeHandlers?: unknown;
  /** What its container runtime can do; not read. */
  readonly features?: unknown;
  /** Features of Kubernetes that it declares; not read. */
  readonly declaredFeatures?: unknown;
}

/** One aspect of a Node's state. */
export interface NodeCondition extends Condition {
  /** When the node spoke of it last. */
  readonly lastHeartbeatTime?: Timestamp | null | undefined;
}

/** One address or name of a Node. */
export interface NodeAddress {
  /** `InternalIP`, `ExternalIP`, `Hostname`, `InternalDNS` or `ExternalDNS`. */
  readonly type?: string | null | undefined;
  /** The address or name. */
  readonly address?: string | null | undefined;
}
