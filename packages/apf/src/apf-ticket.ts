import type { ApfRejection, ApfRejectionCode } from './apf-rejection.js';
import type { PriorityLevel } from './priority-level.js';
import type { QueuedRequest, RequestState } from './queued-request.js';

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
  /** Why it is not executed, if it is not. */
  rejection: ApfRejection | undefined;
  /** Its level. @internal */
  readonly level: PriorityLevel;
  /** The request in the queue set; none if it was not taken. @internal */
  request: QueuedRequest | undefined;
  /** Takes back what was asked of the clock and of the signal. @internal */
  release: (() => void) | undefined;
  private readonly owner: TicketOwner;
  private promise: Promise<void> | undefined;
  private settle: (() => void) | undefined;

  /** @internal */
  constructor(
    owner: TicketOwner,
    level: PriorityLevel,
    flowSchema: string,
    flowDistinguisher: string,
  ) {
    this.owner = owner;
    this.level = level;
    this.flowSchema = flowSchema;
    this.flowDistinguisher = flowDistinguisher;
  }

  /** Name of its priority level. */
  get priorityLevel(): string {
    return this.level.name;
  }

  /** Where the request is on its way. */
  get state(): RequestState | 'rejected' {
    return this.rejection !== undefined ? 'rejected' : (this.request?.state ?? 'waiting');
  }

  /**
   * Resolves when the request may execute, and rejects with an {@link ApfRejection} if it may not.
   *
   * Nobody has to look at it: `state` tells the same, and a rejection that is not caught stays here.
   */
  get admitted(): Promise<void> {
    if (this.promise === undefined) {
      this.promise = new Promise((resolve, reject) => {
        this.settle = () => (this.rejection === undefined ? resolve() : reject(this.rejection));
        if (this.state !== 'waiting') this.settle();
      });
      this.promise.catch(() => undefined);
    }
    return this.promise;
  }

  /** Says that the request has been executed, to be called once: its seats are free for others. */
  done(): void {
    this.owner.finish(this);
  }

  /** Takes the request back if it still waits. */
  cancel(): void {
    this.owner.eject(this, 'CANCELLED');
  }

  /** The decision about the request is made. @internal */
  decided(): void {
    this.release?.();
    this.release = undefined;
    this.settle?.();
    this.settle = undefined;
  }
}
