import {
  type ClusterLists,
  type EndpointConditions,
  type EndpointPort,
  objectNamespace,
  type Pod,
  type Service,
} from '@kubesem/core';
import { clusterLists, readList } from '@kubesem/core/internal';
import { explainLabelMatch } from '@kubesem/selectors';
import { type Family } from '../families.js';
import { readService, type ServiceFields } from '../fields.js';
import { findTargetPort } from '../ports.js';
import {
  endpointFamilies,
  type NodeZones,
  type PodFacts,
  readNodeZones,
  readPodFacts,
} from './pod-facts.js';
import { PodIndex, readPodLabels, readSelection } from './selected.js';

/**
 * Whether a Pod is an endpoint, and if not, why:
 * - `ENDPOINT`: it is an endpoint of the Service
 * - `SELECTOR`: it lacks a label of the selector
 * - `FINISHED`: it has succeeded or failed
 * - `NO_ADDRESS`: it has no address yet
 * - `NODE_MISSING`: it has no node, or its node does not exist; the controller tries again later
 * - `NO_ADDRESS_OF_FAMILY`: it has no address of a family of the Service
 */
export type PodVerdict =
  | 'ENDPOINT'
  | 'SELECTOR'
  | 'FINISHED'
  | 'NO_ADDRESS'
  | 'NODE_MISSING'
  | 'NO_ADDRESS_OF_FAMILY';

/** One Pod of the namespace of a Service. */
export interface PodEndpointExplanation {
  /** Index of the Pod in the Pods that were passed in. */
  readonly index: number;
  /** Name of the Pod. */
  readonly name: string;
  /** Whether it is an endpoint, and if not, why. */
  readonly verdict: PodVerdict;
  /** The label that it lacks; only for `SELECTOR`. */
  readonly mismatch?: LabelMismatch | undefined;
  /** Its addresses as endpoints, at most one entry for each family; empty if it is not an endpoint. */
  readonly endpoints: readonly PodEndpoint[];
  /** The ports that it has for the Service; empty if it is not an endpoint. */
  readonly ports: readonly EndpointPort[];
  /** Indexes in `spec.ports` of the Service of the ports that it does not have. */
  readonly missingPorts: readonly number[];
}

/** A label of a selector that a Pod lacks. */
export interface LabelMismatch {
  /** Key of the label. */
  readonly key: string;
  /** The value in the selector. */
  readonly expected: string;
  /** The value of the Pod; undefined if it has no such label. */
  readonly found: string | undefined;
}

/** A Pod as an endpoint of one family. */
export interface PodEndpoint {
  /** The family. */
  readonly family: Family;
  /** Its addresses in canonical form; clients use the first. */
  readonly addresses: readonly string[];
  /** Its state; all three are set. */
  readonly conditions: EndpointConditions;
  /** Its node. */
  readonly nodeName?: string | undefined;
  /** The zone of its node. */
  readonly zone?: string | undefined;
  /** Its hostname below the DNS name of the Service. */
  readonly hostname?: string | undefined;
}

/** Which Pods are endpoints of a Service. */
export interface EndpointSelection {
  /** Namespace of the Service. */
  readonly namespace: string;
  /** Name of the Service. */
  readonly name: string;
  /**
   * Whether Kubernetes makes endpoints for the Service:
   * - `SELECTOR`: yes, of the Pods that it selects
   * - `NO_SELECTOR`: no; you or another controller write its EndpointSlices
   * - `EXTERNAL_NAME`: no; it is only a name in DNS
   */
  readonly source: 'SELECTOR' | 'NO_SELECTOR' | 'EXTERNAL_NAME';
  /** The families of its endpoints; empty for an `ExternalName`. */
  readonly families: readonly Family[];
  /** Whether the controller tries again later, because the node of a Pod is missing. */
  readonly isRetried: boolean;
  /** The Pods, in the order in which they were passed in. */
  readonly pods: readonly PodEndpointExplanation[];
}

/**
 * Explains which Pods are endpoints of a Service, with which conditions, and why others are not.
 *
 * The Service and the Pods are taken as they are stored, with addresses in `status.podIPs`. Pods that are being deleted stay
 * endpoints until they have ended.
 *
 * @param service - the Service; without a namespace it is in `default`
 * @param cluster - Pods of any namespace, and all nodes
 * @returns all Pods of the namespace of the Service, each with its verdict
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 *
 * @example
 * ```ts
 * import { endpointSelection } from '@kubesem/service';
 *
 * const service = { metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } };
 * const labels = { app: 'web' };
 * const pods = [
 *   {
 *     metadata: { name: 'web-1', labels },
 *     spec: { nodeName: 'n1' },
 *     status: { podIPs: [{ ip: '10.0.0.7' }], conditions: [{ type: 'Ready', status: 'True' }] },
 *   },
 *   { metadata: { name: 'web-2', labels }, spec: { nodeName: 'n1' }, status: { phase: 'Pending' } },
 *   { metadata: { name: 'api-1', labels: { app: 'api' } } },
 * ];
 * const explained = endpointSelection(service, { pods, nodes: [{ metadata: { name: 'n1' } }] });
 * explained.pods.map(({ name, verdict }) => `${name} ${verdict}`) // => [
 * //   'web-1 ENDPOINT',
 * //   'web-2 NO_ADDRESS',
 * //   'api-1 SELECTOR',
 * // ]
 * explained.pods[0]?.endpoints[0]?.conditions // => { ready: true, serving: true, terminating: false }
 * explained.pods[2]?.mismatch // => { key: 'app', expected: 'web', found: 'api' }
 * ```
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `Reconciler.reconcileByAddressType`, `podToEndpoint` and
 * `getEndpointPorts`; `k8s.io/endpointslice/util` v0.37.1, `ShouldPodBeInEndpoints`.
 */
export function endpointSelection(
  service: Service,
  cluster: ClusterLists<'pods' | 'nodes'>,
): EndpointSelection {
  const { pods, nodes } = clusterLists(cluster, 'pods', 'nodes');
  const zones = readNodeZones(nodes);
  const { namespace, requirements } = readSelection(service);
  const explain = explainer(service, zones);
  const entries = pods.flatMap((pod, index) => {
    if (requirements === undefined || namespace !== objectNamespace(pod)) {
      return [];
    }
    const facts = readPodFacts(pod);
    const { matches, requirements: compared } = explainLabelMatch(requirements, readPodLabels(pod));
    if (matches) {
      return [explain.pod(facts, index)];
    }
    const failed = compared.find((each) => !each.matches);
    const mismatch = failed && {
      key: failed.requirement.key,
      expected: failed.requirement.values[0] ?? '',
      found: failed.value,
    };
    return [{ ...without(facts, index, 'SELECTOR'), mismatch }];
  });
  return explain.service(entries);
}

/**
 * Explains for many Services which of their Pods are endpoints.
 *
 * The same as {@link endpointSelection} for each Service, without the Pods that it does not select. The labels are indexed,
 * so the time grows with the number of endpoints and not with Services times Pods.
 *
 * @param services - Services of any namespace
 * @param cluster - Pods of any namespace, and all nodes
 * @returns an explanation for each Service, in their order, with the Pods that it selects
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 *
 * @example
 * ```ts
 * import { endpointSelections } from '@kubesem/service';
 *
 * const services = [{ spec: { selector: { app: 'web' } } }, { spec: { selector: { app: 'api' } } }];
 * const pods = [{ metadata: { name: 'web-1', labels: { app: 'web' } }, status: { phase: 'Failed' } }];
 * const explained = endpointSelections(services, { pods, nodes: [] });
 * explained.map((each) => each.pods.map(({ verdict }) => verdict)) // => [['FINISHED'], []]
 * ```
 *
 * Source: see {@link endpointSelection}.
 */
export function endpointSelections(
  services: readonly Service[],
  cluster: ClusterLists<'pods' | 'nodes'>,
): readonly EndpointSelection[] {
  const { pods, nodes } = clusterLists(cluster, 'pods', 'nodes');
  const zones = readNodeZones(nodes);
  const listed = readList(services, undefined);
  const selections = listed.map(readSelection);
  const index = new PodIndex(pods, selections);
  const facts = new Map<number, PodFacts>();
  const factsOf = (at: number): PodFacts => {
    const found = facts.get(at) ?? readPodFacts(pods[at] as Pod);
    facts.set(at, found);
    return found;
  };
  return listed.map((service, at) => {
    const explain = explainer(service, zones);
    const selected = index.selected(selections[at] as (typeof selections)[number]);
    return explain.service(selected.map((pod) => explain.pod(factsOf(pod), pod)));
  });
}

/** Explains the Pods of one Service. */
function explainer(service: Service, zones: NodeZones) {
  const fields = readService(service);
  const families = fields.type === 'ExternalName' ? [] : endpointFamilies(fields);
  const { namespace, requirements } = readSelection(service);
  const unhandled = fields.type === 'ExternalName' ? 'EXTERNAL_NAME' : 'NO_SELECTOR';
  return {
    pod: (facts: PodFacts, index: number): PodEndpointExplanation => {
      const verdict = verdictOf(facts, fields, families, zones);
      if (verdict !== 'ENDPOINT') {
        return without(facts, index, verdict);
      }
      const endpoints = families
        .filter((family) => facts.addresses[family].length > 0)
        .map((family) => endpointOf(facts, fields, family, zones));
      return { index, name: facts.name, verdict, endpoints, ...portsOf(facts, fields) };
    },
    service: (pods: readonly PodEndpointExplanation[]): EndpointSelection => ({
      namespace,
      name: fields.name,
      source: requirements === undefined ? unhandled : 'SELECTOR',
      families,
      isRetried: pods.some(({ verdict }) => verdict === 'NODE_MISSING'),
      pods,
    }),
  };
}

function without(facts: PodFacts, index: number, verdict: PodVerdict): PodEndpointExplanation {
  return { index, name: facts.name, verdict, endpoints: [], ports: [], missingPorts: [] };
}

/** Decides whether a Pod that the Service selects is an endpoint. */
export function verdictOf(
  facts: PodFacts,
  { publishNotReadyAddresses }: ServiceFields,
  families: readonly Family[],
  zones: NodeZones,
): PodVerdict {
  if (facts.isFinished) {
    return 'FINISHED';
  }
  if (!facts.hasAddress) {
    return 'NO_ADDRESS';
  }
  if (!publishNotReadyAddresses && !zones.has(facts.nodeName)) {
    return 'NODE_MISSING';
  }
  const isReachable = families.some((family) => facts.addresses[family].length > 0);
  return isReachable ? 'ENDPOINT' : 'NO_ADDRESS_OF_FAMILY';
}

/** A Pod as an endpoint of one family. */
export function endpointOf(
  facts: PodFacts,
  { name, publishNotReadyAddresses }: ServiceFields,
  family: Family,
  zones: NodeZones,
): PodEndpoint {
  const { addresses, isReady: serving, isTerminating: terminating, nodeName, hostname } = facts;
  const zone = zones.get(nodeName) || undefined;
  return {
    family,
    addresses: addresses[family],
    conditions: {
      ready: publishNotReadyAddresses || (serving && !terminating),
      serving,
      terminating,
    },
    ...(nodeName !== '' && { nodeName }),
    ...(zone !== undefined && { zone }),
    ...(hostname !== '' && facts.subdomain === name && { hostname }),
  };
}

/** The ports that a Pod has for a Service. */
export function portsOf(
  { spec }: PodFacts,
  { ports }: ServiceFields,
): Pick<PodEndpointExplanation, 'ports' | 'missingPorts'> {
  const found: EndpointPort[] = [];
  const missingPorts: number[] = [];
  for (const [index, each] of ports.entries()) {
    const { port } = findTargetPort(each, spec);
    const { name, protocol, appProtocol } = each;
    if (port === undefined) {
      missingPorts.push(index);
    } else {
      const isNamed = appProtocol !== undefined;
      found.push({ name, protocol: protocol || 'TCP', port, ...(isNamed && { appProtocol }) });
    }
  }
  return { ports: found, missingPorts };
}
