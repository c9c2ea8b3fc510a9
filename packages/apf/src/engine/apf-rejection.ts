import { KubesemError } from '@kubesem/core';

/**
 * Why a request is not executed.
 *
 * - `QUEUE_FULL`: its queue is full and no seat is free
 * - `CONCURRENCY_LIMIT`: its priority level does not queue and no seat is free
 * - `TIME_OUT`: it waited as long as it may
 * - `CANCELLED`: it was taken back while it waited
 * - `CLOSED`: the controller was closed while it waited
 */
export type ApfRejectionCode =
  | 'QUEUE_FULL'
  | 'CONCURRENCY_LIMIT'
  | 'TIME_OUT'
  | 'CANCELLED'
  | 'CLOSED';

/** Why a request is not executed, as the metrics of the API server count it: what is taken back counts as `time-out`. */
export type RejectionReason = 'queue-full' | 'concurrency-limit' | 'time-out';

/**
 * Thrown to a request that is not executed; the API server answers it with the status 429.
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
  /** What the metrics count. */
  readonly reason: RejectionReason;
  /** Name of the flow schema that the request matched. */
  readonly flowSchema: string;
  /** Name of its priority level. */
  readonly priorityLevel: string;
  /** After how many seconds the client should come back: the header `Retry-After`. */
  readonly retryAfterSeconds: number;

  /**
   * Makes a rejection.
   *
   * @param code - why
   * @param flowSchema - that the request matched
   * @param priorityLevel - of the request
   * @param retryAfterSeconds - for the client
   */
  constructor(
    code: ApfRejectionCode,
    flowSchema: string,
    priorityLevel: string,
    retryAfterSeconds: number,
  ) {
    const word = code.toLowerCase().replace('_', '-');
    super({
      code,
      message: `expected a seat in priority level ${priorityLevel} for the request: ${word}`,
    });
    // What was taken back counts as timed out.
    const isAtOnce = code === 'QUEUE_FULL' || code === 'CONCURRENCY_LIMIT';
    this.reason = isAtOnce ? (word as RejectionReason) : 'time-out';
    this.flowSchema = flowSchema;
    this.priorityLevel = priorityLevel;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
