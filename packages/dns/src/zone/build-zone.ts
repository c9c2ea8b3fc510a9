import {
  childPath,
  type Endpoint,
  type EndpointPort,
  type EndpointSlice,
  type FieldPath,
  type FieldProblem,
  INT32_RANGE,
  type Namespace,
  type OptionRange,
  type Pod,
  type PodStatus,
  type ReportProblem,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readOption,
  readString,
  type Service,
  type ServicePort,
  type ServiceSpec,
  utf8Length,
} from '@kubesem/core';
import { checkLabel, checkSubdomain } from '../names/check-name.js';
import { clusterDomainOf } from '../names/dns-name.js';
import { readStrings } from '../resolver/dns-config.js';
import { zoneHost } from './host.js';
import { type ZoneProblemCode, zoneProblem } from './problem.js';
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
  private readonly report: ReportProblem<'INVALID_NAME' | 'INVALID_TYPE'> = (problem) => {
    this.problems.push(problem);
  };

  constructor(objects: ZoneObjects, options: ZoneOptions) {
    this.options = options;
    const { namespaces } = objects;
    this.known = namespaces
      ? new Set(
          readObjects(namespaces, 'namespaces', this.report).map(
            ([namespace, path]) => this.named(namespace, path).name,
          ),
        )
      : undefined;
    const slices = readObjects(objects.endpointSlices, 'endpointSlices', this.report).map(
      ([slice, path]) => [this.addSlice(slice, path), path] as const,
    );
    for (const [service, path] of readObjects(objects.services, 'services', this.report)) {
      this.addService(service, path);
    }
    for (const [names, path] of slices) {
      this.checkSlice(names, path);
    }
    if (options.pods === 'verified') {
      for (const [pod, path] of readObjects(objects.pods, 'pods', this.report)) {
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

  /** Reads the name and the namespace of an object, which become labels of DNS names. */
  private named(object: Service | Namespace, path: FieldPath): Identity {
    const identity = readIdentity(object, path, this.report);
    this.checkName(identity.name, identity.namePath);
    this.checkName(identity.namespace, identity.namespacePath);
    return identity;
  }

  /** Reports a name that is not a label. */
  private checkName(name: string, path: FieldPath): void {
    if (name !== '') {
      checkLabel(name, path, this.report);
    }
  }

  private addService(object: Service, path: FieldPath): void {
    const { name, namespace } = this.named(object, path);
    const key = `${namespace}/${name}`;
    this.addNamespace(namespace, path);
    if (this.services.has(key)) {
      this.addProblem('DUPLICATE_NAME', path, `duplicate Service ${key}; the last one wins`);
    }
    const specPath = childPath(path, 'spec');
    const fields: ServiceSpec = readObject(object.spec, specPath, this.report) ?? {};
    const text = (field: 'clusterIP' | 'type') =>
      readString(fields[field], childPath(specPath, field), this.report);
    const ip = text('clusterIP');
    const listed = readStrings(fields.clusterIPs, childPath(specPath, 'clusterIPs'), this.report);
    const ips = listed.length > 0 ? listed : [ip];
    const endpoints = this.endpoints.get(key) ?? [];
    const service: ZoneService = {
      name,
      namespace,
      externalName:
        text('type') === 'ExternalName' ? this.externalName(fields, specPath) : undefined,
      isHeadless: ips[0] === 'None',
      hosts: ips.map(zoneHost),
      ports: this.ports(fields.ports, childPath(specPath, 'ports'), 0),
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

  private externalName({ externalName }: ServiceSpec, specPath: FieldPath): string {
    const path = childPath(specPath, 'externalName');
    const name = readString(externalName, path, this.report);
    const plain = name.replace(/\.$/, '');
    if (plain !== '') {
      checkSubdomain(plain, path, this.report);
    }
    return name;
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

  /** Adds the endpoints of a slice; returns the Service that it belongs to. */
  private addSlice(slice: EndpointSlice, path: FieldPath): SliceOwner {
    const { namespace, namespacePath } = readIdentity(slice, path, this.report);
    this.checkName(namespace, namespacePath);
    const name = readServiceLabel(slice, path, this.report);
    const key = `${namespace}/${name}`;
    const endpoints = this.endpoints.get(key) ?? [];
    this.endpoints.set(key, endpoints);
    const ports = this.ports(slice.ports, childPath(path, 'ports'), NO_PORT.port);
    const owner = `${name}.${namespace}`;
    const isExposed = this.isExposed(namespace);
    const listPath = childPath(path, 'endpoints');
    readList(slice.endpoints, listPath, this.report).forEach((entry, index) => {
      const endpointPath = childPath(listPath, index);
      const fields: Partial<Endpoint> = readObject(entry, endpointPath, this.report) ?? {};
      for (const endpoint of this.zoneEndpoints(fields, endpointPath, { ports, service: owner })) {
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
    { addresses, conditions, hostname, targetRef }: Partial<Endpoint>,
    path: FieldPath,
    ofSlice: Pick<ZoneEndpoint, 'ports' | 'service'>,
  ): readonly ZoneEndpoint[] {
    const hostnamePath = childPath(path, 'hostname');
    const written = readString(hostname, hostnamePath, this.report);
    this.checkName(written, hostnamePath);
    const conditionsPath = childPath(path, 'conditions');
    const ready = readObject(conditions, conditionsPath, this.report)?.ready;
    if (readBoolean(ready, childPath(conditionsPath, 'ready'), this.report) === false) {
      return [];
    }
    const name = written || this.podLabel(targetRef, childPath(path, 'targetRef'));
    const listPath = childPath(path, 'addresses');
    return readList(addresses, listPath, this.report).flatMap((entry, index) => {
      const addressPath = childPath(listPath, index);
      const address = readString(entry, addressPath, this.report);
      if (typeof (entry ?? '') !== 'string') {
        return [];
      }
      if (zoneHost(address).type === undefined) {
        const message = `${address} is not an IP address; the DNS server treats it as a host name`;
        this.addProblem('INVALID_ADDRESS', addressPath, message);
      }
      return [{ address, hostname: name, ...ofSlice }];
    });
  }

  /** Returns the Pod's name if it names the endpoint, otherwise an empty string. */
  private podLabel(targetRef: Endpoint['targetRef'], path: FieldPath): string {
    if (this.options.endpointPodNames !== true) {
      return '';
    }
    const name = readObject(targetRef, path, this.report)?.name;
    const label = readString(name, childPath(path, 'name'), this.report);
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

  private checkSlice({ name: service, namespace }: SliceOwner, path: FieldPath): void {
    this.addNamespace(namespace, path);
    if (this.services.has(`${namespace}/${service}`)) {
      return;
    }
    const message =
      service === ''
        ? 'the label kubernetes.io/service-name is missing; set it to the name of the Service'
        : `Service ${namespace}/${service} is not in the list of Services`;
    this.addProblem('SLICE_WITHOUT_SERVICE', path, message);
  }

  private addPod(pod: Pod, path: FieldPath): void {
    const { namespace } = readIdentity(pod, path, this.report);
    this.addNamespace(namespace, path);
    const statusPath = childPath(path, 'status');
    const fields: PodStatus = readObject(pod.status, statusPath, this.report) ?? {};
    // The server ignores `podIPs`.
    const podIP = readString(fields.podIP, childPath(statusPath, 'podIP'), this.report);
    const phase = readString(fields.phase, childPath(statusPath, 'phase'), this.report);
    if (podIP === '' || pod.metadata?.deletionTimestamp || TERMINAL_PHASES.includes(phase)) {
      return;
    }
    const key = `${namespace}/${podIP}`;
    this.podIps.set(key, (this.podIps.get(key) ?? 0) + 1);
  }

  private ports(
    list: readonly (ServicePort | EndpointPort)[] | null | undefined,
    path: FieldPath,
    absentPort: number,
  ): readonly ZonePort[] {
    const ports = readList(list, path, this.report).map((entry, index) => {
      const portPath = childPath(path, index);
      const fields: EndpointPort = readObject(entry, portPath, this.report) ?? {};
      const text = (field: 'name' | 'protocol') =>
        readString(fields[field], childPath(portPath, field), this.report);
      const name = text('name');
      this.checkName(name, childPath(portPath, 'name'));
      const numberPath = childPath(portPath, 'port');
      const port = readInteger(fields.port, numberPath, INT32_RANGE, this.report) ?? absentPort;
      return { name: name.toLowerCase(), protocol: text('protocol').toLowerCase(), port };
    });
    return ports.length > 0 ? ports : [NO_PORT];
  }
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
