import { type FieldProblem } from '@kubesem/core';
import { fieldProblem, raise } from '@kubesem/core/internal';

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

/** How long a request is assumed to execute until it finishes, in nanoseconds. */
export const ESTIMATED_SERVICE_DURATION_NS = 3_000_000;

/**
 * The estimated work of a request: the seats that it occupies, and for how long it does so after its execution.
 *
 * All numbers are whole and not negative. Source: `k8s.io/apiserver/pkg/util/flowcontrol/request` v0.37.1,
 * `WorkEstimate`.
 */
export interface WorkEstimate {
  /** Seats that the request occupies while it executes. */
  readonly initialSeats: number;
  /** Seats that it occupies after that, such as for the watch events of a write. */
  readonly finalSeats: number;
  /** How long it occupies the final seats, in nanoseconds. The client does not wait for it. */
  readonly additionalLatencyNs: number;
  /** Number of watches that the write notifies, for the metrics only; absent if it was not counted. */
  readonly watches?: number | undefined;
}

const FIELDS = ['initialSeats', 'finalSeats', 'additionalLatencyNs'] as const;

function isWhole(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/**
 * Checks an estimate and computes its total work.
 *
 * @param estimate - the estimate
 * @returns units of ten nanoseconds of one seat
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_WORK` if a number is not whole or is negative,
 *   or if the work exceeds 2^53 units
 */
export function checkWork(estimate: WorkEstimate): number {
  const { initialSeats, finalSeats, additionalLatencyNs } = estimate;
  const work =
    seatsTimesDuration(initialSeats, ESTIMATED_SERVICE_DURATION_NS) +
    seatsTimesDuration(finalSeats, additionalLatencyNs);
  const areWhole = isWhole(initialSeats) && isWhole(finalSeats) && isWhole(additionalLatencyNs);
  return areWhole && work <= Number.MAX_SAFE_INTEGER ? work : raise(problemOf(estimate));
}

function problemOf(estimate: WorkEstimate): FieldProblem<'INVALID_WORK'> {
  const type = 'INVALID';
  const code = 'INVALID_WORK';
  const field = FIELDS.find((name) => !isWhole(estimate[name]));
  if (field === undefined) {
    const message = 'the work (seats times duration) is too large to count exactly';
    return fieldProblem({ type, code, path: undefined, message });
  }
  const path = { parent: undefined, segment: field };
  const message = 'must be a whole number, 0 or more';
  return fieldProblem({ type, code, path, value: estimate[field], message });
}
