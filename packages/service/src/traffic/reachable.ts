// Which hints of the endpoints the kube-proxy of a node follows.
import { type ClusterLists, type Node, type Service } from '@kubesem/core';
import { canonicalAddress, fields, THROW, ZONE_LABEL } from '@kubesem/core/internal';
import type { PortFields } from '../fields.js';
import { hostPort, type PortEndpoints, portKey, readTrafficEndpoints } from './endpoints.js';
import {
  type ProxiedAddresses,
  type ProxiedService,
  proxiedPorts,
  readProxiedService,
} from './proxied.js';
import type {
  HintsExplanation,
  HintsMode,
  HintsUse,
  ReachableEndpoints,
  TrafficEndpoint,
} from './types.js';

/**
 * Lists the endpoints that kube-proxy of a node uses for each port of a Service, by IP family.
 *
 * Endpoints are ready. If none is, those that serve while they terminate take their place. Hints choose among the ready
 * endpoints for the traffic policy `Cluster`, if all of them have hints and at least one is for this node.
 *
 * @param service - the Service as it is stored; defaults are applied first
 * @param cluster - EndpointSlices of any Service
 * @param node - the node; its name and the label `topology.kubernetes.io/zone` count
 * @returns the endpoints, ordered by address; empty for a Service that kube-proxy ignores, such as a headless one
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_ADDRESS` if the address of an endpoint is not one of
 *   the family of its slice
 *
 * @example
 * ```ts
 * import { reachableEndpoints } from '@kubesem/service';
 *
 * const service = {
 *   metadata: { name: 'web' },
 *   spec: { clusterIP: '10.96.0.7', ports: [{ port: 80 }], internalTrafficPolicy: 'Local' },
 * };
 * const slice = {
 *   metadata: { labels: { 'kubernetes.io/service-name': 'web' } },
 *   addressType: 'IPv4',
 *   ports: [{ port: 8080 }],
 *   endpoints: [
 *     { addresses: ['10.0.0.1'], nodeName: 'n1' },
 *     { addresses: ['10.0.0.2'], nodeName: 'n2' },
 *   ],
 * };
 * const [reachable] = reachableEndpoints(service, { endpointSlices: [slice] }, { metadata: { name: 'n2' } });
 * reachable?.local.map(({ address, port }) => `${address}:${port}`) // => ['10.0.0.2:8080']
 * reachable?.hasAny // => true
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/proxy` v1.37.1, `CategorizeEndpoints`.
 */
export function reachableEndpoints(
  service: Service,
  cluster: ClusterLists<'endpointSlices'>,
  node: Node,
): readonly ReachableEndpoints[] {
  const proxied = readProxiedService(service);
  const proxyNode = readProxyNode(node);
  const endpoints = readTrafficEndpoints(service, cluster);
  return proxied.families.flatMap((addresses) =>
    proxiedPorts(proxied.fields).map((port) => {
      const { family } = addresses;
      const { name, protocol } = port;
      const { hints, ...found } = categorize(proxied, addresses, port, endpoints, proxyNode);
      return { family, name, protocol, port: port.port, ...found, mode: hints.mode };
    }),
  );
}

/** Reads the node of a kube-proxy. */
export function readProxyNode(node: Node): ProxyNode {
  const object = fields(node, THROW);
  const metadata = object.at('metadata');
  const labels = metadata.map('labels');
  const listed = object.at('status').each('addresses', (address) => ({
    type: address.text('type'),
    text: address.text('address'),
  }));
  return {
    name: metadata.text('name'),
    zone: labels.get(ZONE_LABEL) ?? '',
    addresses: ['InternalIP', 'ExternalIP'].flatMap((type) =>
      listed.flatMap((each) => (each.type === type ? (canonicalAddress(each.text) ?? []) : [])),
    ),
  };
}

/** What kube-proxy of a node knows of a port. */
export interface Categories
  extends Pick<ReachableEndpoints, 'cluster' | 'local' | 'all' | 'hasAny'> {
  readonly hints: HintsChoice;
}

/** Divides the endpoints of a port by traffic policy. */
export function categorize(
  { isInternalLocal, isExternalLocal }: ProxiedService,
  { family, externalIPs, virtualIPs }: ProxiedAddresses,
  { name, protocol, nodePort }: PortFields,
  portEndpoints: PortEndpoints,
  node: ProxyNode,
): Categories {
  const endpoints = portEndpoints.get(portKey(family, protocol, name)) ?? [];
  const hasExternal = nodePort !== 0 || externalIPs.length > 0 || virtualIPs.length > 0;
  const usesCluster = !isInternalLocal || hasExternal;
  const usesLocal = isInternalLocal || (isExternalLocal && hasExternal);
  const none: HintsChoice = { mode: undefined, explanation: NO_HINTS };
  const hints = usesCluster ? chooseHints(endpoints, node) : none;
  const cluster = usesCluster ? usable(endpoints, (each) => fitsHints(each, hints.mode, node)) : [];
  const isHere = ({ nodeName }: TrafficEndpoint) => node.name !== '' && nodeName === node.name;
  const local = usesLocal ? usable(endpoints.filter(isHere)) : [];
  const all = new Map([...cluster, ...local].map((each) => [hostPort(each), each]));
  return {
    hints,
    cluster,
    local,
    all: [...all.keys()].sort().map((key) => all.get(key) as TrafficEndpoint),
    hasAny: usable(endpoints).length > 0,
  };
}

/** The ready endpoints that fit; if no endpoint is ready, those that serve while they terminate. */
function usable(
  endpoints: readonly TrafficEndpoint[],
  fits: (endpoint: TrafficEndpoint) => boolean = () => true,
): readonly TrafficEndpoint[] {
  const ready = endpoints.filter((each) => each.isReady && fits(each));
  return ready.length > 0
    ? ready
    : endpoints.filter(({ isServing, isTerminating }) => isServing && isTerminating);
}

/** A node as kube-proxy reads it. */
export interface ProxyNode {
  readonly name: string;
  /** Name of its zone; empty if it has none. */
  readonly zone: string;
  /** Its addresses, in canonical form. */
  readonly addresses: readonly string[];
}

/** Which hints are followed, and why. */
interface HintsChoice {
  readonly mode: HintsMode;
  readonly explanation: HintsExplanation;
}

/** The explanation if no hints are read. */
export const NO_HINTS: HintsExplanation = { nodes: 'NOT_APPLICABLE', zones: 'NOT_APPLICABLE' };

/**
 * Chooses the hints that decide about the endpoints of a port: those for nodes, if every ready endpoint has one and one names
 * this node; otherwise in the same way those for zones.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy` v1.37.1, `topologyModeFromHints`.
 */
function chooseHints(
  endpoints: readonly TrafficEndpoint[],
  { name, zone }: ProxyNode,
): HintsChoice {
  const ready = endpoints.filter(({ isReady }) => isReady);
  if (ready.length === 0) {
    return { mode: undefined, explanation: NO_HINTS };
  }
  const nodes = useOf(
    ready.map(({ forNodes }) => forNodes),
    name,
  );
  if (nodes === 'USED') {
    return { mode: 'PreferSameNode', explanation: { nodes, zones: 'OVERRIDDEN' } };
  }
  const zones = useOf(
    ready.map(({ forZones }) => forZones),
    zone,
  );
  if (zones === 'USED') {
    return { mode: 'PreferSameZone', explanation: { nodes, zones } };
  }
  const isUnknown = zones === 'OTHERS_ONLY' && zone === '';
  return {
    mode: undefined,
    explanation: { nodes, zones: isUnknown ? 'NODE_WITHOUT_ZONE' : zones },
  };
}

function useOf(hints: readonly (readonly string[])[], wanted: string): HintsUse {
  if (hints.every((each) => each.length === 0)) {
    return 'NONE';
  }
  if (hints.some((each) => each.length === 0)) {
    return 'INCOMPLETE';
  }
  return hints.some((each) => each.includes(wanted)) ? 'USED' : 'OTHERS_ONLY';
}

/** Reports whether an endpoint may receive connections of a node under a mode. */
function fitsHints(
  { forNodes, forZones }: TrafficEndpoint,
  mode: HintsMode,
  { name, zone }: ProxyNode,
): boolean {
  if (mode === undefined) {
    return true;
  }
  return mode === 'PreferSameNode' ? forNodes.includes(name) : forZones.includes(zone);
}
