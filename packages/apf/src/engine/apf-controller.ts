import type { FlowSchema } from '@kubesem/core';
import { ApfError } from '../apf-errors.js';
import { type EventClock, type ScheduledEvent, steady } from '../clock/event-clock.js';
import { RealClock } from '../clock/real-clock.js';
import { type ApfConfiguration, checkedConfiguration } from '../objects/apf-configuration.js';
import { type ApfDump, type ApfDumpOptions, dumpLevels } from '../observe/apf-dump.js';
import type { ApfObserver, ApfWarning, LevelConcurrency } from '../observe/apf-observer.js';
import { ApfObservers } from '../observe/apf-observers.js';
import { flowDistinguisher, nameOf } from '../requests/classify.js';
import { flowHash } from '../requests/flow-hash.js';
import type { RequestDigest } from '../requests/request-digest.js';
import { ApfLevels } from './apf-levels.js';
import type { ApfRejectionCode } from './apf-rejection.js';
import { type AbortSignalLike, ApfTicket, type TicketOwner } from './apf-ticket.js';
import type { PriorityLevel } from './priority-level.js';
import type { QueueSetObserver } from './queue-set.js';
import type { QueuedRequest, WorkEstimate } from './queued-request.js';
import type { FlowHash } from './shuffle-sharding.js';

const NANOSECONDS_PER_MILLISECOND = 1e6;
const NANOSECONDS_PER_SECOND = 1e9;
const BORROWING_ADJUSTMENT_PERIOD_NS = 10e9;
const LONGEST_WAIT_NS = 60e9;
const DEFAULT_REQUEST_TIMEOUT_MS = 60_000;
const DEFAULT_EXECUTION_LIMIT_MS = 600_000;
/** The clock may begin at 0; what counts dropped requests takes that for a time long ago. */
const SOME_UNIX_SECOND = 1e9;
const MOST_HASHES = 4096;

const ONE_SEAT: WorkEstimate = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };

/** What a controller is made of. */
export interface ApfControllerOptions extends ApfConfiguration {
  /**
   * The seats of the server: for the API server the sum of `--max-requests-inflight` and
   * `--max-mutating-requests-inflight`, 600 by default.
   */
  readonly serverConcurrencyLimit: number;
  /** The time; the runtime's, if this is left out. While it goes back, it is taken to stand still. */
  readonly clock?: EventClock | undefined;
  /**
   * After how many milliseconds of execution a request that was not given back is taken to be done, with a warning; 10
   * minutes, if this is left out, and `Infinity` for never. It is looked at every 10 seconds.
   */
  readonly executionLimitMs?: number | undefined;
}

/** What is known when the work of a request is estimated. */
export interface EstimationContext {
  /** Name of the flow schema that the request matched. */
  readonly flowSchema: string;
  /** Name of its priority level. */
  readonly priorityLevel: string;
  /** The most seats that a request of the level should occupy; 0 if the level sets no bound. */
  readonly maxSeats: number;
}

/** How one request is treated. */
export interface ApfRequestOptions {
  /** Takes the request back while it waits. */
  readonly signal?: AbortSignalLike | undefined;
  /** The work that it will be; one seat, if this is left out. */
  readonly work?: WorkEstimate | ((context: EstimationContext) => WorkEstimate) | undefined;
  /**
   * The time that the whole request has, in milliseconds; 60 seconds, if this is left out. It waits for at most a
   * quarter of that, and never for more than a minute.
   */
  readonly timeoutMs?: number | undefined;
}

/**
 * API Priority and Fairness of one server: classifies requests, lets some execute and others wait, lends seats from one
 * priority level to the other, and rejects what has to be.
 *
 * Until it is closed it looks every 10 seconds at who needs how many seats, and keeps the process alive.
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
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`configController`, `apf_controller_debug.go`).
 */
export class ApfController {
  private readonly clock: EventClock;
  private readonly ownClock: RealClock | undefined;
  private readonly executionLimitNs: number;
  private readonly observers: ApfObservers = new ApfObservers();
  private readonly hashes: Map<string, FlowHash> = new Map();
  private readonly executing: Set<ApfTicket> = new Set();
  private readonly owner: TicketOwner;
  private readonly levels: ApfLevels;
  private configuration: ApfConfiguration = { priorityLevels: [], flowSchemas: [] };
  private borrowing: ScheduledEvent | undefined;
  private isClosed = false;

  /**
   * Makes a controller that is at work at once.
   *
   * @param options - its configuration and its clock
   * @throws {@link ApfError} `INVALID_LIMIT` if the number of seats is not a whole number, negative, or beyond 2^53
   * @throws {@link ApfConfigurationError} `INVALID_CONFIGURATION` if the API server would refuse one of the objects, or two
   *   have the same name
   */
  constructor(options: ApfControllerOptions) {
    const {
      serverConcurrencyLimit,
      clock,
      executionLimitMs = DEFAULT_EXECUTION_LIMIT_MS,
    } = options;
    if (!(Number.isSafeInteger(serverConcurrencyLimit) && serverConcurrencyLimit >= 0)) {
      const message = `expected a whole number of seats from 0 to 2^53, found ${serverConcurrencyLimit}`;
      throw new ApfError({ code: 'INVALID_LIMIT', message });
    }
    this.ownClock = clock === undefined ? new RealClock() : undefined;
    this.clock = steady(clock ?? (this.ownClock as RealClock));
    this.executionLimitNs = executionLimitMs * NANOSECONDS_PER_MILLISECOND;
    this.owner = {
      finish: (ticket) => this.finish(ticket),
      eject: (ticket, code) => this.eject(ticket, code),
    };
    this.levels = new ApfLevels(this.clock, serverConcurrencyLimit, {
      observerOf: (name) => this.observerOf(name),
      adjusted: (name, concurrency) => this.observers.tell('adjusted', name, concurrency),
      removed: (name) => this.observers.tell('removed', name),
    });
    this.levels.digest(this.configuration);
    this.updateConfig(options);
    this.borrowLater();
  }

  /**
   * Asks to be told what happens.
   *
   * @param observer - is told from now on, and at once how the seats are divided; its methods are read now
   * @returns takes that back
   */
  on(observer: ApfObserver): () => void {
    const told = new ApfObservers();
    told.add(observer);
    for (const { name, concurrency } of this.levels.byName.values()) {
      told.tell('adjusted', name, concurrency as LevelConcurrency);
    }
    return this.observers.add(observer);
  }

  /**
   * Takes a request: it executes, waits or is rejected.
   *
   * @param digest - who asks for what; kept until the request is done, and not changed
   * @param options - how it is treated
   * @returns its ticket, which must be given back when the request has been executed
   * @throws {@link ApfError} `INVALID_WORK` if the estimate of its work is none; the request counts as not arrived then,
   *   as it does if the estimator throws
   */
  request(digest: RequestDigest, options: ApfRequestOptions = {}): ApfTicket {
    const schema = this.levels.findFlowSchema(digest) as FlowSchema;
    const level = this.levels.byName.get(
      schema.spec?.priorityLevelConfiguration?.name || '',
    ) as PriorityLevel;
    const flow = level.shardsFlows ? flowDistinguisher(digest, schema) : '';
    const ticket = new ApfTicket(this.owner, level, digest, nameOf(schema), flow);
    if (this.isClosed) {
      ticket.refusal = { code: 'CLOSED', retryAfterSeconds: 1 };
    } else {
      this.start(ticket, level, options);
    }
    return ticket;
  }

  /**
   * Executes something when its turn comes, and gives its seats back whatever comes of it.
   *
   * @param digest - who asks for what
   * @param execute - is called when the request is admitted
   * @param options - how it is treated
   * @returns what `execute` returns
   * @throws {@link ApfRejection} `QUEUE_FULL` if its queue is full
   * @throws {@link ApfRejection} `CONCURRENCY_LIMIT` if no seat is free and its level does not queue
   * @throws {@link ApfRejection} `TIME_OUT` if it waited as long as it may
   * @throws {@link ApfRejection} `CANCELLED` if the signal was aborted while it waited
   * @throws {@link ApfRejection} `CLOSED` if the controller is closed
   * @throws {@link ApfError} `INVALID_WORK` if the estimate of its work is none
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
   * Changes the configuration while requests wait and execute. Priority levels that are gone drain first.
   *
   * @param configuration - all objects, as stored or as in manifests: what is not set is filled in
   * @throws {@link ApfConfigurationError} `INVALID_CONFIGURATION` if the API server would refuse one of the objects, or two
   *   have the same name; what was configured before stays
   */
  updateConfig(configuration: ApfConfiguration): void {
    this.configuration = checkedConfiguration(configuration);
    this.levels.digest(this.configuration);
  }

  /**
   * Tells what the controller is at: what the API server shows below `/debug/api_priority_and_fairness`.
   *
   * @param options - whether who asked for what is told, too
   * @returns plain data, of this moment; the column `TimedoutRequests`, which nothing counts, is left out
   */
  dump(options: ApfDumpOptions = {}): ApfDump {
    return dumpLevels(this.levels.byName, this.executing, options);
  }

  /**
   * Rejects what waits, takes nothing more, and lets no timer keep the process alive. What executes can still be given
   * back; what comes from now on is rejected, and observers do not hear of it.
   */
  close(): void {
    if (this.isClosed) {
      return;
    }
    this.isClosed = true;
    this.borrowing?.cancel();
    for (const { queueSet } of this.levels.byName.values()) {
      for (const queue of queueSet.currentQueues) {
        while (queue.oldest !== undefined) {
          this.eject(queue.oldest.context as ApfTicket, 'CLOSED');
        }
      }
      queueSet.close();
    }
    this.ownClock?.close();
  }

  private start(
    ticket: ApfTicket,
    level: PriorityLevel,
    { work = ONE_SEAT, signal, timeoutMs = DEFAULT_REQUEST_TIMEOUT_MS }: ApfRequestOptions,
  ): void {
    const { flowSchema, flowDistinguisher: flow } = ticket;
    const { name, maxSeats, queueSet } = level;
    const started = queueSet.start({
      workEstimate:
        typeof work === 'function' ? work({ flowSchema, priorityLevel: name, maxSeats }) : work,
      hash: level.shardsFlows ? this.hashOf(flowSchema, flow) : undefined,
      flowSchema,
      flowDistinguisher: flow,
      context: ticket,
    });
    if (typeof started === 'string') {
      this.reject(ticket, started === 'queue-full' ? 'QUEUE_FULL' : 'CONCURRENCY_LIMIT');
      this.reap(level);
      return;
    }
    ticket.request = started;
    if (started.state !== 'waiting') {
      return;
    }
    const quarterNs = Math.trunc((timeoutMs * NANOSECONDS_PER_MILLISECOND) / 4);
    // What is no number counts as no time.
    const limitNs = Math.min(Math.max(0, quarterNs || 0), LONGEST_WAIT_NS);
    ticket.wait(this.clock, limitNs, signal);
  }

  private finish(ticket: ApfTicket): void {
    const { level, request } = ticket;
    if (request === undefined || ticket.refusal !== undefined) {
      return;
    }
    if (request.state === 'waiting') {
      this.eject(ticket, 'CANCELLED');
      return;
    }
    this.executing.delete(ticket);
    if (level.queueSet.finish(request)) {
      this.reap(level);
    } else {
      this.warn('DONE_TWICE', ticket);
    }
  }

  /** Takes a ticket that waits out of its queue; any other is left alone. */
  private eject(ticket: ApfTicket, code: ApfRejectionCode): void {
    const { level, request } = ticket;
    if (request === undefined || request.state !== 'waiting') {
      return;
    }
    // Observers find it when they are told.
    this.reject(ticket, code);
    level.queueSet.cancel(request);
    ticket.decided();
    this.reap(level);
  }

  private reject(ticket: ApfTicket, code: ApfRejectionCode): void {
    const { retryAfter } = ticket.level;
    const second = Math.trunc(this.clock.nowNs() / NANOSECONDS_PER_SECOND);
    retryAfter.record(SOME_UNIX_SECOND + second);
    ticket.refusal = { code, retryAfterSeconds: retryAfter.retryAfterSeconds };
  }

  /** A level that is not wanted any more goes with its last request. */
  private reap({ isQuiescing, queueSet }: PriorityLevel): void {
    if (isQuiescing && queueSet.isIdle && !this.isClosed) {
      this.levels.digest(this.configuration);
    }
  }

  private borrowLater(): void {
    // An observer may have closed it.
    if (this.isClosed) {
      return;
    }
    this.borrowing = this.clock.schedule(BORROWING_ADJUSTMENT_PERIOD_NS, () => {
      this.levels.borrow();
      this.finishForgotten();
      this.borrowLater();
    });
  }

  private finishForgotten(): void {
    const nowNs = this.clock.nowNs();
    for (const ticket of this.executing) {
      // The set is in the order of the dispatches.
      if (!(nowNs - (ticket.request as QueuedRequest).startNs > this.executionLimitNs)) {
        return;
      }
      this.warn('NOT_DONE', ticket);
      this.finish(ticket);
    }
  }

  private warn(code: ApfWarning['code'], { priorityLevel, flowSchema }: ApfTicket): void {
    this.observers.tell('warned', priorityLevel, { code, priorityLevel, flowSchema });
  }

  private hashOf(flowSchema: string, distinguisher: string): FlowHash {
    const key = `${flowSchema}\0${distinguisher}`;
    let hash = this.hashes.get(key);
    if (hash === undefined) {
      hash = flowHash(flowSchema, distinguisher);
      if (this.hashes.size >= MOST_HASHES) {
        this.hashes.clear();
      }
      this.hashes.set(key, hash);
    }
    return hash;
  }

  /** Tells every observer of the controller what the queue set of one level tells. */
  private observerOf(name: string): QueueSetObserver {
    const { observers } = this;
    const dispatched = (request: QueuedRequest): void => {
      const ticket = request.context as ApfTicket;
      ticket.request = request;
      this.executing.add(ticket);
      observers.tell('dispatched', name, request);
      ticket.decided();
    };
    return { ...observers.forLevel(name), dispatched };
  }
}
