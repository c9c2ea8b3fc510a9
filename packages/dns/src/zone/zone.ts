import type { EndpointSlice, Namespace, Pod, Problem, Service } from '@kubesem/core';
import { addressLabel } from '../names/endpoint-name.js';
import type { ZoneHost } from './host.js';
import type { ZoneProblemCode } from './problem.js';
import type { DnsRecord } from './record.js';

/** The objects of a cluster from which its DNS server makes records. */
export interface ZoneObjects {
  /** The Services. */
  readonly services?: Iterable<Service> | null | undefined;
  /** The EndpointSlices; their label `kubernetes.io/service-name` names the Service. */
  readonly endpointSlices?: Iterable<EndpointSlice> | null | undefined;
  /** The Pods; used only with `pods: 'verified'`. */
  readonly pods?: Iterable<Pod> | null | undefined;
  /** The namespaces. If absent, every namespace of another object exists. */
  readonly namespaces?: Iterable<Namespace> | null | undefined;
}

/** Configuration of the DNS server: the options of the CoreDNS plugin `kubernetes`, with the defaults of kubeadm. */
export interface ZoneOptions {
  /** The cluster domain, without a trailing dot; `cluster.local` if absent. */
  readonly clusterDomain?: string | undefined;
  /**
   * Which Pods have names by their address: none (`disabled`), any address (`insecure`, the default), or the first
   * address (`status.podIP`) of each Pod (`verified`).
   */
  readonly pods?: 'disabled' | 'insecure' | 'verified' | undefined;
  /** Seconds for which resolvers can cache an answer, from 0 to 3600; 30 if absent. */
  readonly ttlSeconds?: number | undefined;
  /** Whether an endpoint without a host name has the name of its Pod. */
  readonly endpointPodNames?: boolean | undefined;
  /** Whether a Service without a ready endpoint has no name. */
  readonly ignoreEmptyService?: boolean | undefined;
  /** The namespaces for which the server answers; all if absent. */
  readonly exposedNamespaces?: readonly string[] | undefined;
  /** Returns the records of a name outside the cluster; without this function, such names have no records. */
  readonly upstream?: ((name: string, type: string) => readonly DnsRecord[]) | undefined;
}

/** A port of a Service or EndpointSlice. */
export interface ZonePort {
  /** Name in lower case; empty if the port has none. */
  readonly name: string;
  /** Protocol in lower case; empty if absent. */
  readonly protocol: string;
  /** Number of the port; -1 if absent. */
  readonly port: number;
}

/** A ready address of a Service. There can be many, so its host and its name are computed only when needed. */
export interface ZoneEndpoint {
  /** Address as written in the slice. */
  readonly address: string;
  /** Host name below the name of the Service; empty if that is made from the address. */
  readonly hostname: string;
  /** Ports of the slice. */
  readonly ports: readonly ZonePort[];
  /** `<service>.<namespace>`. */
  readonly service: string;
}

/** Returns the first label of the DNS name of an endpoint. */
export function endpointLabel({ hostname, address }: ZoneEndpoint): string {
  return hostname === '' ? addressLabel(address) : hostname;
}

/** A Service with its endpoints. */
export interface ZoneService {
  /** Name. */
  readonly name: string;
  /** Namespace. */
  readonly namespace: string;
  /** Target of an `ExternalName` Service; undefined for other types. */
  readonly externalName: string | undefined;
  /** Whether `clusterIP` is `None`. */
  readonly isHeadless: boolean;
  /** Its cluster IPs. */
  readonly hosts: readonly ZoneHost[];
  /** Its ports. */
  readonly ports: readonly ZonePort[];
  /** Whether it has any EndpointSlice; manifests usually contain none. */
  readonly hasSlices: boolean;
  /** Its ready endpoints. */
  readonly endpoints: readonly ZoneEndpoint[];
  /** The endpoints by their labels in lower case; undefined if there are few. */
  readonly endpointsByName: ReadonlyMap<string, readonly ZoneEndpoint[]> | undefined;
}

/** The objects of a cluster, prepared by {@link dnsZone} for {@link queryZone}. */
export interface Zone {
  /** The cluster domain. */
  readonly clusterDomain: string;
  /** Which Pods have names by their address. */
  readonly pods: 'disabled' | 'insecure' | 'verified';
  /** Seconds for which resolvers can cache an answer. */
  readonly ttlSeconds: number;
  /** Whether a Service without a ready endpoint has no name. */
  readonly ignoreEmptyService: boolean;
  /** Returns the records of a name outside the cluster. */
  readonly upstream: (name: string, type: string) => readonly DnsRecord[];
  /** Problems with the objects; their segments start with the name of a list and an index, such as `['services', 3]`. */
  readonly problems: readonly Problem<ZoneProblemCode>[];
  /** The namespaces that exist and are exposed. @internal */
  readonly namespaces: ReadonlySet<string>;
  /** The Services by `namespace/name`. @internal */
  readonly services: ReadonlyMap<string, ZoneService>;
  /** The key of the Service that has a cluster IP. @internal */
  readonly serviceOfIp: ReadonlyMap<string, string>;
  /** The endpoints that have an address, usually one. @internal */
  readonly endpointsOfIp: ReadonlyMap<string, ZoneEndpoint | readonly ZoneEndpoint[]>;
  /** Number of Pods by `namespace/address`; Pods on the host network of one node share an address. @internal */
  readonly podIps: ReadonlyMap<string, number>;
}
