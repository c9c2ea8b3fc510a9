import type { Endpoint, EndpointSlice, Pod, Service } from '@kubesem/core';
import {
  type DnsError,
  type DnsNameOptions,
  endpointName,
  podFqdn,
  podHostname,
  podName,
  serviceName,
  srvName,
} from '@kubesem/dns';
import type { Problem } from '../report/problem.js';
import type { Cluster } from './cluster.js';

/** A name that an object gets. */
export interface DnsName {
  /**
   * What it is the name of: a Service, one of its named ports (SRV), an endpoint of a headless Service; of a Pod by its
   * address, its `hostname` inside, its `fqdn` inside.
   */
  readonly of: 'service' | 'port' | 'endpoint' | 'address' | 'hostname' | 'fqdn';
  /** The name, without a dot at the end. */
  readonly name: string;
}

/** The names that a Service or a Pod gets. */
export interface DnsNames {
  /** Kind of the object. */
  readonly kind: 'Service' | 'Pod';
  /** Namespace; `default` if the object names none. */
  readonly namespace: string;
  /** Name of the object. */
  readonly name: string;
  /** Its names. */
  readonly names: readonly DnsName[];
}

/**
 * Lists the DNS names that the Services and Pods of a cluster get, and the host names that Pods see inside.
 *
 * Endpoints that are not ready have no name.
 *
 * @param cluster - from `readCluster`
 * @param options - the cluster domain
 * @returns the names of each Service and Pod, in the order of the files, and which of them cannot be
 *
 * @example
 * ```ts
 * import { dnsNames, readCluster } from '@kubesem/inspect';
 *
 * const text = `
 * apiVersion: v1
 * kind: Service
 * metadata: { name: data, namespace: prod }
 * spec: { ports: [{ name: sql, port: 5432 }] }
 * `;
 * const { objects } = dnsNames(readCluster([{ name: 'data.yaml', text }]));
 * objects[0]?.names // => [
 * //   { of: 'service', name: 'data.prod.svc.cluster.local' },
 * //   { of: 'port', name: '_sql._tcp.data.prod.svc.cluster.local' },
 * // ]
 * ```
 */
export function dnsNames(
  cluster: Cluster,
  options: DnsNameOptions = {},
): {
  /** The objects with their names. */
  readonly objects: readonly DnsNames[];
  /** Names that break the rules, with their place. */
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const endpoints = endpointsByService(cluster.endpointSlices);
  const gather = (place: string, makers: readonly NameMaker[]): readonly DnsName[] => {
    const told = new Set<string | undefined>();
    return makers.flatMap(([of, make, source]) => {
      try {
        const name = make();
        return name === undefined ? [] : [{ of, name }];
      } catch (error) {
        const { code, message, path } = error as DnsError;
        const at = cluster.placeOf(source ?? `${place}.${path ?? ''}`);
        if (at !== undefined && !told.has(path)) {
          told.add(source ?? path);
          const field = source?.replace(/^.*?\./, '') ?? path;
          const text = message.replace(`${path}: `, () => `${field}: `);
          problems.push({ severity: 'error', code, message: text, ...at, path: field });
        }
        return [];
      }
    });
  };
  const objects = [
    ...cluster.services.map((service, index): DnsNames => {
      const key = keyOf(service.metadata?.namespace, service.metadata?.name);
      const makers = serviceNames(service, endpoints.get(key) ?? [], options);
      return { kind: 'Service', ...identity(service), names: gather(`services[${index}]`, makers) };
    }),
    ...cluster.pods.map((pod, index): DnsNames => {
      const makers = podNames(pod, options);
      return { kind: 'Pod', ...identity(pod), names: gather(`pods[${index}]`, makers) };
    }),
  ];
  return { objects, problems };
}

/** `source` is the field of another object that the name is made of, by its place in the lists of the cluster. */
type NameMaker = readonly [of: DnsName['of'], make: () => string | undefined, source?: string];

/** An endpoint, and its place in the lists of the cluster. */
type PlacedEndpoint = readonly [endpoint: Endpoint, place: string];

function identity({ metadata }: Service | Pod): { namespace: string; name: string } {
  return { namespace: metadata?.namespace || 'default', name: metadata?.name ?? '' };
}

function keyOf(namespace: string | null | undefined, name: string | null | undefined): string {
  return `${namespace || 'default'}/${name ?? ''}`;
}

function endpointsByService(slices: readonly EndpointSlice[]): Map<string, PlacedEndpoint[]> {
  const found = new Map<string, PlacedEndpoint[]>();
  for (const [index, { metadata, endpoints }] of slices.entries()) {
    const service = metadata?.labels?.['kubernetes.io/service-name'];
    const key = keyOf(metadata?.namespace, service);
    const placed = found.get(key) ?? [];
    found.set(key, placed);
    for (const [i, endpoint] of (endpoints ?? []).entries()) {
      placed.push([endpoint, `endpointSlices[${index}].endpoints[${i}]`]);
    }
  }
  return found;
}

function serviceNames(
  service: Service,
  endpoints: readonly PlacedEndpoint[],
  options: DnsNameOptions,
): readonly NameMaker[] {
  const { spec } = service;
  const makers: NameMaker[] = [['service', () => serviceName(service, options)]];
  if (spec?.type === 'ExternalName') {
    return makers;
  }
  for (const { name, protocol } of spec?.ports ?? []) {
    if (name) {
      makers.push(['port', () => srvName(name, protocol ?? '', service, options)]);
    }
  }
  if ((spec?.clusterIPs?.[0] ?? spec?.clusterIP) === 'None') {
    const ready = endpoints.filter(([{ conditions }]) => conditions?.ready !== false);
    makers.push(...ready.flatMap((endpoint) => endpointNames(endpoint, service, options)));
  }
  return makers;
}

/** A host name is that of all addresses; without one each has its own name. */
function endpointNames(
  [endpoint, place]: PlacedEndpoint,
  service: Service,
  options: DnsNameOptions,
): readonly NameMaker[] {
  const { hostname, addresses } = endpoint;
  return hostname
    ? [['endpoint', () => endpointName(endpoint, service, options), `${place}.hostname`]]
    : (addresses ?? []).map((address, index) => [
        'endpoint',
        () => endpointName(address, service, options),
        `${place}.addresses[${index}]`,
      ]);
}

function podNames(pod: Pod, options: DnsNameOptions): readonly NameMaker[] {
  const { namespace } = identity(pod);
  const { podIP, podIPs } = pod.status ?? {};
  const ips = podIPs?.map((one) => one?.ip ?? '') ?? [podIP ?? ''];
  return [
    ...ips
      .filter((ip) => ip !== '')
      .map((ip): NameMaker => ['address', () => podName(ip, namespace, options)]),
    ['hostname', () => podHostname(pod, options)],
    ['fqdn', () => podFqdn(pod, options)],
  ];
}
