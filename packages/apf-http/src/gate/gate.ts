import {
  type ApfConfiguration,
  ApfController,
  type ApfDump,
  type ApfDumpOptions,
  type ApfObserver,
  type ApfRejection,
  type ApfRequestOptions,
  type ApfTicket,
  type EventClock,
  isLongRunning,
  RealClock,
  type RequestDigest,
  type RequestInfo,
  type RequestUser,
  requestUser,
  WatchTracker,
  workEstimate,
} from '@kubesem/apf';
import { parameterFromUrl } from '@kubesem/apf/internal';
import { fieldPath } from '@kubesem/core';
import { AMOUNT_OPTION, readIterable } from '@kubesem/core/internal';
import { TicketAdmission, UNLIMITED } from './admission.js';
import type { Arrival, Entry, EntryHeaders, Refusal } from './entry.js';
import { askHooks, type HookAnswers, isPromiseLike } from './hooks.js';
import { readLimit } from './invalid-limit.js';
import type { GateOptions, GateUpdate } from './options.js';
import { refuse, refuseClosed, refuseTimeout } from './refusals.js';
import { report } from './report.js';
import { infoOf, type RequestTimeout, requestTimeoutMs } from './request-url.js';

const DEFAULT_REQUEST_TIMEOUT_MS = 60_000;

const ANONYMOUS: RequestUser = /* @__PURE__ */ requestUser('system:anonymous');

/**
 * API Priority and Fairness in front of a server: each request enters, and leaves when it has been served.
 *
 * Until it is closed, it adjusts the seats of the priority levels every 10 seconds and keeps the process alive.
 *
 * @typeParam Request - request of the server or framework, which the hooks receive
 *
 * @example
 * ```ts
 * import { Gate } from '@kubesem/apf-http';
 *
 * const gate = new Gate({ serverConcurrencyLimit: 10, priorityLevels: [], flowSchemas: [] });
 * const entry = await gate.enter({ request: undefined, method: 'GET', url: '/hello' });
 * entry.priorityLevel // => 'catch-all'
 * if (entry.ok) {
 *   // Handle the request.
 *   entry.release();
 * }
 * await gate.drain();
 * const late = await gate.enter({ request: undefined, method: 'GET', url: '/hello' });
 * late.ok ? 200 : late.status // => 503
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/server/filters` v0.37.1, `WithPriorityAndFairness`, and
 * `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `configController.Handle`.
 */
export class Gate<Request = unknown> {
  /** Whether the gate treats requests as the Kubernetes API server does. */
  readonly isKubernetes: boolean;
  private readonly options: GateOptions<Request>;
  private readonly clock: EventClock;
  private readonly ownClock: RealClock | undefined;
  private readonly controller: ApfController;
  private readonly watches: WatchTracker = new WatchTracker();
  private readonly hasUidHeaders: boolean;
  private configuration: ApfConfiguration;
  private isDraining = false;
  /** Number of requests that wait or occupy seats. */
  private active = 0;
  private readonly idlers: (() => void)[] = [];

  /**
   * Opens a gate.
   *
   * @param options - seats, configuration and hooks
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if `serverConcurrencyLimit` is not a
   *   whole number from 0 to 2^53, or if `requestTimeoutMs`, `hookTimeoutMs` or `executionLimitMs` is not a number, 0 or
   *   more
   * @throws {@link @kubesem/apf!ApfConfigurationError | ApfConfigurationError} with code `INVALID_CONFIGURATION` if the API
   *   server would reject one of the objects, or if two objects of one kind have the same name
   */
  constructor(options: GateOptions<Request>) {
    const { serverConcurrencyLimit, executionLimitMs = Infinity, kubernetes } = options;
    const { requestTimeoutMs, hookTimeoutMs } = options;
    readLimit('requestTimeoutMs', requestTimeoutMs, AMOUNT_OPTION);
    readLimit('hookTimeoutMs', hookTimeoutMs, AMOUNT_OPTION);
    this.options = options;
    this.isKubernetes = kubernetes !== undefined;
    this.ownClock = options.clock === undefined ? new RealClock() : undefined;
    this.clock = options.clock ?? (this.ownClock as RealClock);
    this.hasUidHeaders = options.uidHeaders ?? this.isKubernetes;
    this.configuration = {
      priorityLevels: [...readIterable(options.priorityLevels, fieldPath('priorityLevels'))],
      flowSchemas: [...readIterable(options.flowSchemas, fieldPath('flowSchemas'))],
    };
    this.controller = new ApfController({
      ...this.configuration,
      serverConcurrencyLimit,
      executionLimitMs,
      clock: this.clock,
    });
  }

  /**
   * Lets a request enter as soon as it can execute, or rejects it.
   *
   * @param arrival - the request
   * @returns whether it can execute; without a promise if that is known immediately
   */
  enter(arrival: Arrival<Request>): Entry | Promise<Entry> {
    if (this.isDraining) {
      return refuseClosed();
    }
    this.active++;
    try {
      const answers = askHooks(this.options, arrival.request, this.clock);
      if (!isPromiseLike(answers)) {
        return this.classify(arrival, answers, arrival.receivedNs);
      }
      // The time that the hooks take counts against the timeout of the request.
      const receivedNs = arrival.receivedNs ?? this.clock.nowNs();
      return answers
        .then((known) => this.classify(arrival, known, receivedNs))
        .catch((error) => this.fail(error, arrival));
    } catch (error) {
      return this.fail(error, arrival);
    }
  }

  /**
   * Changes the configuration or the number of seats while requests wait and execute.
   *
   * @param update - what changes
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if `serverConcurrencyLimit` is not a
   *   whole number from 0 to 2^53
   * @throws {@link @kubesem/apf!ApfConfigurationError | ApfConfigurationError} with code `INVALID_CONFIGURATION` if the API
   *   server would reject one of the objects, or if two objects of one kind have the same name; the previous
   *   configuration remains in use
   */
  reconfigure(update: GateUpdate): void {
    const { serverConcurrencyLimit } = update;
    const configuration = {
      priorityLevels: [...(update.priorityLevels ?? this.configuration.priorityLevels)],
      flowSchemas: [...(update.flowSchemas ?? this.configuration.flowSchemas)],
    };
    this.controller.updateConfig({ ...configuration, serverConcurrencyLimit });
    this.configuration = configuration;
  }

  /**
   * Waits until no request waits or occupies seats. Watches count until they are initialized; long-running requests do not
   * count.
   *
   * @returns resolves then, which may be immediately
   */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.active === 0) {
        resolve();
      } else {
        this.idlers.push(resolve);
      }
    });
  }

  /**
   * Rejects new requests, and lets those that wait and execute finish. Then it closes the gate.
   *
   * @returns resolves when the gate is closed
   */
  async drain(): Promise<void> {
    this.isDraining = true;
    await this.idle();
    this.close();
  }

  /** Rejects new and waiting requests, and stops all timers. Requests that execute can still finish. */
  close(): void {
    this.isDraining = true;
    this.controller.close();
    this.ownClock?.close();
  }

  /**
   * Drains the gate, for `await using`. Node has the symbol since version 20.4.
   *
   * @returns resolves when the gate is closed
   */
  [Symbol.asyncDispose](): Promise<void> {
    return this.drain();
  }

  /**
   * Returns the live state, as the API server shows it under `/debug/api_priority_and_fairness`.
   *
   * @param options - whether to include request details
   * @returns plain data
   */
  dump(options: ApfDumpOptions = {}): ApfDump {
    return this.controller.dump(options);
  }

  /**
   * Adds an observer of the engine.
   *
   * @param observer - receives all events from now on
   * @returns removes the observer
   */
  on(observer: ApfObserver): () => void {
    return this.controller.on(observer);
  }

  /**
   * Returns the time on the clock of the gate.
   *
   * @returns nanoseconds, as in {@link Arrival.receivedNs} and in a dump
   */
  nowNs(): number {
    return this.clock.nowNs();
  }

  /**
   * Reports an error of a handler or a hook to `onError`.
   *
   * @param error - the error
   * @param request - the request of the server
   */
  report(error: unknown, request: Request): void {
    report(error, this.options, request);
  }

  private fail(error: unknown, { request }: Arrival<Request>): Refusal {
    this.leave();
    this.report(error, request);
    return refuse('HOOK_FAILED', 500, 'Internal Server Error');
  }

  /** Finds out what the request is for. */
  private classify(
    arrival: Arrival<Request>,
    answers: HookAnswers,
    receivedNs: number | undefined,
  ): Entry | Promise<Entry> {
    const { method, url } = arrival;
    const { kubernetes, isLongRunning: isExempt = kubernetes && isLongRunning } = this.options;
    const info = answers.info ?? infoOf(method, url, this.isKubernetes);
    if ('code' in info) {
      this.leave();
      return info;
    }
    const isLong = isExempt?.(info) ?? false;
    if (isLong && info.verb !== 'watch') {
      this.leave();
      return UNLIMITED;
    }
    let timeoutMs: RequestTimeout = this.options.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS;
    if (this.isKubernetes && !isLong) {
      timeoutMs = requestTimeoutMs(parameterFromUrl(url, 'timeout'), timeoutMs);
      if (typeof timeoutMs !== 'number') {
        this.leave();
        return refuseTimeout(timeoutMs.problem);
      }
    }
    const { user, flow } = answers;
    const digest: RequestDigest = {
      requestInfo: info,
      user: user ? requestUser(user.name, user.groups) : ANONYMOUS,
    };
    const work = answers.work ?? this.estimator(info, url);
    const { signal } = arrival;
    const ticket = this.controller.request(digest, { work, timeoutMs, receivedNs, signal, flow });
    return this.await(ticket, arrival);
  }

  /** Estimates the work of a request to the Kubernetes API; undefined for one seat. */
  private estimator(info: RequestInfo, url: string): ApfRequestOptions['work'] {
    const { kubernetes } = this.options;
    if (kubernetes === undefined) {
      return undefined;
    }
    return ({ maxSeats }) =>
      workEstimate(info, url, {
        maxSeats,
        objects: kubernetes.objects?.(info),
        watches: this.watches.interested(info),
        supportsConsistentReads: kubernetes.supportsConsistentReads,
      });
  }

  private await(ticket: ApfTicket, arrival: Arrival<Request>): Entry | Promise<Entry> {
    if (ticket.state === 'rejected') {
      return this.refuse(ticket);
    }
    // Other requests must be able to arrive while those that are admitted execute synchronously.
    const turn = ticket.state === 'executing' ? ticket.turn() : ticket.admitted;
    return turn === undefined
      ? this.admit(ticket, arrival)
      : Promise.resolve(turn).then(
          () => this.admit(ticket, arrival),
          () => this.refuse(ticket),
        );
  }

  private admit(ticket: ApfTicket, arrival: Arrival<Request>): Entry {
    const { requestInfo } = ticket.digest;
    try {
      const forgetWatch =
        requestInfo.verb === 'watch' ? this.watches.register(requestInfo) : undefined;
      return new TicketAdmission(ticket, this.uidHeaders(ticket), this.leave, forgetWatch);
    } catch (error) {
      // What a hook says about a request can have any type.
      ticket.done();
      return this.fail(error, arrival);
    }
  }

  private refuse(ticket: ApfTicket): Refusal {
    this.leave();
    const { code, retryAfterSeconds } = ticket.rejection as ApfRejection;
    if (code === 'CLOSED') {
      return refuseClosed();
    }
    const headers = { ...this.uidHeaders(ticket), 'Retry-After': `${retryAfterSeconds}` };
    return refuse(code, 429, 'Too many requests, please try again later.', headers, ticket);
  }

  /** The headers of the API server, which show UIDs and not names because the names are not for clients. */
  private uidHeaders(ticket: ApfTicket): EntryHeaders | undefined {
    return this.hasUidHeaders
      ? {
          'X-Kubernetes-PF-PriorityLevel-UID': headerText(ticket.priorityLevelUid),
          'X-Kubernetes-PF-FlowSchema-UID': headerText(ticket.flowSchemaUid),
        }
      : undefined;
  }

  /** A request no longer waits or occupies seats. */
  private readonly leave = (): void => {
    this.active--;
    if (this.active === 0 && this.idlers.length > 0) {
      for (const resolve of this.idlers.splice(0)) {
        resolve();
      }
    }
  };
}

/** A UID comes from a file or a cluster. Node rejects some characters in headers, so they become spaces. */
function headerText(uid: string): string {
  return String(uid).replace(/[^\x20-\x7E]/g, ' ');
}
