import type {
  HintsUse,
  TrafficDestination,
  TrafficEndpoint,
  TrafficReason,
  TrafficVerdict,
  UnusedReason,
} from '@kubesem/service';
import { type Column, column, renderRows } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import type { Layout } from '../../output/table/table.js';
import { count, visible } from '../../output/text.js';
import { hostPort } from './model.js';
import { portText } from './render.js';
import type { RouteModel } from './route.js';

/** The columns of nodes. */
export const COLUMNS: readonly Column<RouteModel>[] = [
  column('NODE', ({ node }) => node),
  column('VERDICT', ({ verdict }) => verdict, {
    paint: (_, { verdict }, colors) => verdictText(verdict, colors),
  }),
  column('REASON', ({ reason }) => reason),
  column('ENDPOINTS', ({ endpoints }) => endpoints.map(endpointText).join(',')),
];

/** An endpoint, and why it does not receive the connection. */
interface EndpointRow {
  readonly endpoint: TrafficEndpoint;
  readonly reason?: UnusedReason;
}

/** The columns of endpoints. */
export const ENDPOINT_COLUMNS: readonly Column<EndpointRow>[] = [
  column('ENDPOINT', ({ endpoint }) => endpointText(endpoint)),
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
