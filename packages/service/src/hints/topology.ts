// Hints of Services with the annotation `service.kubernetes.io/topology-mode: Auto`.
import type { Endpoint } from '@kubesem/core';
import {
  type Allocations,
  allocate,
  type NoHintsReason,
  planMoves,
  type ZoneAllocation,
} from './allocation.js';
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
export interface HintsOutcome {
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
