import type { ApfConfiguration, ApfRejectionCode, ApfTicket, QueuedRequest } from '@kubesem/apf';
import { ApfController, VirtualClock } from '@kubesem/apf';
import type { SimulatedClient } from './client.js';
import { type Account, SimulationRecorder, secondsOf } from './recorder.js';
import type { RejectionCounts } from './result.js';

const NANOSECONDS_PER_SECOND = 1e9;

const REASONS: { readonly [Code in ApfRejectionCode]: keyof RejectionCounts } = {
  QUEUE_FULL: 'queue-full',
  CONCURRENCY_LIMIT: 'concurrency-limit',
  TIME_OUT: 'time-out',
  CANCELLED: 'cancelled',
  CLOSED: 'cancelled',
};

/** A simulated request. */
export interface SimulatedRequest {
  readonly client: SimulatedClient;
  readonly durationNs: number;
  /** How long it waits until its client cancels it, in nanoseconds; `Infinity` for never. */
  readonly patienceNs: number;
  retriesLeft: number;
  isRetry: boolean;
  /** Called when the client has the response, with the nanoseconds until it may retry. */
  readonly onAnswer: ((pauseNs: number) => void) | undefined;
  /** Its work, once it arrived. */
  seatSeconds: number;
  ticket: ApfTicket | undefined;
  account: Account | undefined;
}

/** The controller, its requests, and their recorder. */
export class Simulation {
  readonly clock: VirtualClock = new VirtualClock();
  readonly recorder: SimulationRecorder = new SimulationRecorder();
  private readonly apf: ApfController;
  private readonly waiting: Map<unknown, SimulatedRequest> = new Map();
  /** The request that is arriving: its ticket is not known yet. */
  private arriving: SimulatedRequest | undefined;
  /** The request that was just cancelled in its queue; the next event is its rejection. */
  private leaving: SimulatedRequest | undefined;

  /** One function for all requests, because many may execute. */
  private readonly finish: (request: SimulatedRequest) => void = (request) => {
    const { tally } = request.account as Account;
    tally.finished++;
    tally.execution.record(secondsOf(request.durationNs));
    (request.ticket as ApfTicket).done();
    request.onAnswer?.(0);
  };

  /**
   * Starts a simulation at time 0.
   *
   * @param serverConcurrencyLimit - seats of the server
   * @param configuration - configuration at the start
   */
  constructor(serverConcurrencyLimit: number, configuration: ApfConfiguration) {
    const { clock, recorder } = this;
    this.apf = new ApfController({
      serverConcurrencyLimit,
      priorityLevels: [],
      flowSchemas: [],
      clock,
      executionLimitMs: Infinity,
    });
    this.apf.on({
      adjusted: (level, concurrency) => recorder.adjusted(level, concurrency, clock.nowNs()),
      enqueued: (level) => recorder.addWaiting(level, 1, clock.nowNs()),
      dequeued: (level, request) => {
        recorder.addWaiting(level, -1, clock.nowNs());
        if (request.state === 'cancelled') {
          this.leaving = this.waiting.get(request.context);
        }
      },
      dispatched: (level, request) => this.dispatched(level, request),
      released: (level, request) => recorder.addSeats(level, -request.maxSeats, clock.nowNs()),
      rejected: (level, _, __, waitNs) => {
        if (this.leaving === undefined) {
          return;
        }
        recorder.waited(level, secondsOf(waitNs), clock.nowNs());
        this.reject(this.leaving);
        this.leaving = undefined;
      },
    });
    this.configure(configuration);
  }

  /** Changes the configuration. */
  configure(configuration: ApfConfiguration): void {
    this.apf.updateConfig(configuration);
  }

  /** A request arrives. */
  arrive(request: SimulatedRequest): void {
    const { client } = request;
    this.arriving = request;
    const ticket = this.apf.request(client.digest, client.options);
    this.arriving = undefined;
    const account = this.accountOf(client, ticket);
    const { tally, share } = account;
    request.ticket = ticket;
    request.account = account;
    tally.arrived++;
    if (request.isRetry) {
      tally.retried++;
    } else {
      const { initialSeats, finalSeats, additionalLatencyNs } = client.lastWork;
      const work = initialSeats * request.durationNs + finalSeats * additionalLatencyNs;
      request.seatSeconds = secondsOf(work);
      share.demanded += request.seatSeconds;
    }
    if (ticket.refusal !== undefined) {
      this.reject(request);
    } else if (ticket.state === 'waiting') {
      this.waiting.set(ticket, request);
      tally.waiting++;
      if (request.patienceNs !== Infinity) {
        this.clock.schedule(request.patienceNs, () => ticket.cancel());
      }
    } else {
      this.count(request, 0);
    }
  }

  private dispatched(level: string, { context, maxSeats, arrivalNs }: QueuedRequest): void {
    const { clock, recorder } = this;
    const nowNs = clock.nowNs();
    recorder.addSeats(level, maxSeats, nowNs);
    recorder.waited(level, secondsOf(nowNs - arrivalNs), nowNs);
    const request = this.waiting.get(context) ?? (this.arriving as SimulatedRequest);
    clock.schedule(request.durationNs, this.finish, request);
    if (request === this.arriving) {
      return;
    }
    this.leave(request);
    this.count(request, secondsOf(nowNs - arrivalNs));
  }

  /** Counts a dispatched request. */
  private count({ account, seatSeconds }: SimulatedRequest, waitSeconds: number): void {
    const { tally, share } = account as Account;
    tally.dispatched++;
    tally.wait.record(waitSeconds);
    share.served += seatSeconds;
  }

  private accountOf(client: SimulatedClient, ticket: ApfTicket): Account {
    const { account } = client;
    const isSame =
      account !== undefined &&
      account.tally.flowSchema === ticket.flowSchema &&
      account.tally.priorityLevel === ticket.priorityLevel &&
      account.flowDistinguisher === ticket.flowDistinguisher;
    if (isSame) {
      return account;
    }
    const found = this.recorder.accountOf(client.flow, ticket, this.clock.nowNs());
    client.account = found;
    return found;
  }

  /** A request no longer waits. */
  private leave(request: SimulatedRequest): void {
    this.waiting.delete(request.ticket);
    (request.account as Account).tally.waiting--;
  }

  private reject(request: SimulatedRequest): void {
    const ticket = request.ticket as ApfTicket;
    const { refusal } = ticket;
    if (refusal === undefined) {
      return;
    }
    if (this.waiting.has(ticket)) {
      this.leave(request);
    }
    const { tally } = request.account as Account;
    this.recorder.rejected(tally, REASONS[refusal.code], this.clock.nowNs());
    const isCancelled = refusal.code === 'CANCELLED';
    const pauseNs = isCancelled ? 0 : refusal.retryAfterSeconds * NANOSECONDS_PER_SECOND;
    if (request.retriesLeft > 0 && !isCancelled) {
      request.retriesLeft--;
      request.isRetry = true;
      this.clock.schedule(pauseNs, () => this.arrive(request));
    } else {
      request.onAnswer?.(pauseNs);
    }
  }
}
