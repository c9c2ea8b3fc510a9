import {
  appendAll,
  childPath,
  type Endpoint,
  type EndpointPort,
  FieldError,
  type FieldPath,
  type FieldProblem,
  movedProblem,
  objectOf,
  objectsOf,
  type Pod,
  pathSegments,
  type ReportProblem,
  readBoolean,
  readList,
  readObject,
  readString,
  type Service,
  type ServiceSpec,
  textOf,
} from '@kubesem/core';
import type { DnsErrorCode } from '../dns-error-code.js';
import { readStrings } from '../resolver/dns-config.js';
import { readIdentity, readObjects, readServiceLabel } from '../zone/read-objects.js';
import type { ZoneObjects } from '../zone/zone.js';
import { clusterDomainOf, type DnsNameOptions } from './dns-name.js';
import { endpointName } from './endpoint-name.js';
import { podFqdn, podHostname } from './pod-hostname.js';
import { podName } from './pod-name.js';
import { serviceName } from './service-name.js';
import { srvName } from './srv-name.js';

/** A name of an object. */
export interface DnsName {
  /**
   * What has the name: a Service, one of its named ports (SRV), an endpoint of a headless Service; a Pod by its address, by
   * its `hostname` inside, or by its `fqdn`, if a headless Service serves it.
   */
  readonly of: 'service' | 'port' | 'endpoint' | 'address' | 'hostname' | 'fqdn';
  /** The name, without a trailing dot. */
  readonly name: string;
}

/** The names of a Service or a Pod. */
export interface DnsNames {
  /** Kind of the object. */
  readonly kind: 'Service' | 'Pod';
  /** Namespace; `default` if the object has none. */
  readonly namespace: string;
  /** Name of the object. */
  readonly name: string;
  /** Its DNS names. */
  readonly names: readonly DnsName[];
}

/** The names of the Services and Pods of a cluster. */
export interface ClusterDnsNames {
  /** The Services, then the Pods, each with its names. */
  readonly objects: readonly DnsNames[];
  /** Names that are invalid; their segments start with the name of a list and an index, such as `['services', 3]`. */
  readonly problems: readonly FieldProblem<DnsErrorCode>[];
}

/**
 * Lists the DNS names of the Services and Pods of a cluster, and the host names that Pods see inside.
 *
 * An `ExternalName` Service has only its own name. Endpoints have names if their Service is headless and they are ready, and
 * so have the ports of their slices; without slices, the ports of the Service are listed. A Pod
 * with `hostname` and `subdomain` has its full name if it is such an endpoint; for a Pod that is not stored, the Service is enough.
 *
 * @param objects - the objects of the cluster, as stored; they are not changed
 * @param options - settings of the cluster
 * @returns the names of each object, and the problems of names that are invalid
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_NAME` if the cluster domain is not a DNS-1123
 * subdomain
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the cluster domain is not a string
 *
 * @example
 * ```ts
 * import { clusterDnsNames } from '@kubesem/dns';
 *
 * const spec = { ports: [{ name: 'sql', protocol: 'TCP', port: 5432 }] };
 * const services = [{ metadata: { name: 'data', namespace: 'prod' }, spec }];
 * const { objects } = clusterDnsNames({ services });
 * objects[0]?.names // => [
 * //   { of: 'service', name: 'data.prod.svc.cluster.local' },
 * //   { of: 'port', name: '_sql._tcp.data.prod.svc.cluster.local' },
 * // ]
 * ```
 *
 * Source: Kubernetes DNS specification 1.1, section 2; `github.com/coredns/coredns/plugin/kubernetes` v1.14.6.
 */
export function clusterDnsNames(
  { services, endpointSlices, pods }: Omit<ZoneObjects, 'namespaces'>,
  options: DnsNameOptions = {},
): ClusterDnsNames {
  clusterDomainOf(options);
  const namer = new Namer(options);
  const endpoints = namer.endpointsByService(endpointSlices);
  const objects = [
    ...namer
      .read(services, 'services')
      .map(([service, path]) => namer.service(service, path, endpoints)),
    ...namer.read(pods, 'pods').map(([pod, path]) => namer.pod(pod, path, endpoints)),
  ];
  return { objects, problems: namer.problems };
}

/** An endpoint, and its path in the objects of the cluster. */
type PlacedEndpoint = readonly [endpoint: Endpoint, path: FieldPath];

/** A port, and its path in the objects of the cluster. */
type PlacedPort = readonly [port: EndpointPort, path: FieldPath];

/** What the slices of a Service have. */
interface ServiceEndpoints {
  readonly endpoints: PlacedEndpoint[];
  /** The ports of slices with a ready endpoint, by name and protocol. */
  readonly ports: Map<string, PlacedPort>;
}

/** The endpoints by namespace and name of their Service. */
type EndpointsByService = ReadonlyMap<string, ServiceEndpoints>;

/** Makes one name. */
interface NameMaker {
  readonly of: DnsName['of'];
  readonly make: () => string | undefined;
  /** Paths of the arguments that are not the object itself, by the first segment of the problem that they cause. */
  readonly paths?: { readonly [segment: string]: FieldPath };
}

/** Names the objects of a cluster, and collects the problems. */
class Namer {
  readonly problems: FieldProblem<DnsErrorCode>[] = [];
  private readonly reported = new Set<string>();
  /** The headless Services so far. */
  private readonly headless = new Set<string>();
  private readonly served = new Map<string, Set<string>>();
  /** Adds a problem; a field is reported once, even if it makes several names invalid. */
  private readonly report: ReportProblem<DnsErrorCode> = (problem) => {
    if (!this.reported.has(problem.path)) {
      this.reported.add(problem.path);
      this.problems.push(problem);
    }
  };

  constructor(private readonly options: DnsNameOptions) {}

  /** Reads the objects of a list, with their paths. */
  read<T extends object>(objects: Iterable<T> | null | undefined, list: keyof ZoneObjects) {
    return readObjects(objects, list, this.report);
  }

  endpointsByService(slices: ZoneObjects['endpointSlices']): EndpointsByService {
    const found = new Map<string, ServiceEndpoints>();
    for (const [slice, slicePath] of this.read(slices, 'endpointSlices')) {
      const { namespace } = readIdentity(slice, slicePath, this.report);
      const key = `${namespace}/${readServiceLabel(slice, slicePath, this.report)}`;
      const known = found.get(key);
      const { endpoints, ports }: ServiceEndpoints = known ?? { endpoints: [], ports: new Map() };
      found.set(key, { endpoints, ports });
      const listPath = childPath(slicePath, 'endpoints');
      for (const [i, endpoint] of readList(slice.endpoints, listPath, this.report).entries()) {
        const path = childPath(listPath, i);
        endpoints.push([readObject(endpoint, path, this.report) ?? {}, path]);
      }
      if (
        objectsOf(slice.endpoints).some(({ conditions }) => objectOf(conditions).ready !== false)
      ) {
        const portsPath = childPath(slicePath, 'ports');
        for (const [i, port] of readList(slice.ports, portsPath, this.report).entries()) {
          ports.set(portKey(port), [port, childPath(portsPath, i)]);
        }
      }
    }
    return found;
  }

  service(service: Service, path: FieldPath, endpoints: EndpointsByService): DnsNames {
    const { options } = this;
    const { name, namespace } = readIdentity(service, path, this.report);
    const named = { ...service, metadata: service.metadata ?? {} };
    const specPath = childPath(path, 'spec');
    const spec: ServiceSpec = readObject(service.spec, specPath, this.report) ?? {};
    const text = (field: 'type' | 'clusterIP') =>
      readString(spec[field], childPath(specPath, field), this.report);
    const makers: NameMaker[] = [{ of: 'service', make: () => serviceName(named, options) }];
    if (text('type') !== 'ExternalName') {
      const portsPath = childPath(specPath, 'ports');
      const ports = readList(spec.ports, portsPath, this.report).map(
        (port, index): PlacedPort => [port, childPath(portsPath, index)],
      );
      const ips = readStrings(spec.clusterIPs, childPath(specPath, 'clusterIPs'), this.report);
      const isHeadless = (ips[0] ?? text('clusterIP')) === 'None';
      const own = isHeadless ? endpoints.get(`${namespace}/${name}`) : undefined;
      for (const [port, portPath] of own === undefined ? ports : servedPorts(ports, own)) {
        appendAll(makers, this.port(port, portPath, named));
      }
      if (isHeadless) {
        this.headless.add(`${namespace}/${name}`);
        appendAll(
          makers,
          (own?.endpoints ?? []).flatMap((endpoint) => this.endpoint(endpoint, named)),
        );
      }
    }
    return { kind: 'Service', namespace, name, names: this.names(makers, path) };
  }

  pod(pod: Pod, path: FieldPath, endpoints: EndpointsByService): DnsNames {
    const { options } = this;
    const { namespace, namespacePath, name } = readIdentity(pod, path, this.report);
    const makers: NameMaker[] = [];
    for (const [ip, ipPath] of this.addresses(pod, path)) {
      if (ip !== '') {
        const paths = { ip: ipPath, namespace: namespacePath };
        makers.push({ of: 'address', make: () => podName(ip, namespace, options), paths });
      }
    }
    makers.push({ of: 'hostname', make: () => podHostname(pod, options) });
    if (this.isServed(pod, namespace, endpoints)) {
      makers.push({ of: 'fqdn', make: () => podFqdn(pod, options) });
    }
    return { kind: 'Pod', namespace, name, names: this.names(makers, path) };
  }

  /** Reports whether DNS has the full name of a Pod: without `spec.hostname`, its endpoints have no host name. */
  private isServed(
    { metadata, spec, status }: Pod,
    namespace: string,
    endpoints: EndpointsByService,
  ): boolean {
    const { hostname, subdomain } = objectOf(spec);
    const service = `${namespace}/${textOf(subdomain)}`;
    if (textOf(hostname) === '' || !this.headless.has(service)) {
      return false;
    }
    const isStored = Boolean(objectOf(metadata).uid) || status != null;
    return !isStored || this.servedHostnames(service, endpoints).has(textOf(hostname));
  }

  /** The host names of the endpoints of a Service that are ready. */
  private servedHostnames(service: string, endpoints: EndpointsByService): ReadonlySet<string> {
    const known = this.served.get(service) ?? new Set<string>();
    if (!this.served.has(service)) {
      this.served.set(service, known);
      for (const [{ hostname, conditions }] of endpoints.get(service)?.endpoints ?? []) {
        if (objectOf(conditions).ready !== false) {
          known.add(textOf(hostname));
        }
      }
    }
    return known;
  }

  /** Reads the addresses of a Pod, with their paths. */
  private addresses({ status }: Pod, path: FieldPath): readonly (readonly [string, FieldPath])[] {
    const statusPath = childPath(path, 'status');
    const { podIP, podIPs } = readObject(status, statusPath, this.report) ?? {};
    const read = (ip: unknown, ipPath: FieldPath) =>
      [readString(ip, ipPath, this.report), ipPath] as const;
    if (podIPs == null) {
      return [read(podIP, childPath(statusPath, 'podIP'))];
    }
    const listPath = childPath(statusPath, 'podIPs');
    return readList(podIPs, listPath, this.report).map((entry, index) => {
      const entryPath = childPath(listPath, index);
      return read(readObject(entry, entryPath, this.report)?.ip, childPath(entryPath, 'ip'));
    });
  }

  /** Only named ports have names. */
  private port(port: EndpointPort, path: FieldPath, service: Service): readonly NameMaker[] {
    const { name, protocol } = readObject(port, path, this.report) ?? {};
    const paths = { port: childPath(path, 'name'), protocol: childPath(path, 'protocol') };
    if (readString(name, paths.port, this.report) === '') {
      return [];
    }
    const make = () => srvName(name ?? '', protocol ?? '', service, this.options);
    return [{ of: 'port', make, paths }];
  }

  /** A host name is that of all addresses; without one, each address has its own name. */
  private endpoint([endpoint, path]: PlacedEndpoint, service: Service): readonly NameMaker[] {
    const { hostname, addresses, conditions } = endpoint;
    const conditionsPath = childPath(path, 'conditions');
    const ready = readObject(conditions, conditionsPath, this.report)?.ready;
    if (readBoolean(ready, childPath(conditionsPath, 'ready'), this.report) === false) {
      return [];
    }
    const hostnamePath = childPath(path, 'hostname');
    if (readString(hostname, hostnamePath, this.report) !== '') {
      const make = () => endpointName(endpoint, service, this.options);
      return [{ of: 'endpoint', make, paths: { hostname: hostnamePath } }];
    }
    const listPath = childPath(path, 'addresses');
    return readList(addresses, listPath, this.report).map((address, index) => ({
      of: 'endpoint',
      make: () => endpointName(address, service, this.options),
      paths: { addresses: childPath(listPath, index) },
    }));
  }

  /** Makes the names of an object. */
  private names(makers: readonly NameMaker[], path: FieldPath): readonly DnsName[] {
    return makers.flatMap(({ of, make, paths }): DnsName[] => {
      try {
        const name = make();
        return name === undefined ? [] : [{ of, name }];
      } catch (error) {
        if (!(error instanceof FieldError)) {
          throw error;
        }
        this.report(relocated(error.problem as FieldProblem<DnsErrorCode>, paths, path));
        return [];
      }
    });
  }
}

/** DNS has the ports of the endpoints of a headless Service, in whatever order the Service has them. */
function servedPorts(
  ports: readonly PlacedPort[],
  { ports: served }: ServiceEndpoints,
): readonly PlacedPort[] {
  const own = new Map(ports.map((placed) => [portKey(placed[0]), placed]));
  return [
    ...[...own].filter(([key]) => served.has(key)),
    ...[...served].filter(([key]) => !own.has(key)),
  ].map(([, placed]) => placed);
}

/** The name and protocol of a port, as the DNS server compares them. */
function portKey(port: EndpointPort): string {
  const { name, protocol } = objectOf(port);
  return `${textOf(name)} ${textOf(protocol) || 'TCP'}`.toLowerCase();
}

/** Moves a problem from the arguments of a function to the objects of the cluster. */
function relocated(
  problem: FieldProblem<DnsErrorCode>,
  paths: NameMaker['paths'] = {},
  objectPath: FieldPath,
): FieldProblem<DnsErrorCode> {
  const [first = ''] = problem.segments;
  const argument = Object.prototype.hasOwnProperty.call(paths, first) ? paths[first] : undefined;
  return argument === undefined
    ? movedProblem(problem, pathSegments(objectPath))
    : movedProblem(problem, pathSegments(argument), problem.segments.length);
}
