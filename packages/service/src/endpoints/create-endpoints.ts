import {
  type ClusterLists,
  type EndpointAddress,
  type EndpointSubset,
  type Endpoints,
  objectNamespace,
  type Pod,
  type Service,
} from '@kubesem/core';
import {
  addressFamily,
  canonicalAddress,
  clusterLists,
  fields as openFields,
  THROW,
} from '@kubesem/core/internal';
import { ENDPOINTS, POD } from '@kubesem/core/kinds';
import { type Family } from '../families.js';
import { readService, type ServiceFields } from '../fields.js';
import { portsOf } from '../pods/endpoint-selection.js';
import { type PodFacts, readPodFacts } from '../pods/pod-facts.js';
import { readSelection, selects } from '../pods/selected.js';
import { type AddressedPorts, packSubsets } from './subsets.js';

/**
 * Builds the Endpoints that the controller writes for a Service. Endpoints are deprecated; EndpointSlices replace them.
 *
 * They have only the first IP family of the Service, and no Pods that are terminating unless `publishNotReadyAddresses` is set.
 * Of more than 1000 addresses, the controller keeps 1000, ready ones first.
 *
 * @param service - the Service as it is stored
 * @param cluster - Pods of any namespace
 * @returns the Endpoints, with subsets in the order of the controller; undefined for a Service without a selector or of type
 *   `ExternalName`. The annotation with the time of the last change is absent
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 *
 * @example
 * ```ts
 * import { createEndpoints } from '@kubesem/service';
 *
 * const service = { metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } };
 * const pod = (ip: string, status: string) => ({
 *   metadata: { labels: { app: 'web' } },
 *   status: { podIPs: [{ ip }], conditions: [{ type: 'Ready', status }] },
 * });
 * const endpoints = createEndpoints(service, { pods: [pod('10.0.0.1', 'True'), pod('10.0.0.2', 'False')] });
 * const [subset] = endpoints?.subsets ?? [];
 * subset?.addresses?.map(({ ip }) => ip) // => ['10.0.0.1']
 * subset?.notReadyAddresses?.map(({ ip }) => ip) // => ['10.0.0.2']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpoint` v1.37.1, `Controller.syncService`.
 */
export function createEndpoints(
  service: Service,
  cluster: ClusterLists<'pods'>,
): Endpoints | undefined {
  const fields = readService(service);
  const selection = readSelection(service);
  if (selection.requirements === undefined) {
    return undefined;
  }
  const isHeadless = fields.clusterIP === '' || fields.clusterIP === 'None';
  const ports = clusterLists(cluster, 'pods').pods.flatMap((pod) =>
    selects(selection, pod) ? addressedPorts(pod, readPodFacts(pod), fields) : [],
  );
  const { subsets, isTruncated } = truncateSubsets(packSubsets(ports));
  const { [HEADLESS]: _, ...labels } = Object.fromEntries(
    openFields(service, THROW).at('metadata').map('labels'),
  );
  return {
    apiVersion: 'v1',
    kind: ENDPOINTS.kind,
    metadata: {
      name: fields.name,
      namespace: objectNamespace(service),
      labels: {
        ...labels,
        ...(isHeadless && { [HEADLESS]: '' }),
        [MANAGED_BY]: 'endpoint-controller',
      },
      ...(isTruncated && { annotations: { [OVER_CAPACITY]: 'truncated' } }),
    },
    subsets,
  };
}

const HEADLESS = 'service.kubernetes.io/headless';
const MANAGED_BY = 'endpoints.kubernetes.io/managed-by';
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity';

/** The address of a Pod with its ports. */
function addressedPorts(
  pod: Pod,
  facts: PodFacts,
  fields: ServiceFields,
): readonly AddressedPorts[] {
  const { publishNotReadyAddresses, clusterIP, name } = fields;
  const isLeaving = facts.isTerminating && !publishNotReadyAddresses;
  const family = endpointsFamily(fields, facts);
  const ip = facts.podIPs.find((each) => addressFamily(each) === family);
  if (facts.isFinished || isLeaving || ip === undefined) {
    return [];
  }
  const hasHostname = facts.hostname !== '' && facts.subdomain === name;
  const uid = pod.metadata?.uid ?? '';
  const address: EndpointAddress = {
    ip: canonicalAddress(ip) ?? ip,
    ...(hasHostname && { hostname: facts.hostname }),
    nodeName: facts.nodeName,
    targetRef: {
      kind: POD.kind,
      namespace: objectNamespace(pod),
      name: facts.name,
      ...(uid !== '' && { uid }),
    },
  };
  const ports = portsOf(facts, fields).ports.map((port) => ({ port }));
  const isAddressed = fields.ports.length === 0 ? clusterIP === 'None' : ports.length > 0;
  const isReady = publishNotReadyAddresses || facts.isReady;
  return isAddressed ? [{ addresses: [{ address, isReady }], ports }] : [];
}

/**
 * Returns the family of the address of a Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpoint` v1.37.1, `podToEndpointAddressForService`.
 */
function endpointsFamily({ ipFamilies, clusterIP }: ServiceFields, { podIPs }: PodFacts): Family {
  const [first] = ipFamilies;
  const isNamed = clusterIP !== '' && clusterIP !== 'None';
  const isIPv6 = first
    ? first === 'IPv6'
    : addressFamily(isNamed ? clusterIP : (podIPs[0] ?? '')) === 'IPv6';
  return isIPv6 ? 'IPv6' : 'IPv4';
}

/** The most addresses of Endpoints. Source: `k8s.io/kubernetes/pkg/controller/endpoint` v1.37.1, `maxCapacity`. */
const MOST_ADDRESSES = 1000;

/**
 * Cuts subsets to 1000 addresses. Each subset keeps its part, rounded up. Addresses that are not ready go first.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpoint` v1.37.1, `truncateEndpoints`.
 */
function truncateSubsets(subsets: readonly EndpointSubset[]): {
  readonly subsets: readonly EndpointSubset[];
  readonly isTruncated: boolean;
} {
  const count = (field: 'addresses' | 'notReadyAddresses') =>
    subsets.reduce((sum, subset) => sum + (subset[field]?.length ?? 0), 0);
  const ready = count('addresses');
  const notReady = count('notReadyAddresses');
  if (ready + notReady <= MOST_ADDRESSES) {
    return { subsets, isTruncated: false };
  }
  const field = ready > MOST_ADDRESSES ? 'addresses' : 'notReadyAddresses';
  const room = field === 'addresses' ? MOST_ADDRESSES : MOST_ADDRESSES - ready;
  const total = field === 'addresses' ? ready : notReady;
  let left = room;
  const cut = subsets.map((subset) => {
    const list = subset[field] ?? [];
    const kept = list.slice(0, Math.min(left, Math.ceil((list.length / total) * room)));
    left -= kept.length;
    const { [field]: _, ...rest } = subset;
    const { notReadyAddresses: dropped, ...readyOnly } = rest as EndpointSubset;
    return {
      ...(field === 'addresses' ? readyOnly : rest),
      ...(kept.length > 0 && { [field]: kept }),
    };
  });
  return { subsets: cut, isTruncated: true };
}
