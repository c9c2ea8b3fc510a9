// The controller groups endpoints by a hash of their ports as Go prints them, and orders the ports of a slice by it.
import { type EndpointPort } from '@kubesem/core';
import { toByteString } from '@kubesem/core/internal';

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
 * @param known - the results so far: most Pods of a Service have the same ports, and hashing them takes long
 * @returns the ports in their order, and a text that is the same for equal ports
 *
 * Source: `k8s.io/endpointslice/util` v0.37.1, `NewPortMapKey`.
 */
export function orderPorts(
  ports: readonly EndpointPort[],
  known: Map<string, OrderedPorts> = new Map(),
): OrderedPorts {
  const texts = ports.map(printPort);
  const written = texts.join('\n');
  const ordered = known.get(written) ?? hashedOrder(ports, texts);
  known.set(written, ordered);
  return ordered;
}

function hashedOrder(ports: readonly EndpointPort[], texts: readonly string[]): OrderedPorts {
  if (ports.length < 2) {
    return { ports, key: texts[0] ?? '' };
  }
  const hashed = ports.map((port, at) => {
    const text = texts[at] as string;
    return { port, text, hash: fnv128(text) };
  });
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

const LIMB = 4_294_967_296;

/**
 * Returns the hash FNV-1a of a text with 128 bits, as text in the order of its bytes. The number is four limbs of 32 bits, `a` first.
 *
 * Source: RFC 9923.
 */
export function fnv128(text: string): string {
  let a = 0x6c62272e;
  let b = 0x07bb0142;
  let c = 0x62b82175;
  let d = 0x6295c58d;
  const bytes = toByteString(text);
  for (let index = 0; index < bytes.length; index++) {
    d = (d ^ bytes.charCodeAt(index)) >>> 0;
    // Multiplies by 2 ** 88 + 0x13b: first the part that moves up by 88 bits, then the sums with their carries.
    const upperA = ((d >>> 8) | (c << 24)) >>> 0;
    const upperB = (d << 24) >>> 0;
    const sumD = d * 0x13b;
    const sumC = c * 0x13b + Math.floor(sumD / LIMB);
    const sumB = b * 0x13b + Math.floor(sumC / LIMB) + upperB;
    const sumA = a * 0x13b + Math.floor(sumB / LIMB) + upperA;
    [a, b, c, d] = [sumA >>> 0, sumB >>> 0, sumC >>> 0, sumD >>> 0];
  }
  return [a, b, c, d].map((limb) => limb.toString(16).padStart(8, '0')).join('');
}
