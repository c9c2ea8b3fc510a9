// Packs addresses with the same ports into subsets, in the order of the controller.
import {
  compareUtf8,
  type EndpointAddress,
  type EndpointPort,
  type EndpointSubset,
} from '@kubesem/core';
import { fnv128 } from '../slices/fnv.js';

/** An address at one of its ports. */
export interface AddressedPort {
  readonly address: EndpointAddress;
  readonly isReady: boolean;
  /** Undefined for a Service without ports. */
  readonly port: EndpointPort | undefined;
}

/** The addresses at one port. */
interface PortAddresses {
  readonly port: EndpointPort | undefined;
  readonly addresses: Map<string, { readonly address: EndpointAddress; isReady: boolean }>;
}

/**
 * Packs addresses into as few subsets as possible: ports with the same addresses share one. An address that is not ready for one
 * of several Pods is not ready.
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/endpoints` v1.37.1, `RepackSubsets`.
 */
export function packSubsets(given: readonly AddressedPort[]): readonly EndpointSubset[] {
  const byPort = new Map<string, PortAddresses>();
  const known = new Map<string, EndpointAddress>();
  for (const { address, isReady, port } of given) {
    const portText = printPort(port);
    const at = byPort.get(portText) ?? { port, addresses: new Map() };
    byPort.set(portText, at);
    const key = addressKey(address);
    const first = known.get(key) ?? address;
    known.set(key, first);
    const found = at.addresses.get(key) ?? { address: first, isReady: true };
    at.addresses.set(key, { ...found, isReady: found.isReady && isReady });
  }
  const bySet = new Map<string, PortAddresses[]>();
  for (const each of byPort.values()) {
    const sorted = [...each.addresses].sort(([a], [b]) => compareUtf8(a, b));
    const text = sorted.map(([key, { isReady }]) => `${key}\0${isReady}`).join('\n');
    bySet.set(text, [...(bySet.get(text) ?? []), { ...each, addresses: new Map(sorted) }]);
  }
  return sortByHash([...bySet.values()].map(subsetOf), printSubset);
}

/** Orders addresses by IP, then by UID. */
function addressKey({ ip, targetRef }: EndpointAddress): string {
  return `${ip}\0${targetRef?.uid ?? ''}`;
}

function subsetOf(group: readonly PortAddresses[]): EndpointSubset {
  const all = [...(group[0] as PortAddresses).addresses.values()];
  const of = (wanted: boolean) =>
    all.flatMap(({ address, isReady }) => (isReady === wanted ? [address] : []));
  const [addresses, notReadyAddresses] = [of(true), of(false)];
  const ports = sortByHash(
    group.flatMap(({ port }) => (port?.port ? port : [])),
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
function printPort(port: EndpointPort | undefined): string {
  return `(v1.EndpointPort)${portFields(port)}`;
}

function portFields({ name, port, protocol, appProtocol }: EndpointPort = { port: -1 }): string {
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
  const { kind, namespace, name, uid } = targetRef ?? {};
  return (
    `{IP:(string)${ip} Hostname:(string)${hostname ?? ''} NodeName:(*string)${nodeName ?? ''} ` +
    `TargetRef:(*v1.ObjectReference){Kind:(string)${kind} Namespace:(string)${namespace} Name:(string)${name} ` +
    `UID:(types.UID)${uid ?? ''} APIVersion:(string) ResourceVersion:(string) FieldPath:(string)}}`
  );
}
