import type { FlowSchema } from '@kubesem/core';
import { type EventClock, type ScheduledEvent, steady } from '../clock/event-clock.js';
import { RealClock } from '../clock/real-clock.js';
import { checkLimits } from '../levels/concurrency-limits.js';
import { Levels } from '../levels/levels.js';
import type { PriorityLevel } from '../levels/priority-level.js';
import { type ApfConfiguration, checkedConfiguration } from '../objects/configuration.js';
import { type ApfDump, type ApfDumpOptions, dumpLevels } from '../observe/dump.js';
import {
  type ApfObserver,
  type ApfWarningCode,
  apfWarning,
  type LevelConcurrency,
} from '../observe/observer.js';
import { Observers } from '../observe/observers.js';
import { flowDistinguisher } from '../requests/classify.js';
import type { RequestDigest } from '../requests/digest.js';
import { FlowHashes } from '../requests/flow-hash.js';
import type { WorkEstimate } from '../requests/work-estimate.js';
import { QUEUE_SET_EVENTS } from './fair-queuing.js';
import {
  type ApfControllerOptions,
  type ApfControllerUpdate,
  type ApfRequestOptions,
  waitLimitNs,
} from './options.js';
import type { ApfRejectionCode } from './rejection.js';
import { type QueuedRequest, RequestList } from './request-queue.js';
import { RetryAfterTracker } from './retry-after.js';
import { ApfTicket, type TicketOwner, turnOf } from './ticket.js';

const NANOSECONDS_PER_MILLISECOND = 1e6;
const NANOSECONDS_PER_SECOND = 1e9;
const BORROWING_ADJUSTMENT_PERIOD_NS = 10e9;
const DEFAULT_EXECUTION_LIMIT_MS = 600_000;
/** Added to the clock for Retry-After: a clock may start at 0, and second 0 would count as a time long ago. */
const SOME_UNIX_SECOND = 1e9;

const ONE_SEAT: WorkEstimate = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };

/**
 * API Priority and Fairness of one server: classifies requests, executes some and queues others, lends seats between
 * priority levels, and rejects what exceeds the limits.
 *
 * Until it is closed, it adjusts the seats of the levels every 10 seconds and keeps the process alive.
 *
 * Observers, estimators and signals can call the controller at any time, even to close it, and can throw: every request
 * is still dispatched or rejected, and every seat is released.
 *
 * @example
 * ```ts
 * import { ApfController, requestFromUrl, VirtualClock } from '@kubesem/apf';
 *
 * const rules = [{
 *   subjects: [{ kind: 'Group', group: { name: '*' } }],
 *   nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
 * }];
 * const flowSchemas = [{
 *   metadata: { name: 'everybody' },
 *   spec: { priorityLevelConfiguration: { name: 'narrow' }, matchingPrecedence: 500, rules },
 * }];
 * const priorityLevels = [{
 *   metadata: { name: 'narrow' },
 *   spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } },
 * }];
 * const clock = new VirtualClock();
 * const apf = new ApfController({ serverConcurrencyLimit: 6, priorityLevels, flowSchemas, clock });
 * const request = requestFromUrl('GET', '/version', { name: 'jane' });
 * const first = apf.request(request);
 * const second = apf.request(request);
 * `${first.priorityLevel} ${first.state} ${second.state}` // => 'narrow executing rejected'
 * second.rejection?.code // => 'CONCURRENCY_LIMIT'
 * first.done();
 * apf.request(request).state // => 'executing'
 * apf.close();
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `configController` and `apf_controller_debug.go`.
 */
export class ApfController {
  private readonly clock: EventClock;
  private readonly ownClock: RealClock | undefined;
  private readonly executionLimitNs: number;
  private readonly observers: Observers<ApfObserver> = new Observers<ApfObserver>([
    ...QUEUE_SET_EVENTS,
    'adjusted',
    'removed',
    'warned',
  ]);
  private readonly hashes: FlowHashes = new FlowHashes();
  /** In the order of their dispatches. */
  private readonly executing: RequestList = new RequestList();
  /** By the names of the levels, because a level that comes back goes on as before. */
  private readonly retryAfter: Map<string, RetryAfterTracker> = new Map();
  private readonly owner: TicketOwner;
  private readonly levels: Levels;
  private configuration: ApfConfiguration = { priorityLevels: [], flowSchemas: [] };
  private borrowing: ScheduledEvent | undefined;
  private isClosed = false;

  /**
   * Starts a controller.
   *
   * @param options - its configuration and its clock
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if `serverConcurrencyLimit` is not a
   *   whole number from 0 to 2^53, or if `executionLimitMs` is not a number, 0 or more
   * @throws {@link ApfConfigurationError} with code `INVALID_CONFIGURATION` if the API server would reject one of the
   *   objects, or if two objects of one kind have the same name
   */
  constructor(options: ApfControllerOptions) {
    const {
      serverConcurrencyLimit,
      clock,
      executionLimitMs = DEFAULT_EXECUTION_LIMIT_MS,
    } = options;
    checkLimits(serverConcurrencyLimit, executionLimitMs);
    this.ownClock = clock === undefined ? new RealClock() : undefined;
    this.clock = steady(clock ?? (this.ownClock as RealClock));
    this.executionLimitNs = executionLimitMs * NANOSECONDS_PER_MILLISECOND;
    this.owner = {
      finish: (ticket) => this.finish(ticket),
      eject: (ticket, code) => this.eject(ticket, code),
      turn: (startNs) => turnOf(this.clock, startNs),
      afterwards: (task) => this.observers.afterwards(task),
    };
    this.levels = new Levels(this.clock, serverConcurrencyLimit, this.observers);
    this.levels.digest(this.configuration);
    this.updateConfig(options);
    this.borrowLater();
  }

  /**
   * Adds an observer.
   *
   * @param observer - receives all events from now on, and `adjusted` for every level immediately; later changes to its
   *   methods have no effect
   * @returns removes the observer
   */
  on(observer: ApfObserver): () => void {
    const added = new Observers<ApfObserver>(['adjusted']);
    added.add(observer);
    added.during(() => {
      for (const { name, concurrency } of this.levels.byName.values()) {
        added.events.adjusted.emit(name, concurrency as LevelConcurrency);
      }
    });
    return this.observers.add(observer);
  }

  /**
   * Accepts a request: it executes, waits or is rejected.
   *
   * @param digest - the request and its user; kept until the request is done, and not changed
   * @param options - work, timeout and signal of the request
   * @returns its ticket; call `done` when the request has been executed
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_WORK` if the work estimate has a number that is
   *   not whole or is negative, or if it exceeds 2^53 units of work. In that case, or if the estimator throws, the
   *   request does not arrive.
   */
  request(digest: RequestDigest, options: ApfRequestOptions = {}): ApfTicket {
    const schema = this.levels.findFlowSchema(digest) as FlowSchema;
    const level = this.levels.byName.get(
      schema.spec?.priorityLevelConfiguration?.name || '',
    ) as PriorityLevel;
    const flow = level.shardsFlows ? (options.flow ?? flowDistinguisher(digest, schema)) : '';
    const ticket = new ApfTicket(this.owner, level, digest, schema, flow);
    // Here and in `finish` without a closure: they run for every request.
    this.observers.begin();
    try {
      this.accept(ticket, options);
      return ticket;
    } finally {
      this.observers.end();
    }
  }

  /**
   * Calls a function when the request is admitted, and releases the seats when the function returns or throws.
   *
   * @param digest - the request and its user
   * @param execute - called when the request is admitted
   * @param options - work, timeout and signal of the request
   * @returns the result of `execute`
   * @throws {@link ApfRejection} with code `QUEUE_FULL` if its queue is full
   * @throws {@link ApfRejection} with code `CONCURRENCY_LIMIT` if no seat is free and its level does not queue
   * @throws {@link ApfRejection} with code `TIME_OUT` if no seat became free in time
   * @throws {@link ApfRejection} with code `CANCELLED` if the signal was aborted while it waited
   * @throws {@link ApfRejection} with code `CLOSED` if the controller is closed
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_WORK` if the work estimate is invalid
   */
  async run<T>(
    digest: RequestDigest,
    execute: () => T | PromiseLike<T>,
    options: ApfRequestOptions = {},
  ): Promise<T> {
    const ticket = this.request(digest, options);
    await ticket.admitted;
    try {
      return await execute();
    } finally {
      ticket.done();
    }
  }

  /**
   * Changes the configuration while requests wait and execute. Removed priority levels drain first.
   *
   * Each change checks all objects and divides the seats of all levels, as in the API server. Adding many levels one at a
   * time therefore takes time that grows with the square of their number; add them with one change.
   *
   * @param configuration - all objects, as stored or as in manifests, and the seats of the server if they change;
   *   defaults are applied
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if `serverConcurrencyLimit` is not a
   *   whole number from 0 to 2^53
   * @throws {@link ApfConfigurationError} with code `INVALID_CONFIGURATION` if the API server would reject one of the
   *   objects, or if two objects of one kind have the same name; the previous configuration remains in use
   */
  updateConfig(configuration: ApfControllerUpdate): void {
    const { serverConcurrencyLimit = this.levels.serverConcurrencyLimit } = configuration;
    checkLimits(serverConcurrencyLimit);
    const checked = checkedConfiguration(configuration);
    this.observers.during(() => {
      this.configuration = checked;
      this.levels.serverConcurrencyLimit = serverConcurrencyLimit;
      this.levels.digest(checked);
    });
  }

  /**
   * Returns the live state, as the API server shows it under `/debug/api_priority_and_fairness`.
   *
   * @param options - whether to include request details
   * @returns plain data, without the column `TimedoutRequests`, which the API server never counts
   */
  dump(options: ApfDumpOptions = {}): ApfDump {
    return dumpLevels(this.levels.byName, this.executing, options);
  }

  /**
   * Rejects all waiting and all later requests, and stops all timers. Executing requests can still be finished.
   * Observers receive no events of later requests.
   */
  close(): void {
    if (this.isClosed) {
      return;
    }
    this.isClosed = true;
    this.observers.during(() => {
      this.borrowing?.cancel();
      for (const { queueSet } of this.levels.byName.values()) {
        for (const queue of queueSet.currentQueues) {
          while (queue.oldest !== undefined) {
            this.eject(queue.oldest.context as ApfTicket, 'CLOSED');
          }
        }
      }
      this.levels.close();
      this.ownClock?.close();
    });
  }

  private accept(ticket: ApfTicket, options: ApfRequestOptions): void {
    const { level } = ticket;
    // The estimator may close the controller, or change the configuration: its level stays meanwhile.
    level.requestsPending++;
    try {
      const work = this.isClosed ? ONE_SEAT : estimate(ticket, options.work);
      if (this.isClosed) {
        ticket.refusal = { code: 'CLOSED', retryAfterSeconds: 1 };
      } else {
        this.start(ticket, work, options);
      }
    } finally {
      level.requestsPending--;
      this.reap(level);
    }
  }

  private start(ticket: ApfTicket, workEstimate: WorkEstimate, options: ApfRequestOptions): void {
    const { level, flowSchema, flowDistinguisher: flow } = ticket;
    const started = level.queueSet.start({
      workEstimate,
      hash: level.shardsFlows ? this.hashes.get(flowSchema, flow) : undefined,
      flowSchema,
      flowDistinguisher: flow,
      onDispatch: this.dispatched,
      context: ticket,
    });
    if (typeof started === 'string') {
      this.refuse(ticket, started === 'queue-full' ? 'QUEUE_FULL' : 'CONCURRENCY_LIMIT');
      return;
    }
    ticket.request = started;
    if (started.state === 'waiting') {
      ticket.wait(this.clock, waitLimitNs(options, this.clock.nowNs()), options.signal);
    }
  }

  /** The queue set dispatched the request of a ticket. */
  private readonly dispatched = (request: QueuedRequest): void => {
    const ticket = request.context as ApfTicket;
    ticket.request = request;
    this.executing.append(request);
    ticket.decided();
  };

  private finish(ticket: ApfTicket): void {
    const { level, request, refusal } = ticket;
    if (request === undefined || refusal !== undefined) {
      return;
    }
    if (request.state === 'waiting') {
      this.eject(ticket, 'CANCELLED');
      return;
    }
    this.observers.begin();
    try {
      if (request.state === 'executing') {
        this.executing.remove(request);
        level.queueSet.finish(request);
        this.reap(level);
      } else {
        this.warn('DONE_TWICE', ticket);
      }
    } finally {
      this.observers.end();
    }
  }

  /** Rejects a ticket that waits; does nothing with any other. */
  private eject(ticket: ApfTicket, code: ApfRejectionCode): void {
    const { level, request } = ticket;
    if (request === undefined || request.state !== 'waiting') {
      return;
    }
    this.observers.during(() => {
      this.refuse(ticket, code);
      level.queueSet.cancel(request);
      ticket.decided();
      this.reap(level);
    });
  }

  private refuse(ticket: ApfTicket, code: ApfRejectionCode): void {
    const { priorityLevel } = ticket;
    const retryAfter = this.retryAfter.get(priorityLevel) ?? new RetryAfterTracker();
    this.retryAfter.set(priorityLevel, retryAfter);
    const second = Math.trunc(this.clock.nowNs() / NANOSECONDS_PER_SECOND);
    retryAfter.record(SOME_UNIX_SECOND + second);
    ticket.refusal = { code, retryAfterSeconds: retryAfter.retryAfterSeconds };
  }

  /** Removes a level without an object after its last request. */
  private reap(level: PriorityLevel): void {
    if (level.isQuiescing && level.isIdle && !this.isClosed) {
      this.levels.digest(this.configuration);
    }
  }

  private borrowLater(): void {
    // An observer may have closed the controller.
    if (this.isClosed) {
      return;
    }
    this.borrowing = this.clock.schedule(BORROWING_ADJUSTMENT_PERIOD_NS, () => {
      this.observers.during(() => {
        this.levels.borrow();
        this.finishForgotten();
      });
      this.borrowLater();
    });
  }

  private finishForgotten(): void {
    const nowNs = this.clock.nowNs();
    for (;;) {
      const { oldest } = this.executing;
      if (oldest === undefined || !(nowNs - oldest.startNs > this.executionLimitNs)) {
        return;
      }
      this.warn('NOT_DONE', oldest.context as ApfTicket);
      this.finish(oldest.context as ApfTicket);
    }
  }

  private warn(code: ApfWarningCode, ticket: ApfTicket): void {
    this.observers.events.warned.emit(ticket.priorityLevel, apfWarning(code, ticket));
  }
}

function estimate(
  { flowSchema, level }: ApfTicket,
  work: ApfRequestOptions['work'] = ONE_SEAT,
): WorkEstimate {
  if (typeof work !== 'function') {
    return work;
  }
  return work({ flowSchema, priorityLevel: level.name, maxSeats: level.maxSeats });
}
