import {
  childPath,
  type EndpointPort,
  type EndpointSlice,
  type FieldPath,
  type FieldProblem,
  objectNamespace,
  type Pod,
  type Service,
  type ServicePort,
} from '@kubesem/core';
import { clusterDomainOf } from '../names/dns-name.js';
import {
  endpointLabel,
  type Zone,
  type ZoneEndpoint,
  type ZoneObjects,
  type ZoneOptions,
  type ZonePort,
  type ZoneService,
} from './zone.js';
import { zoneHost } from './zone-host.js';
import { type ZoneProblemCode, zoneProblem } from './zone-problem.js';

/**
 * Prepares the objects of a cluster for queries, as its DNS server does.
 *
 * Only ready endpoints have names; an endpoint without the condition `ready` counts as ready. A Service with
 * `publishNotReadyAddresses` needs no special case, because its EndpointSlices mark every endpoint as ready.
 *
 * @param objects - the objects of the cluster, as stored; they are not changed
 * @param options - the configuration of the DNS server
 * @returns the zone, with the problems of its objects
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_NAME` if the cluster domain is not a DNS-1123
 * subdomain
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the cluster domain is not a string
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

const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';
/** CoreDNS ignores longer Pod names, because they cannot be labels. */
const MAX_LABEL_LENGTH = 63;

/** Pods in these phases have no names. Unlike Kubernetes, CoreDNS also counts `Unknown` as terminal. */
const TERMINAL_PHASES = ['Succeeded', 'Failed', 'Unknown'];

/** Up to this number, searching the list is as fast as a map. */
const FEW_ENDPOINTS = 16;
const NO_PORT: ZonePort = { name: '', protocol: '', port: -1 };

/** Collects the objects of a cluster, one kind after the other. */
class ZoneBuilder {
  readonly services: Map<string, ZoneService> = new Map();
  readonly serviceOfIp: Map<string, string> = new Map();
  readonly endpointsOfIp: Map<string, ZoneEndpoint | ZoneEndpoint[]> = new Map();
  readonly podIps: Map<string, number> = new Map();
  readonly problems: FieldProblem<ZoneProblemCode>[] = [];
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
    const slices = placed(objects.endpointSlices, 'endpointSlices');
    for (const [slice, path] of slices) {
      this.addSlice(slice, path);
    }
    for (const [service, path] of placed(objects.services, 'services')) {
      this.addService(service, path);
    }
    for (const [slice, path] of slices) {
      this.checkSlice(slice, path);
    }
    if (options.pods === 'verified') {
      for (const [pod, path] of placed(objects.pods, 'pods')) {
        this.addPod(pod, path);
      }
    }
  }

  /** The namespaces that exist and for which the server answers. */
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

  private addProblem(code: ZoneProblemCode, path: FieldPath, message: string): void {
    this.problems.push(zoneProblem(code, path, message));
  }

  private addNamespace(namespace: string, path: FieldPath): void {
    this.seen.add(namespace);
    if (this.known && !this.known.has(namespace)) {
      const message = `namespace ${namespace} is not in the list of namespaces`;
      this.addProblem('UNKNOWN_NAMESPACE', path, message);
    }
  }

  private addService({ metadata, spec }: Service, path: FieldPath): void {
    const name = metadata?.name ?? '';
    const namespace = objectNamespace({ metadata });
    const key = `${namespace}/${name}`;
    this.addNamespace(namespace, path);
    if (this.services.has(key)) {
      this.addProblem('DUPLICATE_NAME', path, `duplicate Service ${key}; the last one wins`);
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

  private addClusterIp(ip: string, key: string, path: FieldPath): void {
    if (ip === '' || ip === 'None') {
      return;
    }
    const other = this.serviceOfIp.get(ip);
    if (other !== undefined && other !== key) {
      const message = `Services ${other} and ${key} have the same address ${ip}`;
      this.addProblem('DUPLICATE_CLUSTER_IP', path, message);
    }
    this.serviceOfIp.set(ip, key);
  }

  private addSlice(slice: EndpointSlice, path: FieldPath): void {
    const namespace = objectNamespace(slice);
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
          const endpointPath = childPath(childPath(path, 'endpoints'), i);
          const addressPath = childPath(childPath(endpointPath, 'addresses'), j);
          const message = `${address} is not an IP address; the DNS server treats it as a host name`;
          this.addProblem('INVALID_ADDRESS', addressPath, message);
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

  private checkSlice({ metadata }: EndpointSlice, path: FieldPath): void {
    const namespace = objectNamespace({ metadata });
    this.addNamespace(namespace, path);
    const service = metadata?.labels?.[SERVICE_NAME_LABEL] ?? '';
    if (this.services.has(`${namespace}/${service}`)) {
      return;
    }
    const message =
      service === ''
        ? `the label ${SERVICE_NAME_LABEL} is missing; set it to the name of the Service`
        : `Service ${namespace}/${service} is not in the list of Services`;
    this.addProblem('SLICE_WITHOUT_SERVICE', path, message);
  }

  private addPod({ metadata, status }: Pod, path: FieldPath): void {
    const namespace = objectNamespace({ metadata });
    this.addNamespace(namespace, path);
    // The server ignores `podIPs`.
    const { podIP, phase } = status ?? {};
    if (!podIP || metadata?.deletionTimestamp || TERMINAL_PHASES.includes(phase ?? '')) {
      return;
    }
    const key = `${namespace}/${podIP}`;
    this.podIps.set(key, (this.podIps.get(key) ?? 0) + 1);
  }
}

/** Returns the objects of a list with their paths in {@link ZoneObjects}. */
function placed<T>(
  objects: Iterable<T> | null | undefined,
  list: keyof ZoneObjects,
): readonly (readonly [object: T, path: FieldPath])[] {
  const listPath = childPath(undefined, list);
  return [...(objects ?? [])].map((object, index) => [object, childPath(listPath, index)]);
}

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
  return name != null && name.length <= MAX_LABEL_LENGTH ? name : '';
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
