// Which rules of kube-proxy a connection meets.
import { canonicalAddress } from '../addresses/address.js';
import type { PortFields } from '../fields/service.js';
import { type Connection, DESTINATIONS } from './connection.js';
import type { ProxyNode } from './hints.js';
import { type ProxiedAddresses, type ProxiedService, proxiedPorts } from './proxied.js';
import type { TrafficDestination, TrafficReason } from './types.js';

/** A port of a Service at one of its destinations. */
export interface TrafficMatch {
  readonly addresses: ProxiedAddresses;
  readonly destination: TrafficDestination;
  readonly port: PortFields;
}

/** Why no rule matches a connection. */
export type NotHandled = Extract<
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
