// The connection that a request asks about.
import { type Fields, fieldProblem, fields, formatIpAddress, raise, THROW } from '@kubesem/core';
import { FAMILIES, type Family, readSloppyAddress } from '../addresses/address.js';
import type { TrafficDestination, TrafficRequest, TrafficSource } from './types.js';

/** Every kind, in the order of the rules of kube-proxy. */
export const DESTINATIONS: readonly TrafficDestination[] = [
  'CLUSTER_IP',
  'EXTERNAL_IP',
  'LOAD_BALANCER',
  'NODE_PORT',
];
const SOURCES: readonly TrafficSource[] = ['POD', 'NODE', 'OUTSIDE'];

/** A connection, read and checked. */
export interface Connection {
  readonly from: TrafficSource;
  /** What the client connects to, if it is named by its kind. */
  readonly kind: TrafficDestination | undefined;
  /** The address that it connects to, in canonical form. */
  readonly address: string | undefined;
  /** Undefined for the first family of the Service. */
  readonly family: Family | undefined;
  readonly port: number;
  readonly protocol: string;
  /** Address of the client, in canonical form. */
  readonly source: string | undefined;
}

/** Reads a request. */
export function readConnection(given: TrafficRequest): Connection {
  const request = fields(given, THROW);
  const destination = request.text('destination');
  const kind = DESTINATIONS.find((each) => each === destination);
  const named = request.has('family') ? readChoice(request, 'family', FAMILIES) : undefined;
  const target = kind ? undefined : readAddress(request, 'destination', named, DESTINATIONS);
  const family = target?.family ?? named;
  const source = request.has('sourceIP') ? readAddress(request, 'sourceIP', family) : undefined;
  return {
    from: readChoice(request, 'from', SOURCES),
    kind,
    address: target?.text,
    family: family ?? source?.family,
    port: request.integer('port', { min: 1, max: 65_535 }) ?? 0,
    protocol: request.text('protocol') || 'TCP',
    source: source?.text,
  };
}

function readChoice<T extends string>(
  request: Fields<TrafficRequest>,
  field: keyof TrafficRequest,
  choices: readonly T[],
): T {
  const value = request.raw(field) ?? '';
  const found = choices.find((each) => each === value);
  if (found === undefined) {
    const message = `expected ${choices.join(', ')}`;
    const [type, path] = ['FieldValueNotSupported', request.pathOf(field)] as const;
    return raise(fieldProblem({ type, code: 'NOT_SUPPORTED', path, value, message }));
  }
  return found;
}

/** Reads an address, which must be of a family if that is known. */
function readAddress(
  request: Fields<TrafficRequest>,
  field: 'destination' | 'sourceIP',
  family: Family | undefined,
  others: readonly string[] = [],
): { readonly family: Family; readonly text: string } {
  const value = request.text(field);
  const address = readSloppyAddress(value);
  if (address !== undefined && address.family === (family ?? address.family)) {
    return { family: address.family, text: formatIpAddress(address) };
  }
  const message = `expected ${['an', family, 'address'].filter(Boolean).join(' ')}${others.map((each) => `, ${each}`).join('')}`;
  const [type, path] = ['FieldValueInvalid', request.pathOf(field)] as const;
  return raise(fieldProblem({ type, code: 'INVALID_ADDRESS', path, value, message }));
}
