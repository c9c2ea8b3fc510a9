// The endpoints that kube-proxy reads from the slices of a Service.
// Which endpoints of slices receive connections, and how many they are.
import { type ClusterLists, type Endpoint, type EndpointSlice, type Service } from '@kubesem/core';
import {
  ABSENT,
  canonicalAddress,
  clusterLists,
  type Fields,
  fieldProblem,
  fields,
  formatIpAddress,
  openAll,
  raise,
  readSloppyAddress,
  THROW,
} from '@kubesem/core/internal';
import { POD } from '@kubesem/core/kinds';
import { FAMILIES, type Family } from '../families.js';
import { type PortFields, readService } from '../fields.js';
import { endpointFamilies } from '../pods/pod-facts.js';
import { setServiceDefaults } from '../set-defaults.js';
import { ownSlices } from '../slices/stored-slice.js';
import { readProxiedService } from './proxied.js';
import type { TrafficEndpoint } from './types.js';

/** The endpoints of each port; see {@link portKey}. */
export type PortEndpoints = ReadonlyMap<string, readonly TrafficEndpoint[]>;

/** Identifies a port of a Service: ports of slices belong to the one with the same family, protocol and name. */
export function portKey(family: string, protocol: string, name: string): string {
  return `${family} ${protocol} ${name}`;
}

/** The address and port of an endpoint as text. Source: Go's `net`, `JoinHostPort`. */
export function hostPort({ address, port }: Pick<TrafficEndpoint, 'address' | 'port'>): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/**
 * Reads the endpoints of a Service, ordered by their text. Of two with the same address and port, one that is not terminating
 * counts.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy` v1.37.1, `EndpointSliceCache`.
 */
export function readTrafficEndpoints(
  service: Service,
  cluster: ClusterLists<'endpointSlices'>,
): PortEndpoints {
  const found = new Map<string, Map<string, TrafficEndpoint>>();
  for (const { slice } of ownSlices(
    service,
    openAll(clusterLists(cluster, 'endpointSlices').endpointSlices, THROW),
  )) {
    const addressType = slice.text('addressType');
    const family = FAMILIES.find((each) => each === addressType);
    if (family === undefined) {
      continue;
    }
    const endpoints = readEndpoints(slice, family);
    for (const { name, protocol, port } of readSlicePorts(slice)) {
      // kube-proxy ignores ports without a number.
      if (port === 0) {
        continue;
      }
      const key = portKey(family, protocol, name);
      const known = found.get(key) ?? new Map<string, TrafficEndpoint>();
      found.set(key, known);
      for (const each of endpoints) {
        const endpoint = { ...each, port };
        const text = hostPort(endpoint);
        if (!known.has(text) || !endpoint.isTerminating) {
          known.set(text, endpoint);
        }
      }
    }
  }
  const sorted = (known: ReadonlyMap<string, TrafficEndpoint>) =>
    [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, endpoint]) => endpoint);
  return new Map([...found].map(([key, known]) => [key, sorted(known)]));
}

/** The ports of a slice; those without a number have 0. */
export function readSlicePorts(
  slice: Fields<EndpointSlice>,
): readonly Pick<PortFields, 'name' | 'protocol' | 'port'>[] {
  return slice.each('ports', (entry) => ({
    name: entry.text('name'),
    protocol: entry.optionalText('protocol') ?? 'TCP',
    port: entry.integer('port') ?? 0,
  }));
}

function readEndpoints(
  slice: Fields<EndpointSlice>,
  family: Family,
): readonly Omit<TrafficEndpoint, 'port'>[] {
  return slice
    .each('endpoints', (endpoint) => {
      const [first] = endpoint.texts('addresses');
      if (first === undefined) {
        return [];
      }
      const conditions = endpoint.at('conditions');
      const target = endpoint.at('targetRef');
      return [
        {
          address: readAddress(endpoint, first, family),
          pod: target.text('kind') === POD.kind ? target.optionalText('name') : undefined,
          nodeName: endpoint.text('nodeName') || undefined,
          zone: endpoint.text('zone') || undefined,
          isReady: conditions.flag('ready') ?? true,
          isServing: conditions.flag('serving') ?? true,
          isTerminating: conditions.flag('terminating') ?? false,
          forZones: endpoint.at('hints').each('forZones', (zone) => zone.text('name')),
          forNodes: endpoint.at('hints').each('forNodes', (node) => node.text('name')),
        },
      ];
    })
    .flat();
}

/** Reads an address of a family. The API server stores no other, and kube-proxy would write wrong rules. */
function readAddress(endpoint: Fields<Endpoint>, text: string, family: Family): string {
  const address = readSloppyAddress(text);
  if (address?.family === family) {
    return formatIpAddress(address);
  }
  const path = endpoint.pathOf('addresses', 0);
  const message = `not an ${family} address; the addressType of the slice is ${family}`;
  const type = 'INVALID';
  return raise(fieldProblem({ type, code: 'INVALID_ADDRESS', path, value: text, message }));
}

/** How many endpoints there are, and how many of them are ready. */
interface EndpointCount {
  readonly ready: number;
  readonly total: number;
}

/**
 * Returns the IP families in which clients reach the endpoints of a Service: those of its cluster IPs. DNS answers with
 * the endpoints of a headless Service, whatever its families are.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy/util` v1.37.1, `GetClusterIPByFamily`; CoreDNS v1.14.6, `plugin/kubernetes`.
 */
export function reachableFamilies(service: Service): readonly Family[] {
  const { ignored, families } = readProxiedService(service);
  if (ignored === 'HEADLESS') {
    return FAMILIES;
  }
  // A Service that is not stored yet has no cluster IP.
  return ignored === undefined
    ? families.map(({ family }) => family)
    : endpointFamilies(setServiceDefaults(readService(service)));
}

/**
 * Counts the endpoints of a Service that clients can reach.
 *
 * An address and port counts once, in however many slices it is, and so does a Pod with addresses of two families. As
 * kube-proxy does, the count takes the last of two that is not terminating. Fields of the wrong type count as absent.
 *
 * @param service - the Service as it is stored
 * @param cluster - its EndpointSlices
 * @returns the number of endpoints, and how many are ready
 *
 * Source: `k8s.io/kubernetes/pkg/proxy` v1.37.1, `EndpointSliceCache`.
 */
export function countEndpoints(
  service: Service,
  cluster: ClusterLists<'endpointSlices'>,
): EndpointCount {
  const families: readonly string[] = reachableFamilies(service);
  const places = new Map<string, symbol>();
  const isReady = new Map<symbol, boolean>();
  for (const slice of fields(cluster, ABSENT).objects('endpointSlices')) {
    if (!families.includes(slice.text('addressType'))) {
      continue;
    }
    const ports = slice.objects('ports');
    for (const endpoint of slice.objects('endpoints')) {
      const [first = ''] = endpoint.texts('addresses');
      const address = canonicalAddress(first) ?? first;
      const names = ports.map((port) => {
        const place = hostPort({ address, port: port.integer('port') ?? 0 });
        return `${port.text('name')} ${port.text('protocol') || 'TCP'} ${place}`;
      });
      const target = endpoint.at('targetRef');
      const pod = target.text('kind') === POD.kind ? target.text('name') : '';
      const own = pod === '' ? [] : [`Pod ${pod}`];
      const keys = [...own, ...names, ...(own.length + names.length === 0 ? [address] : [])];
      const known = keys.map((key) => places.get(key)).find((each) => each !== undefined);
      const id = known ?? Symbol();
      for (const key of keys) {
        places.set(key, id);
      }
      const conditions = endpoint.at('conditions');
      if (known === undefined || conditions.flag('terminating') !== true) {
        isReady.set(id, conditions.flag('ready') !== false);
      }
    }
  }
  return { ready: [...isReady.values()].filter(Boolean).length, total: isReady.size };
}
