// Hints of Services with the annotation `service.kubernetes.io/topology-mode: Auto`.
// How many endpoints each zone should have.
import type { Endpoint } from '@kubesem/core';
import { type Family } from '../families.js';
import { isReady } from './distribution.js';
import type { ZoneShares } from './shares.js';

/** The endpoints of one slice, which hints change in place. */
export interface HintedSlice {
  readonly endpoints: Endpoint[];
}

/** The slices of one family: those that are written, and those that are left alone. */
export interface HintedSlices<S extends HintedSlice> {
  readonly create: S[];
  readonly update: S[];
  unchanged: S[];
}

/** What came of the hints. */
interface HintsOutcome {
  /** Why the endpoints have no hints; undefined if they have hints. */
  readonly reason: NoHintsReason | undefined;
  /** Number of ready endpoints. */
  readonly ready: number;
  readonly allocations: Allocations['zones'];
  /** Number of ready endpoints that have a hint for each zone. */
  readonly counts: ReadonlyMap<string, number>;
  /** Each endpoint that now serves another zone than its own. */
  readonly moves: readonly ZoneMove[];
}

/** An endpoint that serves another zone than its own. */
export interface ZoneMove {
  /** Its first address. */
  readonly address: string;
  /** Its zone. */
  readonly from: string;
  /** The zone that it serves. */
  readonly to: string;
}

/**
 * Distributes the ready endpoints over the zones, by the share of each zone in the cpu of the nodes.
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `TopologyCache.AddHints`.
 */
export function addTopologyHints<S extends HintedSlice>(
  slices: HintedSlices<S>,
  shares: ZoneShares | undefined,
): HintsOutcome {
  const all = [...slices.create, ...slices.update, ...slices.unchanged];
  const ready = all.reduce((sum, { endpoints }) => sum + endpoints.filter(isReady).length, 0);
  const { zones: allocations, reason: refused } = allocate(shares, ready);
  const without = (reason: NoHintsReason): HintsOutcome => {
    removeHints(slices);
    return { reason, ready, allocations, counts: new Map(), moves: [] };
  };
  if (refused !== undefined) {
    return without(refused);
  }
  const counts = keepValidSlices(slices, allocations);
  const written = [...slices.create, ...slices.update];
  if (!hintOwnZones(written, counts)) {
    return without('NO_ZONE');
  }
  const moves = redistribute(written, allocations, counts);
  return { reason: undefined, ready, allocations, counts, moves };
}

/**
 * Removes all hints; unchanged slices with hints are updated.
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `RemoveHintsFromSlices`.
 */
export function removeHints<S extends HintedSlice>(slices: HintedSlices<S>): void {
  updateUnchanged(slices, ({ endpoints }) =>
    endpoints.some(({ hints }) => (hints ?? undefined) !== undefined),
  );
  for (const { endpoints } of [...slices.create, ...slices.update]) {
    for (const [index, { hints, ...rest }] of endpoints.entries()) {
      if (hints !== undefined) {
        endpoints[index] = rest;
      }
    }
  }
}

/** Moves slices that must change from those that are left alone to those that are updated. */
export function updateUnchanged<S extends HintedSlice>(
  slices: HintedSlices<S>,
  mustChange: (slice: S) => boolean,
): void {
  const kept: S[] = [];
  for (const slice of slices.unchanged) {
    (mustChange(slice) ? slices.update : kept).push(slice);
  }
  slices.unchanged = kept;
}

/**
 * Leaves slices alone whose hints are still right, and counts these.
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `getHintsByZone`.
 */
function keepValidSlices<S extends HintedSlice>(
  slices: HintedSlices<S>,
  allocations: ReadonlyMap<string, ZoneAllocation>,
): Map<string, number> {
  const counts = new Map<string, number>();
  updateUnchanged(slices, ({ endpoints }) => {
    const found = new Map<string, number>();
    for (const { hints } of endpoints.filter(isReady)) {
      const zones = hints?.forZones ?? [];
      if (zones.length === 0) {
        return true;
      }
      for (const entry of zones) {
        const name = entry?.name ?? '';
        found.set(name, (found.get(name) ?? 0) + 1);
      }
    }
    for (const [zone, count] of found) {
      if (count + (counts.get(zone) ?? 0) > (allocations.get(zone)?.maximum ?? 0)) {
        return true;
      }
    }
    for (const [zone, count] of found) {
      counts.set(zone, count + (counts.get(zone) ?? 0));
    }
    return false;
  });
  return counts;
}

/** Gives each ready endpoint its own zone as hint; false if one has no zone. */
function hintOwnZones(slices: readonly HintedSlice[], counts: Map<string, number>): boolean {
  for (const { endpoints } of slices) {
    for (const [index, endpoint] of endpoints.entries()) {
      const { zone } = endpoint;
      if (!isReady(endpoint)) {
        continue;
      }
      if (!zone) {
        return false;
      }
      counts.set(zone, (counts.get(zone) ?? 0) + 1);
      endpoints[index] = { ...endpoint, hints: { forZones: [{ name: zone }] } };
    }
  }
  return true;
}

/** Source: `k8s.io/endpointslice/topologycache` v0.37.1, `redistributeHints`. */
function redistribute(
  slices: readonly HintedSlice[],
  allocations: ReadonlyMap<string, ZoneAllocation>,
  counts: Map<string, number>,
): HintsOutcome['moves'] {
  const { giving, receiving } = planMoves(allocations, counts);
  const moves: ZoneMove[] = [];
  for (const { endpoints } of slices) {
    for (const [index, endpoint] of endpoints.entries()) {
      const from = endpoint.zone ?? '';
      const [to] = receiving.keys();
      if (!isReady(endpoint) || to === undefined || !giving.has(from)) {
        continue;
      }
      endpoints[index] = { ...endpoint, hints: { forZones: [{ name: to }] } };
      moves.push({ address: endpoint.addresses?.[0] ?? '', from, to });
      takeOne(giving, from);
      takeOne(receiving, to);
      counts.set(from, (counts.get(from) ?? 0) - 1);
      counts.set(to, (counts.get(to) ?? 0) + 1);
    }
  }
  return moves;
}

function takeOne(counts: Map<string, number>, zone: string): void {
  const left = (counts.get(zone) ?? 0) - 1;
  if (left > 0) {
    counts.set(zone, left);
  } else {
    counts.delete(zone);
  }
}

/** How many endpoints a zone should have. */
interface ZoneAllocation {
  /** Its share in the cpu of the nodes, from 0 to 1. */
  readonly share: number;
  /** The fewest endpoints with which none of them gets more than 20% above its part of the load. */
  readonly minimum: number;
  /** What is left for it after the minima of the others. */
  readonly maximum: number;
  /** Its share, at least the minimum. */
  readonly desired: number;
}

/**
 * Why there are no hints:
 * - `INSUFFICIENT_NODES`: a ready node has no zone or no cpu, or the nodes are in fewer than two zones
 * - `TOO_FEW_ENDPOINTS`: there are fewer ready endpoints than zones
 * - `OVERLOAD`: the minima of the zones add up to more than the ready endpoints
 * - `NO_ZONE`: a ready endpoint has no zone
 */
export type NoHintsReason = 'INSUFFICIENT_NODES' | 'TOO_FEW_ENDPOINTS' | 'OVERLOAD' | 'NO_ZONE';

const OVERLOAD_THRESHOLD = 0.2;

/** The allocation of each zone, and why it cannot be used. */
interface Allocations {
  /** By zone; empty if the shares are not known. */
  readonly zones: ReadonlyMap<string, ZoneAllocation>;
  /** Undefined if it can be used. */
  readonly reason: NoHintsReason | undefined;
}

/**
 * Computes how many endpoints each zone should have.
 *
 * @param shares - the shares of the zones; undefined if they are not known
 * @param endpoints - number of ready endpoints
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `TopologyCache.getAllocations`.
 */
function allocate(shares: ZoneShares | undefined, endpoints: number): Allocations {
  if (shares === undefined) {
    return { zones: new Map(), reason: 'INSUFFICIENT_NODES' };
  }
  const least = (share: number) => Math.ceil(share * endpoints * (1 / (1 + OVERLOAD_THRESHOLD)));
  const minima = [...shares.values()].reduce((sum, share) => sum + least(share), 0);
  const zones = new Map(
    [...shares].map(([zone, share]) => {
      const minimum = least(share);
      const maximum = minimum + endpoints - minima;
      return [zone, { share, minimum, maximum, desired: Math.max(share * endpoints, minimum) }];
    }),
  );
  const isOver = minima > endpoints;
  return {
    zones,
    reason: shares.size > endpoints ? 'TOO_FEW_ENDPOINTS' : isOver ? 'OVERLOAD' : undefined,
  };
}

/** How many endpoints move from zones to other zones. */
interface ZoneMoves {
  readonly giving: Map<string, number>;
  readonly receiving: Map<string, number>;
}

/**
 * Decides how many endpoints zones with too many give to zones with too few.
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `getGivingAndReceivingZones`. Between equal zones it picks one at
 * random; here the first wins.
 */
function planMoves(
  allocations: ReadonlyMap<string, ZoneAllocation>,
  counts: ReadonlyMap<string, number>,
): ZoneMoves {
  const surplus = new Map<string, number>();
  const lack = new Map<string, number>();
  for (const [zone, { desired }] of allocations) {
    const count = counts.get(zone) ?? 0;
    if (count > desired) {
      surplus.set(zone, count - desired);
    } else if (count < desired) {
      lack.set(zone, desired - count);
    }
  }
  const moves: ZoneMoves = { giving: new Map(), receiving: new Map() };
  for (;;) {
    const [from, most] = greatest(surplus);
    const [to, wanted] = greatest(lack);
    const isOver = (most < 1 && wanted < 1) || most < 0.5 || wanted < 0.5;
    if (from === undefined || to === undefined || isOver) {
      return moves;
    }
    surplus.set(from, most - 1);
    lack.set(to, wanted - 1);
    moves.giving.set(from, (moves.giving.get(from) ?? 0) + 1);
    moves.receiving.set(to, (moves.receiving.get(to) ?? 0) + 1);
  }
}

function greatest(zones: ReadonlyMap<string, number>): readonly [string | undefined, number] {
  let found: readonly [string | undefined, number] = [undefined, 0];
  for (const each of zones) {
    found = each[1] > found[1] ? each : found;
  }
  return found;
}

/** An event that the controller records on the Service. */
export interface HintsEvent {
  /** `Normal` or `Warning`. */
  readonly type: 'Normal' | 'Warning';
  /** Whether the hints are now in use. */
  readonly reason: 'TopologyAwareHintsEnabled' | 'TopologyAwareHintsDisabled';
  /** The message of the controller. */
  readonly message: string;
}

/**
 * Returns the event about the hints of a family.
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `TopologyAwareHintsEnabled` and the other messages.
 */
export function hintsEvent(
  { reason, ready, zones }: Pick<HintsOutcome, 'reason' | 'ready'> & { readonly zones: number },
  family: Family,
): HintsEvent {
  const numbers = `(${ready} endpoints, ${zones} zones)`;
  const texts = {
    INSUFFICIENT_NODES:
      'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes',
    TOO_FEW_ENDPOINTS: `Insufficient number of endpoints ${numbers}`,
    OVERLOAD: `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${numbers}`,
    NO_ZONE: 'One or more endpoints do not have a zone specified',
  };
  const message = reason === undefined ? 'Topology Aware Hints has been enabled' : texts[reason];
  const isEnabled = reason === undefined;
  return {
    type: isEnabled ? 'Normal' : 'Warning',
    reason: isEnabled ? 'TopologyAwareHintsEnabled' : 'TopologyAwareHintsDisabled',
    message: `${message}, addressType: ${family}`,
  };
}
