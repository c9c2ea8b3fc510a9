import { attempt, identityOf, type Node, type Pod, type Service } from '@kubesem/core';
import { readIpAddress } from '@kubesem/core/internal';
import type { NetworkCluster, ServiceReport } from '@kubesem/inspect';
import {
  type HintsUse,
  type TrafficDestination,
  type TrafficEndpoint,
  type TrafficReason,
  type TrafficRequest,
  type TrafficRoute,
  type TrafficSource,
  type TrafficVerdict,
  trafficRoute,
  type UnusedReason,
} from '@kubesem/service';
import { hostPort } from '@kubesem/service/internal';
import { InvalidArgumentError } from 'commander';
import { type Column, column, renderRows } from '../../frame/columns.js';
import * as flags from '../../frame/flags.js';
import { fullName } from '../../io/named.js';
import { nonEmpty } from '../../options.js';
import type { Colors } from '../../output/colors.js';
import type { Layout } from '../../output/table/table.js';
import { count, visible } from '../../output/text.js';
import { portText } from './render.js';

/** The flags that describe a connection. */
export const ROUTE_FLAGS = {
  from: flags.required(
    flags.value('--from <CLIENT>', 'Node, Pod (POD or NAMESPACE/POD), or outside', nonEmpty),
  ),
  port: flags.required(
    flags.value('--port <PORT>', 'Port of the Service, its name, or a node port', nonEmpty),
  ),
  to: flags.value(
    '--to <DESTINATION>',
    'cluster-ip, node-port, load-balancer, external-ip or an IP address',
    destination,
    { suggest: () => [...DESTINATIONS.keys()] },
  ),
  protocol: flags.choice('--protocol <PROTOCOL>', 'Protocol of the connection', [
    'TCP',
    'UDP',
    'SCTP',
  ]),
  node: flags.value('--node <NODE>', 'Node that a connection from outside reaches (default: each)'),
  sourceIp: flags.value('--source-ip <IP>', 'Address of the client, for source ranges', address),
};

function destination(text: string): string {
  if (!DESTINATIONS.has(text) && typeof readIpAddress(text) === 'string') {
    throw new InvalidArgumentError(`Use ${[...DESTINATIONS.keys()].join(', ')} or an IP address.`);
  }
  return text;
}

function address(text: string): string {
  if (typeof readIpAddress(text) === 'string') {
    throw new InvalidArgumentError('Use an IP address, such as 203.0.113.7.');
  }
  return text;
}

type RouteRequest = flags.ValuesOf<typeof ROUTE_FLAGS>;

/** Where a connection comes from, and what kube-proxy of a node does with it. */
interface RouteModel extends TrafficRoute {
  readonly from: TrafficSource;
  /** Name of the client; empty if it is outside. */
  readonly client: string;
  readonly node: string;
  /** The port that the client connects to. */
  readonly connectedPort: number;
}

interface Client {
  readonly from: TrafficSource;
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly sourceIp: string | undefined;
}

/** Follows a connection to a Service, or says why it cannot. */
export function routeModels(
  { service, slices }: ServiceReport,
  cluster: NetworkCluster,
  request: RouteRequest,
): readonly RouteModel[] | string {
  const client = findClient(service, cluster, request);
  if (typeof client === 'string') {
    return client;
  }
  const port = findPort(service, request, client.from);
  if (typeof port === 'string') {
    return port;
  }
  const { protocol } = request;
  const routes: RouteModel[] = [];
  for (const node of client.nodes) {
    const traffic: TrafficRequest = {
      ...{ node, from: client.from, protocol, ...port },
      sourceIP: request.sourceIp ?? client.sourceIp,
    };
    const { value, error } = attempt(() =>
      trafficRoute(service, { endpointSlices: slices }, traffic),
    );
    if (value === undefined) {
      return error.message;
    }
    const { from, name } = client;
    const nodeName = node.metadata?.name ?? '';
    routes.push({ from, client: name, node: nodeName, connectedPort: port.port, ...value });
  }
  return routes;
}

/** Finds the client, and the nodes whose kube-proxy handles its connection. */
function findClient(
  service: Service,
  { pods, nodes }: NetworkCluster,
  { from, node, sourceIp }: RouteRequest,
): Client | string {
  const nodeNamed = (name: string): Node =>
    nodes.find(({ metadata }) => metadata?.name === name) ?? { metadata: { name } };
  const known = new Set([...nodes.map(nodeNameOf), ...pods.map((pod) => pod.spec?.nodeName ?? '')]);
  known.delete('');
  if (from === 'outside') {
    const names = node === undefined ? [...known] : [node];
    if (node !== undefined && !known.has(node)) {
      return `node ${node} not found`;
    }
    return names.length === 0
      ? 'the input has no nodes; pass them with -f'
      : { from: 'OUTSIDE', name: '', nodes: names.map(nodeNamed), sourceIp };
  }
  if (node !== undefined) {
    return '--node is only for connections from outside';
  }
  const [, kind, name = ''] = /^(?:(nodes?|pods?)\/)?(.+)$/.exec(from) ?? [];
  if (kind?.startsWith('pod') !== true && known.has(name)) {
    return { from: 'NODE', name, nodes: [nodeNamed(name)], sourceIp };
  }
  const title = name.includes('/') ? name : `${identityOf(service).namespace}/${name}`;
  const pod = pods.find((each) => fullName(identityOf(each)) === title);
  if (pod === undefined || kind?.startsWith('node') === true) {
    return `${kind?.startsWith('node') ? 'node' : kind ? 'Pod' : 'node or Pod'} ${from} not found; pass a node, NAMESPACE/POD or outside`;
  }
  const nodeName = pod.spec?.nodeName ?? '';
  if (nodeName === '') {
    return `Pod ${title} has no node yet`;
  }
  return {
    from: pod.spec?.hostNetwork === true ? 'NODE' : 'POD',
    name: title,
    nodes: [nodeNamed(nodeName)],
    sourceIp: sourceIp ?? podAddress(pod),
  };
}

function nodeNameOf({ metadata }: Node): string {
  return metadata?.name ?? '';
}

function podAddress({ status }: Pod): string | undefined {
  return status?.podIP ?? status?.podIPs?.[0]?.ip ?? undefined;
}

/** The number to connect to, and what has it. A node port counts only if no port of the Service has the number. */
function findPort(
  { spec, status }: Service,
  { port: text, to, protocol }: RouteRequest,
  from: TrafficSource,
): Pick<TrafficRequest, 'destination' | 'port'> | string {
  const ports = spec?.ports ?? [];
  const wanted = (each: (typeof ports)[number]) => (each.protocol ?? 'TCP') === protocol;
  const isNumber = /^\d{1,5}$/.test(text);
  const byPort = ports.find((each) =>
    isNumber ? each.port === Number(text) && wanted(each) : each.name === text,
  );
  const byNodePort = ports.find((each) => String(each.nodePort ?? '') === text && wanted(each));
  if (!isNumber && byPort === undefined) {
    const names = ports.flatMap(({ name }) => name ?? []);
    return `the Service has no port ${JSON.stringify(text)}; ${names.length === 0 ? 'its ports have no names' : `use ${names.join(', ')}`}`;
  }
  const number = isNumber ? Number(text) : (byPort?.port ?? 0);
  const destination = DESTINATIONS.get(to ?? '') ?? to;
  if (destination !== undefined) {
    const isNodePort = destination === 'NODE_PORT' && byNodePort === undefined;
    return { destination, port: isNodePort ? (byPort?.nodePort ?? number) : number };
  }
  if (byPort === undefined && byNodePort !== undefined) {
    return { destination: 'NODE_PORT', port: number };
  }
  if (from !== 'OUTSIDE') {
    return { destination: 'CLUSTER_IP', port: number };
  }
  if ((status?.loadBalancer?.ingress ?? []).length > 0) {
    return { destination: 'LOAD_BALANCER', port: number };
  }
  if ((spec?.externalIPs ?? []).length > 0) {
    return { destination: 'EXTERNAL_IP', port: number };
  }
  return { destination: 'NODE_PORT', port: byPort?.nodePort ?? number };
}

/** Values of `--to`. */
export const DESTINATIONS: ReadonlyMap<string, TrafficDestination> = /* @__PURE__ */ new Map([
  ['cluster-ip', 'CLUSTER_IP'],
  ['node-port', 'NODE_PORT'],
  ['load-balancer', 'LOAD_BALANCER'],
  ['external-ip', 'EXTERNAL_IP'],
]);

/** The columns of nodes. */
export const COLUMNS: readonly Column<RouteModel>[] = [
  column('NODE', ({ node }) => node),
  column('VERDICT', ({ verdict }) => verdict, {
    paint: (_, { verdict }, colors) => verdictText(verdict, colors),
  }),
  column('REASON', ({ reason }) => reason),
  column('ENDPOINTS', ({ endpoints }) => endpoints.map(hostPort).join(',')),
];

/** An endpoint, and why it does not receive the connection. */
interface EndpointRow {
  readonly endpoint: TrafficEndpoint;
  readonly reason?: UnusedReason;
}

/** The columns of endpoints. */
export const ENDPOINT_COLUMNS: readonly Column<EndpointRow>[] = [
  column('ENDPOINT', ({ endpoint }) => hostPort(endpoint)),
  column('POD', ({ endpoint }) => endpoint.pod),
  column('NODE', ({ endpoint }) => endpoint.nodeName),
  column('ZONE', ({ endpoint }) => endpoint.zone),
  column('USED', ({ reason }) => (reason === undefined ? 'yes' : 'no'), {
    paint: (text, { reason }, { green, dim }) => (reason === undefined ? green : dim)(text),
  }),
  column('REASON', ({ reason }) => reason && UNUSED[reason]),
];

/** The connection, and each endpoint; of several nodes, one row for each. */
export function renderRoutes(routes: readonly RouteModel[], layout: Layout): string {
  const [route, ...others] = routes;
  if (route === undefined) {
    return '';
  }
  if (others.length > 0) {
    return renderRows(COLUMNS, routes, layout);
  }
  const { colors } = layout;
  // Those that receive the connection are first.
  const endpoints = [...route.endpoints.map((endpoint) => ({ endpoint })), ...route.unused];
  const lines = detailsOf(route, colors).map(
    ([about, text]) => `${colors.dim(about.padEnd(11))} ${text}\n`,
  );
  const table =
    endpoints.length === 0 ? '' : `\n${renderRows(ENDPOINT_COLUMNS, endpoints, layout)}`;
  return `${lines.join('')}${table}`;
}

function detailsOf(route: RouteModel, colors: Colors): readonly (readonly [string, string])[] {
  const { from, client, node, destination, connectedPort, port, policy, verdict } = route;
  const source = { POD: `Pod ${client}`, NODE: 'the node itself', OUTSIDE: 'outside' }[from];
  const [first, ...more] = route.endpoints.map(hostPort);
  const forwarded =
    more.length === 0 ? `to ${first}` : `to one of ${count(more.length + 1, 'endpoint')} at random`;
  const target = destination === undefined ? 'unknown destination' : TARGETS[destination];
  return [
    ['from', visible(`${source}, handled by kube-proxy of node ${node}`)],
    ['to', visible(`${target}, port ${connectedPort}`)],
    ...(port === undefined ? [] : [['port', visible(portText(port))] as const]),
    ...(policy === undefined ? [] : [['policy', policyText(route)] as const]),
    ...(policy === 'Cluster' ? [['hints', hintsText(route)] as const] : []),
    ...(route.usesTerminating
      ? [
          [
            'fallback',
            'no endpoint is ready, so those that terminate and still serve are used',
          ] as const,
        ]
      : []),
    ...(route.sourceRanges.length === 0
      ? []
      : [['ranges', visible(route.sourceRanges.join(', '))] as const]),
    [
      'verdict',
      `${verdictText(verdict, colors)}: ${verdict === 'FORWARD' ? forwarded : reasonText(route)}`,
    ],
  ];
}

const TARGETS: { readonly [destination in TrafficDestination]: string } = {
  CLUSTER_IP: 'the cluster IP',
  NODE_PORT: 'the node',
  LOAD_BALANCER: 'the load balancer',
  EXTERNAL_IP: 'an external IP',
};

function policyText({ policy, destination, reason }: RouteModel): string {
  const field = destination === 'CLUSTER_IP' ? 'internalTrafficPolicy' : 'externalTrafficPolicy';
  return reason === 'SHORT_CIRCUIT'
    ? 'Cluster: externalTrafficPolicy Local does not apply to Pods and to the node'
    : `${policy} (${field})`;
}

function hintsText({ hints }: RouteModel): string {
  const { nodes, zones } = hints;
  return nodes === 'NONE' && zones === 'NONE'
    ? 'none'
    : `for nodes: ${HINTS[nodes]}; for zones: ${HINTS[zones]}`;
}

const HINTS: { readonly [use in HintsUse]: string } = {
  USED: 'followed',
  NONE: 'none',
  INCOMPLETE: 'ignored, because some ready endpoints have none',
  OTHERS_ONLY: 'ignored, because all are for others',
  NODE_WITHOUT_ZONE: 'ignored, because the node has no zone',
  OVERRIDDEN: 'ignored, because those for nodes decide',
  NOT_APPLICABLE: 'not applicable',
};

function reasonText({ reason, mismatch }: RouteModel): string {
  return `${mismatch === undefined ? '' : `${visible(mismatch.text)}; `}${REASONS[reason]}`;
}

/** What a verdict other than FORWARD means. */
const REASONS: { readonly [reason in TrafficReason]: string } = {
  CLUSTER_POLICY: '',
  LOCAL_POLICY: '',
  SHORT_CIRCUIT: '',
  NO_ENDPOINTS: 'no endpoint is ready; the client sees "connection refused"',
  PORT_MISMATCH: 'the client sees "connection refused"',
  NO_LOCAL_ENDPOINTS:
    'the policy is Local and the node has no endpoint; the client runs into a timeout',
  SOURCE_RANGES: 'loadBalancerSourceRanges does not include the client; it runs into a timeout',
  EXTERNAL_NAME: 'a Service of type ExternalName is only a name in DNS',
  HEADLESS: 'the Service is headless; clients connect to its Pods',
  NO_CLUSTER_IP: 'the Service has no cluster IP yet',
  OTHER_FAMILY: 'the Service has no cluster IP of this IP family',
  OTHER_DESTINATION: 'the Service has no such destination',
  PROXY_LOAD_BALANCER: 'connections to this load balancer leave the node',
  OTHER_PORT: 'the destination has no such port',
};

const UNUSED: { readonly [reason in UnusedReason]: string } = {
  NOT_READY: 'not ready',
  TERMINATING: 'terminating, and others are ready',
  OTHER_NODE: 'on another node',
  HINTS: 'its hints name other nodes or zones',
  NOT_FORWARDED: 'the connection is not forwarded',
};

function verdictText(verdict: TrafficVerdict, colors: Colors): string {
  return verdict === 'FORWARD' ? colors.green(verdict) : colors.red(verdict);
}
