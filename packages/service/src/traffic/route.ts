import { type ClusterLists, type Service } from '@kubesem/core';
import {
  type Cidr,
  formatCidr,
  isInCidr,
  readSloppyAddress,
  readSloppyCidr,
} from '@kubesem/core/internal';
import { type Family } from '../families.js';
import { type Connection, findTarget, readConnection, type TrafficMatch } from './connection.js';
import { portKey, readTrafficEndpoints } from './endpoints.js';
import { portMismatches } from './port-mismatch.js';
import { type ProxiedAddresses, type ProxiedService, readProxiedService } from './proxied.js';
import {
  type Categories,
  categorize,
  NO_HINTS,
  type ProxyNode,
  readProxyNode,
} from './reachable.js';
import type {
  TrafficEndpoint,
  TrafficReason,
  TrafficRequest,
  TrafficRoute,
  TrafficVerdict,
  UnusedEndpoint,
  UnusedReason,
} from './types.js';

/**
 * Computes what kube-proxy of a node does with a connection to a Service: forward it, reject it, drop it, or nothing.
 *
 * The answer says which port and policy apply, whether kube-proxy follows hints or falls back to endpoints that are
 * terminating, and why other endpoints do not receive the connection. kube-proxy runs in the mode `iptables` and knows the
 * addresses of the Pods of its node, as with the option `clusterCIDR`.
 *
 * @param service - the Service as it is stored; defaults are applied first
 * @param cluster - EndpointSlices of any Service
 * @param request - the connection
 * @returns the route, and what decided it
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_ADDRESS` if an address of the request is not an IP
 *   address, or the address of an endpoint is not one of the family of its slice
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_SUPPORTED` if `from` or `family` has another value
 *
 * @example
 * ```ts
 * import { trafficRoute } from '@kubesem/service';
 *
 * const service = {
 *   metadata: { name: 'web' },
 *   spec: { clusterIP: '10.96.0.7', ports: [{ port: 80 }] },
 * };
 * const slice = {
 *   metadata: { labels: { 'kubernetes.io/service-name': 'web' } },
 *   addressType: 'IPv4',
 *   ports: [{ port: 8080 }],
 *   endpoints: [
 *     { addresses: ['10.0.0.1'], zone: 'a', hints: { forZones: [{ name: 'a' }] } },
 *     { addresses: ['10.0.0.2'], zone: 'b' },
 *   ],
 * };
 * const node = { metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'a' } } };
 * const request = { node, from: 'POD', destination: '10.96.0.7', port: 80 } as const;
 * const { reason, hints, endpoints } = trafficRoute(service, { endpointSlices: [slice] }, request);
 * reason // => 'CLUSTER_POLICY'
 * hints.zones // => 'INCOMPLETE'
 * endpoints.map(({ address }) => address) // => ['10.0.0.1', '10.0.0.2']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/proxy/iptables` v1.37.1, `Proxier.syncProxyRules`.
 */
export function trafficRoute(
  service: Service,
  cluster: ClusterLists<'endpointSlices'>,
  request: TrafficRequest,
): TrafficRoute {
  const connection = readConnection(request);
  const node = readProxyNode(request.node);
  const proxied = readProxiedService(service);
  const match = findTarget(proxied, connection, node);
  if (typeof match === 'string') {
    return {
      verdict: 'NOT_HANDLED',
      reason: match,
      endpoints: [],
      destination: undefined,
      family: connection.family ?? proxied.families[0]?.family,
      port: undefined,
      policy: undefined,
      usesTerminating: false,
      hints: NO_HINTS,
      unused: [],
      sourceRanges: [],
      mismatch: undefined,
    };
  }
  const { addresses, destination, port } = match;
  const { name, protocol, port: number, nodePort } = port;
  const { family } = addresses;
  const portEndpoints = readTrafficEndpoints(service, cluster);
  const categories = categorize(proxied, addresses, port, portEndpoints, node);
  const ranges = destination === 'LOAD_BALANCER' ? sourceRanges(proxied, family) : [];
  const isRefused = ranges.length > 0 && isOutside(connection, match, node, ranges);
  const decision = decide(proxied, connection, match, categories, isRefused);
  const isLocal = decision.policy === 'Local';
  const known = portEndpoints.get(portKey(family, protocol, name)) ?? [];
  const mismatch = portMismatches(service, cluster).find(
    (each) => each.family === family && proxied.fields.ports[each.index] === port,
  );
  return {
    ...decision,
    ...(mismatch !== undefined && { reason: 'PORT_MISMATCH' }),
    destination,
    family,
    port: { name, protocol, port: number, nodePort: nodePort || undefined },
    usesTerminating: decision.endpoints.some(({ isReady }) => !isReady),
    hints: isLocal || isRefused ? NO_HINTS : categories.hints.explanation,
    unused: unusedEndpoints(known, decision, isLocal ? node : undefined),
    sourceRanges: ranges.map(formatCidr),
    mismatch,
  };
}

/** Reports whether source ranges reject a client. Those of unknown clients are not checked. */
function isOutside(
  { source, from }: Connection,
  { addresses }: TrafficMatch,
  { addresses: nodeAddresses }: ProxyNode,
  ranges: readonly Cidr[],
): boolean {
  const isIPv6 = addresses.family === 'IPv6';
  const nodeIP = nodeAddresses.find((each) => each.includes(':') === isIPv6);
  const client = source ?? (from === 'NODE' ? nodeIP : undefined);
  return client !== undefined && !isInRanges(client, ranges, addresses, nodeIP);
}

interface Decision extends Pick<TrafficRoute, 'verdict' | 'reason' | 'endpoints'> {
  readonly policy: 'Cluster' | 'Local';
}

function decide(
  { isInternalLocal, isExternalLocal }: ProxiedService,
  { from }: Connection,
  { destination }: TrafficMatch,
  { cluster, local, hasAny }: Categories,
  isRefused: boolean,
): Decision {
  const isInternal = destination === 'CLUSTER_IP';
  const isShort = !isInternal && isExternalLocal && from !== 'OUTSIDE';
  const isLocal = !isShort && (isInternal ? isInternalLocal : isExternalLocal);
  const decision = (
    verdict: TrafficVerdict,
    reason: TrafficReason,
    endpoints: readonly TrafficEndpoint[] = [],
  ): Decision => ({ verdict, reason, endpoints, policy: isLocal ? 'Local' : 'Cluster' });
  if (!hasAny) {
    return decision('REJECT', 'NO_ENDPOINTS');
  }
  if (isRefused) {
    return decision('DROP', 'SOURCE_RANGES');
  }
  if (!isLocal) {
    return decision('FORWARD', isShort ? 'SHORT_CIRCUIT' : 'CLUSTER_POLICY', cluster);
  }
  return local.length > 0
    ? decision('FORWARD', 'LOCAL_POLICY', local)
    : decision('DROP', 'NO_LOCAL_ENDPOINTS');
}

/** Says why the other endpoints of a port do not receive a connection; `node` if only its own endpoints do. */
function unusedEndpoints(
  known: readonly TrafficEndpoint[],
  { endpoints, reason }: Decision,
  node: ProxyNode | undefined,
): readonly UnusedEndpoint[] {
  const used = new Set(endpoints);
  const reasonOf = (endpoint: TrafficEndpoint): UnusedReason => {
    const { isReady, isServing, isTerminating, nodeName } = endpoint;
    if (!isReady && !(isServing && isTerminating)) {
      return 'NOT_READY';
    }
    if (reason === 'SOURCE_RANGES') {
      return 'NOT_FORWARDED';
    }
    if (node !== undefined && nodeName !== node.name) {
      return 'OTHER_NODE';
    }
    return isReady ? 'HINTS' : 'TERMINATING';
  };
  return known.flatMap((endpoint) =>
    used.has(endpoint) ? [] : [{ endpoint, reason: reasonOf(endpoint) }],
  );
}

/**
 * Returns the ranges of a family that limit the clients of a load balancer; empty if all clients are accepted, as with a range of
 * all addresses.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy/util` v1.37.1, `MapCIDRsByIPFamily` and `IsZeroCIDR`.
 */
function sourceRanges({ fields }: ProxiedService, family: Family): readonly Cidr[] {
  const ranges = fields.loadBalancerSourceRanges.flatMap((text) => {
    const range = readSloppyCidr(text.trim());
    return range?.network.address.family === family ? [range] : [];
  });
  const isOpen = ranges.some(({ prefixLength }) => prefixLength === 0);
  return isOpen ? [] : ranges.map(({ network }) => network);
}

/**
 * Reports whether ranges include a client. The node itself connects from the address of the load balancer.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy/iptables` v1.37.1, `Proxier.syncProxyRules`.
 */
function isInRanges(
  source: string,
  ranges: readonly Cidr[],
  { virtualIPs }: ProxiedAddresses,
  nodeIP: string | undefined,
): boolean {
  const includes = (text: string | undefined) => {
    const address = readSloppyAddress(text ?? '');
    return address !== undefined && ranges.some((range) => isInCidr(range, address));
  };
  return includes(source) || (virtualIPs.includes(source) && includes(nodeIP));
}
