// The EndpointSlices of a Service that the controller finds.
import {
  childPath,
  type Endpoint,
  type EndpointPort,
  type EndpointSlice,
  type FieldPath,
  fieldProblem,
  INT32_RANGE,
  objectNamespace,
  objectOf,
  raise,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  SERVICE_NAME_LABEL,
  type Service,
  textOf,
} from '@kubesem/core';
import { SERVICE } from '@kubesem/core/kinds';
import { readTexts } from '../fields/service.js';
import { type OwnSlice, ownSlices } from './own-slices.js';
import { orderPorts } from './port-order.js';

/** Name of the controller, and the value of its label. */
export const CONTROLLER = 'endpointslice-controller.k8s.io';
/** Label with the name of the controller. */
export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';

/** A slice of a Service. */
export interface StoredSlice {
  readonly slice: EndpointSlice;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly addressType: string;
  readonly endpoints: readonly Endpoint[];
  /** The same for slices with equal ports. */
  readonly portKey: string;
  /** Whether the Service owns it. */
  readonly isOwned: boolean;
}

/**
 * Reads the slices that the controller has written for a Service and that are not being deleted.
 *
 * @param service - the Service
 * @param slices - EndpointSlices of any Service, with their indexes
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpointslice` v1.37.1, `dropEndpointSlicesPendingDeletion`.
 */
export function readStoredSlices(
  service: Service,
  slices: Iterable<readonly [number, EndpointSlice]>,
): readonly StoredSlice[] {
  const uid = service.metadata?.uid ?? '';
  const names = new Set<string>();
  return [...ownSlices(service, slices)].flatMap((own) => {
    const { labels, metadata } = own;
    if (labels.get(MANAGED_BY) !== CONTROLLER || (metadata.deletionTimestamp ?? '') !== '') {
      return [];
    }
    return [{ ...readSlice(own, names), isOwned: isOwnedBy(metadata.ownerReferences, uid) }];
  });
}

/** Reads a slice; `names` are those of the slices before it. */
export function readSlice(
  { slice, path, metadata, labels }: OwnSlice,
  names: Set<string>,
): Omit<StoredSlice, 'isOwned'> {
  const namePath = childPath(childPath(path, 'metadata'), 'name');
  const name = readString(metadata.name, namePath);
  checkUnique(name, names, namePath);
  return {
    slice,
    name,
    labels,
    addressType: readString(slice.addressType, childPath(path, 'addressType')),
    endpoints: readEndpoints(slice, path),
    portKey: portKey(slice, path),
  };
}

/** Finds the slices of Services without comparing each slice with each Service. */
export function indexSlices(
  slices: readonly EndpointSlice[],
): (service: Service) => readonly (readonly [number, EndpointSlice])[] {
  const lists = new Map<string, (readonly [number, EndpointSlice])[]>();
  const keyOf = (object: Service | EndpointSlice, name: unknown) =>
    `${objectNamespace(object)}\0${textOf(name)}`;
  for (const [index, given] of readList(slices, undefined).entries()) {
    const path = childPath(undefined, index);
    const slice = readObject(given, path) ?? {};
    const metadata = readObject(slice.metadata, childPath(path, 'metadata'));
    const key = keyOf(slice, metadata?.labels?.[SERVICE_NAME_LABEL]);
    const list = lists.get(key) ?? [];
    lists.set(key, list);
    list.push([index, slice]);
  }
  return (service) => lists.get(keyOf(service, objectOf(service).metadata?.name)) ?? [];
}

function checkUnique(name: string, names: Set<string>, path: FieldPath): void {
  if (names.has(name)) {
    const message = `duplicate name ${JSON.stringify(name)}; pass each EndpointSlice once`;
    raise(
      fieldProblem({
        type: 'FieldValueDuplicate',
        code: 'DUPLICATE_NAME',
        path,
        value: name,
        message,
      }),
    );
  }
  names.add(name);
}

/** Reads the endpoints of a slice; their addresses are sorted, as the controller writes them. */
export function readEndpoints(slice: EndpointSlice, path: FieldPath): readonly Endpoint[] {
  const listPath = childPath(path, 'endpoints');
  return readList(slice.endpoints, listPath).map((given, index) => {
    const at = childPath(listPath, index);
    const endpoint = readObject(given, at) ?? {};
    for (const field of ['hostname', 'nodeName', 'zone'] as const) {
      readString(endpoint[field], childPath(at, field));
    }
    const conditions = readObject(endpoint.conditions, childPath(at, 'conditions'));
    for (const field of ['ready', 'serving', 'terminating'] as const) {
      readBoolean(conditions?.[field], childPath(childPath(at, 'conditions'), field));
    }
    const target = readObject(endpoint.targetRef, childPath(at, 'targetRef'));
    for (const field of ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'fieldPath'] as const) {
      readString(target?.[field], childPath(childPath(at, 'targetRef'), field));
    }
    checkHints(endpoint, childPath(at, 'hints'));
    return {
      ...endpoint,
      addresses: readTexts(endpoint.addresses, childPath(at, 'addresses')).sort(),
    };
  });
}

function checkHints({ hints: given }: Endpoint, path: FieldPath): void {
  const hints = readObject(given, path);
  for (const field of ['forZones', 'forNodes'] as const) {
    const listPath = childPath(path, field);
    for (const [index, entry] of readList(hints?.[field], listPath).entries()) {
      const at = childPath(listPath, index);
      readString(readObject(entry, at)?.name, childPath(at, 'name'));
    }
  }
}

/** Returns the same text for slices with equal ports, in any order and spelling. */
export function portKey(slice: EndpointSlice, path: FieldPath): string {
  return orderPorts(readPorts(slice, path)).key;
}

/** Reads the ports of a slice, as stored: with a name and a protocol. */
function readPorts(slice: EndpointSlice, path: FieldPath): readonly EndpointPort[] {
  const listPath = childPath(path, 'ports');
  return readList(slice.ports, listPath).map((given, index) => {
    const at = childPath(listPath, index);
    const { name, protocol, port, appProtocol } = readObject(given, at) ?? {};
    return {
      name: readString(name, childPath(at, 'name')),
      protocol:
        protocol === null || protocol === undefined
          ? 'TCP'
          : readString(protocol, childPath(at, 'protocol')),
      port: readInteger(port, childPath(at, 'port'), INT32_RANGE),
      appProtocol:
        appProtocol === null || appProtocol === undefined
          ? undefined
          : readString(appProtocol, childPath(at, 'appProtocol')),
    };
  });
}

/** Source: `k8s.io/endpointslice` v0.37.1, `ownedBy`. */
function isOwnedBy(references: unknown, uid: string): boolean {
  const owners: readonly unknown[] = Array.isArray(references) ? references : [];
  return owners.some((owner) => {
    const {
      uid: found = '',
      kind,
      apiVersion,
    } = (owner ?? {}) as { readonly [key: string]: unknown };
    return (found ?? '') === uid && kind === SERVICE.kind && apiVersion === SERVICE.apiVersion;
  });
}
