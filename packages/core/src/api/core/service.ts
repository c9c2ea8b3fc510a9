import type { Condition, KubernetesObject, StringMap } from '../meta/metadata.js';

/** A Service. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface Service extends KubernetesObject<ServiceSpec, ServiceStatus> {}

/** A Service as it is wished for. */
export interface ServiceSpec {
  /** The ports that it offers. */
  readonly ports?: readonly ServicePort[] | null | undefined;
  /** Labels of the Pods behind it; without any, nothing is selected. */
  readonly selector?: StringMap | null | undefined;
  /** First address of its own, or `None` for a headless Service. */
  readonly clusterIP?: string | null | undefined;
  /** All addresses of its own, at most one of each family, or `None` alone. */
  readonly clusterIPs?: readonly string[] | null | undefined;
  /** `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName`. */
  readonly type?: string | null | undefined;
  /** Addresses outside of the cluster's care whose traffic the nodes take. */
  readonly externalIPs?: readonly string[] | null | undefined;
  /** `ClientIP` or `None`. */
  readonly sessionAffinity?: string | null | undefined;
  /** The address asked of the load balancer. */
  readonly loadBalancerIP?: string | null | undefined;
  /** The ranges of client addresses that the load balancer lets through. */
  readonly loadBalancerSourceRanges?: readonly string[] | null | undefined;
  /** The name that an `ExternalName` Service is an alias of. */
  readonly externalName?: string | null | undefined;
  /** `Cluster` or `Local`. */
  readonly externalTrafficPolicy?: string | null | undefined;
  /** Port of the nodes on which load balancers ask for health. */
  readonly healthCheckNodePort?: number | null | undefined;
  /** Whether endpoints that are not ready are published, too. */
  readonly publishNotReadyAddresses?: boolean | null | undefined;
  /** How long a client stays with its endpoint; not read. */
  readonly sessionAffinityConfig?: unknown;
  /** `IPv4`, `IPv6` or both, in the order of `clusterIPs`. */
  readonly ipFamilies?: readonly string[] | null | undefined;
  /** `SingleStack`, `PreferDualStack` or `RequireDualStack`. */
  readonly ipFamilyPolicy?: string | null | undefined;
  /** Whether a load balancer's Service gets node ports. */
  readonly allocateLoadBalancerNodePorts?: boolean | null | undefined;
  /** Which implementation provides the load balancer. */
  readonly loadBalancerClass?: string | null | undefined;
  /** `Cluster` or `Local`. */
  readonly internalTrafficPolicy?: string | null | undefined;
  /** Which endpoints are preferred, such as `PreferSameZone`. */
  readonly trafficDistribution?: string | null | undefined;
}

/** One port of a Service. */
export interface ServicePort {
  /** Its name; may be absent if the Service has one port alone. */
  readonly name?: string | null | undefined;
  /** `TCP`, `UDP` or `SCTP`; absent means `TCP`. */
  readonly protocol?: string | null | undefined;
  /** The protocol that is spoken on it, as a hint. */
  readonly appProtocol?: string | null | undefined;
  /** The port, 1 to 65535. */
  readonly port?: number | null | undefined;
  /** Number or name of the port of the Pods; absent means the same as `port`. */
  readonly targetPort?: number | string | null | undefined;
  /** The port on every node. */
  readonly nodePort?: number | null | undefined;
}

/** What is known of a Service. */
export interface ServiceStatus {
  /** The load balancer's addresses; not read. */
  readonly loadBalancer?: unknown;
  /** The aspects of its state. */
  readonly conditions?: readonly Condition[] | null | undefined;
}
