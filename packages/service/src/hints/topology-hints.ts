import { type ClusterLists, type Endpoint, type EndpointSlice } from '@kubesem/core';
import { clusterLists, type Fields, openAll, readList, THROW } from '@kubesem/core/internal';
import { FAMILIES, type Family } from '../families.js';
import { isReady } from './distribution.js';
import { type IncompleteNode, type NodeShares, zoneShares } from './shares.js';
import {
  addTopologyHints,
  type HintedSlice,
  type HintedSlices,
  type HintsEvent,
  hintsEvent,
  type NoHintsReason,
  type ZoneMove,
} from './topology.js';

/** The hints of a zone. */
export interface ZoneHints {
  /** Name of the zone. */
  readonly zone: string;
  /** Its share in the cpu of the nodes, from 0 to 1. */
  readonly share: number;
  /** The fewest endpoints with which none of them gets more than 20% above its part of the load. */
  readonly minimum: number;
  /** Its share in the ready endpoints, at least the minimum. */
  readonly desired: number;
  /** Number of ready endpoints in the zone. */
  readonly endpoints: number;
  /** Number of ready endpoints with a hint for the zone. */
  readonly hinted: number;
}

/** How the ready endpoints of one IP family are distributed over the zones. */
export interface FamilyHints {
  /** The IP family. */
  readonly family: Family;
  /** Why there are no hints; undefined if there are. */
  readonly reason: NoHintsReason | undefined;
  /** The node without a zone or cpu, if that is the reason. */
  readonly incompleteNode: IncompleteNode | undefined;
  /** Number of ready endpoints. */
  readonly readyEndpoints: number;
  /** The zones of the nodes, and those that only endpoints have; empty if the shares are not known. */
  readonly zones: readonly ZoneHints[];
  /** The endpoints that now serve another zone. Those of slices that stay as they are do not count. */
  readonly moves: readonly ZoneMove[];
  /** The event that the controller records. */
  readonly event: HintsEvent;
}

/** The hints of a Service. */
export interface TopologyHints {
  /**
   * The slices in the same order with their hints, or without hints if the controller sets none; slices that do not change are
   * those that were passed in.
   */
  readonly slices: readonly EndpointSlice[];
  /** How the endpoints of each IP family of the slices are distributed. */
  readonly families: readonly FamilyHints[];
}

/** A slice of a family, whose endpoints change. */
interface WorkSlice extends HintedSlice {
  readonly index: number;
}

/**
 * Computes the hints of the EndpointSlices of a Service with the annotation `service.kubernetes.io/topology-mode: Auto`, and
 * explains them: the share of each zone, the fewest endpoints that it needs, and which endpoints serve another zone; or why
 * there are no hints.
 *
 * The hints send each zone a part of the endpoints that corresponds to its share in the cpu of the nodes. Slices whose hints still
 * fit keep them. Between equal zones the controller picks one at random; here the first wins.
 *
 * @param slices - the EndpointSlices of one Service, as they are stored
 * @param cluster - all nodes
 * @returns the slices, and the distribution of their endpoints
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if the cpu of a node is not a quantity
 *
 * @example
 * ```ts
 * import { topologyHints } from '@kubesem/service';
 *
 * const node = (name: string, zone: string, cpu: string) => ({
 *   metadata: { name, labels: { 'topology.kubernetes.io/zone': zone } },
 *   status: { allocatable: { cpu }, conditions: [{ type: 'Ready', status: 'True' }] },
 * });
 * const nodes = [node('n1', 'a', '6'), node('n2', 'b', '2')];
 * const endpoint = { conditions: { ready: true }, zone: 'a' };
 * const endpoints = [1, 2, 3, 4].map((host) => ({ ...endpoint, addresses: [`10.0.0.${host}`] }));
 * const { slices, families } = topologyHints([{ addressType: 'IPv4', endpoints }], { nodes });
 * slices[0]?.endpoints?.map(({ hints }) => hints?.forZones?.[0]?.name) // => ['b', 'a', 'a', 'a']
 * families[0]?.zones.map(({ zone, share }) => `${zone} ${share}`) // => ['a 0.75', 'b 0.25']
 * const [few] = topologyHints([{ addressType: 'IPv4', endpoints: endpoints.slice(3) }], { nodes }).families;
 * few?.reason // => 'TOO_FEW_ENDPOINTS'
 * ```
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `TopologyCache.AddHints`.
 */
export function topologyHints(
  slices: readonly EndpointSlice[],
  cluster: ClusterLists<'nodes'>,
): TopologyHints {
  const shares = zoneShares(clusterLists(cluster, 'nodes').nodes);
  const hinted = hintFamilies(slices, shares);
  const changed = new Map<number, readonly Endpoint[]>();
  for (const { work } of hinted) {
    for (const { index, endpoints } of work.update) {
      changed.set(index, endpoints);
    }
  }
  return {
    slices: readList(slices, undefined).map((slice, index) => {
      const endpoints = changed.get(index);
      return endpoints === undefined ? slice : { ...slice, endpoints };
    }),
    families: hinted.map((each) => familyHints(each, shares)),
  };
}

function familyHints(
  { family, work, outcome }: ReturnType<typeof hintFamilies>[number],
  { incompleteNode }: NodeShares,
): FamilyHints {
  const { reason, ready, allocations, counts, moves } = outcome;
  const own = new Map<string, number>();
  for (const { zone } of [...work.update, ...work.unchanged].flatMap((slice) =>
    slice.endpoints.filter(isReady),
  )) {
    own.set(zone ?? '', (own.get(zone ?? '') ?? 0) + 1);
  }
  return {
    family,
    reason,
    incompleteNode,
    readyEndpoints: ready,
    zones: [...new Set([...allocations.keys(), ...counts.keys()])].map((zone) => {
      const { share = 0, minimum = 0, desired = 0 } = allocations.get(zone) ?? {};
      const endpoints = own.get(zone) ?? 0;
      return { zone, share, minimum, desired, endpoints, hinted: counts.get(zone) ?? 0 };
    }),
    moves,
    event: hintsEvent({ reason, ready, zones: allocations.size }, family),
  };
}

function hintFamilies(slices: readonly EndpointSlice[], { shares }: NodeShares) {
  const read = Array.from(openAll(slices, THROW), (slice, index) => ({
    family: slice.text('addressType'),
    index,
    endpoints: readEndpoints(slice),
  }));
  return FAMILIES.flatMap((family) => {
    const unchanged = read.filter((slice) => slice.family === family);
    const work: HintedSlices<WorkSlice> = { create: [], update: [], unchanged };
    return unchanged.length === 0
      ? []
      : [{ family, work, outcome: addTopologyHints(work, shares) }];
  });
}

/** The endpoints as they are, with the fields checked that hints depend on. */
function readEndpoints(slice: Fields<EndpointSlice>): Endpoint[] {
  return slice.each('endpoints', (endpoint) => {
    endpoint.at('conditions').flag('ready');
    endpoint.text('zone');
    endpoint.texts('addresses');
    endpoint.at('hints').each('forZones', (zone) => zone.text('name'));
    return endpoint.value;
  });
}
