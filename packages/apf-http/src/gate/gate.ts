import {
  type ApfConfiguration,
  ApfController,
  type ApfDump,
  type ApfDumpOptions,
  type ApfObserver,
  type ApfTicket,
  type EventClock,
  pathFromUrl,
  RealClock,
  type RequestDigest,
  type RequestInfo,
  type RequestUser,
  requestUser,
  type WorkEstimate,
} from '@kubesem/apf';
import { verbOf } from '../levels/verbs.js';
import type { Arrival } from './arrival.js';
import { type Admission, type Entry, refuse } from './entry.js';
import type { GateOptions, GateUpdate } from './options.js';

const ANONYMOUS: RequestUser = /* @__PURE__ */ requestUser('system:anonymous');
const TOO_MANY = 'Too many requests, please try again later.';

/** What the hooks say about a request. */
interface Description {
  readonly info: RequestInfo;
  readonly user: RequestUser;
  readonly flow: string | undefined;
  readonly work: WorkEstimate | undefined;
}

/**
 * API Priority and Fairness in front of a server: each request enters, and leaves when it has been served.
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
 * if (entry.ok) entry.release();
 * await gate.drain();
 * (await gate.enter({ request: undefined, method: 'GET', url: '/hello' })).ok // => false
 * ```
 */
export class Gate<Request = unknown> {
  private readonly options: GateOptions<Request>;
  private readonly clock: EventClock;
  private readonly controller: ApfController;
  private configuration: ApfConfiguration;
  private isDraining = false;
  private active = 0;
  private idlers: (() => void)[] = [];

  /**
   * Opens a gate.
   *
   * @param options - seats, configuration and hooks
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if a limit is invalid
   * @throws {@link @kubesem/apf!ApfConfigurationError | ApfConfigurationError} with code `INVALID_CONFIGURATION` if the API
   *   server would reject one of the objects
   */
  constructor(options: GateOptions<Request>) {
    const { serverConcurrencyLimit, executionLimitMs = Infinity } = options;
    this.options = options;
    this.clock = options.clock ?? new RealClock();
    this.configuration = {
      priorityLevels: [...options.priorityLevels],
      flowSchemas: [...options.flowSchemas],
    };
    this.controller = new ApfController({
      ...this.configuration,
      serverConcurrencyLimit,
      executionLimitMs,
      clock: this.clock,
    });
  }

  /**
   * Waits until a request can execute, or must not execute.
   *
   * @param arrival - the request
   * @returns whether it can execute; without a promise if that is known immediately
   */
  enter(arrival: Arrival<Request>): Entry | Promise<Entry> {
    const receivedNs = arrival.receivedNs ?? this.nowNs();
    return this.describeAndAdmit(arrival, receivedNs);
  }

  /**
   * Changes the configuration or the number of seats while requests wait and execute.
   *
   * @param update - what changes
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if the number of seats is invalid
   * @throws {@link @kubesem/apf!ApfConfigurationError | ApfConfigurationError} with code `INVALID_CONFIGURATION` if the API
   *   server would reject one of the objects; the previous configuration remains in use
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
   * Waits until no request waits or executes. Watches count until they are initialized; long-running requests do not
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
   * Refuses new requests, and finishes those that wait and execute.
   *
   * @returns resolves when the gate is idle; it is closed then
   */
  async drain(): Promise<void> {
    this.isDraining = true;
    await this.idle();
    this.close();
  }

  /** Refuses new and waiting requests, and stops all timers. Requests that execute can still finish. */
  close(): void {
    this.isDraining = true;
    this.controller.close();
    if (this.clock instanceof RealClock && this.options.clock === undefined) {
      this.clock.close();
    }
  }

  /**
   * Drains the gate, for `await using`. Node has this symbol since version 20.4.
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
   * Adds an observer of the engine, such as a `metricsObserver`.
   *
   * @param observer - receives all events from now on
   * @returns removes the observer
   */
  on(observer: ApfObserver): () => void {
    return this.controller.on(observer);
  }

  /**
   * Returns the time of the gate.
   *
   * @returns nanoseconds, for {@link Arrival.receivedNs}
   */
  nowNs(): number {
    return this.clock.nowNs();
  }

  private async describeAndAdmit(arrival: Arrival<Request>, receivedNs: number): Promise<Entry> {
    if (this.isDraining) {
      return refuse('CLOSED', 503, 'The server is shutting down, please try again later.', {
        'Retry-After': '1',
      });
    }
    const { options } = this;
    let description: Description;
    try {
      const { request } = arrival;
      const path = pathFromUrl(arrival.url);
      if (path === undefined) {
        return refuse('INVALID_URL', 400, '400 Bad Request');
      }
      const user = await options.user?.(request);
      description = {
        info: (await options.request?.(request)) ?? {
          isResourceRequest: false,
          path,
          verb: verbOf(arrival.method),
        },
        user: user === undefined ? ANONYMOUS : requestUser(user.name, user.groups),
        flow: await options.flow?.(request),
        work: await options.work?.(request),
      };
    } catch (error) {
      options.onError?.(error, arrival.request);
      return refuse('HOOK_FAILED', 500, 'Internal Server Error');
    }
    return this.admit(arrival, description, receivedNs);
  }

  private async admit(
    { signal }: Arrival<Request>,
    { info, user, flow, work }: Description,
    receivedNs: number,
  ): Promise<Entry> {
    const digest: RequestDigest = { requestInfo: info, user };
    const timeoutMs = this.options.requestTimeoutMs;
    this.active++;
    const ticket = this.controller.request(digest, { signal, work, timeoutMs, receivedNs, flow });
    try {
      await ticket.admitted;
    } catch {
      this.leave();
      return this.refusal(ticket);
    }
    return this.admission(ticket);
  }

  private refusal(ticket: ApfTicket): Entry {
    const { rejection } = ticket;
    const code = rejection?.code ?? 'CANCELLED';
    const headers = {
      ...this.uidHeaders(ticket),
      'Retry-After': `${rejection?.retryAfterSeconds}`,
    };
    return code === 'CLOSED'
      ? refuse(code, 503, TOO_MANY, headers, ticket)
      : refuse(code, 429, TOO_MANY, headers, ticket);
  }

  private admission(ticket: ApfTicket): Admission {
    const { flowSchema, priorityLevel } = ticket;
    let isReleased = false;
    const release = () => {
      if (!isReleased) {
        isReleased = true;
        ticket.done();
        this.leave();
      }
    };
    return {
      ok: true,
      headers: this.uidHeaders(ticket),
      flowSchema,
      priorityLevel,
      isWatch: false,
      initialized: () => undefined,
      release,
    };
  }

  private uidHeaders(ticket: ApfTicket): { readonly [name: string]: string } {
    const { kubernetes, uidHeaders = kubernetes !== undefined } = this.options;
    return uidHeaders
      ? {
          'X-Kubernetes-PF-FlowSchema-UID': ticket.flowSchemaUid,
          'X-Kubernetes-PF-PriorityLevel-UID': ticket.priorityLevelUid,
        }
      : {};
  }

  private leave(): void {
    this.active--;
    if (this.active === 0) {
      for (const resolve of this.idlers.splice(0)) {
        resolve();
      }
    }
  }
}
