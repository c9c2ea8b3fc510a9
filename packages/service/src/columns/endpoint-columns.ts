import {
  childPath,
  type EndpointSlice,
  type EndpointSubset,
  type Endpoints,
  type FieldPath,
  formatAge,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
import { readPort, readTexts } from '../fields/service.js';
import type { ColumnOptions } from './service-columns.js';

/** How many entries kubectl lists. */
const LISTED = 3;

/** One row of `kubectl get endpointslices`. */
export interface EndpointSliceColumns {
  /** Name of the slice. */
  readonly name: string;
  /** Type of its addresses. */
  readonly addressType: string;
  /** Its first ports: numbers, or names without a number. */
  readonly ports: string;
  /** Its first addresses. */
  readonly endpoints: string;
  /** The time since its creation. */
  readonly age: string;
}

/** One row of `kubectl get endpoints`. */
export interface EndpointsColumns {
  /** Name of the object, which is that of the Service. */
  readonly name: string;
  /** Its first ready addresses with their ports. */
  readonly endpoints: string;
  /** The time since its creation. */
  readonly age: string;
}

/**
 * Returns the columns that `kubectl get endpointslices` prints for an EndpointSlice.
 *
 * kubectl counts addresses, not endpoints, and lists them whether or not they are ready.
 *
 * @param slice - the EndpointSlice as it is stored
 * @param options - the current time
 * @returns the text of each column
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { endpointSliceColumns } from '@kubesem/service';
 *
 * const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'];
 * const endpoints = addresses.map((address) => ({ addresses: [address] }));
 * const columns = endpointSliceColumns({ addressType: 'IPv4', endpoints, ports: [{ port: 80 }] });
 * columns.endpoints // => '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...'
 * columns.ports // => '80'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/printers/internalversion` v1.37.1, `printEndpointSlice`.
 */
export function endpointSliceColumns(
  slice: EndpointSlice,
  options: ColumnOptions = {},
): EndpointSliceColumns {
  const given = readObject(slice, undefined) ?? {};
  const endpointsPath = childPath(undefined, 'endpoints');
  const addresses = readList(given.endpoints, endpointsPath).flatMap((entry, index) => {
    const at = childPath(endpointsPath, index);
    return readTexts(readObject(entry, at)?.addresses, childPath(at, 'addresses'));
  });
  const portsPath = childPath(undefined, 'ports');
  const ports = readList(given.ports, portsPath).map((entry, index) => {
    const at = childPath(portsPath, index);
    const port = readObject(entry, at) ?? {};
    const name = readString(port.name, childPath(at, 'name'));
    return port.port == null ? name : String(readPort(port.port, childPath(at, 'port')));
  });
  return {
    name: nameOf(given),
    addressType: readString(given.addressType, childPath(undefined, 'addressType')),
    ports: shortList(ports) || '<unset>',
    endpoints: shortList(addresses) || '<unset>',
    age: formatAge(given.metadata?.creationTimestamp, options.now),
  };
}

/**
 * Returns the columns that `kubectl get endpoints` prints for an Endpoints object.
 *
 * @param endpoints - the Endpoints as they are stored
 * @param options - the current time
 * @returns the text of each column
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { endpointsColumns } from '@kubesem/service';
 *
 * const subset = { addresses: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }], ports: [{ port: 80 }] };
 * endpointsColumns({ subsets: [subset] }).endpoints // => '10.0.0.1:80,[fd00::1]:80'
 * endpointsColumns({}).endpoints // => '<none>'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/printers/internalversion` v1.37.1, `printEndpoints`.
 */
export function endpointsColumns(
  endpoints: Endpoints,
  options: ColumnOptions = {},
): EndpointsColumns {
  const given = readObject(endpoints, undefined) ?? {};
  const path = childPath(undefined, 'subsets');
  const subsets = readList(given.subsets, path);
  const addresses = subsets.flatMap((entry, index) => hostPorts(entry, childPath(path, index)));
  return {
    name: nameOf(given),
    endpoints: subsets.length === 0 ? '<none>' : shortList(addresses),
    age: formatAge(given.metadata?.creationTimestamp, options.now),
  };
}

/** The ready addresses with each port; without ports, the addresses alone. */
function hostPorts(value: EndpointSubset, path: FieldPath): readonly string[] {
  const subset = readObject(value, path) ?? {};
  const addressesPath = childPath(path, 'addresses');
  const ips = readList(subset.addresses, addressesPath).map((entry, index) => {
    const at = childPath(addressesPath, index);
    return readString(readObject(entry, at)?.ip, childPath(at, 'ip'));
  });
  const portsPath = childPath(path, 'ports');
  const ports = readList(subset.ports, portsPath).map((entry, index) => {
    const at = childPath(portsPath, index);
    return readPort(readObject(entry, at)?.port, childPath(at, 'port'));
  });
  return ports.length === 0
    ? ips
    : ports.flatMap((port) => ips.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`));
}

function nameOf({ metadata }: Pick<EndpointSlice, 'metadata'>): string {
  const path = childPath(undefined, 'metadata');
  return readString(readObject(metadata, path)?.name, childPath(path, 'name'));
}

/** Lists the first three, and counts the others. */
function shortList(list: readonly string[]): string {
  const more = list.length - LISTED;
  const text = list.slice(0, LISTED).join(',');
  return more > 0 ? `${text} + ${more} more...` : text;
}
