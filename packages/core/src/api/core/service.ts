import type { Condition, KubernetesObject, StringMap } from '../meta/metadata.js';

/** A Service. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface Service extends KubernetesObject<ServiceSpec, ServiceStatus> {}

/** Desired state of a Service. */
export interface ServiceSpec {
  /** The ports that it exposes. */
  readonly ports?: readonly ServicePort[] | null | undefined;
  /** Labels of its Pods; without any, it selects no Pods. */
  readonly selector?: StringMap | null | undefined;
  /** First cluster IP, or `None` for a headless Service. */
  readonly clusterIP?: string | null | undefined;
  /** All cluster IPs, at most one of each family, or only `None`. */
  readonly clusterIPs?: readonly string[] | null | undefined;
  /** `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName`. */
  readonly type?: string | null | undefined;
  /** Addresses that Kubernetes does not manage and for which nodes accept traffic. */
  readonly externalIPs?: readonly string[] | null | undefined;
  /** `ClientIP` or `None`. */
  readonly sessionAffinity?: string | null | undefined;
  /** The requested address of the load balancer. */
  readonly loadBalancerIP?: string | null | undefined;
  /** The client address ranges that the load balancer allows. */
  readonly loadBalancerSourceRanges?: readonly string[] | null | undefined;
  /** The target name of an `ExternalName` Service. */
  readonly externalName?: string | null | undefined;
  /** `Cluster` or `Local`. */
  readonly externalTrafficPolicy?: string | null | undefined;
  /** Port of the nodes for health checks of load balancers. */
  readonly healthCheckNodePort?: number | null | undefined;
  /** Whether endpoints that are not ready are also published. */
  readonly publishNotReadyAddresses?: boolean | null | undefined;
  /** Settings of the session affinity. */
  readonly sessionAffinityConfig?: SessionAffinityConfig | null | undefined;
  /** `IPv4`, `IPv6` or both, in the order of `clusterIPs`. */
  readonly ipFamilies?: readonly string[] | null | undefined;
  /** `SingleStack`, `PreferDualStack` or `RequireDualStack`. */
  readonly ipFamilyPolicy?: string | null | undefined;
  /** Whether a Service of type `LoadBalancer` gets node ports. */
  readonly allocateLoadBalancerNodePorts?: boolean | null | undefined;
  /** The implementation of the load balancer. */
  readonly loadBalancerClass?: string | null | undefined;
  /** `Cluster` or `Local`. */
  readonly internalTrafficPolicy?: string | null | undefined;
  /** Which endpoints are preferred, such as `PreferSameZone`. */
  readonly trafficDistribution?: string | null | undefined;
}

/** One port of a Service. */
export interface ServicePort {
  /** Its name; optional if the Service has only one port. */
  readonly name?: string | null | undefined;
  /** `TCP`, `UDP` or `SCTP`; absent means `TCP`. */
  readonly protocol?: string | null | undefined;
  /** The application protocol, as a hint. */
  readonly appProtocol?: string | null | undefined;
  /** The port, 1 to 65535. */
  readonly port?: number | null | undefined;
  /** Number or name of the target port of the Pods; absent means `port`. */
  readonly targetPort?: number | string | null | undefined;
  /** The port on each node. */
  readonly nodePort?: number | null | undefined;
}

/** Observed state of a Service. */
export interface ServiceStatus {
  /** Addresses of the load balancer. */
  readonly loadBalancer?: LoadBalancerStatus | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly Condition[] | null | undefined;
}

/** Settings of the session affinity of a Service. */
export interface SessionAffinityConfig {
  /** Settings of the affinity `ClientIP`. */
  readonly clientIP?: ClientIPConfig | null | undefined;
}

/** Settings of the affinity `ClientIP`. */
export interface ClientIPConfig {
  /** Seconds that a client keeps its endpoint, 1 to 86400; absent means 10800. */
  readonly timeoutSeconds?: number | null | undefined;
}

/** State of the load balancer of a Service. */
export interface LoadBalancerStatus {
  /** Where it receives traffic. */
  readonly ingress?: readonly LoadBalancerIngress[] | null | undefined;
}

/** One address or name of the load balancer of a Service. */
export interface LoadBalancerIngress {
  /** Its address; absent if the load balancer has a name. */
  readonly ip?: string | null | undefined;
  /** Its DNS name; absent if the load balancer has an address. */
  readonly hostname?: string | null | undefined;
  /** `VIP` if nodes capture traffic to the address, or `Proxy`; absent means `VIP`. */
  readonly ipMode?: string | null | undefined;
  /** State of its ports. */
  readonly ports?: readonly PortStatus[] | null | undefined;
}

/** State of one port of a load balancer. */
export interface PortStatus {
  /** The port of the Service. */
  readonly port?: number | null | undefined;
  /** `TCP`, `UDP` or `SCTP`. */
  readonly protocol?: string | null | undefined;
  /** What is wrong with it, such as `example.com/PortBusy`. */
  readonly error?: string | null | undefined;
}
