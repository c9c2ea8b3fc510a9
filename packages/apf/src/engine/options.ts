import type { EventClock } from '../clock/event-clock.js';
import type { ApfConfiguration } from '../objects/configuration.js';
import type { WorkEstimate } from '../requests/work-estimate.js';
import type { AbortSignalLike } from './ticket.js';

const NANOSECONDS_PER_MILLISECOND = 1e6;
const LONGEST_WAIT_NS = 60e9;
const DEFAULT_REQUEST_TIMEOUT_MS = 60_000;

/** Options of an {@link ApfController}. */
export interface ApfControllerOptions extends ApfConfiguration {
  /**
   * The seats of the server: for the API server the sum of `--max-requests-inflight` and
   * `--max-mutating-requests-inflight`, 600 by default.
   */
  readonly serverConcurrencyLimit: number;
  /** Clock of the server; by default that of the runtime. If a clock goes back, its time stands still. */
  readonly clock?: EventClock | undefined;
  /**
   * Maximum execution time in milliseconds; 10 minutes by default, `Infinity` for no limit. If nobody calls `done` in
   * this time, the request counts as done, with a warning. Checked every 10 seconds.
   */
  readonly executionLimitMs?: number | undefined;
}

/** A configuration, and the seats of the server if they change with it. */
export interface ApfControllerUpdate extends ApfConfiguration {
  /** The seats of the server; as before by default. Kubernetes never changes them while a server runs. */
  readonly serverConcurrencyLimit?: number | undefined;
}

/** What an estimator of work knows about a request. */
export interface EstimationContext {
  /** Name of the FlowSchema that the request matched. */
  readonly flowSchema: string;
  /** Name of its priority level. */
  readonly priorityLevel: string;
  /** Maximum number of seats that a request of the level should occupy; 0 if the level sets no limit. */
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
   * and for at most one minute.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Time when the server received the request, in nanoseconds of the clock; now by default. The time that a request may
   * wait counts from here, as the API server counts it.
   */
  readonly receivedNs?: number | undefined;
  /**
   * Flow of the request, for a server that has its own flows. By default the FlowSchema decides: by user, by namespace,
   * or one flow for all.
   */
  readonly flow?: string | undefined;
}

/**
 * Computes how long a request may wait: a quarter of its timeout, and a minute at most.
 *
 * @param options - options of the request; a time that is not a number counts as no time
 * @param nowNs - the time, in nanoseconds of the clock
 * @returns nanoseconds from now
 *
 * Source: `k8s.io/apiserver/pkg/server/filters` v0.37.1, `getRequestWaitContext`.
 */
export function waitLimitNs(
  { timeoutMs = DEFAULT_REQUEST_TIMEOUT_MS, receivedNs }: ApfRequestOptions,
  nowNs: number,
): number {
  const quarterNs = Math.trunc((timeoutMs * NANOSECONDS_PER_MILLISECOND) / 4);
  const passedNs = receivedNs === undefined ? 0 : nowNs - receivedNs;
  return Math.max(0, Math.min(quarterNs, LONGEST_WAIT_NS) - passedNs || 0);
}
