// The endpoints that kube-proxy reads from the slices of a Service.
import {
  type ClusterLists,
  clusterLists,
  type Endpoint,
  type EndpointSlice,
  type Fields,
  fieldProblem,
  formatIpAddress,
  openAll,
  raise,
  type Service,
  THROW,
} from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import { FAMILIES, type Family, readSloppyAddress } from '../addresses/address.js';
import type { PortFields } from '../fields/service.js';
import { ownSlices } from '../slices/own-slices.js';
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
  const type = 'FieldValueInvalid';
  return raise(fieldProblem({ type, code: 'INVALID_ADDRESS', path, value: text, message }));
}
