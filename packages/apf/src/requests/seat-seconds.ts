// Work is counted in whole units of ten nanoseconds of one seat. Virtual time has the same unit.
// Source: `k8s.io/apiserver/pkg/util/flowcontrol/request` v0.37.1, `SeatSeconds`.

const NANOSECONDS_PER_UNIT = 10;

/** Units of work in one second of one seat. */
export const UNITS_PER_SEAT_SECOND = 1e8;

/** Rounds to the nearest whole number, and halves away from zero; `Math.round` rounds halves up. */
function roundHalfAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

/**
 * Computes the work of some seats over some time.
 *
 * @param seats - number of seats; a rate may be a fraction
 * @param durationNs - nanoseconds; negative to take work back
 * @returns units of ten nanoseconds of one seat, a whole number
 */
export function seatsTimesDuration(seats: number, durationNs: number): number {
  return roundHalfAway((seats * durationNs) / NANOSECONDS_PER_UNIT);
}

/**
 * Computes how long some seats need for some work.
 *
 * @param work - units of ten nanoseconds of one seat
 * @param seats - number of seats
 * @returns whole nanoseconds, rounded down
 */
export function durationPerSeatNs(work: number, seats: number): number {
  return Math.trunc((work / seats) * NANOSECONDS_PER_UNIT);
}
