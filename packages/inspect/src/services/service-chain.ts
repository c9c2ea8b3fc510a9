import {
  attempt,
  type EndpointSlice,
  type Pod,
  type Service,
  type ServicePort,
} from '@kubesem/core';
import { objectsOf } from '@kubesem/core/internal';
import { serviceDnsName } from '@kubesem/dns';
import {
  explainService,
  type PodEndpointExplanation,
  type ServiceExplanation,
  targetPort,
} from '@kubesem/service';
import { hostPort, portMismatches, reachableFamilies } from '@kubesem/service/internal';
import type { NetworkCluster } from '../cluster/network-cluster.js';
import { type EndpointReason, endpointReason, unselectedPods } from './endpoint-reason.js';
import type { ServiceReport } from './service-report.js';

/** How a client gets from the name of a Service to its Pods. */
export interface ServiceChain
  extends Pick<ServiceExplanation, 'dns' | 'isProxied' | 'endpoints' | 'ignored'> {
  /** Undefined if the name is invalid. */
  readonly dnsName: string | undefined;
  /** What DNS answers: cluster IPs or an external name; empty if the answer is the addresses of endpoints. */
  readonly addresses: readonly string[];
  readonly ports: readonly PortLink[];
  /** Pods of the namespace that are not selected, those that are nearest first. */
  readonly notSelected: readonly PodLink[];
}

/** A port of a Service, and where it leads. */
export interface PortLink {
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
  readonly targetPort: number | string;
  readonly nodePort: number | undefined;
  readonly endpoints: readonly PodLink[];
}

/** A Pod or address at the end of a chain. */
export interface PodLink extends EndpointReason {
  /** Name of the Pod; of an endpoint without a Pod, its address. */
  readonly name: string;
  /** Its addresses with the port; empty if it is not an endpoint of the port. */
  readonly addresses: readonly string[];
  readonly node: string | undefined;
}

/**
 * Follows a Service from its name to its Pods.
 *
 * @param report - the Service with its endpoints
 * @param cluster - the objects of the cluster
 * @param options - the domain of the cluster
 */
export function serviceChain(
  report: ServiceReport,
  cluster: Pick<NetworkCluster, 'pods'>,
  options: { readonly clusterDomain?: string } = {},
): ServiceChain {
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
    dnsName: attempt(() => serviceDnsName({ namespace, name }, options)).value,
    ...{ dns, isProxied, endpoints: writer },
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
    notSelected: isSelected ? unselected(service, cluster.pods) : [],
    ignored,
  };
}

/** The cluster IPs of a Service; the API server sets both fields. */
export function clusterIPsOf({ spec }: Service): readonly string[] {
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
  if (state === 'not an endpoint' || state === 'no port') {
    return { name, addresses: [], node, state, reason };
  }
  const port = service.spec?.ports?.[index] as ServicePort;
  const target = targetPort(port, pod);
  const addresses = endpoints.map((each) =>
    hostPort({ address: each.addresses[0] ?? '', port: target.port ?? 0 }),
  );
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
      return [{ ...link, addresses: [], state: 'not an endpoint', reason }, isTerminating];
    }
    const addresses = found?.port == null ? [] : [hostPort({ address, port: found.port })];
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
