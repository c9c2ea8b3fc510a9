import { KubesemError } from '@kubesem/core';
import type { RejectionReason } from './fair-queuing.js';

/**
 * Why a request does not execute.
 *
 * - `QUEUE_FULL`: its queue is full and no seat is free
 * - `CONCURRENCY_LIMIT`: no seat is free, and its priority level has no queues
 * - `TIME_OUT`: no seat became free in time
 * - `CANCELLED`: it was cancelled while it waited
 * - `CLOSED`: the controller was closed
 */
export type ApfRejectionCode =
  | 'QUEUE_FULL'
  | 'CONCURRENCY_LIMIT'
  | 'TIME_OUT'
  | 'CANCELLED'
  | 'CLOSED';

const REASONS: { readonly [Code in ApfRejectionCode]: RejectionReason } = {
  QUEUE_FULL: 'queue-full',
  CONCURRENCY_LIMIT: 'concurrency-limit',
  TIME_OUT: 'time-out',
  CANCELLED: 'time-out',
  CLOSED: 'time-out',
};

const MESSAGES: { readonly [Code in ApfRejectionCode]: string } = {
  QUEUE_FULL: 'the queue of the request is full',
  CONCURRENCY_LIMIT: 'no seat is free, and the level has no queues',
  TIME_OUT: 'no seat became free in time',
  CANCELLED: 'the request was cancelled while it waited',
  CLOSED: 'the controller is closed',
};

/**
 * Thrown if a request does not execute. The API server responds to such a request with status 429.
 *
 * @example
 * ```ts
 * import { ApfController, ApfRejection, requestFromUrl, VirtualClock } from '@kubesem/apf';
 *
 * const clock = new VirtualClock();
 * const apf = new ApfController({ serverConcurrencyLimit: 1, priorityLevels: [], flowSchemas: [], clock });
 * const request = requestFromUrl('GET', '/version', { name: 'jane', groups: ['system:authenticated'] });
 * apf.request(request);
 * const { rejection } = apf.request(request);
 * rejection instanceof ApfRejection // => true
 * rejection?.reason // => 'concurrency-limit'
 * rejection?.retryAfterSeconds // => 1
 * apf.close();
 * ```
 */
export class ApfRejection extends KubesemError<ApfRejectionCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ApfRejection';
  /** The reason that the metrics count. */
  readonly reason: RejectionReason;
  /** Name of the FlowSchema that the request matched. */
  readonly flowSchema: string;
  /** Name of its priority level. */
  readonly priorityLevel: string;
  /** Seconds after which the client should retry: the header `Retry-After`. */
  readonly retryAfterSeconds: number;

  /**
   * Creates a rejection.
   *
   * @param code - why the request does not execute
   * @param flowSchema - name of the FlowSchema that it matched
   * @param priorityLevel - name of its priority level
   * @param retryAfterSeconds - seconds after which the client should retry
   */
  constructor(
    code: ApfRejectionCode,
    flowSchema: string,
    priorityLevel: string,
    retryAfterSeconds: number,
  ) {
    super({ code, message: `priority level ${priorityLevel}: ${MESSAGES[code]}` });
    this.reason = REASONS[code];
    this.flowSchema = flowSchema;
    this.priorityLevel = priorityLevel;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
