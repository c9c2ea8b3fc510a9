import type { EventClock, ScheduledEvent } from '../clock/event-clock.js';
import type { RequestDigest } from '../requests/request-digest.js';
import { ApfRejection, type ApfRejectionCode } from './apf-rejection.js';
import type { PriorityLevel } from './priority-level.js';
import type { QueuedRequest, RequestState } from './queued-request.js';

/** Why a request is not executed, and the error that tells it, once somebody wants to have it. @internal */
export interface Refusal {
  readonly code: ApfRejectionCode;
  readonly retryAfterSeconds: number;
  error?: ApfRejection;
}

/** What a ticket asks of its controller. @internal */
export interface TicketOwner {
  finish(ticket: ApfTicket): void;
  eject(ticket: ApfTicket, code: ApfRejectionCode): void;
}

/** The part of an `AbortSignal` that is used. */
export interface AbortSignalLike {
  /** Whether it has been aborted. */
  readonly aborted: boolean;
  /** Asks to be told. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Takes that back. */
  removeEventListener(type: 'abort', listener: () => void): void;
}

function timeOut(ticket: ApfTicket): void {
  ticket.owner.eject(ticket, 'TIME_OUT');
}

/**
 * A request in the hands of an {@link ApfController}: it waits, executes, is done or rejected.
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
  /** Name of the flow schema that the request matched. */
  readonly flowSchema: string;
  /** What tells its flow from others of the schema; empty where that does not matter. */
  readonly flowDistinguisher: string;
  /** Why it is not executed, if it is not. @internal */
  refusal: Refusal | undefined;
  /** Its level. @internal */
  readonly level: PriorityLevel;
  /** The request in the queue set; none if it was not taken. @internal */
  request: QueuedRequest | undefined;
  /** Who asks for what. */
  readonly digest: RequestDigest;
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
    flowSchema: string,
    flowDistinguisher: string,
  ) {
    this.owner = owner;
    this.level = level;
    this.digest = digest;
    this.flowSchema = flowSchema;
    this.flowDistinguisher = flowDistinguisher;
  }

  /** Name of its priority level. */
  get priorityLevel(): string {
    return this.level.name;
  }

  /**
   * Why it is not executed, if it is not. The error is made when it is first asked for: a stack trace takes longer than
   * all the rest of a rejection. `state` tells without it whether there is one.
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

  /** Where the request is on its way. */
  get state(): RequestState | 'rejected' {
    return this.refusal !== undefined ? 'rejected' : (this.request?.state ?? 'waiting');
  }

  /**
   * Resolves when the request may execute, and rejects with an {@link ApfRejection} if it may not.
   *
   * Nobody has to look at it: `state` tells the same, and a rejection that is not caught stays here.
   */
  get admitted(): Promise<void> {
    if (this.promise === undefined) {
      this.promise = new Promise((resolve, reject) => {
        this.settle = () => (this.refusal === undefined ? resolve() : reject(this.rejection));
        if (this.state !== 'waiting') {
          this.settle();
        }
      });
      this.promise.catch(() => undefined);
    }
    return this.promise;
  }

  /**
   * Says that the request has been executed, to be called once: its seats are free for others. A request that still waits
   * is taken back.
   */
  done(): void {
    this.owner.finish(this);
  }

  /** Takes the request back if it still waits. */
  cancel(): void {
    this.owner.eject(this, 'CANCELLED');
  }

  /** Waits for so many nanoseconds at most, and while nobody aborts it. @internal */
  wait(clock: EventClock, limitNs: number, signal: AbortSignalLike | undefined): void {
    // Few small objects: there may be many tickets.
    this.limit = clock.schedule(limitNs, timeOut, this);
    if (signal === undefined) {
      return;
    }
    this.signal = signal;
    this.abort = this.cancel.bind(this);
    signal.addEventListener('abort', this.abort);
    if (signal.aborted) {
      this.cancel();
    }
  }

  /** The decision about the request is made. @internal */
  decided(): void {
    this.settle?.();
    this.settle = undefined;
    this.limit?.cancel();
    this.limit = undefined;
    if (this.abort !== undefined) {
      this.signal?.removeEventListener('abort', this.abort);
    }
    this.abort = undefined;
    this.signal = undefined;
  }
}
