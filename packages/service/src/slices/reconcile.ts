import {
  type ClusterLists,
  type EndpointSlice,
  type Node,
  type Pod,
  type Service,
} from '@kubesem/core';
import {
  appendAll,
  clusterLists,
  type Fields,
  fields,
  openAll,
  readList,
  THROW,
} from '@kubesem/core/internal';
import { type Family } from '../families.js';
import { readService, type ServiceFields } from '../fields.js';
import { CLOSE, hasOtherHints, withDistributionHints } from '../hints/distribution.js';
import { zoneShares } from '../hints/shares.js';
import {
  addTopologyHints,
  type HintsEvent,
  hintsEvent,
  removeHints,
  updateUnchanged,
} from '../hints/topology.js';
import { endpointFamilies, type NodeZones, readNodeZones } from '../pods/pod-facts.js';
import { PodIndex, readSelection, type ServiceSelection, selects } from '../pods/selected.js';
import { type DesiredPod, groupEndpoints, readDesiredPods } from './desired.js';
import { reconcilePorts, type SlicePlan, sliceLabels, type WorkSlice } from './reconcile-ports.js';
import { indexSlices, readStoredSlices, type StoredSlice } from './stored-slice.js';
import { changedSlice, isPlaceholder, newSlice } from './written-slice.js';

/** Options of {@link endpointSlicePlan}. */
export interface EndpointSliceOptions {
  /** Maximum number of endpoints in a slice, 1 to 1000; by default 100. */
  readonly maxEndpointsPerSlice?: number | undefined;
}

/** What the controller writes for a Service. */
export interface EndpointSlicePlan {
  /** New slices, with a `generateName` instead of a name. */
  readonly create: readonly EndpointSlice[];
  /** Stored slices with their new content. */
  readonly update: readonly EndpointSlice[];
  /** Stored slices that are no longer needed. */
  readonly delete: readonly EndpointSlice[];
  /** The events about hints, one for each family. */
  readonly events: readonly HintsEvent[];
  /** Whether the controller tries again later, because the node of a Pod is missing. */
  readonly isRetried: boolean;
}

/** What is the same for all families of a Service. */
interface Reconciliation extends ReconcileContext {
  readonly service: Service;
  readonly fields: ServiceFields;
  readonly pods: readonly DesiredPod[];
}

/**
 * Computes which EndpointSlices the controller creates, updates and deletes for a Service.
 *
 * Objects are taken as they are stored. A Service without a selector or of type `ExternalName` changes nothing. Where the
 * controller distributes endpoints in random order, they keep the order of the Pods.
 *
 * @param service - the Service
 * @param cluster - Pods of any namespace, all nodes, and EndpointSlices of any Service; those that the controller has not written for this one are ignored
 * @param options - the size of the slices
 * @returns the changes; nothing to create, update or delete if the slices are up to date. The annotation with the time of
 *   the last change is absent
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `DUPLICATE_NAME` if two slices of the Service have one name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if hints depend on cpu that is not a
 *   quantity
 *
 * @example
 * ```ts
 * import { endpointSlicePlan } from '@kubesem/service';
 *
 * const service = {
 *   metadata: { name: 'web' },
 *   spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ipFamilies: ['IPv4'] },
 * };
 * const pod = {
 *   metadata: { name: 'web-1', labels: { app: 'web' } },
 *   spec: { nodeName: 'n1' },
 *   status: { podIPs: [{ ip: '10.0.0.7' }], conditions: [{ type: 'Ready', status: 'True' }] },
 * };
 * const nodes = [{ metadata: { name: 'n1' } }];
 * const { create } = endpointSlicePlan(service, { pods: [pod], nodes, endpointSlices: [] });
 * create[0]?.endpoints?.[0]?.addresses // => ['10.0.0.7']
 * const existing = [{ ...create[0], metadata: { ...create[0]?.metadata, name: 'web-x' } }];
 * endpointSlicePlan(service, { pods: [pod], nodes, endpointSlices: existing }).update // => []
 * endpointSlicePlan(service, { pods: [], nodes, endpointSlices: existing }).update[0]?.endpoints // => []
 * ```
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `Reconciler.Reconcile`.
 */
export function endpointSlicePlan(
  service: Service,
  cluster: ClusterLists<'pods' | 'nodes' | 'endpointSlices'>,
  options: EndpointSliceOptions = {},
): EndpointSlicePlan {
  const { pods, nodes, endpointSlices } = clusterLists(cluster, 'pods', 'nodes', 'endpointSlices');
  const context = readContext(nodes, options);
  const selection = readSelection(service);
  const selected = pods.filter((pod) => selects(selection, pod));
  return reconcileSelected(service, selection, selected, openAll(endpointSlices, THROW), context);
}

/** What is the same for all Services of a cluster. */
interface ReconcileContext {
  readonly nodes: readonly Node[];
  readonly zones: NodeZones;
  /** Maximum number of endpoints in a slice. */
  readonly most: number;
}

/** Reads what is the same for all Services. */
function readContext(nodes: readonly Node[], options: EndpointSliceOptions): ReconcileContext {
  const range = { min: 1, max: 1000 };
  const most = fields(options, THROW).integer('maxEndpointsPerSlice', range) ?? 100;
  return { nodes, zones: readNodeZones(nodes), most };
}

/** Reconciles the slices of a Service with the Pods that it selects. */
function reconcileSelected(
  service: Service,
  { requirements }: ServiceSelection,
  selected: readonly Pod[],
  existing: Iterable<Fields<EndpointSlice>>,
  context: ReconcileContext,
): EndpointSlicePlan {
  const fields = readService(service);
  if (requirements === undefined) {
    return { create: [], update: [], delete: [], events: [], isRetried: false };
  }
  const desired = readDesiredPods(selected, fields);
  const all: Reconciliation = { service, fields, pods: desired, ...context };
  const stored = readStoredSlices(service, existing);
  const families = endpointFamilies(fields);
  const events: HintsEvent[] = [];
  const written = families.map((family) => {
    const own = stored.filter(({ addressType }) => addressType === family);
    return write(reconcileFamily(all, family, own, events), all, family);
  });
  const others = stored.filter(({ addressType }) => !families.some((each) => each === addressType));
  const isMissing = ({ facts }: DesiredPod) => !context.zones.has(facts.nodeName);
  return {
    create: written.flatMap(({ create }) => create),
    update: written.flatMap(({ update }) => update),
    delete: [...written.flatMap((each) => each.delete), ...others.map(({ slice }) => slice)],
    events,
    isRetried: !fields.publishNotReadyAddresses && desired.some(isMissing),
  };
}

function reconcileFamily(
  { service, fields, pods, nodes, zones, most }: Reconciliation,
  family: Family,
  stored: readonly StoredSlice[],
  events: HintsEvent[],
): SlicePlan {
  const labels = sliceLabels(service, fields);
  const groups = groupEndpoints(pods, fields, family, zones);
  const plan: SlicePlan = { create: [], update: [], unchanged: [], remove: [] };
  const byPorts = new Map<string, StoredSlice[]>();
  for (const slice of stored) {
    const list = byPorts.get(slice.portKey) ?? [];
    byPorts.set(slice.portKey, list);
    (slice.isOwned ? list : plan.remove).push(slice);
  }
  for (const [key, slices] of byPorts) {
    appendAll(plan.remove, groups.has(key) ? [] : slices);
  }
  for (const [key, group] of groups) {
    const part = reconcilePorts(byPorts.get(key) ?? [], group, labels, most);
    appendAll(plan.create, part.create);
    appendAll(plan.update, part.update);
    appendAll(plan.unchanged, part.unchanged);
    appendAll(plan.remove, part.remove);
  }
  if (plan.remove.length === stored.length && plan.create.length === 0) {
    addPlaceholder(plan, labels.labels);
  }
  addHints(plan, fields, nodes, family, events);
  return plan;
}

/** A Service without endpoints has one empty slice of each family. */
function addPlaceholder(plan: SlicePlan, labels: WorkSlice['labels'] & object): void {
  const [only, ...others] = plan.remove;
  if (only !== undefined && others.length === 0 && isPlaceholder(only, labels)) {
    plan.remove.pop();
  } else {
    plan.create.push({ stored: undefined, ports: [], labels, endpoints: [] });
  }
}

/** Adds the hints that the Service asks for, or removes earlier ones. */
function addHints(
  plan: SlicePlan,
  { annotations, trafficDistribution = '' }: ServiceFields,
  nodes: readonly Node[],
  family: Family,
  events: HintsEvent[],
): void {
  if (usesTopologyHints(annotations)) {
    const { shares } = zoneShares(nodes);
    const outcome = addTopologyHints(plan, shares);
    const event = hintsEvent({ ...outcome, zones: shares?.size ?? 0 }, family);
    // The controller reports hints only once.
    if (!events.some(({ reason }) => reason === event.reason && outcome.reason === undefined)) {
      events.push(event);
    }
  } else if (CLOSE.includes(trafficDistribution)) {
    const isOther = (slice: WorkSlice) =>
      slice.endpoints.some((endpoint) => hasOtherHints(endpoint, trafficDistribution));
    updateUnchanged(plan, isOther);
    for (const { endpoints } of [...plan.create, ...plan.update]) {
      for (const [index, endpoint] of endpoints.entries()) {
        endpoints[index] = withDistributionHints(endpoint, trafficDistribution);
      }
    }
  } else {
    removeHints(plan);
  }
}

/**
 * Reports whether a Service has the annotation for topology hints.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `hintsEnabled`.
 */
function usesTopologyHints(annotations: ReadonlyMap<string, string>): boolean {
  const mode =
    annotations.get('service.kubernetes.io/topology-aware-hints') ??
    annotations.get('service.kubernetes.io/topology-mode');
  return mode === 'Auto' || mode === 'auto';
}

/**
 * Turns a plan into slices. New slices replace slices that would be deleted.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `Reconciler.finalize`.
 */
function write(
  plan: SlicePlan,
  { service }: Reconciliation,
  family: Family,
): Pick<EndpointSlicePlan, 'create' | 'update' | 'delete'> {
  const created = [...plan.create];
  const update = plan.update.map((slice) => changedSlice(slice.stored as StoredSlice, slice));
  const removed = plan.remove.filter(({ isOwned, name }) => {
    const replacement = isOwned ? created.pop() : undefined;
    if (replacement !== undefined) {
      update.push(newSlice(service, family, replacement, name));
    }
    return replacement === undefined;
  });
  const isDeleted = (service.metadata?.deletionTimestamp ?? '') !== '';
  return {
    create: isDeleted ? [] : created.map((slice) => newSlice(service, family, slice)),
    update,
    delete: removed.map(({ slice }) => slice),
  };
}

/**
 * Computes for many Services which EndpointSlices the controller creates, updates and deletes.
 *
 * The same as {@link endpointSlicePlan} for each Service. Labels are indexed, so the time grows with the number of
 * endpoints and not with Services times Pods.
 *
 * @param services - Services of any namespace
 * @param cluster - Pods of any namespace, all nodes, and EndpointSlices of any Service
 * @param options - the size of the slices
 * @returns the changes for each Service, in their order
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `DUPLICATE_NAME` if two slices of a Service have one name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if hints depend on cpu that is not a
 *   quantity
 *
 * @example
 * ```ts
 * import { endpointSlicePlans } from '@kubesem/service';
 *
 * const service = (name: string) => ({ metadata: { name }, spec: { selector: { app: name }, ipFamilies: ['IPv4'] } });
 * const changes = endpointSlicePlans([service('web'), service('api')], { pods: [], nodes: [], endpointSlices: [] });
 * changes.map(({ create }) => create[0]?.metadata?.generateName) // => ['web-', 'api-']
 * ```
 *
 * Source: see {@link endpointSlicePlan}.
 */
export function endpointSlicePlans(
  services: readonly Service[],
  cluster: ClusterLists<'pods' | 'nodes' | 'endpointSlices'>,
  options: EndpointSliceOptions = {},
): readonly EndpointSlicePlan[] {
  const { pods, nodes, endpointSlices } = clusterLists(cluster, 'pods', 'nodes', 'endpointSlices');
  const context = readContext(nodes, options);
  const listed = readList(services, undefined);
  const selections = listed.map(readSelection);
  const index = new PodIndex(pods, selections);
  const slicesOf = indexSlices(endpointSlices);
  return listed.map((service, at) => {
    const selection = selections[at] as (typeof selections)[number];
    const selected = index.selected(selection).map((pod) => pods[pod] as Pod);
    return reconcileSelected(service, selection, selected, slicesOf(service), context);
  });
}

/**
 * Builds the EndpointSlices that the controller creates for a new Service.
 *
 * @param service - the Service as it is stored
 * @param cluster - Pods of any namespace, whose order the endpoints keep, and all nodes
 * @param options - the size of the slices
 * @returns the slices, without names; empty for a Service without a selector, of type `ExternalName`, or that is being
 *   deleted
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if hints depend on cpu that is not a
 *   quantity
 *
 * @example
 * ```ts
 * import { createEndpointSlices } from '@kubesem/service';
 *
 * const spec = { selector: { app: 'web' }, ports: [{ port: 80 }], ipFamilies: ['IPv4'] };
 * const [slice] = createEndpointSlices({ metadata: { name: 'web' }, spec }, { pods: [], nodes: [] });
 * slice?.metadata?.generateName // => 'web-'
 * slice?.endpoints // => []
 * ```
 *
 * Source: see {@link endpointSlicePlan}.
 */
export function createEndpointSlices(
  service: Service,
  cluster: ClusterLists<'pods' | 'nodes'>,
  options: EndpointSliceOptions = {},
): readonly EndpointSlice[] {
  return endpointSlicePlan(service, { ...cluster, endpointSlices: [] }, options).create;
}
