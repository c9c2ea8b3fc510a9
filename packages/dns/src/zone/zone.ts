import type {
  EndpointPort,
  EndpointSlice,
  Namespace,
  ObjectMeta,
  Pod,
  Service,
  ServicePort,
} from '@kubesem/core';
import { clusterDomainOf } from '../names/dns-name.js';
import { addressLabel } from '../names/endpoint-name.js';
import type { DnsRecord } from './dns-record.js';
import { type ZoneHost, zoneHost } from './zone-host.js';

/** The objects of a cluster that its DNS server looks at. */
export interface ZoneObjects {
  /** The Services. */
  readonly services?: Iterable<Service> | null | undefined;
  /** The EndpointSlices; those of a Service name it in the label `kubernetes.io/service-name`. */
  readonly endpointSlices?: Iterable<EndpointSlice> | null | undefined;
  /** The Pods; they matter with `pods: 'verified'` only. */
  readonly pods?: Iterable<Pod> | null | undefined;
  /** The namespaces. If they are left out, every namespace that another object names is taken to exist. */
  readonly namespaces?: Iterable<Namespace> | null | undefined;
}

/** How the DNS server is configured: the options of CoreDNS' plugin `kubernetes`, with the defaults of kubeadm. */
export interface ZoneOptions {
  /** The domain below which the cluster's names stand, without a dot at the end; `cluster.local` if absent. */
  readonly clusterDomain?: string | undefined;
  /**
   * Which names of Pods there are: none, those of all addresses, or those of the first address (`status.podIP`) of
   * each Pod. Absent means `insecure`.
   */
  readonly pods?: 'disabled' | 'insecure' | 'verified' | undefined;
  /** For how many seconds resolvers may keep an answer; 30 if absent. */
  readonly ttlSeconds?: number | undefined;
  /** Whether an endpoint without a host name has the name of its Pod. */
  readonly endpointPodNames?: boolean | undefined;
  /** Whether a Service without a ready endpoint has no name. */
  readonly ignoreEmptyService?: boolean | undefined;
  /** The namespaces that the server shows; all if absent. */
  readonly exposedNamespaces?: readonly string[] | undefined;
  /** The records of a name outside of the cluster; if absent, there are none. */
  readonly upstream?: ((name: string, type: string) => readonly DnsRecord[]) | undefined;
}

/** A port by its name. */
export interface ZonePort {
  /** Lower case; empty without a name. */
  readonly name: string;
  /** Lower case; empty if the object does not say it. */
  readonly protocol: string;
  /** The number; -1 if there is none. */
  readonly port: number;
}

/** One ready address behind a Service. Its host and its name are worked out when they are asked for: there are many. */
export interface ZoneEndpoint {
  /** The address, as the slice has it. */
  readonly address: string;
  /** Its own name below the Service's; empty if it is made from the address. */
  readonly hostname: string;
  /** The ports of its slice. */
  readonly ports: readonly ZonePort[];
  /** The name of the Service and its namespace, joined by a dot. */
  readonly service: string;
}

/** The name of an endpoint below that of its Service. */
export function endpointLabel({ hostname, address }: ZoneEndpoint): string {
  return hostname === '' ? addressLabel(address) : hostname;
}

/** A Service with what is behind it. */
export interface ZoneService {
  /** Its name. */
  readonly name: string;
  /** Its namespace. */
  readonly namespace: string;
  /** What it stands for outside, if it is an `ExternalName`. */
  readonly externalName: string | undefined;
  /** Whether it has no address of its own. */
  readonly isHeadless: boolean;
  /** Its own addresses. */
  readonly hosts: readonly ZoneHost[];
  /** Its ports. */
  readonly ports: readonly ZonePort[];
  /** Whether there is any EndpointSlice of it; manifests have none. */
  readonly hasSlices: boolean;
  /** The ready addresses behind it. */
  readonly endpoints: readonly ZoneEndpoint[];
  /** The same by their names, in lower case, if there are many. */
  readonly endpointsByName: ReadonlyMap<string, readonly ZoneEndpoint[]> | undefined;
}

/**
 * What is odd about the objects of a zone.
 *
 * - `DUPLICATE_NAME`: a Service is given twice; the later one counts
 * - `DUPLICATE_CLUSTER_IP`: two Services have the same address; its PTR record names the later one
 * - `UNKNOWN_NAMESPACE`: the namespace is not among those that are given, so nothing in it has a name
 * - `SLICE_WITHOUT_SERVICE`: the label of the slice is missing, or its Service is not given
 * - `INVALID_ADDRESS`: an address of a slice is no IP address and is taken for a name
 */
export type ZoneProblemCode =
  | 'DUPLICATE_NAME'
  | 'DUPLICATE_CLUSTER_IP'
  | 'UNKNOWN_NAMESPACE'
  | 'SLICE_WITHOUT_SERVICE'
  | 'INVALID_ADDRESS';

/** Something odd about an object. */
export interface ZoneProblem {
  /** What it is. */
  readonly code: ZoneProblemCode;
  /** The list and the place in it, such as `services[3]`. */
  readonly path: string;
  /** For people. */
  readonly message: string;
}

/** What a DNS server knows of a cluster: prepared by {@link buildZone}, asked by {@link query}. */
export interface Zone {
  /** The domain below which the cluster's names stand. */
  readonly clusterDomain: string;
  /** Which names of Pods there are. */
  readonly pods: 'disabled' | 'insecure' | 'verified';
  /** For how many seconds resolvers may keep an answer. */
  readonly ttlSeconds: number;
  /** Whether a Service without a ready endpoint has no name. */
  readonly ignoreEmptyService: boolean;
  /** Asks outside of the cluster. */
  readonly upstream: (name: string, type: string) => readonly DnsRecord[];
  /** What is odd about the objects. */
  readonly problems: readonly ZoneProblem[];
  /** The namespaces that exist and are shown. @internal */
  readonly namespaces: ReadonlySet<string>;
  /** The Services by `namespace/name`. @internal */
  readonly services: ReadonlyMap<string, ZoneService>;
  /** The Service of a cluster address. @internal */
  readonly serviceOfIp: ReadonlyMap<string, string>;
  /** The endpoints of an address, most often one. @internal */
  readonly endpointsOfIp: ReadonlyMap<string, ZoneEndpoint | readonly ZoneEndpoint[]>;
  /** How many Pods have an address, by `namespace/address`: those on the network of a node share one. @internal */
  readonly podIps: ReadonlyMap<string, number>;
}

const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';
/** A longer name is no label, and CoreDNS does not keep it. */
const LONGEST_LABEL = 63;

/** Pods in these phases have no names. */
const NAMELESS_PHASES = ['Succeeded', 'Failed', 'Unknown'];

/** What is no longer than this is found as fast without a map. */
const FEW_ENDPOINTS = 16;
const NO_PORT: ZonePort = { name: '', protocol: '', port: -1 };

function zonePorts(
  ports: readonly (ServicePort | EndpointPort)[] | null | undefined,
  absentPort: number,
): readonly ZonePort[] {
  if (!ports || ports.length === 0) {
    return [NO_PORT];
  }
  return ports.map(({ name, protocol, port }) => ({
    name: (name ?? '').toLowerCase(),
    protocol: (protocol ?? '').toLowerCase(),
    port: port ?? absentPort,
  }));
}

function label(name: string | null | undefined): string {
  return name != null && name.length <= LONGEST_LABEL ? name : '';
}

/** Gathers the objects of a cluster, one kind after the other. */
class ZoneBuilder {
  readonly services: Map<string, ZoneService> = new Map();
  readonly serviceOfIp: Map<string, string> = new Map();
  readonly endpointsOfIp: Map<string, ZoneEndpoint | ZoneEndpoint[]> = new Map();
  readonly podIps: Map<string, number> = new Map();
  readonly problems: ZoneProblem[] = [];
  private readonly options: ZoneOptions;
  private readonly known: ReadonlySet<string> | undefined;
  private readonly seen: Set<string> = new Set();
  private readonly endpoints: Map<string, ZoneEndpoint[]> = new Map();

  constructor(objects: ZoneObjects, options: ZoneOptions) {
    this.options = options;
    const { namespaces } = objects;
    this.known = namespaces
      ? new Set([...namespaces].map(({ metadata }) => metadata?.name ?? ''))
      : undefined;
    const slices = [...(objects.endpointSlices ?? [])];
    slices.forEach((slice, i) => this.addSlice(slice, `endpointSlices[${i}]`));
    [...(objects.services ?? [])].forEach((service, i) =>
      this.addService(service, `services[${i}]`),
    );
    slices.forEach((slice, i) => this.checkSlice(slice, `endpointSlices[${i}]`));
    if (options.pods === 'verified') {
      [...(objects.pods ?? [])].forEach((pod, i) => this.addPod(pod, `pods[${i}]`));
    }
  }

  /** The namespaces that exist and that the server shows. */
  get namespaces(): ReadonlySet<string> {
    const existing = this.known ?? this.seen;
    return new Set([...existing].filter((namespace) => this.isExposed(namespace)));
  }

  private isExposed(namespace: string): boolean {
    const { exposedNamespaces } = this.options;
    if (!exposedNamespaces) {
      return true;
    }
    return exposedNamespaces.includes(namespace) && (this.known?.has(namespace) ?? true);
  }

  private problem(code: ZoneProblemCode, path: string, message: string): void {
    this.problems.push({ code, path, message });
  }

  private namespaceOf(metadata: ObjectMeta | null | undefined): string {
    return metadata?.namespace || 'default';
  }

  private noteNamespace(namespace: string, path: string): void {
    this.seen.add(namespace);
    if (this.known && !this.known.has(namespace)) {
      this.problem(
        'UNKNOWN_NAMESPACE',
        path,
        `namespace ${namespace} is not among those that are given`,
      );
    }
  }

  private addService({ metadata, spec }: Service, path: string): void {
    const name = metadata?.name ?? '';
    const namespace = this.namespaceOf(metadata);
    const key = `${namespace}/${name}`;
    this.noteNamespace(namespace, path);
    if (this.services.has(key)) {
      this.problem('DUPLICATE_NAME', path, `Service ${key} is given twice`);
    }
    const ips =
      spec?.clusterIPs && spec.clusterIPs.length > 0 ? spec.clusterIPs : [spec?.clusterIP ?? ''];
    const endpoints = this.endpoints.get(key) ?? [];
    const service: ZoneService = {
      name,
      namespace,
      externalName: spec?.type === 'ExternalName' ? (spec.externalName ?? '') : undefined,
      isHeadless: ips[0] === 'None',
      hosts: ips.map(zoneHost),
      ports: zonePorts(spec?.ports, 0),
      hasSlices: this.endpoints.has(key),
      endpoints,
      endpointsByName: byName(endpoints),
    };
    this.services.set(key, service);
    if (!this.isExposed(namespace)) {
      return;
    }
    for (const ip of ips) {
      this.addClusterIp(ip, key, path);
    }
  }

  private addClusterIp(ip: string, key: string, path: string): void {
    if (ip === '' || ip === 'None') {
      return;
    }
    const other = this.serviceOfIp.get(ip);
    if (other !== undefined && other !== key) {
      this.problem(
        'DUPLICATE_CLUSTER_IP',
        path,
        `Services ${other} and ${key} have the address ${ip}`,
      );
    }
    this.serviceOfIp.set(ip, key);
  }

  private addSlice(slice: EndpointSlice, path: string): void {
    const namespace = this.namespaceOf(slice.metadata);
    const service = slice.metadata?.labels?.[SERVICE_NAME_LABEL] ?? '';
    const key = `${namespace}/${service}`;
    const endpoints = this.endpoints.get(key) ?? [];
    const ports = zonePorts(slice.ports, NO_PORT.port);
    const owner = `${service}.${namespace}`;
    const isExposed = this.isExposed(namespace);
    this.endpoints.set(key, endpoints);
    (slice.endpoints ?? []).forEach(({ addresses, conditions, hostname, targetRef }, i) => {
      if (conditions?.ready === false) {
        return;
      }
      const podName = this.options.endpointPodNames === true ? label(targetRef?.name) : '';
      (addresses ?? []).forEach((address, j) => {
        const endpoint = { address, hostname: (hostname ?? '') || podName, ports, service: owner };
        endpoints.push(endpoint);
        if (zoneHost(address).type === undefined) {
          const message = `${address} is no IP address, and is taken for a name`;
          this.problem('INVALID_ADDRESS', `${path}.endpoints[${i}].addresses[${j}]`, message);
        }
        if (isExposed) {
          this.addEndpointIp(endpoint);
        }
      });
    });
  }

  private addEndpointIp(endpoint: ZoneEndpoint): void {
    const { address } = endpoint;
    const others = this.endpointsOfIp.get(address);
    if (others === undefined) {
      this.endpointsOfIp.set(address, endpoint);
    } else if (Array.isArray(others)) {
      others.push(endpoint);
    } else {
      this.endpointsOfIp.set(address, [others as ZoneEndpoint, endpoint]);
    }
  }

  private checkSlice({ metadata }: EndpointSlice, path: string): void {
    const namespace = this.namespaceOf(metadata);
    this.noteNamespace(namespace, path);
    const service = metadata?.labels?.[SERVICE_NAME_LABEL] ?? '';
    if (this.services.has(`${namespace}/${service}`)) {
      return;
    }
    const message =
      service === ''
        ? `expected the label ${SERVICE_NAME_LABEL}, which names the Service`
        : `Service ${namespace}/${service} is not among those that are given`;
    this.problem('SLICE_WITHOUT_SERVICE', path, message);
  }

  private addPod({ metadata, status }: Pod, path: string): void {
    const namespace = this.namespaceOf(metadata);
    this.noteNamespace(namespace, path);
    // The server does not look at `podIPs`.
    const { podIP, phase } = status ?? {};
    if (!podIP || metadata?.deletionTimestamp || NAMELESS_PHASES.includes(phase ?? '')) {
      return;
    }
    const key = `${namespace}/${podIP}`;
    this.podIps.set(key, (this.podIps.get(key) ?? 0) + 1);
  }
}

function byName(endpoints: readonly ZoneEndpoint[]): ZoneService['endpointsByName'] {
  if (endpoints.length <= FEW_ENDPOINTS) {
    return undefined;
  }
  const map = new Map<string, ZoneEndpoint[]>();
  for (const endpoint of endpoints) {
    const name = endpointLabel(endpoint).toLowerCase();
    const same = map.get(name);
    if (same === undefined) {
      map.set(name, [endpoint]);
    } else {
      same.push(endpoint);
    }
  }
  return map;
}

/**
 * Prepares the objects of a cluster for questions, as its DNS server does.
 *
 * Only ready endpoints have a name; an endpoint that does not say whether it is ready is. A Service's
 * `publishNotReadyAddresses` is not looked at: its slices say that all are ready.
 *
 * @param objects - of the cluster, as stored; nothing is changed in them
 * @param options - of the DNS server
 * @returns the zone; `problems` names what is odd about the objects, and what it was taken for
 * @throws {@link DnsError} `INVALID_NAME` if the cluster domain is no DNS-1123 subdomain
 *
 * @example
 * ```ts
 * import { buildZone, query } from '@kubesem/dns';
 *
 * const zone = buildZone({
 *   services: [{ metadata: { name: 'db', namespace: 'prod' }, spec: { clusterIP: '10.96.0.7' } }],
 * });
 * query(zone, 'db.prod.svc.cluster.local', 'A').answers.map((record) => record.type) // => ['A']
 * query(zone, 'db.test.svc.cluster.local', 'A').code // => 'NXDOMAIN'
 * ```
 *
 * Source: `github.com/coredns/coredns/plugin/kubernetes` v1.14.6; the defaults are those of
 * `k8s.io/kubernetes/cmd/kubeadm` v1.37.1.
 */
export function buildZone(objects: ZoneObjects, options: ZoneOptions = {}): Zone {
  const pods = options.pods ?? 'insecure';
  const builder = new ZoneBuilder(objects, options);
  return {
    clusterDomain: clusterDomainOf(options),
    pods,
    ttlSeconds: options.ttlSeconds ?? 30,
    ignoreEmptyService: options.ignoreEmptyService ?? false,
    upstream: options.upstream ?? (() => []),
    problems: builder.problems,
    namespaces: builder.namespaces,
    services: builder.services,
    serviceOfIp: builder.serviceOfIp,
    endpointsOfIp: builder.endpointsOfIp,
    podIps: builder.podIps,
  };
}
