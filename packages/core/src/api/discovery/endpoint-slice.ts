import type { ObjectMeta, StringMap } from '../meta/metadata.js';

/**
 * Some of the endpoints of a Service, which its label `kubernetes.io/service-name` names.
 *
 * Source of this and the following: `k8s.io/api/discovery/v1` v0.37.1.
 */
export interface EndpointSlice {
  /** `discovery.k8s.io/v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `EndpointSlice`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and the like. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** What its addresses are: `IPv4`, `IPv6` or `FQDN`. */
  readonly addressType?: string | null | undefined;
  /** The endpoints, at most 1000. */
  readonly endpoints?: readonly Endpoint[] | null | undefined;
  /** The ports that each of them offers, at most 100. */
  readonly ports?: readonly EndpointPort[] | null | undefined;
}

/** One endpoint, most often a Pod. */
export interface Endpoint {
  /** Its addresses, which are interchangeable; clients take the first. */
  readonly addresses?: readonly string[] | null | undefined;
  /** Its state. */
  readonly conditions?: EndpointConditions | null | undefined;
  /** Its own name below the Service's, for DNS. */
  readonly hostname?: string | null | undefined;
  /** The object that it stands for. */
  readonly targetRef?: ObjectReference | null | undefined;
  /** Left from older releases. */
  readonly deprecatedTopology?: StringMap | null | undefined;
  /** The node that it runs on. */
  readonly nodeName?: string | null | undefined;
  /** The zone that it runs in. */
  readonly zone?: string | null | undefined;
  /** Which clients should prefer it; not read. */
  readonly hints?: unknown;
}

/** The state of an endpoint. */
export interface EndpointConditions {
  /** Whether it takes new traffic; absent means that it does. */
  readonly ready?: boolean | null | undefined;
  /** Whether it answers, even while it ends; absent means the same as `ready`. */
  readonly serving?: boolean | null | undefined;
  /** Whether it is ending; absent means that it is not. */
  readonly terminating?: boolean | null | undefined;
}

/** One port that all endpoints of a slice offer. */
export interface EndpointPort {
  /** Name of the Service's port. */
  readonly name?: string | null | undefined;
  /** `TCP`, `UDP` or `SCTP`; absent means `TCP`. */
  readonly protocol?: string | null | undefined;
  /** The port of the endpoints. */
  readonly port?: number | null | undefined;
  /** The protocol that is spoken on it, as a hint. */
  readonly appProtocol?: string | null | undefined;
}

/** Another object, by kind and name. Source: `k8s.io/api/core/v1` v0.37.1. */
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
  /** The version of it that is meant. */
  readonly resourceVersion?: string | null | undefined;
  /** The part of it that is meant, as a path. */
  readonly fieldPath?: string | null | undefined;
}
