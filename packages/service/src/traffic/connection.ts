// The connection that a request asks about.
// Which rules of kube-proxy a connection meets.
import {
  canonicalAddress,
  type Fields,
  fieldProblem,
  fields,
  formatIpAddress,
  raise,
  readSloppyAddress,
  THROW,
} from '@kubesem/core/internal';
import { FAMILIES, type Family } from '../families.js';
import type { PortFields } from '../fields.js';
import { type ProxiedAddresses, type ProxiedService, proxiedPorts } from './proxied.js';
import type { ProxyNode } from './reachable.js';
import type { TrafficDestination, TrafficReason, TrafficRequest, TrafficSource } from './types.js';

/** Every kind, in the order of the rules of kube-proxy. */
const DESTINATIONS: readonly TrafficDestination[] = [
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
    const [type, path] = ['NOT_SUPPORTED', request.pathOf(field)] as const;
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
  const [type, path] = ['INVALID', request.pathOf(field)] as const;
  return raise(fieldProblem({ type, code: 'INVALID_ADDRESS', path, value, message }));
}

/** A port of a Service at one of its destinations. */
export interface TrafficMatch {
  readonly addresses: ProxiedAddresses;
  readonly destination: TrafficDestination;
  readonly port: PortFields;
}

/** Why no rule matches a connection. */
type NotHandled = Extract<
  TrafficReason,
  | 'EXTERNAL_NAME'
  | 'HEADLESS'
  | 'NO_CLUSTER_IP'
  | 'OTHER_FAMILY'
  | 'OTHER_DESTINATION'
  | 'PROXY_LOAD_BALANCER'
  | 'OTHER_PORT'
>;

/** Finds the port of the Service that a connection reaches, or why it reaches none. */
export function findTarget(
  service: ProxiedService,
  connection: Connection,
  node: ProxyNode,
): TrafficMatch | NotHandled {
  const { fields, ignored, families } = service;
  if (ignored !== undefined) {
    return ignored;
  }
  const wanted = connection.family ?? families[0]?.family;
  const addresses = families.find(({ family }) => family === wanted);
  if (addresses === undefined) {
    return 'OTHER_FAMILY';
  }
  const ports = proxiedPorts(fields);
  const reached = DESTINATIONS.filter((kind) => reaches(connection, kind, addresses, ports, node));
  for (const destination of reached) {
    const port = ports.find(
      ({ port: number, nodePort, protocol }) =>
        protocol === connection.protocol &&
        connection.port === (destination === 'NODE_PORT' ? nodePort : number),
    );
    if (port !== undefined) {
      return { addresses, destination, port };
    }
  }
  if (reached.length > 0) {
    return 'OTHER_PORT';
  }
  return isProxied(service, connection) ? 'PROXY_LOAD_BALANCER' : 'OTHER_DESTINATION';
}

/** Reports whether a connection is to an address of this kind. */
function reaches(
  { kind, address, from }: Connection,
  wanted: TrafficDestination,
  { clusterIP, externalIPs, virtualIPs }: ProxiedAddresses,
  ports: readonly PortFields[],
  node: ProxyNode,
): boolean {
  if (wanted === 'NODE_PORT') {
    // kube-proxy accepts node ports on 127.0.0.1, but not on ::1.
    const isLoopback = from === 'NODE' && (address ?? '').startsWith('127.');
    const isNode = kind === wanted || isLoopback || node.addresses.some((each) => each === address);
    return isNode && ports.some(({ nodePort }) => nodePort !== 0);
  }
  const lists = { CLUSTER_IP: [clusterIP], EXTERNAL_IP: externalIPs, LOAD_BALANCER: virtualIPs };
  const list = lists[wanted];
  return kind === undefined
    ? list.some((each) => each === address)
    : kind === wanted && list.length > 0;
}

/** Reports whether a connection is to a load balancer that kube-proxy leaves alone. */
function isProxied({ fields }: ProxiedService, { kind, address }: Connection): boolean {
  return fields.ingress.some(({ ip, ipMode }) => {
    const isLeft = !ip || (ipMode ?? 'VIP') !== 'VIP';
    const isAsked =
      kind === undefined ? canonicalAddress(ip ?? '') === address : kind === 'LOAD_BALANCER';
    return isLeft && isAsked;
  });
}
