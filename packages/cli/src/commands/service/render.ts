import type { PodLink, PortLink, ServiceChain } from '@kubesem/inspect/internal';
import { type Column, column, isWide, namespaces, renderRows } from '../../frame/columns.js';
import { areInSeveralNamespaces, fullName } from '../../io/named.js';
import type { Colors } from '../../output/colors.js';
import type { Layout } from '../../output/table/table.js';
import { count, visible } from '../../output/text.js';
import { renderTree, type TreeNode } from '../../output/tree.js';
import type { ServiceModel } from './model.js';

/** The columns of Services. */
export const COLUMNS: readonly Column<ServiceModel>[] = [
  { ...namespaces(), isShown: (_, services) => areInSeveralNamespaces(services) },
  column('NAME', ({ name }) => name),
  column('TYPE', ({ type }) => type),
  column('CLUSTER-IP', ({ clusterIP }) => clusterIP),
  column('EXTERNAL-IP', ({ externalIP }) => externalIP, { isShown: isWide }),
  column('PORTS', ({ ports }) => ports),
  column(
    'ENDPOINTS',
    ({ source, ready, total }) =>
      source === 'EXTERNAL_NAME' ? undefined : `${ready}/${total} ready`,
    {
      paint: (text, { source, ready, total }, { red, yellow, green }) =>
        source === 'EXTERNAL_NAME'
          ? text
          : (ready === 0 ? red : ready < total ? yellow : green)(text),
    },
  ),
  column('SELECTOR', ({ selector }) => selector, { isShown: isWide }),
  column('PROBLEM', ({ problems }) => problems.map(({ message }) => message).join('; '), {
    paint: (text, { problems }, { yellow }) => (problems.length === 0 ? text : yellow(text)),
  }),
];

/** A Pod or address of a port of a Service. */
interface EndpointRow {
  readonly service: ServiceModel;
  readonly port: PortLink;
  readonly pod: PodLink;
}

/** The columns of endpoints. */
export const ENDPOINT_COLUMNS: readonly Column<EndpointRow>[] = [
  column('SERVICE', ({ service }) => fullName(service)),
  column('PORT', ({ port }) => portText(port)),
  column('TARGET-PORT', ({ port }) => port.targetPort),
  column('POD', ({ pod }) => pod.name),
  column('ADDRESS', ({ pod }) => pod.addresses.join(',')),
  column('STATE', ({ pod }) => pod.state, {
    paint: (_, { pod }, colors) => stateText(pod, colors),
  }),
  column('REASON', ({ pod }) => pod.reason),
];

/** One row for each Pod or address of each port. */
export function endpointRows(services: readonly ServiceModel[]): readonly EndpointRow[] {
  return services.flatMap((service) =>
    (service.chain?.ports ?? []).flatMap((port) =>
      port.endpoints.map((pod) => ({ service, port, pod })),
    ),
  );
}

/** Draws the chain of each Service; with a column to sort by, a table of all endpoints. */
export function renderChains(services: readonly ServiceModel[], layout: Layout): string {
  if (layout.sortBy !== undefined) {
    return renderRows(ENDPOINT_COLUMNS, endpointRows(services), layout);
  }
  return services.map((service) => renderChain(service, layout.colors)).join('\n');
}

function renderChain(service: ServiceModel, colors: Colors): string {
  const { namespace, name, type, problems, chain } = service;
  if (chain === undefined) {
    return '';
  }
  const notes = [
    ...problems.map(({ message }) => colors.yellow(`problem: ${visible(message)}`)),
    ...chain.ignored.map(
      ({ path, reason }) => `${visible(path)} is ignored${because(IGNORED[reason], colors)}`,
    ),
  ];
  const title = colors.bold(visible(`Service ${namespace}/${name}`));
  return renderTree({
    text: `${title} ${visible(type)}`,
    children: [nameNode(service, chain, colors), ...notes],
  });
}

const IGNORED = {
  HEADLESS: 'a headless Service has no address to which clients connect',
  EXTERNAL_NAME: 'a Service of type ExternalName is only a name in DNS',
  NOT_EXTERNAL_NAME: 'only a Service of type ExternalName has it',
  HAS_SOURCE_RANGES: 'spec.loadBalancerSourceRanges replaces it',
} as const;

function nameNode(service: ServiceModel, chain: ServiceChain, colors: Colors): TreeNode {
  const { dnsName, dns, addresses } = chain;
  const answer = {
    CLUSTER_IPS: 'DNS answers with the cluster IP',
    ENDPOINTS: 'headless: DNS answers with the addresses of the ready Pods',
    CNAME: 'DNS answers with an alias; nothing is forwarded',
  }[dns];
  const below = [
    ...chain.ports.map((port) => portNode(port, service, colors)),
    ...unselected(chain, colors),
  ];
  const address = {
    CLUSTER_IPS: 'kube-proxy of each node forwards connections to it',
    ENDPOINTS: 'clients connect to the Pods',
    CNAME: 'a name outside of the cluster',
  }[dns];
  const isMissing = dns === 'CLUSTER_IPS' && addresses.length === 0;
  const shown = dns === 'ENDPOINTS' ? 'no cluster IP' : visible(addresses.join(', '));
  return {
    text: `name ${colors.bold(visible(dnsName ?? service.name))}${because(answer, colors)}`,
    children: [
      {
        text: isMissing
          ? `address ${colors.red('none')}${because('the API server has not assigned a cluster IP', colors)}`
          : `address ${colors.bold(shown)}${because(address, colors)}`,
        children: below,
      },
    ],
  };
}

function portNode(port: PortLink, service: ServiceModel, colors: Colors): TreeNode {
  const { targetPort, endpoints, nodePort } = port;
  const isNamed = typeof targetPort === 'string';
  const reason = isNamed
    ? 'a container port of this name and protocol'
    : 'this number, whether or not a container declares it';
  const isSelected = service.source === 'SELECTOR';
  const node = nodePort === undefined ? '' : `, node port ${nodePort}`;
  return {
    text: `port ${colors.bold(visible(portText(port)))}${node}`,
    children: [
      {
        text: isSelected
          ? `target port ${colors.bold(visible(String(targetPort)))}${because(reason, colors)}`
          : `no selector${because('you write the EndpointSlices or Endpoints', colors)}`,
        children:
          endpoints.length === 0
            ? [colors.red('no endpoint')]
            : endpoints.map((pod) => podText(pod, colors)),
      },
    ],
  };
}

function podText(pod: PodLink, colors: Colors): string {
  const { name, addresses, node, reason } = pod;
  const parts = [
    colors.bold(visible(name)),
    ...addresses.map(visible),
    ...(node === undefined ? [] : [visible(`on ${node}`)]),
    stateText(pod, colors),
  ];
  return `${parts.join(' ')}${because(visible(reason), colors)}`;
}

function stateText({ state }: PodLink, colors: Colors): string {
  const color = state === 'ready' ? colors.green : state === 'serving' ? colors.yellow : colors.red;
  return color(state);
}

const LISTED = 3;

function unselected({ notSelected }: ServiceChain, colors: Colors): readonly TreeNode[] {
  if (notSelected.length === 0) {
    return [];
  }
  const more = notSelected.length - LISTED;
  const pods = notSelected
    .slice(0, LISTED)
    .map(({ name, reason }) => `${visible(name)}${because(visible(reason), colors)}`);
  const rest = more > 0 ? [colors.dim(count(more, 'other Pod'))] : [];
  return [{ text: 'Pods that are not selected', children: [...pods, ...rest] }];
}

/** A port as kubectl names it. */
export function portText({
  name,
  port,
  protocol,
}: Pick<PortLink, 'name' | 'port' | 'protocol'>): string {
  return `${name === '' ? '' : `${name} `}${port}/${protocol}`;
}

function because(reason: string, colors: Colors): string {
  return reason === '' ? '' : colors.dim(`: ${reason}`);
}
