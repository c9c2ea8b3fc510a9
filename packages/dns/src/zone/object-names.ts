import {
  type Endpoint,
  type EndpointPort,
  FieldError,
  type FieldPath,
  type FieldProblem,
  type Pod,
  type PodStatus,
  pathSegments,
  type Service,
} from '@kubesem/core';
import {
  ABSENT,
  appendAll,
  type FieldPolicy,
  type Fields,
  fields,
  movedProblem,
} from '@kubesem/core/internal';
import type { DnsErrorCode } from '../dns-error-code.js';
import { clusterDomainOf, type DnsNameOptions } from '../names/dns-name.js';
import { endpointDnsName } from '../names/endpoint-name.js';
import { podFqdn, podHostname } from '../names/pod-hostname.js';
import { podDnsName } from '../names/pod-name.js';
import { serviceDnsName } from '../names/service-name.js';
import { srvName } from '../names/srv-name.js';
import { readIdentity, readObjects, readServiceLabel } from './read-objects.js';
import type { ZoneObjects } from './zone.js';

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
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_INVALID` if the cluster domain is not a DNS-1123
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
    ...namer.read(services, 'services').map((service) => namer.service(service, endpoints)),
    ...namer.read(pods, 'pods').map((pod) => namer.pod(pod, endpoints)),
  ];
  return { objects, problems: namer.problems };
}

type Read<T extends object> = Fields<T, DnsErrorCode>;

/** What the slices of a Service have. */
interface ServiceEndpoints {
  readonly endpoints: Read<Endpoint>[];
  /** The ports of slices with a ready endpoint, by name and protocol. */
  readonly ports: Map<string, Read<EndpointPort>>;
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
  private readonly policy: FieldPolicy<DnsErrorCode> = {
    report: (problem) => {
      const made = problem();
      if (!this.reported.has(made.path)) {
        this.reported.add(made.path);
        this.problems.push(made);
      }
    },
  };

  constructor(private readonly options: DnsNameOptions) {}

  /** Opens the objects of a list. */
  read<T extends object>(objects: Iterable<T> | null | undefined, list: keyof ZoneObjects) {
    return readObjects(objects, list, this.policy);
  }

  endpointsByService(slices: ZoneObjects['endpointSlices']): EndpointsByService {
    const found = new Map<string, ServiceEndpoints>();
    for (const slice of this.read(slices, 'endpointSlices')) {
      const { namespace, metadata } = readIdentity(slice);
      const key = `${namespace}/${readServiceLabel(metadata)}`;
      const known = found.get(key);
      const { endpoints, ports }: ServiceEndpoints = known ?? { endpoints: [], ports: new Map() };
      found.set(key, { endpoints, ports });
      const own = slice.objects('endpoints');
      appendAll(endpoints, own);
      if (own.some(isReady)) {
        for (const port of slice.objects('ports')) {
          ports.set(portKey(port), port);
        }
      }
    }
    return found;
  }

  service(service: Read<Service>, endpoints: EndpointsByService): DnsNames {
    const { options } = this;
    const { name, namespace } = readIdentity(service);
    const named = { ...service.value, metadata: service.value.metadata ?? {} };
    const spec = service.at('spec');
    const makers: NameMaker[] = [{ of: 'service', make: () => serviceDnsName(named, options) }];
    if (spec.text('type') !== 'ExternalName') {
      const ports = spec.objects('ports');
      const isHeadless = (spec.texts('clusterIPs')[0] ?? spec.text('clusterIP')) === 'None';
      const own = isHeadless ? endpoints.get(`${namespace}/${name}`) : undefined;
      for (const port of own === undefined ? ports : servedPorts(ports, own)) {
        appendAll(makers, this.port(port, named));
      }
      if (isHeadless) {
        this.headless.add(`${namespace}/${name}`);
        appendAll(
          makers,
          (own?.endpoints ?? []).flatMap((endpoint) => this.endpoint(endpoint, named)),
        );
      }
    }
    return { kind: 'Service', namespace, name, names: this.names(makers, service.path) };
  }

  pod(pod: Read<Pod>, endpoints: EndpointsByService): DnsNames {
    const { options } = this;
    const { value } = pod;
    const { name, namespace, metadata } = readIdentity(pod);
    const makers: NameMaker[] = [];
    for (const [ip, ipPath] of addresses(pod.at('status'))) {
      if (ip !== '') {
        const paths = { ip: ipPath, namespace: metadata.pathOf('namespace') };
        makers.push({ of: 'address', make: () => podDnsName(ip, namespace, options), paths });
      }
    }
    makers.push({ of: 'hostname', make: () => podHostname(value, options) });
    if (this.isServed(fields<Pod>(value, ABSENT), namespace, endpoints)) {
      makers.push({ of: 'fqdn', make: () => podFqdn(value, options) });
    }
    return { kind: 'Pod', namespace, name, names: this.names(makers, pod.path) };
  }

  /** Reports whether DNS has the full name of a Pod: without `spec.hostname`, its endpoints have no host name. */
  private isServed(pod: Fields<Pod>, namespace: string, endpoints: EndpointsByService): boolean {
    const spec = pod.at('spec');
    const hostname = spec.text('hostname');
    const service = `${namespace}/${spec.text('subdomain')}`;
    if (hostname === '' || !this.headless.has(service)) {
      return false;
    }
    const isStored = Boolean(pod.at('metadata').raw('uid')) || pod.has('status');
    return !isStored || this.servedHostnames(service, endpoints).has(hostname);
  }

  /** The host names of the endpoints of a Service that are ready. */
  private servedHostnames(service: string, endpoints: EndpointsByService): ReadonlySet<string> {
    const known = this.served.get(service) ?? new Set<string>();
    if (!this.served.has(service)) {
      this.served.set(service, known);
      for (const endpoint of endpoints.get(service)?.endpoints ?? []) {
        if (isReady(endpoint)) {
          known.add(fields<Endpoint>(endpoint.value, ABSENT).text('hostname'));
        }
      }
    }
    return known;
  }

  /** Only named ports have names. */
  private port(port: Read<EndpointPort>, service: Service): readonly NameMaker[] {
    const name = port.text('name');
    if (name === '') {
      return [];
    }
    const protocol = port.text('protocol');
    const make = () => srvName(name, protocol, service, this.options);
    const paths = { port: port.pathOf('name'), protocol: port.pathOf('protocol') };
    return [{ of: 'port', make, paths }];
  }

  /** A host name is that of all addresses; without one, each address has its own name. */
  private endpoint(endpoint: Read<Endpoint>, service: Service): readonly NameMaker[] {
    if (endpoint.at('conditions').flag('ready') === false) {
      return [];
    }
    if (endpoint.text('hostname') !== '') {
      const make = () => endpointDnsName(endpoint.value, service, this.options);
      return [{ of: 'endpoint', make, paths: { hostname: endpoint.pathOf('hostname') } }];
    }
    return endpoint.list('addresses').map((address, index) => ({
      of: 'endpoint',
      make: () => endpointDnsName(address, service, this.options),
      paths: { addresses: endpoint.pathOf('addresses', index) },
    }));
  }

  /** Makes the names of an object. */
  private names(makers: readonly NameMaker[], path: FieldPath | undefined): readonly DnsName[] {
    return makers.flatMap(({ of, make, paths }): DnsName[] => {
      try {
        const name = make();
        return name === undefined ? [] : [{ of, name }];
      } catch (error) {
        if (!(error instanceof FieldError)) {
          throw error;
        }
        const problem = error.problem as FieldProblem<DnsErrorCode>;
        this.policy.report(() => relocated(problem, paths, path));
        return [];
      }
    });
  }
}

/** The addresses of a Pod, with their paths. */
function addresses(status: Read<PodStatus>): readonly (readonly [string, FieldPath])[] {
  return status.has('podIPs')
    ? status.each('podIPs', (ip) => [ip.text('ip'), ip.pathOf('ip')] as const)
    : [[status.text('podIP'), status.pathOf('podIP')]];
}

/** Whether an endpoint has names; what is wrong with it is reported where they are made. */
function isReady({ value }: Read<Endpoint>): boolean {
  return fields<Endpoint>(value, ABSENT).at('conditions').raw('ready') !== false;
}

/** DNS has the ports of the endpoints of a headless Service, in whatever order the Service has them. */
function servedPorts(
  ports: readonly Read<EndpointPort>[],
  { ports: served }: ServiceEndpoints,
): readonly Read<EndpointPort>[] {
  const own = new Map(ports.map((port) => [portKey(port), port]));
  return [
    ...[...own].filter(([key]) => served.has(key)),
    ...[...served].filter(([key]) => !own.has(key)),
  ].map(([, port]) => port);
}

/** The name and protocol of a port, as the DNS server compares them. */
function portKey(port: Read<EndpointPort>): string {
  const given = fields<EndpointPort>(port.value, ABSENT);
  return `${given.text('name')} ${given.text('protocol') || 'TCP'}`.toLowerCase();
}

/** Moves a problem from the arguments of a function to the objects of the cluster. */
function relocated(
  problem: FieldProblem<DnsErrorCode>,
  paths: NameMaker['paths'] = {},
  objectPath: FieldPath | undefined,
): FieldProblem<DnsErrorCode> {
  const [first = ''] = problem.segments;
  const argument = Object.prototype.hasOwnProperty.call(paths, first) ? paths[first] : undefined;
  return argument === undefined
    ? movedProblem(problem, pathSegments(objectPath))
    : movedProblem(problem, pathSegments(argument), problem.segments.length);
}
