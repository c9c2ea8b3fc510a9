// What the functions about traffic take and return.
import type { Node } from '@kubesem/core';
import { type Family } from '../families.js';

/** An endpoint of a port, as kube-proxy sees it. */
export interface TrafficEndpoint {
  /** Its address, in canonical form. */
  readonly address: string;
  /** Its port. */
  readonly port: number;
  /** Name of its Pod; undefined if it is not a Pod. */
  readonly pod: string | undefined;
  /** Name of its node; undefined if it has none. */
  readonly nodeName: string | undefined;
  /** Name of its zone; undefined if it has none. */
  readonly zone: string | undefined;
  /** Whether it accepts new connections. An absent condition means true. */
  readonly isReady: boolean;
  /** Whether it serves traffic, even while terminating. An absent condition means true. */
  readonly isServing: boolean;
  /** Whether it is terminating. An absent condition means false. */
  readonly isTerminating: boolean;
  /** The zones that prefer it. */
  readonly forZones: readonly string[];
  /** The nodes that prefer it. */
  readonly forNodes: readonly string[];
}

/** The hints that kube-proxy follows: those of the node, those of its zone, or none. */
export type HintsMode = 'PreferSameNode' | 'PreferSameZone' | undefined;

/** The endpoints of a port that kube-proxy of one node uses. */
export interface ReachableEndpoints {
  /** The IP family. */
  readonly family: Family;
  /** Name of the port of the Service; empty if it has none. */
  readonly name: string;
  /** Protocol of the port. */
  readonly protocol: string;
  /** The port of the Service. */
  readonly port: number;
  /** For connections under the traffic policy `Cluster`; empty if the Service never uses it. */
  readonly cluster: readonly TrafficEndpoint[];
  /** For connections under the traffic policy `Local`; empty if the Service never uses it. */
  readonly local: readonly TrafficEndpoint[];
  /** All that this node uses: those of `cluster` and `local`. */
  readonly all: readonly TrafficEndpoint[];
  /** Whether the port has a usable endpoint on any node. */
  readonly hasAny: boolean;
  /** The hints that decide about `cluster`. */
  readonly mode: HintsMode;
}

/** Where a client is: in a Pod of the node, on the node itself, or outside of the cluster. */
export type TrafficSource = 'POD' | 'NODE' | 'OUTSIDE';

/** What a client connects to. */
export type TrafficDestination = 'CLUSTER_IP' | 'EXTERNAL_IP' | 'LOAD_BALANCER' | 'NODE_PORT';

/** A connection of a client. */
export interface TrafficRequest {
  /** The node whose kube-proxy handles the connection: the node of the client, or the one that it reaches from outside. */
  readonly node: Node;
  /** Where the client is. */
  readonly from: TrafficSource;
  /** What it connects to, or an IP address: of the Service, of its load balancer, or of the node. */
  readonly destination: TrafficDestination | (string & Record<never, never>);
  /** The port that it connects to; for `NODE_PORT`, the node port. */
  readonly port: number;
  /** The protocol; by default `TCP`. */
  readonly protocol?: string | undefined;
  /** The IP family if `destination` is not an address; by default the first one of the Service. */
  readonly family?: Family | undefined;
  /**
   * Address of the client. Only the source ranges of a load balancer depend on it; without it, they are not checked. A client on
   * the node has the address of the node.
   */
  readonly sourceIP?: string | undefined;
}

/**
 * What happens to a connection:
 * - `FORWARD`: kube-proxy sends it to one of the endpoints
 * - `REJECT`: the client receives an error at once ("connection refused")
 * - `DROP`: nothing answers, and the client runs into a timeout
 * - `NOT_HANDLED`: kube-proxy has no rule for it
 */
export type TrafficVerdict = 'FORWARD' | 'REJECT' | 'DROP' | 'NOT_HANDLED';

/**
 * Why a connection is handled as it is.
 *
 * `FORWARD`:
 * - `CLUSTER_POLICY`: to endpoints of the cluster, under the traffic policy `Cluster`
 * - `LOCAL_POLICY`: to endpoints of the node, under the traffic policy `Local`
 * - `SHORT_CIRCUIT`: to endpoints of the cluster; `externalTrafficPolicy: Local` does not apply to Pods and to the node
 *
 * `REJECT`:
 * - `NO_ENDPOINTS`: no endpoint on any node is ready, or at least serving while it terminates
 * - `PORT_MISMATCH`: EndpointSlices have endpoints, but no port with the name and protocol of the port of the Service
 *
 * `DROP`:
 * - `NO_LOCAL_ENDPOINTS`: only other nodes have endpoints, and the traffic policy is `Local`
 * - `SOURCE_RANGES`: `loadBalancerSourceRanges` does not include the client
 *
 * `NOT_HANDLED`:
 * - `EXTERNAL_NAME`: the Service is of type `ExternalName`
 * - `HEADLESS`: clients of a headless Service connect to endpoints themselves
 * - `NO_CLUSTER_IP`: the Service has no cluster IP yet
 * - `OTHER_FAMILY`: the Service has no cluster IP of the family
 * - `OTHER_DESTINATION`: the Service has no such address, external IP, node port or address of a load balancer
 * - `PROXY_LOAD_BALANCER`: the load balancer has only a hostname, or `ipMode: Proxy`; connections to it leave the node
 * - `OTHER_PORT`: the destination has no port of this number and protocol
 */
export type TrafficReason =
  | 'CLUSTER_POLICY'
  | 'LOCAL_POLICY'
  | 'SHORT_CIRCUIT'
  | 'NO_ENDPOINTS'
  | 'PORT_MISMATCH'
  | 'NO_LOCAL_ENDPOINTS'
  | 'SOURCE_RANGES'
  | 'EXTERNAL_NAME'
  | 'HEADLESS'
  | 'NO_CLUSTER_IP'
  | 'OTHER_FAMILY'
  | 'OTHER_DESTINATION'
  | 'PROXY_LOAD_BALANCER'
  | 'OTHER_PORT';

/**
 * Why hints of one kind are used or ignored:
 * - `USED`: kube-proxy follows them
 * - `NONE`: no ready endpoint has one
 * - `INCOMPLETE`: some ready endpoints have none
 * - `OTHERS_ONLY`: all of them name other nodes or zones
 * - `NODE_WITHOUT_ZONE`: the node has no zone
 * - `OVERRIDDEN`: the hints for nodes decide
 * - `NOT_APPLICABLE`: the policy `Local` or the lack of ready endpoints decides
 */
export type HintsUse =
  | 'USED'
  | 'NONE'
  | 'INCOMPLETE'
  | 'OTHERS_ONLY'
  | 'NODE_WITHOUT_ZONE'
  | 'OVERRIDDEN'
  | 'NOT_APPLICABLE';

/** Whether kube-proxy follows the hints of endpoints. */
export interface HintsExplanation {
  /** The hints for nodes. */
  readonly nodes: HintsUse;
  /** The hints for zones. */
  readonly zones: HintsUse;
}

/**
 * Why an endpoint does not receive a connection:
 * - `NOT_READY`: it is not ready, and not serving while it terminates
 * - `TERMINATING`: it is terminating, and others are ready
 * - `OTHER_NODE`: it is on another node, and the policy is `Local`
 * - `HINTS`: its hints name other nodes or zones
 * - `NOT_FORWARDED`: the connection is not forwarded
 */
export type UnusedReason = 'NOT_READY' | 'TERMINATING' | 'OTHER_NODE' | 'HINTS' | 'NOT_FORWARDED';

/** An endpoint that does not receive a connection. */
export interface UnusedEndpoint {
  /** The endpoint. */
  readonly endpoint: TrafficEndpoint;
  /** Why it does not. */
  readonly reason: UnusedReason;
}

/** What happens to a connection, and what decided it. */
export interface TrafficRoute {
  /** What kube-proxy does. */
  readonly verdict: TrafficVerdict;
  /** Why. */
  readonly reason: TrafficReason;
  /** The endpoints, one of which receives the connection; empty unless the verdict is `FORWARD`. */
  readonly endpoints: readonly TrafficEndpoint[];
  /** What the client connects to; undefined if the Service has no such address. */
  readonly destination: TrafficDestination | undefined;
  /** The IP family; undefined if nothing names it. */
  readonly family: Family | undefined;
  /** The port of the Service; undefined if none matches. */
  readonly port: TrafficPort | undefined;
  /** The traffic policy that applies; undefined if the connection is not handled. */
  readonly policy: 'Cluster' | 'Local' | undefined;
  /** Whether endpoints that are terminating receive it, because no other is ready. */
  readonly usesTerminating: boolean;
  /** Whether kube-proxy follows the hints of endpoints. */
  readonly hints: HintsExplanation;
  /** The other endpoints of the port. */
  readonly unused: readonly UnusedEndpoint[];
  /** The source ranges that apply to the client; empty if any client is accepted. */
  readonly sourceRanges: readonly string[];
  /** The ports that the EndpointSlices have instead; undefined unless the reason is `PORT_MISMATCH`. */
  readonly mismatch: PortMismatch | undefined;
}

/** A port of a Service that the EndpointSlices with endpoints lack, so kube-proxy has no endpoint for it. */
export interface PortMismatch {
  /** Index of the port in `spec.ports`. */
  readonly index: number;
  /** The IP family of the slices. */
  readonly family: Family;
  /** The ports of the slices, each name and protocol once; empty if they have none. */
  readonly found: readonly SlicePort[];
  /** The difference in English, such as `EndpointSlice web-1 has port "http" (TCP), not "" (TCP)`. */
  readonly text: string;
}

/** A port of an EndpointSlice. */
export interface SlicePort {
  /** Its name; empty if it has none. */
  readonly name: string;
  /** Its protocol. */
  readonly protocol: string;
  /** Its number; undefined if it has none, and then kube-proxy ignores it. */
  readonly port: number | undefined;
}

/** A port of a Service. */
export interface TrafficPort {
  /** Its name; empty if it has none. */
  readonly name: string;
  /** Its protocol. */
  readonly protocol: string;
  /** Its number. */
  readonly port: number;
  /** Its node port; undefined if it has none. */
  readonly nodePort: number | undefined;
}
