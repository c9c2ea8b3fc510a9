import { type QueuedRequest, QueueSet, VirtualClock } from '@kubesem/apf';
import type { Comparison } from '../../harness/comparison.js';
import type { DeviationId } from '../../harness/deviations.js';
import type { JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { toFlowHash } from '../sharding.js';
import { queueSetExamples } from './examples.js';
import {
  type Arrival,
  type QueueSetConfig,
  type QueueSetScenario,
  queueSetScenario,
} from './generator.js';

/** Outcome of a request: its position among the arrivals, a word, the nanosecond. */
type Decision = readonly [number, string, number];

const queuingOf = ({ queues, queueLengthLimit, handSize }: QueueSetConfig) => ({
  desiredNumQueues: queues,
  queueLengthLimit,
  handSize,
});

/** Runs a scenario on our queue set, as the oracle runs it on that of Kubernetes. */
class Run {
  readonly clock = new VirtualClock();
  readonly decisions: Decision[] = [];
  readonly set: QueueSet;
  readonly #hashes: readonly ReturnType<typeof toFlowHash>[];
  #dispatched: QueuedRequest[] = [];

  constructor({ config, flows, arrivals }: QueueSetScenario) {
    this.#hashes = flows.map(toFlowHash);
    this.set = new QueueSet({
      clock: this.clock,
      queuing: queuingOf(config),
      concurrencyLimit: config.limit,
    });
    for (const [position, arrival] of arrivals.entries()) {
      this.clock.schedule(arrival.atNs, () => this.#arrive(position, arrival));
    }
    while (this.clock.step()) {
      this.#settle();
    }
  }

  #arrive(position: number, arrival: Arrival): void {
    const { config, waitNs = 0 } = arrival;
    if (config !== undefined) {
      this.set.configure(queuingOf(config), config.limit);
      return;
    }
    const request = this.set.start({
      workEstimate: {
        initialSeats: arrival.initialSeats ?? 0,
        finalSeats: arrival.finalSeats ?? 0,
        additionalLatencyNs: arrival.additionalLatencyNs ?? 0,
      },
      hash: this.#hashes[arrival.flow ?? 0],
      context: [position, arrival.durationNs ?? 0],
      onDispatch: (dispatched) => this.#dispatched.push(dispatched),
    });
    if (typeof request === 'string') {
      this.#decide(position, request);
      return;
    }
    this.#settle();
    if (request.state === 'waiting' && waitNs > 0) {
      this.clock.schedule(waitNs, () => {
        if (this.set.cancel(request)) {
          this.#decide(position, 'time-out');
        }
      });
    }
  }

  /** Starts the dispatched requests and schedules their ends. */
  #settle(): void {
    const dispatched = this.#dispatched;
    this.#dispatched = [];
    for (const request of dispatched) {
      const [position, durationNs] = request.context as readonly [number, number];
      this.#decide(position, 'start');
      this.clock.schedule(durationNs, () => this.set.finish(request));
    }
  }

  #decide(position: number, what: string): void {
    this.decisions.push([position, what, this.clock.nowNs()]);
  }
}

/** Compares two lists of decisions up to the first difference. */
export function compareDecisions(
  theirs: readonly (readonly unknown[])[],
  ours: readonly (readonly unknown[])[],
  comparison: Comparison,
  explain?: () => DeviationId | undefined,
): void {
  comparison.field('number of decisions', theirs.length, ours.length, explain);
  for (const [index, decision] of theirs.entries()) {
    const mine = ours[index]?.join(' ');
    if (decision.join(' ') !== mine) {
      comparison.field('decision', decision.join(' '), mine, explain);
      return;
    }
  }
}

const queueSet: Operation = {
  name: 'apf.queueSet',
  program: 'apf',
  examples: queueSetExamples,
  generate: queueSetScenario,
  compare(input, theirs, comparison) {
    const { decisions, end } = theirs.out as JsonObject;
    const { decisions: ours, set } = new Run(input as unknown as QueueSetScenario);
    const theirDecisions = decisions as unknown as Decision[];
    const isLate = ours.some(([, , atNs]) => !Number.isSafeInteger(atNs));
    const late = isLate ? (): DeviationId => 'time-beyond-floats' : undefined;
    compareDecisions(theirDecisions, ours, comparison, late);
    const state = end as JsonObject;
    comparison.field('queues', state.queues, set.currentQueues.length, late);
    comparison.field('waiting', state.waiting, set.requestsWaiting);
    comparison.field('executing', state.executing, set.requestsExecuting);
    comparison.field('seats in use', state.seatsInUse, set.totalSeatsInUse);
    comparison.field('seats waiting', state.seatsWaiting, set.totalSeatsWaiting);
    const work = Number(state.r);
    comparison.field('R', Math.abs(set.progress * 1e8 - work) <= 1e-12 * work + 0.01, true, late);
  },
  kind(input, { out }) {
    const { config, arrivals } = input as unknown as QueueSetScenario;
    const { decisions } = out as { decisions: readonly Decision[] };
    const traits = [
      Math.min(2, config.queues),
      [...new Set(decisions.map(([, word]) => word))].sort(),
      arrivals.some((arrival) => arrival.config),
      arrivals.some(({ finalSeats }) => finalSeats),
      arrivals.some(({ initialSeats = 0 }) => initialSeats > config.limit),
    ];
    // Long scenarios are only fuzzed.
    return arrivals.length <= 12 ? traits.join() : 'long';
  },
};

/** Scenarios on one set of queues. */
export const queueSetOperations: readonly Operation[] = [queueSet];
