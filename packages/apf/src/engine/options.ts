import { childPath, fieldProblem, raise } from '@kubesem/core';
import type { EventClock } from '../clock/event-clock.js';
import type { ApfConfiguration } from '../objects/configuration.js';
import type { WorkEstimate } from '../requests/work-estimate.js';
import type { AbortSignalLike } from './ticket.js';

/** Options of an {@link ApfController}. */
export interface ApfControllerOptions extends ApfConfiguration {
  /**
   * The seats of the server: for the API server the sum of `--max-requests-inflight` and
   * `--max-mutating-requests-inflight`, 600 by default.
   */
  readonly serverConcurrencyLimit: number;
  /** Clock of the server; the runtime's by default. While a clock goes back, its time counts as standing still. */
  readonly clock?: EventClock | undefined;
  /**
   * Milliseconds of execution after which a request counts as done, with a warning, although nobody called `done`; 10
   * minutes by default, and `Infinity` for never. It is checked every 10 seconds.
   */
  readonly executionLimitMs?: number | undefined;
}

/** What is known when the work of a request is estimated. */
export interface EstimationContext {
  /** Name of the FlowSchema that the request matched. */
  readonly flowSchema: string;
  /** Name of its priority level. */
  readonly priorityLevel: string;
  /** The most seats that a request of the level should occupy; 0 if the level sets no limit. */
  readonly maxSeats: number;
}

/** Options of one request. */
export interface ApfRequestOptions {
  /** Cancels the request while it waits. */
  readonly signal?: AbortSignalLike | undefined;
  /** The estimated work, or a function that estimates it; one seat by default. */
  readonly work?: WorkEstimate | ((context: EstimationContext) => WorkEstimate) | undefined;
  /**
   * Timeout of the whole request in milliseconds; 60 seconds by default. The request waits for at most a quarter of it,
   * and never for more than a minute.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Time when the server received the request, in nanoseconds of the clock; now by default. The time that a request may
   * wait counts from here, as the API server counts it.
   */
  readonly receivedNs?: number | undefined;
}

/**
 * Rejects a number of seats that a server cannot have.
 *
 * @param serverConcurrencyLimit - the option
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if it is not a whole number from 0 to
 *   2^53
 */
export function checkLimit(serverConcurrencyLimit: number): void {
  if (Number.isSafeInteger(serverConcurrencyLimit) && serverConcurrencyLimit >= 0) {
    return;
  }
  raise(
    fieldProblem({
      type: 'FieldValueInvalid',
      code: 'INVALID_LIMIT',
      path: childPath(undefined, 'serverConcurrencyLimit'),
      value: serverConcurrencyLimit,
      message: 'must be a whole number from 0 to 2^53',
    }),
  );
}
