import {
  ApfController,
  type ApfDump,
  type ApfTicket,
  type EventClock,
  type LevelConcurrency,
  VirtualClock,
} from '@kubesem/apf';
import { type Caller, digestOf } from '../classification.js';
import { type Configuration, NOTE_AFTER_NS, PERIOD_NS } from './generator.js';

interface Arrival {
  readonly atNs: number;
  readonly caller?: number;
  readonly initialSeats?: number;
  readonly finalSeats?: number;
  readonly additionalLatencyNs?: number;
  readonly durationNs?: number;
  readonly waitNs?: number;
  readonly configuration?: Configuration;
}

/** A scenario, as the README of the oracle describes it. */
export interface Scenario extends Configuration {
  readonly serverConcurrencyLimit: number;
  readonly callers: readonly Caller[];
  readonly arrivals: readonly Arrival[];
  readonly periods?: number;
  readonly dumpAtNs?: number;
}

/** Outcome of a request: the arrival, a word, the nanosecond, the FlowSchema, the level. */
export type Decision = readonly [number, string, number, string, string];

/** Nominal, lower, upper and current limit by level. */
export type Limits = { readonly [level: string]: readonly number[] };

/** Runs a scenario on our controller, as the oracle runs it on that of Kubernetes. */
export class Run {
  readonly decisions: Decision[] = [];
  readonly limits: Limits[] = [];
  /** The Retry-After of each rejected request. */
  readonly retryAfter = new Map<number, number>();
  dump: ApfDump | undefined;
  readonly #clock = new VirtualClock();
  readonly #controller: ApfController;
  readonly #scenario: Scenario;
  readonly #positions = new Map<ApfTicket, number>();
  readonly #levels = new Map<string, LevelConcurrency>();
  #dispatched: (readonly [level: string, ticket: ApfTicket])[] = [];
  #givingUp: ApfTicket | undefined;
  /** The request that is arriving: its ticket is not known yet. */
  #arriving: number | undefined;

  /** `begin` is called before the first event; what it returns is called after the last one. */
  constructor(
    scenario: Scenario,
    begin?: (controller: ApfController, clock: EventClock) => () => void,
  ) {
    this.#scenario = scenario;
    this.#controller = new ApfController({
      clock: this.#clock,
      executionLimitMs: Number.POSITIVE_INFINITY,
      ...scenario,
    });
    const end = begin?.(this.#controller, this.#clock);
    this.#observe();
    // Once more, to observe the limits.
    this.#controller.updateConfig(scenario);
    this.#noteLimits();
    for (const [position, arrival] of scenario.arrivals.entries()) {
      this.#clock.schedule(arrival.atNs, () => this.#arrive(position, arrival));
    }
    const { periods = 0, dumpAtNs } = scenario;
    for (let period = 1; period <= periods; period++) {
      this.#clock.schedule(period * PERIOD_NS + NOTE_AFTER_NS, () => this.#noteLimits());
    }
    if (dumpAtNs !== undefined) {
      this.#clock.schedule(dumpAtNs, () => {
        this.dump = this.#controller.dump({ includeRequestDetails: true });
      });
    }
    while (this.#clock.step(periods * PERIOD_NS + NOTE_AFTER_NS)) {
      this.#settle();
    }
    end?.();
    this.#controller.close();
  }

  #observe(): void {
    this.#controller.on({
      dispatched: (level, request) => {
        const ticket = request.context as ApfTicket;
        if (this.#arriving === undefined) {
          this.#dispatched.push([level, ticket]);
        } else {
          this.#start(ticket);
        }
      },
      dequeued: (_, { state, context }) => {
        this.#givingUp = state === 'cancelled' ? (context as ApfTicket) : undefined;
      },
      rejected: (_level, _schema, reason) => {
        if (this.#givingUp !== undefined) {
          this.#decide(this.#givingUp, reason);
          this.#givingUp = undefined;
        }
      },
      adjusted: (level, concurrency) => {
        this.#levels.set(level, concurrency);
      },
      removed: (level) => this.#levels.delete(level),
    });
  }

  #arrive(position: number, { configuration, ...arrival }: Arrival): void {
    if (configuration !== undefined) {
      this.#controller.updateConfig(configuration);
      this.#noteLimits();
      return;
    }
    this.#arriving = position;
    const { info, ...caller } = this.#scenario.callers[arrival.caller ?? 0] as Caller;
    const digest = digestOf({
      ...caller,
      // A shrunk case may lack parts.
      info: Object.assign({ isResourceRequest: false, path: '', verb: '' }, info),
    });
    // The client aborts every other request instead.
    const { waitNs = 0 } = arrival;
    const client = position % 2 === 0 ? undefined : new AbortController();
    const ticket = this.#controller.request(digest, {
      ...(client && { signal: client.signal }),
      timeoutMs: client ? Number.MAX_SAFE_INTEGER : (waitNs * 4) / 1e6,
      work: {
        initialSeats: arrival.initialSeats ?? 0,
        finalSeats: arrival.finalSeats ?? 0,
        additionalLatencyNs: arrival.additionalLatencyNs ?? 0,
      },
    });
    this.#positions.set(ticket, position);
    this.#arriving = undefined;
    if (client && ticket.state === 'waiting') {
      this.#clock.schedule(waitNs, () => client.abort());
    }
    if (ticket.rejection !== undefined) {
      this.#decide(ticket, ticket.rejection.reason);
    }
  }

  /** Requests that one event dispatches on several levels start in the order of the level names. */
  #settle(): void {
    const dispatched = this.#dispatched;
    this.#dispatched = [];
    dispatched.sort(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1));
    for (const [, ticket] of dispatched) {
      this.#start(ticket);
    }
  }

  #start(ticket: ApfTicket): void {
    this.#decide(ticket, 'start');
    const { durationNs = 0 } = this.#scenario.arrivals[this.#position(ticket)] as Arrival;
    this.#clock.schedule(durationNs, () => ticket.done());
  }

  #position(ticket: ApfTicket): number {
    return this.#positions.get(ticket) ?? (this.#arriving as number);
  }

  #decide(ticket: ApfTicket, what: string): void {
    const { flowSchema, priorityLevel, rejection } = ticket;
    if (rejection !== undefined) {
      this.retryAfter.set(this.#position(ticket), rejection.retryAfterSeconds);
    }
    const nowNs = this.#clock.nowNs();
    this.decisions.push([this.#position(ticket), what, nowNs, flowSchema, priorityLevel]);
  }

  #noteLimits(): void {
    this.limits.push(
      Object.fromEntries(
        [...this.#levels].map(([name, { nominalLimit, lowerLimit, upperLimit, currentLimit }]) => [
          name,
          [nominalLimit, lowerLimit, upperLimit, currentLimit],
        ]),
      ),
    );
  }
}
