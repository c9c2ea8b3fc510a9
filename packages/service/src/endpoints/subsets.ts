// Packs addresses with the same ports into subsets, in the order of the controller.
import {
  type EndpointAddress,
  type EndpointPort,
  type EndpointSubset,
  type ObjectReference,
} from '@kubesem/core';
import { appendAll, compareUtf8, textOf } from '@kubesem/core/internal';
import { fnv128 } from '../slices/port-order.js';

/** Addresses that have the same ports. */
export interface AddressedPorts {
  readonly addresses: readonly ReadyAddress[];
  /** Empty for a Service without ports. */
  readonly ports: readonly PackedPort[];
}

/** An address, and whether it is ready. */
export interface ReadyAddress {
  readonly address: EndpointAddress;
  readonly isReady: boolean;
}

/** A port. */
export interface PackedPort {
  readonly port: EndpointPort;
  /** What distinguishes it from an equal port: Go compares `appProtocol` by its address in memory. */
  readonly id?: string | undefined;
}

/** Ports with the same addresses. */
interface PortAddresses {
  readonly ports: EndpointPort[];
  readonly addresses: readonly ReadyAddress[];
}

/**
 * Packs addresses into as few subsets as possible: ports with the same addresses share one. An address that is not ready at one of
 * several places is not ready.
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/endpoints` v1.37.1, `RepackSubsets`.
 */
export function packSubsets(given: readonly AddressedPorts[]): readonly EndpointSubset[] {
  const known = new Map<string, EndpointAddress>();
  for (const { address } of given.flatMap(({ addresses }) => addresses)) {
    const key = addressKey(address);
    known.set(key, known.get(key) ?? address);
  }
  const bySet = new Map<string, PortAddresses>();
  for (const { ports, at } of portsByPlace(given)) {
    const found = new Map<string, boolean>();
    for (const { address, isReady } of at.flatMap((index) => given[index]?.addresses ?? [])) {
      const key = addressKey(address);
      found.set(key, isReady && found.get(key) !== false);
    }
    const sorted = [...found].sort(([a], [b]) => compareUtf8(a, b));
    const text = sorted.map(([key, isReady]) => `${key}\0${isReady}`).join('\n');
    const group = bySet.get(text) ?? {
      ports: [],
      addresses: sorted.map(([key, isReady]) => ({
        address: known.get(key) as EndpointAddress,
        isReady,
      })),
    };
    bySet.set(text, group);
    appendAll(group.ports, ports);
  }
  return sortByHash([...bySet.values()].map(subsetOf), printSubset);
}

/** The ports at the same places: they have the same addresses, which are then compared only once. */
function portsByPlace(
  given: readonly AddressedPorts[],
): Iterable<{ readonly ports: readonly EndpointPort[]; readonly at: readonly number[] }> {
  const byPort = new Map<string, { readonly port: EndpointPort; readonly at: number[] }>();
  for (const [index, { addresses, ports }] of given.entries()) {
    if (addresses.length === 0) {
      continue;
    }
    const listed = ports.length === 0 ? [{ port: NO_PORT, id: undefined }] : ports;
    for (const { port, id } of listed) {
      const key = `${printPort(port)} ${id ?? ''}`;
      const known = byPort.get(key) ?? { port, at: [] };
      byPort.set(key, known);
      if (known.at[known.at.length - 1] !== index) {
        known.at.push(index);
      }
    }
  }
  const byPlace = new Map<
    string,
    { readonly ports: EndpointPort[]; readonly at: readonly number[] }
  >();
  for (const { port, at } of byPort.values()) {
    const text = at.join();
    const group = byPlace.get(text) ?? { ports: [], at };
    byPlace.set(text, group);
    group.ports.push(port);
  }
  return byPlace.values();
}

const NO_PORT: EndpointPort = { port: -1 };

/** Orders addresses by IP, then by UID. */
function addressKey({ ip, targetRef }: EndpointAddress): string {
  return `${ip}\0${textOf(targetRef?.uid)}`;
}

function subsetOf({ ports: given, addresses: all }: PortAddresses): EndpointSubset {
  const of = (wanted: boolean) =>
    all.flatMap(({ address, isReady }) => (isReady === wanted ? [address] : []));
  const [addresses, notReadyAddresses] = [of(true), of(false)];
  const ports = sortByHash(
    given.filter(({ port }) => (port ?? 0) > 0),
    printPort,
  );
  return {
    ...(addresses.length > 0 && { addresses }),
    ...(notReadyAddresses.length > 0 && { notReadyAddresses }),
    ...(ports.length > 0 && { ports }),
  };
}

function sortByHash<T>(list: readonly T[], print: (entry: T) => string): readonly T[] {
  return list.length < 2
    ? list
    : list
        .map((entry) => ({ entry, hash: fnv128(print(entry)) }))
        .sort((a, b) => (a.hash < b.hash ? -1 : 1))
        .map(({ entry }) => entry);
}

/** The text of a port that Go hashes. */
function printPort(port: EndpointPort): string {
  return `(v1.EndpointPort)${portFields(port)}`;
}

function portFields({ name, port, protocol, appProtocol }: EndpointPort): string {
  return (
    `{Name:(string)${name ?? ''} Port:(int32)${port} Protocol:(v1.Protocol)${protocol ?? ''} ` +
    `AppProtocol:(*string)${appProtocol ?? '<nil>'}}`
  );
}

/** The text of a subset that Go hashes. */
function printSubset({ addresses, notReadyAddresses, ports }: EndpointSubset): string {
  const list = <T>(
    type: string,
    entries: readonly T[] | null | undefined,
    print: (entry: T) => string,
  ) => `([]v1.${type})${entries ? `[${entries.map(print).join(' ')}]` : '<nil>'}`;
  return (
    `(v1.EndpointSubset){Addresses:${list('EndpointAddress', addresses, addressFields)} ` +
    `NotReadyAddresses:${list('EndpointAddress', notReadyAddresses, addressFields)} ` +
    `Ports:${list('EndpointPort', ports, portFields)}}`
  );
}

function addressFields({ ip, hostname, nodeName, targetRef }: EndpointAddress): string {
  return (
    `{IP:(string)${ip ?? ''} Hostname:(string)${hostname ?? ''} NodeName:(*string)${nodeName ?? '<nil>'} ` +
    `TargetRef:(*v1.ObjectReference)${targetRef ? targetFields(targetRef) : '<nil>'}}`
  );
}

function targetFields(target: ObjectReference): string {
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = target;
  return (
    `{Kind:(string)${kind ?? ''} Namespace:(string)${namespace ?? ''} Name:(string)${name ?? ''} ` +
    `UID:(types.UID)${uid ?? ''} APIVersion:(string)${apiVersion ?? ''} ` +
    `ResourceVersion:(string)${resourceVersion ?? ''} FieldPath:(string)${fieldPath ?? ''}}`
  );
}
