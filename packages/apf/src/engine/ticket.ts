import type { FlowSchema } from '@kubesem/core';
import type { EventClock, ScheduledEvent } from '../clock/event-clock.js';
import type { PriorityLevel } from '../levels/priority-level.js';
import { surface } from '../observe/observers.js';
import { nameOf } from '../requests/classify.js';
import type { RequestDigest } from '../requests/digest.js';
import { ApfRejection, type ApfRejectionCode } from './rejection.js';
import type { QueuedRequest, RequestState } from './request-queue.js';

/** Why a request does not execute, and the error for it once somebody asks for it. @internal */
export interface Refusal {
  readonly code: ApfRejectionCode;
  readonly retryAfterSeconds: number;
  error?: ApfRejection;
}

/** The part of the controller that a ticket calls. @internal */
export interface TicketOwner {
  /** Ends the execution of the request. */
  finish(ticket: ApfTicket): void;
  /** Rejects the request if it still waits. */
  eject(ticket: ApfTicket, code: ApfRejectionCode): void;
  /** Returns when a request that was dispatched at a time can execute; undefined if it can execute now. */
  turn(startNs: number): PromiseLike<void> | undefined;
  /** Runs foreign code once the current operation is complete. */
  afterwards(task: () => void): void;
}

/** The part of an `AbortSignal` that the controller uses. */
export interface AbortSignalLike {
  /** Whether it was aborted. */
  readonly aborted: boolean;
  /** Adds a listener. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Removes a listener. */
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Asks the clock when an admitted request can execute.
 *
 * @param clock - the clock
 * @param startNs - when the request was dispatched, which is now
 * @returns resolves at that time; undefined for now, and if the clock fails, because the request has its seats
 */
export function turnOf(clock: EventClock, startNs: number): PromiseLike<void> | undefined {
  try {
    return clock.yield?.(startNs)?.then(undefined, surface);
  } catch (error) {
    surface(error);
    return undefined;
  }
}

function timeOut(ticket: ApfTicket): void {
  ticket.owner.eject(ticket, 'TIME_OUT');
}

/**
 * A request in an {@link ApfController}: waiting, executing, done or rejected.
 *
 * @example
 * ```ts
 * import { ApfController, requestFromUrl, VirtualClock } from '@kubesem/apf';
 *
 * const clock = new VirtualClock();
 * const apf = new ApfController({ serverConcurrencyLimit: 1, priorityLevels: [], flowSchemas: [], clock });
 * const ticket = apf.request(requestFromUrl('GET', '/metrics', { name: 'root', groups: ['system:masters'] }));
 * ticket.flowSchema // => 'exempt'
 * ticket.state // => 'executing'
 * ticket.done();
 * ticket.state // => 'finished'
 * apf.close();
 * ```
 */
export class ApfTicket {
  /** Name of the FlowSchema that the request matched. */
  readonly flowSchema: string;
  /** Distinguishes its flow from other flows of the FlowSchema; empty if the level does not queue by flow. */
  readonly flowDistinguisher: string;
  /** The request and its user. */
  readonly digest: RequestDigest;
  /** The FlowSchema that the request matched. @internal */
  readonly schema: FlowSchema;
  /** Why the request does not execute, if so. @internal */
  refusal: Refusal | undefined;
  /** Its level. @internal */
  readonly level: PriorityLevel;
  /** The request in the queue set; undefined if the queue set rejected it. @internal */
  request: QueuedRequest | undefined;
  /** Its controller. @internal */
  readonly owner: TicketOwner;
  private limit: ScheduledEvent | undefined;
  private signal: AbortSignalLike | undefined;
  private abort: (() => void) | undefined;
  private promise: Promise<void> | undefined;
  private settle: (() => void) | undefined;

  /** @internal */
  constructor(
    owner: TicketOwner,
    level: PriorityLevel,
    digest: RequestDigest,
    schema: FlowSchema,
    flowDistinguisher: string,
  ) {
    this.owner = owner;
    this.level = level;
    this.digest = digest;
    this.schema = schema;
    this.flowSchema = nameOf(schema);
    this.flowDistinguisher = flowDistinguisher;
  }

  /** UID of that FlowSchema; empty for an object that is not stored. */
  get flowSchemaUid(): string {
    return this.schema.metadata?.uid || '';
  }

  /** UID of its priority level; empty for an object that is not stored. */
  get priorityLevelUid(): string {
    return this.level.configuration.metadata?.uid || '';
  }

  /** Name of its priority level. */
  get priorityLevel(): string {
    return this.level.name;
  }

  /**
   * Why the request does not execute; undefined unless `state` is `rejected`.
   *
   * The error is created when it is first read, because its stack trace costs more than the rejection itself.
   */
  get rejection(): ApfRejection | undefined {
    const { refusal } = this;
    if (refusal === undefined) {
      return undefined;
    }
    const { code, retryAfterSeconds } = refusal;
    refusal.error ??= new ApfRejection(
      code,
      this.flowSchema,
      this.priorityLevel,
      retryAfterSeconds,
    );
    return refusal.error;
  }

  /** State of the request. */
  get state(): RequestState | 'rejected' {
    return this.refusal !== undefined ? 'rejected' : (this.request?.state ?? 'waiting');
  }

  /**
   * Resolves when the request is admitted and it is its turn to execute. Rejects with an {@link ApfRejection} if the
   * request is not admitted.
   *
   * You need not await it: `state` shows the same, and its rejection never counts as unhandled.
   */
  get admitted(): Promise<void> {
    if (this.promise === undefined) {
      this.promise = new Promise((resolve, reject) => {
        this.settle = () =>
          this.refusal === undefined ? resolve(this.turn()) : reject(this.rejection);
        if (this.state !== 'waiting') {
          this.settle();
        }
      });
      this.promise.catch(() => undefined);
    }
    return this.promise;
  }

  /** When the request can execute, right after it was dispatched; undefined if it can execute now. @internal */
  turn(): PromiseLike<void> | undefined {
    return this.owner.turn((this.request as QueuedRequest).startNs);
  }

  /** Ends the execution and releases its seats; call it once. Cancels a request that still waits. */
  done(): void {
    this.owner.finish(this);
  }

  /** Cancels the request if it still waits. */
  cancel(): void {
    this.owner.eject(this, 'CANCELLED');
  }

  /** Limits how long the request waits, in nanoseconds and by a signal. @internal */
  wait(clock: EventClock, limitNs: number, signal: AbortSignalLike | undefined): void {
    // Few small objects: there may be many tickets.
    this.limit = clock.schedule(limitNs, timeOut, this);
    if (signal === undefined) {
      return;
    }
    this.signal = signal;
    this.abort = this.cancel.bind(this);
    try {
      signal.addEventListener('abort', this.abort);
    } catch (error) {
      // The caller gets no ticket, so nobody could ever finish the request.
      this.abort = undefined;
      this.cancel();
      throw error;
    }
    if (signal.aborted) {
      this.cancel();
    }
  }

  /** The request was dispatched or rejected: it no longer waits. @internal */
  decided(): void {
    const { limit, abort, signal } = this;
    // Most requests never wait.
    if (limit === undefined) {
      return;
    }
    this.settle?.();
    this.settle = undefined;
    limit.cancel();
    this.limit = undefined;
    if (abort !== undefined) {
      this.owner.afterwards(() => signal?.removeEventListener('abort', abort));
    }
    this.abort = undefined;
    this.signal = undefined;
  }
}
