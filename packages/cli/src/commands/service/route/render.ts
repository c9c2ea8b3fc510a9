import type {
  HintsUse,
  TrafficDestination,
  TrafficEndpoint,
  TrafficReason,
  TrafficVerdict,
  UnusedReason,
} from '@kubesem/service';
import type { Colors } from '../../../output/colors.js';
import { renderTable } from '../../../output/table/render.js';
import type { Layout, Table } from '../../../output/table/table.js';
import { count, NONE, visible } from '../../../output/text.js';
import { hostPort } from '../model.js';
import { portText } from '../render.js';
import type { RouteModel } from './model.js';

/** One row for each node. */
export function routeTable(routes: readonly RouteModel[], { colors }: Layout): Table {
  const rows = routes.map((route) => [
    visible(route.node),
    verdictText(route.verdict, colors),
    route.reason,
    visible(route.endpoints.map(endpointText).join(',')) || NONE,
  ]);
  return { columns: ['NODE', 'VERDICT', 'REASON', 'ENDPOINTS'], rows };
}

/** The connection, and each endpoint; of several nodes, one row for each. */
export function renderRoutes(routes: readonly RouteModel[], layout: Layout): string {
  const [route, ...others] = routes;
  if (route === undefined) {
    return '';
  }
  if (others.length > 0) {
    return renderTable(routeTable(routes, layout), layout);
  }
  const { colors } = layout;
  const { endpoints, unused } = route;
  const lines = detailsOf(route, colors).map(
    ([about, text]) => `${colors.dim(about.padEnd(11))} ${text}\n`,
  );
  const table =
    endpoints.length + unused.length === 0
      ? ''
      : `\n${renderTable(endpointTable(route, layout), layout)}`;
  return `${lines.join('')}${table}`;
}

function detailsOf(route: RouteModel, colors: Colors): readonly (readonly [string, string])[] {
  const { from, client, node, destination, connectedPort, port, policy, verdict } = route;
  const source = { POD: `Pod ${client}`, NODE: 'the node itself', OUTSIDE: 'outside' }[from];
  const [first, ...more] = route.endpoints.map(endpointText);
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

/** Each endpoint, those that receive the connection first. */
function endpointTable({ endpoints, unused }: RouteModel, { colors }: Layout): Table {
  const row = (endpoint: TrafficEndpoint, used: string, reason: string) => [
    visible(endpointText(endpoint)),
    ...[endpoint.pod, endpoint.nodeName, endpoint.zone].map((text) => visible(text ?? '') || NONE),
    used,
    reason || NONE,
  ];
  return {
    columns: ['ENDPOINT', 'POD', 'NODE', 'ZONE', 'USED', 'REASON'],
    rows: [
      ...endpoints.map((each) => row(each, colors.green('yes'), '')),
      ...unused.map(({ endpoint, reason }) => row(endpoint, colors.dim('no'), UNUSED[reason])),
    ],
  };
}

const UNUSED: { readonly [reason in UnusedReason]: string } = {
  NOT_READY: 'not ready',
  TERMINATING: 'terminating, and others are ready',
  OTHER_NODE: 'on another node',
  HINTS: 'its hints name other nodes or zones',
  NOT_FORWARDED: 'the connection is not forwarded',
};

function endpointText({ address, port }: TrafficEndpoint): string {
  return hostPort(address, port);
}

function verdictText(verdict: TrafficVerdict, colors: Colors): string {
  return verdict === 'FORWARD' ? colors.green(verdict) : colors.red(verdict);
}
