import {
  attempt,
  type Problem as CoreProblem,
  type EndpointSlice,
  type FieldError,
  type FieldPath,
  fieldPath,
  objectNamespace,
  type Pod,
  type Service,
} from '@kubesem/core';
import { ABSENT, appendAll, fields, problemOf } from '@kubesem/core/internal';
import { formatServiceSelector } from '@kubesem/selectors';
import {
  type EndpointSelection,
  type EndpointSlicePlan,
  endpointSelections,
  endpointSlicePlans,
  explainService,
  type PodEndpointExplanation,
  type PodVerdict,
  targetPort,
  type UnmirroredReason,
} from '@kubesem/service';
import { countEndpoints, portMismatches, reachableFamilies } from '@kubesem/service/internal';
import type { NetworkCluster } from '../cluster/network-cluster.js';
import type { Problem, ServiceEndpointsCode } from '../problem.js';
import { isAdded, type Mirroring, mirrorings, slicesByService } from './mirrored-slices.js';
import { knownNodes } from './nodes.js';

/** A Service and its endpoints. */
export interface ServiceReport {
  /** Namespace of the Service. */
  readonly namespace: string;
  /** Name of the Service. */
  readonly name: string;
  /** The Service. */
  readonly service: Service;
  /** Which of the Pods that it selects are endpoints; `index` is that of the Pod in the cluster. */
  readonly endpoints: EndpointSelection;
  /** The EndpointSlices in the files, or those that the controller would write if the files have none at all. */
  readonly slices: readonly EndpointSlice[];
  /** Number of endpoints that are ready. */
  readonly ready: number;
  /** Number of its endpoints; a Pod with addresses of two IP families counts once. */
  readonly total: number;
  /** What is wrong with its endpoints. */
  readonly problems: readonly Problem[];
}

/** The Services of a cluster, and those that cannot be read. */
export interface ServiceReports {
  /** The Services, in the order of the files. */
  readonly services: readonly ServiceReport[];
  /** Why Services cannot be read. */
  readonly problems: readonly Problem[];
}

/**
 * Reports which Pods are endpoints of the Services of a cluster, and what is wrong with them.
 *
 * Without Pods, the endpoints are those of the EndpointSlices. Without nodes, the report assumes that the nodes of the Pods
 * exist. It then does not compare stored EndpointSlices, which contain the zones of nodes.
 *
 * @param cluster - the result of {@link networkCluster}
 * @returns a report on each Service
 *
 * @example
 * ```ts
 * import { NETWORK_KINDS, networkCluster, serviceReports } from '@kubesem/inspect';
 * import { parseObjects } from '@kubesem/manifests';
 * import { ClusterReader } from '@kubesem/manifests/cluster';
 *
 * const text = `
 * apiVersion: v1
 * kind: Service
 * metadata: { name: web }
 * spec: { selector: { app: web }, ports: [{ port: 80 }] }
 * ---
 * apiVersion: v1
 * kind: Pod
 * metadata: { name: web-1, labels: { app: web } }
 * status: { phase: Pending }
 * `;
 * const reader = new ClusterReader({ kinds: NETWORK_KINDS });
 * reader.addFiles([parseObjects({ name: 'dump.yaml', text })]);
 * const cluster = networkCluster(reader.read());
 * const [report] = serviceReports(cluster).services;
 * report?.total // => 0
 * report?.problems.map(({ code, line, message }) => [code, line, message]) // => [
 * //   ['ENDPOINTS_MISSING', 5, 'no endpoint: web-1 has no address yet'],
 * // ]
 * ```
 */
export function serviceReports(cluster: NetworkCluster): ServiceReports {
  const problems: Problem[] = [];
  const given = fields(cluster, ABSENT);
  const [pods, all] = [given.list('pods'), given.list('endpointSlices')];
  const stored = cluster.hasBuiltSlices ? [] : all.filter((slice) => !isAdded(slice));
  const readable = given.objects('services').flatMap(({ value: service }, index) => {
    const { error } = attempt(() => explainService(service));
    appendAll(
      problems,
      placed(cluster, index, error ? [(error as FieldError<'INVALID_TYPE'>).problem] : []),
    );
    return error === undefined ? [[index, service] as const] : [];
  });
  const services = readable.map(([, service]) => service);
  const nodes = knownNodes(cluster.nodes, pods);
  const explained = endpointSelections(services, { pods, nodes });
  const hasSlices = stored.length > 0;
  const changes =
    hasSlices && given.list('nodes').length > 0 && pods.length > 0
      ? attempt(() => endpointSlicePlans(services, { pods, nodes, endpointSlices: stored })).value
      : undefined;
  const slices = slicesByService(all);
  const mirrored = mirrorings(services, given.list('endpoints'), stored);
  // The files may have a dump of one namespace only.
  const compared = new Set(stored.map(objectNamespace));
  const reports = readable.map(([index, service], at): ServiceReport => {
    const endpoints = explained[at] as EndpointSelection;
    const { namespace, name } = endpoints;
    const own = slices.get(`${namespace}/${name}`) ?? [];
    const mirroring = mirrored.get(`${namespace}/${name}`);
    const counts =
      endpoints.source === 'SELECTOR' && pods.length > 0
        ? countPods(endpoints.pods)
        : countEndpoints(service, { endpointSlices: own });
    const found = [
      ...missingEndpoints(service, endpoints, counts, pods.length > 0, {
        hasSlices: hasSlices || own.length > 0,
        mirroring,
        unreachable: unreachableText(service, own),
      }),
      ...missingPorts(service, endpoints, pods),
      ...mismatches(service, own, endpoints),
      ...differences(compared.has(namespace) ? changes?.[at] : undefined, 'Pods'),
      ...(mirroring?.isStored ? differences(mirroring.changes, 'Endpoints') : []),
    ];
    return {
      ...{ namespace, name, service, endpoints, slices: own, ...counts },
      problems: [...placed(cluster, index, found), ...unmirroredAddresses(cluster, mirroring)],
    };
  });
  return { services: reports, problems };
}

function placed(
  cluster: NetworkCluster,
  index: number,
  problems: readonly CoreProblem<ServiceEndpointsCode | 'INVALID_TYPE'>[],
): readonly Problem[] {
  return problems.flatMap(
    (problem) =>
      cluster.place({ ...problem, segments: ['services', index, ...problem.segments] }) ?? [],
  );
}

type Counts = Pick<ServiceReport, 'ready' | 'total'>;

function countPods(pods: readonly PodEndpointExplanation[]): Counts {
  const endpoints = pods.filter(({ verdict }) => verdict === 'ENDPOINT');
  const ready = endpoints.filter((pod) => pod.endpoints[0]?.conditions.ready === true);
  return { ready: ready.length, total: endpoints.length };
}

const SPEC = /* @__PURE__ */ fieldPath('spec');
const SELECTOR = /* @__PURE__ */ fieldPath('spec', 'selector');

function missingEndpoints(
  service: Service,
  { source, namespace, pods }: EndpointSelection,
  { ready }: Counts,
  hasPods: boolean,
  {
    hasSlices,
    mirroring,
    unreachable,
  }: {
    readonly hasSlices: boolean;
    readonly mirroring?: Mirroring | undefined;
    readonly unreachable: string;
  },
): readonly CoreProblem<'ENDPOINTS_MISSING'>[] {
  if (ready > 0 || source === 'EXTERNAL_NAME') {
    return [];
  }
  if (source === 'NO_SELECTOR') {
    const why = UNMIRRORED[mirroring?.changes.unmirrored ?? 'SELECTOR'];
    const message = `no endpoint: the Service has no selector, and ${why ?? `no EndpointSlice has a ready endpoint${unreachable}`}`;
    return hasSlices || why !== undefined ? [noEndpoints(SPEC, message)] : [];
  }
  if (!hasPods) {
    const message = `no EndpointSlice has a ready endpoint${unreachable}`;
    return hasSlices ? [noEndpoints(SELECTOR, message)] : [];
  }
  const labels = formatServiceSelector(service.spec?.selector);
  const reasons =
    pods.length === 0
      ? `no Pod in namespace ${namespace} has the labels ${labels}`
      : REASONS.flatMap(([state, text]) => {
          const names = pods.filter((pod) => stateOf(pod) === state).map(({ name }) => name);
          return names.length === 0 ? [] : [sentence(names, text)];
        }).join(', ');
  return [noEndpoints(SELECTOR, `no endpoint: ${reasons}`)];
}

/** The slices of IP families in which the Service has no address. */
function unreachableText(service: Service, slices: readonly EndpointSlice[]): string {
  const reachable = reachableFamilies(service);
  const names = slices.flatMap((slice) => {
    const given = fields(slice, ABSENT);
    const [metadata, addressType] = [given.at('metadata'), given.text('addressType')];
    const isReachable = reachable.some((family) => family === addressType);
    const name = metadata.text('name') || `${metadata.text('generateName')}*`;
    return isReachable || given.list('endpoints').length === 0 ? [] : [`${name} (${addressType})`];
  });
  return names.length === 0
    ? ''
    : `; the Service has no address in the family of ${shortList(names)}`;
}

/** Why the Endpoints of a Service without a selector do not count. */
const UNMIRRORED: { readonly [reason in UnmirroredReason]: string | undefined } = {
  SKIP_LABEL: 'its Endpoints have the label endpointslice.kubernetes.io/skip-mirror',
  LEADER_ELECTION: 'its Endpoints are a lock of a leader election, which is not mirrored',
  NO_SERVICE: undefined,
  SELECTOR: undefined,
};

function noEndpoints(path: FieldPath, message: string): CoreProblem<'ENDPOINTS_MISSING'> {
  return problemOf({ code: 'ENDPOINTS_MISSING', severity: 'warning', path, message });
}

/** Why a Pod that is selected receives no traffic. */
type PodState = Exclude<PodVerdict, 'ENDPOINT' | 'SELECTOR'> | 'NOT_READY' | 'TERMINATING';

const REASONS: readonly (readonly [PodState, string])[] = [
  ['NOT_READY', 'is not ready'],
  ['TERMINATING', 'is being deleted'],
  ['NO_ADDRESS', 'has no address yet'],
  ['NO_ADDRESS_OF_FAMILY', 'has no address of the IP families of the Service'],
  ['NODE_MISSING', 'is on a node that does not exist'],
  ['FINISHED', 'has ended'],
];

function stateOf({ verdict, endpoints }: PodEndpointExplanation): string {
  if (verdict !== 'ENDPOINT') {
    return verdict;
  }
  return endpoints[0]?.conditions.terminating === true ? 'TERMINATING' : 'NOT_READY';
}

function sentence(names: readonly string[], text: string): string {
  const verb = names.length === 1 ? text : text.replace(/^is /, 'are ').replace(/^has /, 'have ');
  return `${shortList(names)} ${verb}`;
}

const LISTED = 3;

/** The first names, and the number of others. */
function shortList(names: readonly string[]): string {
  const more = names.length - LISTED;
  return `${names.slice(0, LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function missingPorts(
  service: Service,
  { pods }: EndpointSelection,
  all: readonly Pod[],
): readonly CoreProblem<'TARGET_PORT_NOT_FOUND'>[] {
  const ports = fields(service, ABSENT).at('spec').objects('ports');
  return ports.flatMap(({ value: port }, index) => {
    const without = pods.filter(({ missingPorts }) => missingPorts.includes(index));
    const [first] = without;
    const pod = first && all[first.index];
    if (pod === undefined) {
      return [];
    }
    const path = fieldPath('spec', 'ports', index, 'targetPort');
    const names = shortList(without.map(({ name }) => name));
    const [near] = targetPort(port, pod).near;
    const message = `no container of ${names} has a ${port.protocol ?? 'TCP'} port "${String(port.targetPort)}"${near ? `; ${near.text}` : ''}`;
    const value = String(port.targetPort);
    const problem = { code: 'TARGET_PORT_NOT_FOUND', severity: 'warning' } as const;
    return [problemOf({ ...problem, path, value, message })];
  });
}

/** A port that a Pod lacks is not in its slices either, and reported already. */
function mismatches(
  service: Service,
  slices: readonly EndpointSlice[],
  { pods }: EndpointSelection,
): readonly CoreProblem<'SLICE_PORT_MISSING'>[] {
  const { isProxied } = explainService(service);
  const known = new Set(pods.flatMap(({ missingPorts }) => missingPorts));
  // Slices with wrong fields have no findings.
  const found = isProxied
    ? (attempt(() => portMismatches(service, { endpointSlices: slices })).value ?? [])
    : [];
  return found.flatMap(({ index, text: message }) => {
    if (known.has(index)) {
      return [];
    }
    known.add(index);
    const path = fieldPath('spec', 'ports', index);
    const value = service.spec?.ports?.[index]?.name ?? '';
    const problem = { code: 'SLICE_PORT_MISSING', severity: 'warning' } as const;
    return [problemOf({ ...problem, path, value, message })];
  });
}

/** What the mirroring controller leaves out, about the Endpoints. */
function unmirroredAddresses(
  cluster: NetworkCluster,
  mirroring: Mirroring | undefined,
): readonly Problem[] {
  const path = fieldPath('endpoints', mirroring?.index ?? 0, 'subsets');
  return (mirroring?.changes.events ?? []).flatMap(({ message }) => {
    const problem = { code: 'ADDRESSES_NOT_MIRRORED', severity: 'warning' } as const;
    return cluster.place(problemOf({ ...problem, path, message })) ?? [];
  });
}

function differences(
  changes: Pick<EndpointSlicePlan, 'create' | 'update' | 'delete'> | undefined,
  source: 'Pods' | 'Endpoints',
): readonly CoreProblem<'ENDPOINT_SLICES_DIFFER'>[] {
  const { create = [], update = [], delete: removed = [] } = changes ?? {};
  const namesOf = (slices: readonly EndpointSlice[]) =>
    shortList(slices.map(({ metadata }) => metadata?.name ?? ''));
  const actions = [
    ...(create.length > 0 ? [`create ${create.length}`] : []),
    ...(update.length > 0 ? [`update ${namesOf(update)}`] : []),
    ...(removed.length > 0 ? [`delete ${namesOf(removed)}`] : []),
  ];
  if (actions.length === 0) {
    return [];
  }
  const message = `the EndpointSlices do not match the ${source}: the controller would ${actions.join(', ')}`;
  const problem = { code: 'ENDPOINT_SLICES_DIFFER', severity: 'warning' } as const;
  return [problemOf({ ...problem, path: SELECTOR, message })];
}
