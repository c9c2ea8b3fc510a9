import {
  type Endpoint,
  type EndpointPort,
  type EndpointSlice,
  type FieldPath,
  type Namespace,
  type Pod,
  type Problem,
  type Service,
  type ServiceSpec,
} from '@kubesem/core';
import {
  type FieldPolicy,
  type Fields,
  type OptionRange,
  problemOf,
  readOption,
  utf8Length,
} from '@kubesem/core/internal';
import { checkLabel, checkSubdomain, clusterDomainOf } from '../names/dns-name.js';
import { zoneHost } from './host.js';
import type { ZoneProblemCode } from './problem.js';
import { type Identity, readIdentity, readObjects, readServiceLabel } from './read-objects.js';
import {
  endpointLabel,
  type Zone,
  type ZoneEndpoint,
  type ZoneObjects,
  type ZoneOptions,
  type ZonePort,
  type ZoneService,
} from './zone.js';

/** What the plugin accepts. */
const TTL_SECONDS: OptionRange = { min: 0, max: 3600, isWhole: true };

/**
 * Prepares the objects of a cluster for queries, as its DNS server does.
 *
 * Only ready endpoints have names; an endpoint without the condition `ready` counts as ready. A Service with
 * `publishNotReadyAddresses` needs no special case, because its EndpointSlices mark every endpoint as ready.
 *
 * @param objects - the objects of the cluster, as stored; they are not changed
 * @param options - the configuration of the DNS server
 * @returns the zone, with the problems of its objects
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_INVALID` if the cluster domain is not a DNS-1123
 * subdomain
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the cluster domain is not a string
 *
 * @example
 * ```ts
 * import { dnsZone, queryZone } from '@kubesem/dns';
 *
 * const zone = dnsZone({
 *   services: [{ metadata: { name: 'db', namespace: 'prod' }, spec: { clusterIP: '10.96.0.7' } }],
 * });
 * queryZone(zone, 'db.prod.svc.cluster.local', 'A').answers.map((record) => record.type) // => ['A']
 * queryZone(zone, 'db.test.svc.cluster.local', 'A').code // => 'NXDOMAIN'
 * ```
 *
 * Source: `github.com/coredns/coredns/plugin/kubernetes` v1.14.6; the defaults are those of
 * `k8s.io/kubernetes/cmd/kubeadm` v1.37.1.
 */
export function dnsZone(objects: ZoneObjects, options: ZoneOptions = {}): Zone {
  const pods = options.pods ?? 'insecure';
  const builder = new ZoneBuilder(objects, options);
  return {
    clusterDomain: clusterDomainOf(options),
    pods,
    // Source: the plugin `kubernetes` of CoreDNS, `ttl`.
    ttlSeconds: readOption('ttlSeconds', options.ttlSeconds, TTL_SECONDS) ?? 30,
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

/** CoreDNS ignores longer Pod names, because they cannot be labels. */
const MAX_LABEL_BYTES = 63;

/** Pods in these phases have no names. Unlike Kubernetes, CoreDNS also counts `Unknown` as terminal. */
const TERMINAL_PHASES = ['Succeeded', 'Failed', 'Unknown'];

/** Up to this number, searching the list is as fast as a map. */
const FEW_ENDPOINTS = 16;
const NO_PORT: ZonePort = { name: '', protocol: '', port: -1 };

type Read<T extends object> = Fields<T, ZoneProblemCode>;

/** Collects the objects of a cluster, one kind after the other. */
class ZoneBuilder {
  readonly services: Map<string, ZoneService> = new Map();
  readonly serviceOfIp: Map<string, string> = new Map();
  readonly endpointsOfIp: Map<string, ZoneEndpoint | ZoneEndpoint[]> = new Map();
  readonly podIps: Map<string, number> = new Map();
  readonly problems: Problem<ZoneProblemCode>[] = [];
  private readonly options: ZoneOptions;
  private readonly known: ReadonlySet<string> | undefined;
  private readonly seen: Set<string> = new Set();
  private readonly endpoints: Map<string, ZoneEndpoint[]> = new Map();
  private readonly policy: FieldPolicy<ZoneProblemCode> = {
    report: (problem) => {
      this.problems.push(problem());
    },
  };

  constructor(objects: ZoneObjects, options: ZoneOptions) {
    this.options = options;
    const { namespaces } = objects;
    this.known = namespaces
      ? new Set(
          readObjects(namespaces, 'namespaces', this.policy).map(
            (namespace) => this.named(namespace).name,
          ),
        )
      : undefined;
    const slices = readObjects(objects.endpointSlices, 'endpointSlices', this.policy).map(
      (slice) => [slice, this.addSlice(slice)] as const,
    );
    for (const service of readObjects(objects.services, 'services', this.policy)) {
      this.addService(service);
    }
    for (const [slice, owner] of slices) {
      this.checkSlice(slice, owner);
    }
    if (options.pods === 'verified') {
      for (const pod of readObjects(objects.pods, 'pods', this.policy)) {
        this.addPod(pod);
      }
    }
  }

  /** Adds a problem of an object, or of what is below it. */
  private find<T extends object>(
    { path }: Read<T>,
    code: ZoneProblemCode,
    message: string,
    more: { readonly path?: FieldPath; readonly severity?: 'error' } = {},
  ): void {
    this.problems.push(problemOf({ code, severity: 'warning', path, message, ...more }));
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

  private addNamespace<T extends object>(namespace: string, object: Read<T>): void {
    this.seen.add(namespace);
    if (this.known && !this.known.has(namespace)) {
      const message = `namespace ${namespace} is not in the list of namespaces`;
      this.find(object, 'NAMESPACE_NOT_LISTED', message);
    }
  }

  /** Reads the name and the namespace of an object, which become labels of DNS names. */
  private named(object: Read<Service | Namespace>): Identity<ZoneProblemCode> {
    const identity = readIdentity(object);
    checkName(identity.metadata, 'name', identity.name);
    checkName(identity.metadata, 'namespace', identity.namespace);
    return identity;
  }

  private addService(service: Read<Service>): void {
    const { name, namespace } = this.named(service);
    const key = `${namespace}/${name}`;
    this.addNamespace(namespace, service);
    if (this.services.has(key)) {
      this.find(service, 'SERVICE_DUPLICATE', `duplicate Service ${key}; the last one wins`);
    }
    const spec = service.at('spec');
    const ip = spec.text('clusterIP');
    const listed = spec.texts('clusterIPs');
    const ips = listed.length > 0 ? listed : [ip];
    const endpoints = this.endpoints.get(key) ?? [];
    this.services.set(key, {
      name,
      namespace,
      externalName: spec.text('type') === 'ExternalName' ? externalName(spec) : undefined,
      isHeadless: ips[0] === 'None',
      hosts: ips.map(zoneHost),
      ports: orNoPort(spec.each('ports', (port) => zonePort(port, 0))),
      hasSlices: this.endpoints.has(key),
      endpoints,
      endpointsByName: byName(endpoints),
    });
    if (!this.isExposed(namespace)) {
      return;
    }
    for (const ip of ips) {
      this.addClusterIp(ip, key, service);
    }
  }

  private addClusterIp(ip: string, key: string, service: Read<Service>): void {
    if (ip === '' || ip === 'None') {
      return;
    }
    const other = this.serviceOfIp.get(ip);
    if (other !== undefined && other !== key) {
      const message = `Services ${other} and ${key} have the same address ${ip}`;
      this.find(service, 'CLUSTER_IP_DUPLICATE', message, { severity: 'error' });
    }
    this.serviceOfIp.set(ip, key);
  }

  /** Adds the endpoints of a slice; returns the Service that it belongs to. */
  private addSlice(slice: Read<EndpointSlice>): SliceOwner {
    const { namespace, metadata } = readIdentity(slice);
    checkName(metadata, 'namespace', namespace);
    const name = readServiceLabel(metadata);
    const key = `${namespace}/${name}`;
    const endpoints = this.endpoints.get(key) ?? [];
    this.endpoints.set(key, endpoints);
    const ports = orNoPort(slice.each('ports', (port) => zonePort(port, NO_PORT.port)));
    const ofSlice = { ports, service: `${name}.${namespace}` };
    const isExposed = this.isExposed(namespace);
    slice.each('endpoints', (each) => {
      for (const endpoint of this.zoneEndpoints(each, ofSlice)) {
        endpoints.push(endpoint);
        if (isExposed) {
          this.addEndpointIp(endpoint);
        }
      }
    });
    return { name, namespace };
  }

  /** Makes an endpoint of each address; none if it is not ready. */
  private zoneEndpoints(
    endpoint: Read<Endpoint>,
    ofSlice: Pick<ZoneEndpoint, 'ports' | 'service'>,
  ): readonly ZoneEndpoint[] {
    const written = endpoint.text('hostname');
    checkName(endpoint, 'hostname', written);
    if (endpoint.at('conditions').flag('ready') === false) {
      return [];
    }
    const hostname = written || this.podLabel(endpoint);
    const found: ZoneEndpoint[] = [];
    for (const [index, address] of endpoint.texts('addresses').entries()) {
      if (address === '' && typeof (endpoint.raw('addresses')?.[index] ?? '') !== 'string') {
        continue;
      }
      if (zoneHost(address).type === undefined) {
        const message = `${address} is not an IP address; the DNS server treats it as a host name`;
        const path = endpoint.pathOf('addresses', index);
        this.find(endpoint, 'ENDPOINT_ADDRESS_INVALID', message, { path });
      }
      found.push({ address, hostname, ...ofSlice });
    }
    return found;
  }

  /** Returns the Pod's name if it names the endpoint, otherwise an empty string. */
  private podLabel(endpoint: Read<Endpoint>): string {
    if (this.options.endpointPodNames !== true) {
      return '';
    }
    const label = endpoint.at('targetRef').text('name');
    return utf8Length(label) <= MAX_LABEL_BYTES ? label : '';
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

  private checkSlice(slice: Read<EndpointSlice>, { name: service, namespace }: SliceOwner): void {
    this.addNamespace(namespace, slice);
    if (this.services.has(`${namespace}/${service}`)) {
      return;
    }
    const message =
      service === ''
        ? 'the label kubernetes.io/service-name is missing; set it to the name of the Service'
        : `Service ${namespace}/${service} is not in the list of Services`;
    this.find(slice, 'SLICE_WITHOUT_SERVICE', message);
  }

  private addPod(pod: Read<Pod>): void {
    const { namespace, metadata } = readIdentity(pod);
    this.addNamespace(namespace, pod);
    const status = pod.at('status');
    // The server ignores `podIPs`.
    const podIP = status.text('podIP');
    const phase = status.text('phase');
    if (podIP === '' || metadata.raw('deletionTimestamp') || TERMINAL_PHASES.includes(phase)) {
      return;
    }
    const key = `${namespace}/${podIP}`;
    this.podIps.set(key, (this.podIps.get(key) ?? 0) + 1);
  }
}

/** Reports a name that is not a label. */
function checkName<T extends object>(holder: Read<T>, field: keyof T & string, name: string): void {
  if (name !== '') {
    checkLabel(holder, field, name);
  }
}

function externalName(spec: Read<ServiceSpec>): string {
  const name = spec.text('externalName');
  const plain = name.replace(/\.$/, '');
  if (plain !== '') {
    checkSubdomain(spec, 'externalName', plain);
  }
  return name;
}

function zonePort(port: Read<EndpointPort>, absentPort: number): ZonePort {
  const name = port.text('name');
  checkName(port, 'name', name);
  const number = port.integer('port') ?? absentPort;
  return { name: name.toLowerCase(), protocol: port.text('protocol').toLowerCase(), port: number };
}

function orNoPort(ports: readonly ZonePort[]): readonly ZonePort[] {
  return ports.length > 0 ? ports : [NO_PORT];
}

/** The Service that an EndpointSlice belongs to. */
interface SliceOwner {
  readonly name: string;
  readonly namespace: string;
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
