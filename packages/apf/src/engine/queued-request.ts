import { ApfError } from '../apf-errors.js';
import type { RequestQueue } from './request-queue.js';
import { seatsTimesDuration } from './seat-seconds.js';

/** How long a request is first taken to execute, in nanoseconds; what it really took is settled when it finishes. */
export const ESTIMATED_SERVICE_DURATION_NS = 3_000_000;

/** The work that a request is expected to be, beside how long it executes. */
export interface WorkEstimate {
  /** The seats that it occupies while it executes. */
  readonly initialSeats: number;
  /** The seats that it occupies after that. */
  readonly finalSeats: number;
  /** For how long it occupies the final seats, in nanoseconds. The client does not wait for that. */
  readonly additionalLatencyNs: number;
  /** The watches that were counted for it, which only the metrics want to know; absent if nobody counted. */
  readonly watches?: number | undefined;
}

function isWhole(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/**
 * Computes the whole work of a request.
 *
 * @param estimate - from whoever estimated it
 * @returns units of work
 * @throws {@link ApfError} `INVALID_WORK` if it is not made of whole numbers that are not negative, or beyond measure
 */
export function checkWork({ initialSeats, finalSeats, additionalLatencyNs }: WorkEstimate): number {
  const work =
    seatsTimesDuration(initialSeats, ESTIMATED_SERVICE_DURATION_NS) +
    seatsTimesDuration(finalSeats, additionalLatencyNs);
  const areWhole = isWhole(initialSeats) && isWhole(finalSeats) && isWhole(additionalLatencyNs);
  if (areWhole && work <= Number.MAX_SAFE_INTEGER) {
    return work;
  }
  const found = [initialSeats, finalSeats, additionalLatencyNs].join(', ');
  const message = `expected whole numbers of seats and nanoseconds, found ${found}`;
  throw new ApfError({ code: 'INVALID_WORK', message });
}

/**
 * Where a request is on its way.
 *
 * - `waiting`: in a queue
 * - `executing`: dispatched
 * - `lingering`: finished, and its final seats are still occupied
 * - `finished`: it occupies nothing any more
 * - `cancelled`: it left its queue without being dispatched
 */
export type RequestState = 'waiting' | 'executing' | 'lingering' | 'finished' | 'cancelled';

/** A request that a queue set has taken. */
export interface QueuedRequest {
  /** Where it is on its way. */
  state: RequestState;
  /** Name of the flow schema that it matched. */
  readonly flowSchema: string;
  /** What tells its flow from others of the same schema. */
  readonly flowDistinguisher: string;
  /** When it arrived, in nanoseconds of the clock. */
  readonly arrivalNs: number;
  /** When it was dispatched, in nanoseconds of the clock; -1 until then. */
  startNs: number;
  /** Called when it is dispatched, while the queue set is at work; like an observer. */
  readonly onDispatch: ((request: QueuedRequest) => void) | undefined;
  /** Whatever its owner wants to find with it. */
  readonly context: unknown;
  /** The most seats that it occupies at a time. @internal */
  maxSeats: number;
  /** The seats that it occupies while it executes. @internal */
  readonly initialSeats: number;
  /** The seats that it occupies afterwards. @internal */
  finalSeats: number;
  /** For how long it occupies those. @internal */
  additionalLatencyNs: number;
  /** What it was expected to be when it arrived, in units of work. @internal */
  readonly totalWork: number;
  /** The progress meter when it arrived. @internal */
  arrivalR: number;
  /** Its queue; without one it was dispatched at once. @internal */
  readonly queue: RequestQueue | undefined;
  /** Its neighbours in the queue. @internal */
  previous: QueuedRequest | undefined;
  /** Its neighbours in the queue. @internal */
  next: QueuedRequest | undefined;
}
