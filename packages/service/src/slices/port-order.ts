// The controller groups endpoints by a hash of their ports as Go prints them, and orders the ports of a slice by it.
import type { EndpointPort } from '@kubesem/core';
import { fnv128 } from './fnv.js';

/** The ports of a slice in the order of the controller. */
export interface OrderedPorts {
  readonly ports: readonly EndpointPort[];
  /** The same for equal ports in any order. */
  readonly key: string;
}

/**
 * Orders the ports of a slice as the controller does.
 *
 * @param ports - the ports of a Pod, or of a slice
 * @returns the ports in their order, and a text that is the same for equal ports
 *
 * Source: `k8s.io/endpointslice/util` v0.37.1, `NewPortMapKey`.
 */
export function orderPorts(ports: readonly EndpointPort[]): OrderedPorts {
  const printed = ports.map((port) => ({ port, text: printPort(port) }));
  if (printed.length < 2) {
    return { ports, key: printed[0]?.text ?? '' };
  }
  const hashed = printed.map((each) => ({ ...each, hash: fnv128(each.text) }));
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0));
  return {
    ports: hashed.map(({ port }) => port),
    key: hashed.map(({ text }) => text).join('\n'),
  };
}

/** The text of a port that Go hashes. */
function printPort({ name, protocol, port, appProtocol }: EndpointPort): string {
  const text = (value: string | number | null | undefined) => value ?? '<nil>';
  return (
    `(v1.EndpointPort){Name:(*string)${text(name)} Protocol:(*v1.Protocol)${text(protocol)} ` +
    `Port:(*int32)${text(port)} AppProtocol:(*string)${text(appProtocol)}}`
  );
}
