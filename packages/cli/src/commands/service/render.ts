import type { Colors } from '../../output/colors.js';
import { renderTable } from '../../output/table/render.js';
import type { Column, Layout, Table } from '../../output/table/table.js';
import { count, NONE, visible } from '../../output/text.js';
import { renderTree, type TreeNode } from '../../output/tree.js';
import type { ChainModel, PodLink, PortLink, ServiceModel } from './model.js';

/** One row for each Service. */
export function serviceTable(
  services: readonly ServiceModel[],
  { wide, namespaces }: { readonly wide: boolean; readonly namespaces: boolean },
  { colors }: Layout,
): Table {
  const columns: (string | Column)[] = [
    ...(namespaces ? ['NAMESPACE'] : []),
    ...['NAME', 'TYPE', 'CLUSTER-IP'],
    ...(wide ? ['EXTERNAL-IP'] : []),
    ...['PORTS', 'ENDPOINTS'],
    ...(wide ? ['SELECTOR'] : []),
    'PROBLEM',
  ];
  const rows = services.map((service) => {
    const { namespace, name, type, clusterIP, externalIP, ports, selector, problems } = service;
    const text = problems.map(({ message }) => message).join('; ');
    return [
      ...(namespaces ? [visible(namespace)] : []),
      ...[name, type, clusterIP].map(visible),
      ...(wide ? [visible(externalIP)] : []),
      visible(ports),
      endpointsCell(service, colors),
      ...(wide ? [visible(selector)] : []),
      text === '' ? NONE : colors.yellow(visible(text)),
    ];
  });
  return { columns, rows };
}

/** The ready endpoints of all. */
function endpointsCell({ source, ready, total }: ServiceModel, colors: Colors): string {
  if (source === 'EXTERNAL_NAME') {
    return NONE;
  }
  const text = `${ready}/${total} ready`;
  return ready === 0 ? colors.red(text) : ready < total ? colors.yellow(text) : colors.green(text);
}

/** One row for each Pod or address of each port. */
export function endpointsTable(services: readonly ServiceModel[], { colors }: Layout): Table {
  const columns = ['SERVICE', 'PORT', 'TARGET-PORT', 'POD', 'ADDRESS', 'STATE', 'REASON'];
  const rows = services.flatMap(({ namespace, name, chain }) =>
    (chain?.ports ?? []).flatMap((port) =>
      port.endpoints.map((pod) => [
        visible(`${namespace}/${name}`),
        visible(portText(port)),
        visible(String(port.targetPort)),
        visible(pod.name),
        visible(pod.addresses.join(',')) || NONE,
        stateText(pod, colors),
        visible(pod.reason) || NONE,
      ]),
    ),
  );
  return { columns, rows };
}

/** Draws the chain of each Service; with a column to sort by, a table of all endpoints. */
export function renderChains(services: readonly ServiceModel[], layout: Layout): string {
  if (layout.sortBy !== undefined) {
    return renderTable(endpointsTable(services, layout), layout);
  }
  return services.map((service) => renderChain(service, layout.colors)).join('\n');
}

function renderChain(service: ServiceModel, colors: Colors): string {
  const { namespace, name, type, problems, chain } = service;
  if (chain === undefined) {
    return '';
  }
  const notes = [
    ...problems.map(({ message }) => ({ text: colors.yellow(`problem: ${visible(message)}`) })),
    ...chain.ignored.map(({ path, reason }) => ({
      text: `${visible(path)} is ignored${because(IGNORED[reason], colors)}`,
    })),
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

function nameNode(service: ServiceModel, chain: ChainModel, colors: Colors): TreeNode {
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
            ? [{ text: colors.red('no endpoint') }]
            : endpoints.map((pod) => ({ text: podText(pod, colors) })),
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

function unselected({ notSelected }: ChainModel, colors: Colors): readonly TreeNode[] {
  if (notSelected.length === 0) {
    return [];
  }
  const more = notSelected.length - LISTED;
  const pods = notSelected.slice(0, LISTED).map(({ name, reason }) => ({
    text: `${visible(name)}${because(visible(reason), colors)}`,
  }));
  const rest = more > 0 ? [{ text: colors.dim(`${count(more, 'other Pod')}`) }] : [];
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
