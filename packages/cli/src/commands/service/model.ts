import {
  attempt,
  type EndpointSlice,
  type Pod,
  type Service,
  type ServicePort,
} from '@kubesem/core';
import { objectsOf } from '@kubesem/core/internal';
import { serviceName } from '@kubesem/dns';
import {
  type EndpointReason,
  endpointReason,
  type NetworkCluster,
  type ServiceReport,
  serviceReports,
  unselectedPods,
} from '@kubesem/inspect';
import {
  explainService,
  type PodEndpointExplanation,
  portMismatches,
  reachableFamilies,
  serviceColumns,
  targetPort,
} from '@kubesem/service';
import * as flags from '../../frame/flags.js';
import { isWanted, type Wanted } from '../../io/named.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { nameParser } from '../../options.js';
import { notFound } from '../../output/not-found.js';
import { readNetwork } from '../../shared/network.js';

/** Parses `NAME` or `NAMESPACE/NAME`. */
export const parseService = nameParser(
  'Use the name of a Service, such as web or shop/web.',
  /^(?:svc|services?)\//,
);

/** The flags that name the objects of a cluster, and the namespace of a Service. */
export const SERVICE_FLAGS = {
  ...flags.CONTEXT,
  filename: flags.filename('Objects of the cluster'),
  namespace: flags.onlyNamespace('Services'),
};

/**
 * Reads the objects of a cluster, and finds Services.
 *
 * @param input - files, maybe a cluster
 * @param wanted - which Services
 * @param terminal - standard input, and standard error for the progress
 */
export async function readServices(input: Input, wanted: Wanted, terminal: Terminal) {
  const { cluster, errors } = await readNetwork(input, terminal);
  const { services: all, problems } = serviceReports(cluster);
  const services = all.filter((each) => isWanted(each, wanted));
  const unread = problems.filter(({ file }) => file !== '');
  const what = wanted.name === undefined ? 'Services' : `Service ${wanted.name}`;
  const missing = services.length === 0 ? notFound(input, what, wanted, all) : undefined;
  return { cluster, services, problems: [...cluster.problems, ...unread], errors, missing };
}

/** What is missing in the input. */
export function* notesOn({
  cluster,
  services,
}: Awaited<ReturnType<typeof readServices>>): Generator<string, void> {
  if (services.length === 0) {
    return;
  }
  if (cluster.pods.length === 0 && cluster.endpointSlices.length === 0) {
    yield 'The input has neither Pods nor EndpointSlices, so no endpoints are known.';
  } else if (cluster.pods.length === 0 && cluster.hasBuiltSlices) {
    yield 'The input has no Pods; endpoints are those of the Endpoints.';
  } else if (cluster.pods.length === 0) {
    yield 'The input has no Pods; endpoints are those of the EndpointSlices.';
  } else if (cluster.nodes.length === 0) {
    yield 'The input has no nodes; those of the Pods are assumed to exist, without zones.';
  }
}

/** A Service, as the table shows it. */
export type ServiceModel = ReturnType<typeof serviceModel>;

/** How a client gets from the name of a Service to its Pods. */
export type ChainModel = ReturnType<typeof chainModel>;

/** A port of a Service, and where it leads. */
export type PortLink = ChainModel['ports'][number];

/** A Pod or address at the end of a chain. */
export interface PodLink extends EndpointReason {
  /** Name of the Pod; of an endpoint without a Pod, its address. */
  readonly name: string;
  /** Its addresses with the port; empty if it is no endpoint of the port. */
  readonly addresses: readonly string[];
  readonly node: string | undefined;
}

/** Describes a Service; with `explain`, also its chain. */
export function serviceModel(
  report: ServiceReport,
  cluster: NetworkCluster,
  explain: boolean,
  clusterDomain: string,
) {
  const { namespace, name, ready, total, service, endpoints, problems } = report;
  // The API server sets both.
  const stored = { ...service, spec: { ...service.spec, clusterIPs: clusterIPsOf(service) } };
  const { type, clusterIP, externalIP, ports, selector } = serviceColumns(stored, { wide: true });
  return {
    ...{ namespace, name, type, clusterIP, externalIP, ports, selector },
    ...{ source: endpoints.source, ready, total, problems },
    ...(explain && { chain: chainModel(report, cluster, clusterDomain) }),
  };
}

function chainModel(report: ServiceReport, cluster: NetworkCluster, clusterDomain: string) {
  const { namespace, name, service, endpoints, slices } = report;
  const { dns, isProxied, endpoints: writer, ignored } = explainService(service);
  const spec = service.spec ?? {};
  const answers = {
    CLUSTER_IPS: clusterIPsOf(service),
    CNAME: [spec.externalName ?? ''],
    ENDPOINTS: [],
  };
  const isSelected = endpoints.source === 'SELECTOR' && cluster.pods.length > 0;
  const ports = dns === 'CNAME' ? [] : (spec.ports ?? []);
  return {
    /** Undefined if the name is invalid. */
    dnsName: attempt(() => serviceName({ namespace, name }, { clusterDomain })).value,
    ...{ dns, isProxied, endpoints: writer },
    /** What DNS answers: cluster IPs or an external name; empty if the answer is the addresses of endpoints. */
    addresses: answers[dns].filter((address) => address !== ''),
    ports: ports.map((port, index) => ({
      name: port.name ?? '',
      protocol: port.protocol ?? 'TCP',
      port: port.port ?? 0,
      targetPort: port.targetPort || (port.port ?? 0),
      nodePort: port.nodePort || undefined,
      endpoints: isSelected
        ? endpoints.pods.map((pod) => podLink(pod, cluster.pods[pod.index] as Pod, service, index))
        : distinct(slices.flatMap((slice) => sliceLinks(service, slice, index))),
    })),
    /** Pods of the namespace that are not selected, those that are nearest first. */
    notSelected: isSelected ? unselected(service, cluster.pods) : [],
    ignored,
  };
}

function clusterIPsOf({ spec }: Service): readonly string[] {
  return spec?.clusterIPs ?? (spec?.clusterIP ? [spec.clusterIP] : []);
}

function podLink(
  explained: PodEndpointExplanation,
  pod: Pod,
  service: Service,
  index: number,
): PodLink {
  const { name, endpoints } = explained;
  const { state, reason } = endpointReason(explained, service, pod, index);
  const [first] = endpoints;
  const node = first?.nodeName;
  if (state === 'no endpoint' || state === 'no port') {
    return { name, addresses: [], node, state, reason };
  }
  const port = service.spec?.ports?.[index] as ServicePort;
  const target = targetPort(port, pod);
  const addresses = endpoints.map((each) => hostPort(each.addresses[0] ?? '', target.port ?? 0));
  const found =
    target.from === 'CONTAINER' ? `port "${port.targetPort}" of container ${target.container}` : '';
  const reasons = [reason, found].filter((text) => text !== '');
  return { name, addresses, node, state, reason: reasons.join('; ') };
}

/** Of an address and port in several slices, kube-proxy takes the last endpoint that is not terminating. */
function distinct(links: readonly SliceLink[]): readonly PodLink[] {
  const byAddress = new Map<string, PodLink>();
  for (const [link, isTerminating] of links) {
    const key = link.addresses.join() || `${link.reason} ${link.name}`;
    if (!isTerminating || !byAddress.has(key)) {
      byAddress.set(key, link);
    }
  }
  return [...byAddress.values()];
}

type SliceLink = readonly [link: PodLink, isTerminating: boolean];

/** The endpoints of a slice at a port of the Service. */
function sliceLinks(service: Service, slice: EndpointSlice, index: number): readonly SliceLink[] {
  const { name, protocol } = (service.spec?.ports?.[index] ?? {}) as ServicePort;
  const found = objectsOf(slice.ports).find(
    (port) =>
      (port.name ?? '') === (name ?? '') &&
      (port.protocol ?? 'TCP') === (protocol ?? 'TCP') &&
      port.port,
  );
  const isReachable = reachableFamilies(service).some((family) => family === slice.addressType);
  const [mismatch] =
    found === undefined ? portMismatches(service, { endpointSlices: [slice] }) : [];
  return objectsOf(slice.endpoints).map((endpoint): SliceLink => {
    const { conditions, nodeName, targetRef } = endpoint;
    const address = endpoint.addresses?.[0] ?? '';
    const isReady = conditions?.ready !== false;
    const link = { name: targetRef?.name ?? address, node: nodeName ?? undefined };
    const isTerminating = conditions?.terminating === true;
    if (!isReachable) {
      const reason = `${sliceText(slice)}; the Service has no ${slice.addressType} address`;
      return [{ ...link, addresses: [], state: 'no endpoint', reason }, isTerminating];
    }
    const addresses = found?.port == null ? [] : [hostPort(address, found.port)];
    const state = found === undefined ? 'no port' : isReady ? 'ready' : 'not ready';
    return [
      { ...link, addresses, state, reason: mismatch?.text ?? sliceText(slice) },
      isTerminating,
    ];
  });
}

/** A slice without a name is one that the controller would write for the Endpoints. */
function sliceText({ metadata }: EndpointSlice): string {
  const { name, generateName } = metadata ?? {};
  return name ? `EndpointSlice ${name}` : `EndpointSlice ${generateName}*, mirrored from Endpoints`;
}

function unselected(service: Service, pods: readonly Pod[]): readonly PodLink[] {
  return unselectedPods(service, pods).map((explained) => {
    const { name, index } = explained;
    const why = endpointReason(explained, service, pods[index] as Pod);
    return { name, addresses: [], node: undefined, ...why };
  });
}

/** An address and a port, as in a URL. */
export function hostPort(address: string, port: number): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
