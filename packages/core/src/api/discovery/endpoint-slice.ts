import type { ObjectMeta, StringMap } from '../meta/metadata.js';

/**
 * A part of the endpoints of the Service that the label `kubernetes.io/service-name` names.
 *
 * Source of this and the following: `k8s.io/api/discovery/v1` v0.37.1.
 */
export interface EndpointSlice {
  /** `discovery.k8s.io/v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `EndpointSlice`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and so on. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** Type of its addresses: `IPv4`, `IPv6` or `FQDN`. */
  readonly addressType?: string | null | undefined;
  /** The endpoints, at most 1000. */
  readonly endpoints?: readonly Endpoint[] | null | undefined;
  /** The ports of each endpoint, at most 20000. */
  readonly ports?: readonly EndpointPort[] | null | undefined;
}

/** One endpoint, usually a Pod. */
export interface Endpoint {
  /** Its addresses, at most 100, which are equivalent; clients use the first. */
  readonly addresses?: readonly string[] | null | undefined;
  /** Its state. */
  readonly conditions?: EndpointConditions | null | undefined;
  /** Its hostname below the DNS name of the Service. */
  readonly hostname?: string | null | undefined;
  /** The object that it represents. */
  readonly targetRef?: ObjectReference | null | undefined;
  /** No longer used. */
  readonly deprecatedTopology?: StringMap | null | undefined;
  /** Name of its node. */
  readonly nodeName?: string | null | undefined;
  /** Name of its zone. */
  readonly zone?: string | null | undefined;
  /** Which zones and nodes prefer it. */
  readonly hints?: EndpointHints | null | undefined;
}

/** Which zones and nodes prefer an endpoint. */
export interface EndpointHints {
  /** The zones whose traffic it receives. */
  readonly forZones?: readonly ForZone[] | null | undefined;
  /** The nodes whose traffic it receives. */
  readonly forNodes?: readonly ForNode[] | null | undefined;
}

/** A zone that prefers an endpoint. */
export interface ForZone {
  /** Name of the zone. */
  readonly name?: string | null | undefined;
}

/** A node that prefers an endpoint. */
export interface ForNode {
  /** Name of the node. */
  readonly name?: string | null | undefined;
}

/** The state of an endpoint. */
export interface EndpointConditions {
  /** Whether it accepts new traffic; absent means true. */
  readonly ready?: boolean | null | undefined;
  /** Whether it serves traffic, even while terminating; absent means true. */
  readonly serving?: boolean | null | undefined;
  /** Whether it is terminating; absent means false. */
  readonly terminating?: boolean | null | undefined;
}

/** One port of all endpoints of a slice. */
export interface EndpointPort {
  /** Name of the port of the Service. */
  readonly name?: string | null | undefined;
  /** `TCP`, `UDP` or `SCTP`; absent means `TCP`. */
  readonly protocol?: string | null | undefined;
  /** The port of the endpoints. */
  readonly port?: number | null | undefined;
  /** The application protocol, as a hint. */
  readonly appProtocol?: string | null | undefined;
}

/** A reference to another object. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ObjectReference {
  /** Its kind, such as `Pod`. */
  readonly kind?: string | null | undefined;
  /** Its namespace. */
  readonly namespace?: string | null | undefined;
  /** Its name. */
  readonly name?: string | null | undefined;
  /** Its unique identifier. */
  readonly uid?: string | null | undefined;
  /** API group and version of its kind. */
  readonly apiVersion?: string | null | undefined;
  /** Its resource version. */
  readonly resourceVersion?: string | null | undefined;
  /** Path of a part of it. */
  readonly fieldPath?: string | null | undefined;
}
