// Work is counted in units of ten nanoseconds of one seat, as whole numbers; virtual time has the same unit.
// Source: `k8s.io/apiserver/pkg/util/flowcontrol/request` v0.37.1 (`SeatSeconds`).

const NANOSECONDS_PER_UNIT = 10;

/** Units of work in one second of one seat. */
export const UNITS_PER_SEAT_SECOND = 1e8;

/** Rounds to the nearest whole number, and halves away from zero, where `Math.round` goes up. */
function roundHalfAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

/**
 * The work of some seats for some time.
 *
 * @param seats - how many; a rate may be a fraction
 * @param durationNs - nanoseconds, negative to take work back
 * @returns units of ten nanoseconds of one seat, a whole number
 */
export function seatsTimesDuration(seats: number, durationNs: number): number {
  return roundHalfAway((seats * durationNs) / NANOSECONDS_PER_UNIT);
}

/**
 * How long some seats take for some work.
 *
 * @param work - units of ten nanoseconds of one seat
 * @param seats - how many
 * @returns whole nanoseconds, cut
 */
export function durationPerSeatNs(work: number, seats: number): number {
  return Math.trunc((work / seats) * NANOSECONDS_PER_UNIT);
}
