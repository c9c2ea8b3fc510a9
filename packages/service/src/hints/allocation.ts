// How many endpoints each zone should have.
import type { ZoneShares } from './shares.js';

/** How many endpoints a zone should have. */
export interface ZoneAllocation {
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
export interface Allocations {
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
export function allocate(shares: ZoneShares | undefined, endpoints: number): Allocations {
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
export interface ZoneMoves {
  readonly giving: Map<string, number>;
  readonly receiving: Map<string, number>;
}

/**
 * Decides how many endpoints zones with too many give to zones with too few.
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `getGivingAndReceivingZones`. Between equal zones it picks one at
 * random; here the first wins.
 */
export function planMoves(
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
