// The connection that a request asks about.
import {
  childPath,
  type FieldPath,
  fieldProblem,
  formatIpAddress,
  raise,
  readInteger,
  readString,
} from '@kubesem/core';
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
export function readConnection(request: TrafficRequest): Connection {
  const at = (field: keyof TrafficRequest) => childPath(undefined, field);
  const destination = readString(request.destination, at('destination'));
  const kind = DESTINATIONS.find((each) => each === destination);
  const named = readChoice(request.family ?? undefined, FAMILIES, at('family'));
  const target = kind
    ? undefined
    : readAddress(destination, named, at('destination'), DESTINATIONS);
  const family = target?.family ?? named;
  const sourceIP = request.sourceIP ?? undefined;
  const source = sourceIP === undefined ? undefined : readAddress(sourceIP, family, at('sourceIP'));
  const from = readChoice(request.from ?? '', SOURCES, at('from')) as TrafficSource;
  return {
    from,
    kind,
    address: target?.text,
    family: family ?? source?.family,
    port: readInteger(request.port, at('port'), { min: 1, max: 65_535 }) ?? 0,
    protocol: readString(request.protocol, at('protocol')) || 'TCP',
    source: source?.text,
  };
}

function readChoice<T extends string>(
  value: T | '' | undefined,
  choices: readonly T[],
  path: FieldPath,
): T | undefined {
  const found = choices.find((each) => each === value);
  if (value !== undefined && found === undefined) {
    const message = `expected ${choices.join(', ')}`;
    const type = 'FieldValueNotSupported';
    raise(fieldProblem({ type, code: 'NOT_SUPPORTED', path, value, message }));
  }
  return found;
}

/** Reads an address, which must be of a family if that is known. */
function readAddress(
  value: string,
  family: Family | undefined,
  path: FieldPath,
  others: readonly string[] = [],
): { readonly family: Family; readonly text: string } {
  const address = readSloppyAddress(readString(value, path));
  if (address !== undefined && address.family === (family ?? address.family)) {
    return { family: address.family, text: formatIpAddress(address) };
  }
  const message = `expected ${['an', family, 'address'].filter(Boolean).join(' ')}${others.map((each) => `, ${each}`).join('')}`;
  const type = 'FieldValueInvalid';
  return raise(fieldProblem({ type, code: 'INVALID_ADDRESS', path, value, message }));
}
