import {
  attempt,
  identityOf,
  type Node,
  type Pod,
  readIpAddress,
  type Service,
} from '@kubesem/core';
import type { NetworkCluster, ServiceReport } from '@kubesem/inspect';
import {
  type TrafficDestination,
  type TrafficRequest,
  type TrafficRoute,
  type TrafficSource,
  trafficRoute,
} from '@kubesem/service';
import { InvalidArgumentError } from 'commander';
import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { SERVICE_RESOURCES } from '../../io/cluster/resources.js';
import { fullName, wantedOf } from '../../io/named.js';
import { nonEmpty } from '../../options.js';
import { ambiguous } from '../../output/not-found.js';
import { notesOn, parseService, readServices, SERVICE_FLAGS } from './model.js';
import { COLUMNS, ENDPOINT_COLUMNS, renderRoutes } from './route-render.js';

const EXAMPLES = `
Examples:
  kubesem service route web --from shop/client --port 80 -f dump.json
                                       From a Pod to the cluster IP
  kubesem service route web --from node-1 --port 30080 -f dump.json
                                       From a node to a node port
  kubesem service route web --from outside --port http -f dump.json
                                       From outside, on each node

--port is a port of the Service, its name, or a node port. Without --to, clients
inside connect to the cluster IP; those outside to the load balancer, an
external IP or the node port, whichever the Service has first.

kube-proxy of one node handles a connection: that of the client, or the one that
a connection from outside reaches. FORWARD sends it to an endpoint; REJECT
answers "connection refused"; DROP answers nothing, so the client runs into a
timeout; NOT_HANDLED means that kube-proxy has no rule for it.

Exit status: 0 if all connections are forwarded, 1 if not or if something is not
found, 2 if the command line is wrong.`;

/** `kubesem service route`. */
export const route: AddCommand = command({
  name: 'route',
  summary: 'Explain where a connection to a Service goes',
  help: EXAMPLES,
  arguments: {
    named: flags.argument('<SERVICE>', 'Service, such as web or shop/web', parseService),
  },
  flags: {
    ...SERVICE_FLAGS,
    ...flags.table(),
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
    node: flags.value(
      '--node <NODE>',
      'Node that a connection from outside reaches (default: each)',
    ),
    sourceIp: flags.value('--source-ip <IP>', 'Address of the client, for source ranges', address),
  },
  columns: [...COLUMNS, ...ENDPOINT_COLUMNS],
  // The client can be in another namespace.
  reads: () => ({ resources: SERVICE_RESOURCES }),
  answer: async ({ input, named, namespace, ...request }, terminal) => {
    const read = await readServices(input, wantedOf(named, namespace), terminal);
    const { cluster, problems, errors, missing } = read;
    const [service, ...others] = read.services;
    if (service === undefined) {
      return { problems, errors, missing };
    }
    if (others.length > 0) {
      const titles = read.services.map(fullName);
      const message = ambiguous(named.name, titles, '-n for the namespace');
      return { problems, errors: [...errors, message] };
    }
    const routes = routeModels(service, cluster, request);
    if (typeof routes === 'string') {
      return { problems, errors: [...errors, routes] };
    }
    return {
      table: tableOf(COLUMNS, routes),
      text: (layout) => renderRoutes(routes, layout),
      model: () => ({ service: fullName(service), routes }),
      notes: notesOn(read),
      ...{ problems, errors },
      isFine: routes.every(({ verdict }) => verdict === 'FORWARD'),
    };
  },
});

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

/** A connection as the command line describes it. */
interface RouteRequest {
  /** `outside`, or the name of a node or Pod. */
  readonly from: string;
  /** A number, or the name of a port of the Service. */
  readonly port: string;
  /** Undefined to choose by port and source. */
  readonly to: string | undefined;
  readonly protocol: string;
  /** The node that a connection from outside reaches; undefined for each node. */
  readonly node: string | undefined;
  readonly sourceIp: string | undefined;
}

/** Where a connection comes from, and what kube-proxy of a node does with it. */
export interface RouteModel extends TrafficRoute {
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
function routeModels(
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
      return `no node ${node} found`;
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
    return `no ${kind?.startsWith('node') ? 'node' : kind ? 'Pod' : 'node or Pod'} ${from} found; pass a node, NAMESPACE/POD or outside`;
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
const DESTINATIONS: ReadonlyMap<string, TrafficDestination> = /* @__PURE__ */ new Map([
  ['cluster-ip', 'CLUSTER_IP'],
  ['node-port', 'NODE_PORT'],
  ['load-balancer', 'LOAD_BALANCER'],
  ['external-ip', 'EXTERNAL_IP'],
]);
