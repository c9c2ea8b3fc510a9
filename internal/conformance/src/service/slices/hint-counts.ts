// How many endpoints have hints for each zone. Between zones that are equally far from what they should have, Go picks at random.
import type { EndpointSlice } from '@kubesem/core';
import type { ZoneHints } from '@kubesem/service';

/** The number of ready endpoints with a hint for each zone. */
export function zoneCounts(slices: readonly EndpointSlice[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { hints, conditions } of slices.flatMap(({ endpoints }) => endpoints ?? [])) {
    for (const { name } of (conditions?.ready && hints?.forZones) || []) {
      counts.set(name ?? '', (counts.get(name ?? '') ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Reports whether counts differ at most by choices among equals. These zones differ by one endpoint, and their desired numbers by
 * a whole number, because each move changes what a zone lacks by one. If slices stay as they are, a zone can have fewer endpoints
 * to give than planned, and Go picks the zones that go without.
 */
export function isSameUpToTies(
  theirs: ReadonlyMap<string, number>,
  ours: ReadonlyMap<string, number>,
  zones: readonly Pick<ZoneHints, 'zone' | 'desired'>[],
  hasKept: boolean,
): boolean {
  const names = new Set([...theirs.keys(), ...ours.keys()]);
  const other = [...names].filter((name) => theirs.get(name) !== ours.get(name));
  const [first = 0, ...rest] = other.map(
    (name) => zones.find(({ zone }) => zone === name)?.desired ?? Number.NaN,
  );
  const isWhole = (number: number) => Math.abs(number - Math.round(number)) < 1e-9;
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((a, b) => a + b, 0);
  return (
    other.every((name) => Math.abs((theirs.get(name) ?? 0) - (ours.get(name) ?? 0)) === 1) &&
    (hasKept || rest.every((desired) => isWhole(desired - first))) &&
    sum(theirs) === sum(ours)
  );
}
