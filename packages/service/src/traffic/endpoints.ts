// The endpoints that kube-proxy reads from the slices of a Service.
import {
  childPath,
  type Endpoint,
  type EndpointPort,
  type EndpointSlice,
  type FieldPath,
  fieldProblem,
  formatIpAddress,
  INT32_RANGE,
  raise,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  type Service,
} from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import { FAMILIES, type Family, readSloppyAddress } from '../addresses/address.js';
import { type PortFields, readTexts } from '../fields/service.js';
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
  slices: readonly EndpointSlice[],
): PortEndpoints {
  const found = new Map<string, Map<string, TrafficEndpoint>>();
  for (const { slice, path } of ownSlices(service, readList(slices, undefined).entries())) {
    const addressType = readString(slice.addressType, childPath(path, 'addressType'));
    const family = FAMILIES.find((each) => each === addressType);
    if (family === undefined) {
      continue;
    }
    const endpoints = readEndpoints(slice, path, family);
    for (const { name, protocol, port } of readSlicePorts(slice, path)) {
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
  slice: EndpointSlice,
  path: FieldPath,
): readonly Pick<PortFields, 'name' | 'protocol' | 'port'>[] {
  const listPath = childPath(path, 'ports');
  return readList<EndpointPort>(slice.ports, listPath).map((given, index) => {
    const at = childPath(listPath, index);
    const entry = readObject(given, at) ?? {};
    const name = readString(entry.name, childPath(at, 'name'));
    const protocol = readString(entry.protocol ?? 'TCP', childPath(at, 'protocol'));
    const port = readInteger(entry.port, childPath(at, 'port'), INT32_RANGE) ?? 0;
    return { name, protocol, port };
  });
}

function readEndpoints(
  slice: EndpointSlice,
  path: FieldPath,
  family: Family,
): readonly Omit<TrafficEndpoint, 'port'>[] {
  const listPath = childPath(path, 'endpoints');
  return readList<Endpoint>(slice.endpoints, listPath).flatMap((given, index) => {
    const at = childPath(listPath, index);
    const endpoint = readObject(given, at) ?? {};
    const addressesPath = childPath(at, 'addresses');
    const [first] = readTexts(endpoint.addresses, addressesPath);
    if (first === undefined) {
      return [];
    }
    const conditionsPath = childPath(at, 'conditions');
    const conditions = readObject(endpoint.conditions, conditionsPath);
    const condition = (field: 'ready' | 'serving' | 'terminating', fallback: boolean) =>
      readBoolean(conditions?.[field], childPath(conditionsPath, field)) ?? fallback;
    const target = readObject(endpoint.targetRef, childPath(at, 'targetRef'));
    const text = (field: 'nodeName' | 'zone') =>
      readString(endpoint[field], childPath(at, field)) || undefined;
    return {
      address: readAddress(first, family, childPath(addressesPath, 0)),
      pod: target?.kind === POD.kind ? (target.name ?? undefined) : undefined,
      nodeName: text('nodeName'),
      zone: text('zone'),
      isReady: condition('ready', true),
      isServing: condition('serving', true),
      isTerminating: condition('terminating', false),
      forZones: readHints(endpoint, 'forZones', at),
      forNodes: readHints(endpoint, 'forNodes', at),
    };
  });
}

function readHints(
  endpoint: Endpoint,
  field: 'forZones' | 'forNodes',
  path: FieldPath,
): readonly string[] {
  const hintsPath = childPath(path, 'hints');
  const listPath = childPath(hintsPath, field);
  const hints = readObject(endpoint.hints, hintsPath)?.[field];
  return readList(hints, listPath).map((entry, index) => {
    const at = childPath(listPath, index);
    return readString(readObject(entry, at)?.name, childPath(at, 'name'));
  });
}

/** Reads an address of a family. The API server stores no other, and kube-proxy would write wrong rules. */
function readAddress(text: string, family: Family, path: FieldPath): string {
  const address = readSloppyAddress(text);
  if (address?.family === family) {
    return formatIpAddress(address);
  }
  const message = `not an ${family} address; the addressType of the slice is ${family}`;
  const type = 'FieldValueInvalid';
  return raise(fieldProblem({ type, code: 'INVALID_ADDRESS', path, value: text, message }));
}
