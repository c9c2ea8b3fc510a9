import type { RequestQueue } from './request-queue.js';

/** The work that a request is expected to be, beside how long it executes. */
export interface WorkEstimate {
  /** The seats that it occupies while it executes. */
  readonly initialSeats: number;
  /** The seats that it occupies after that. */
  readonly finalSeats: number;
  /** For how long it occupies the final seats, in nanoseconds. The client does not wait for that. */
  readonly additionalLatencyNs: number;
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
  /** Called when it is dispatched, while the queue set is at work: it must not call back. */
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
