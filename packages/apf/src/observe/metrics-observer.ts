// Source: `k8s.io/apiserver/pkg/util/flowcontrol/metrics` v0.37.1, and the callers of its functions.

import type { EventClock } from '../clock/event-clock.js';
import type { QueueChoice, RejectionReason } from '../engine/fair-queuing.js';
import type { QueuedRequest } from '../engine/request-queue.js';
import type { ApfTicket } from '../engine/ticket.js';
import { ESTIMATED_SERVICE_DURATION_NS, type WorkEstimate } from '../requests/work-estimate.js';
import type { ApfObserver, LevelConcurrency } from './observer.js';
import { NO_RATIO, type Ratio, RatioGauge } from './ratio-gauge.js';

const NANOSECONDS_PER_SECOND = 1e9;

/** The labels of one time series of a metric. */
export interface MetricLabels {
  /** Value of a label by its name. */
  readonly [label: string]: string;
}

/**
 * Receives metrics, to pass them to a metrics library. The names are those of {@link APF_METRICS}.
 *
 * The labels of one time series are always the same object, so a sink can keep what it knows about them in a `Map`.
 */
export interface ApfMetricsSink {
  /** Adds to a counter. */
  counter(name: string, labels: MetricLabels, delta: number): void;
  /** Sets a gauge. */
  gauge(name: string, labels: MetricLabels, value: number): void;
  /** Adds an observation to a histogram. */
  histogram(name: string, labels: MetricLabels, value: number): void;
  /**
   * Adds an observation for every nanosecond of the duration to a timing histogram. Few libraries support this; omit
   * the function to omit the four timing histograms.
   */
  timing?(name: string, labels: MetricLabels, value: number, durationNs: number): void;
}

/** Turns the events of a controller into metrics. */
export interface ApfMetricsObserver extends ApfObserver {
  /** Counts the time up to now in the timing histograms. Call it before reading them. */
  flush(): void;
}

/** The gauges of one FlowSchema. */
interface Flow {
  readonly labels: MetricLabels;
  /** The labels with one more label, by its value. */
  readonly more: Map<string, MetricLabels>;
  inqueueRequests: number;
  inqueueSeats: number;
  executingRequests: number;
  executingSeats: number;
}

/** The metrics of one priority level. */
interface Level {
  readonly labels: MetricLabels;
  readonly least: MetricLabels;
  readonly most: MetricLabels;
  readonly flows: Map<string, Flow>;
  readonly waiting: Ratio;
  readonly executing: Ratio;
  readonly seats: Ratio;
  readonly demand: Ratio;
  concurrency: LevelConcurrency | undefined;
}

const NO_LABELS: MetricLabels = {};

/** Returns the labels of a flow with one more label: the same object for the same value. */
function withLabel({ labels, more }: Flow, name: string, value: string): MetricLabels {
  let found = more.get(value);
  if (found === undefined) {
    found = { ...labels, [name]: value };
    more.set(value, found);
  }
  return found;
}

const isReading = (request: QueuedRequest): boolean =>
  /^(?:get|list|watch)$/.test((request.context as ApfTicket).digest.requestInfo.verb);

// The names are whole literals: to build them for every event, or to look them up, would cost more than the event.
class MetricsObserver implements ApfMetricsObserver {
  private readonly levels: Map<string, Level> = new Map();
  private readonly ratios: Ratio[] = [];
  private readonly sink: ApfMetricsSink;
  private readonly clock: Pick<EventClock, 'nowNs'>;
  private readonly kinds: readonly {
    readonly waiting: Ratio;
    readonly executing: Ratio;
  }[];

  constructor(sink: ApfMetricsSink, clock: Pick<EventClock, 'nowNs'>) {
    this.sink = sink;
    this.clock = clock;
    const kind = (request_kind: string) => ({
      waiting: this.ratio('apiserver_flowcontrol_read_vs_write_current_requests', {
        phase: 'waiting',
        request_kind,
      }),
      executing: this.ratio('apiserver_flowcontrol_read_vs_write_current_requests', {
        phase: 'executing',
        request_kind,
      }),
    });
    this.kinds = [kind('mutating'), kind('readOnly')];
  }

  flush(): void {
    for (const ratio of this.ratios) {
      ratio.flush();
    }
  }

  arrived(name: string, flowSchema: string, work: WorkEstimate): void {
    const { labels } = this.flow(name, flowSchema);
    const { initialSeats, finalSeats, watches } = work;
    this.histogram(
      'apiserver_flowcontrol_work_estimated_seats',
      labels,
      Math.max(initialSeats, finalSeats),
    );
    if (watches !== undefined) {
      this.histogram('apiserver_flowcontrol_watch_count_samples', labels, watches);
    }
  }

  enqueued(name: string, request: QueuedRequest, queueLength: number, seats: number): void {
    const { labels } = this.queue(name, request, 1, seats);
    this.histogram('apiserver_flowcontrol_request_queue_length_after_enqueue', labels, queueLength);
  }

  dequeued(name: string, request: QueuedRequest, seats: number): void {
    this.queue(name, request, -1, -seats);
  }

  dispatched(name: string, request: QueuedRequest): void {
    const flow = this.execute(name, request, 1);
    this.occupy(name, request, request.maxSeats);
    this.counter('apiserver_flowcontrol_dispatched_requests_total', flow.labels);
    if (name !== 'exempt') {
      this.wait(flow, 'true', request.startNs - request.arrivalNs);
    }
  }

  rejected(name: string, flowSchema: string, reason: RejectionReason, waitNs: number): void {
    const flow = this.flow(name, flowSchema);
    this.counter(
      'apiserver_flowcontrol_rejected_requests_total',
      withLabel(flow, 'reason', reason),
    );
    // The API server counts a request that times out in its queue with those that execute.
    this.wait(flow, reason === 'time-out' ? 'true' : 'false', waitNs);
  }

  finished(name: string, request: QueuedRequest, executionNs: number): void {
    const flow = this.execute(name, request, -1);
    const { verb } = (request.context as ApfTicket).digest.requestInfo;
    const type = verb === 'watch' ? verb : 'regular';
    const seconds = executionNs / NANOSECONDS_PER_SECOND;
    this.histogram(
      'apiserver_flowcontrol_request_execution_seconds',
      withLabel(flow, 'type', type),
      seconds,
    );
  }

  released(name: string, request: QueuedRequest): void {
    this.occupy(name, request, -request.maxSeats);
  }

  seatDemand(name: string, seats: number): void {
    this.level(name).demand.set(seats);
  }

  noAccommodation(name: string, flowSchema: string): void {
    const { labels } = this.flow(name, flowSchema);
    this.counter('apiserver_flowcontrol_request_dispatch_no_accommodation_total', labels);
  }

  queueChosen(name: string, { progress, nextDispatch, waiting }: QueueChoice): void {
    const level = this.level(name);
    const seatSeconds = ESTIMATED_SERVICE_DURATION_NS / NANOSECONDS_PER_SECOND;
    const starts = waiting.map((queue) => queue.nextDispatch);
    const discounted = waiting.map((queue) => queue.nextDispatch - queue.seatsInUse * seatSeconds);
    this.gauge('apiserver_flowcontrol_dispatch_r', level.labels, progress);
    this.gauge('apiserver_flowcontrol_latest_s', level.labels, nextDispatch);
    this.bounds('apiserver_flowcontrol_next_s_bounds', level, starts);
    this.bounds('apiserver_flowcontrol_next_discounted_s_bounds', level, discounted);
  }

  progressed(name: string, seatSeconds: number): void {
    this.gauge('apiserver_flowcontrol_current_r', this.level(name).labels, seatSeconds);
  }

  adjusted(name: string, concurrency: LevelConcurrency): void {
    const level = this.level(name);
    const { denominator, queuing, stats } = concurrency;
    const { queueLengthLimit, desiredNumQueues } = queuing;
    const values: { readonly [metric: string]: number } = {
      apiserver_flowcontrol_nominal_limit_seats: concurrency.nominalLimit,
      apiserver_flowcontrol_lower_limit_seats: concurrency.lowerLimit,
      apiserver_flowcontrol_upper_limit_seats: concurrency.upperLimit,
      apiserver_flowcontrol_demand_seats_high_watermark: stats.highWatermark,
      apiserver_flowcontrol_demand_seats_average: stats.average,
      apiserver_flowcontrol_demand_seats_stdev: stats.deviation,
      apiserver_flowcontrol_demand_seats_smoothed: stats.smoothed,
      apiserver_flowcontrol_target_seats: concurrency.target,
      apiserver_flowcontrol_current_limit_seats: concurrency.currentLimit,
    };
    for (const metric of Object.keys(values)) {
      this.gauge(metric, level.labels, values[metric] as number);
    }
    this.gauge('apiserver_flowcontrol_seat_fair_frac', NO_LABELS, concurrency.fairFraction);
    level.waiting.divideBy(Math.max(1, queueLengthLimit) * Math.max(1, desiredNumQueues));
    for (const ratio of [level.executing, level.seats, level.demand]) {
      ratio.divideBy(denominator);
    }
    level.concurrency = concurrency;
    this.divideKinds();
  }

  removed(name: string): void {
    this.level(name).concurrency = undefined;
    this.divideKinds();
  }

  private counter(metric: string, labels: MetricLabels): void {
    this.sink.counter(metric, labels, 1);
  }

  private gauge(metric: string, labels: MetricLabels, value: number): void {
    this.sink.gauge(metric, labels, value);
  }

  private histogram(metric: string, labels: MetricLabels, value: number): void {
    this.sink.histogram(metric, labels, value);
  }

  private wait(flow: Flow, execute: string, waitNs: number): void {
    const seconds = waitNs / NANOSECONDS_PER_SECOND;
    const labels = withLabel(flow, 'execute', execute);
    this.histogram('apiserver_flowcontrol_request_wait_duration_seconds', labels, seconds);
  }

  private bounds(metric: string, { least, most }: Level, values: readonly number[]): void {
    // Without a spread: there may be more queues than a call allows arguments.
    const min = values.reduce((least, value) => Math.min(least, value), Infinity);
    const max = values.reduce((most, value) => Math.max(most, value), -Infinity);
    this.gauge(metric, least, min);
    this.gauge(metric, most, max);
  }

  private ratio(metric: string, labels: MetricLabels): Ratio {
    if (this.sink.timing === undefined) {
      return NO_RATIO;
    }
    const ratio = new RatioGauge(this.clock, (value, durationNs) =>
      this.sink.timing?.(metric, labels, value, durationNs),
    );
    this.ratios.push(ratio);
    return ratio;
  }

  private level(name: string): Level {
    const known = this.levels.get(name);
    if (known !== undefined) {
      return known;
    }
    const labels = { priority_level: name };
    const phase = (metric: string, value: string) =>
      this.ratio(metric, { phase: value, ...labels });
    const level = {
      labels,
      least: { ...labels, bound: 'min' },
      most: { ...labels, bound: 'max' },
      flows: new Map(),
      waiting: phase('apiserver_flowcontrol_priority_level_request_utilization', 'waiting'),
      executing: phase('apiserver_flowcontrol_priority_level_request_utilization', 'executing'),
      seats: phase('apiserver_flowcontrol_priority_level_seat_utilization', 'executing'),
      demand: this.ratio('apiserver_flowcontrol_demand_seats', labels),
      concurrency: undefined,
    };
    this.levels.set(name, level);
    return level;
  }

  private flow(name: string, flowSchema: string): Flow {
    const { flows } = this.level(name);
    let flow = flows.get(flowSchema);
    if (flow === undefined) {
      const labels = { priority_level: name, flow_schema: flowSchema };
      const none = { inqueueRequests: 0, inqueueSeats: 0, executingRequests: 0, executingSeats: 0 };
      flow = { labels, more: new Map(), ...none };
      flows.set(flowSchema, flow);
    }
    return flow;
  }

  /** Changes the number of waiting requests. */
  private queue(name: string, request: QueuedRequest, requests: number, seats: number): Flow {
    const flow = this.flow(name, request.flowSchema);
    flow.inqueueRequests += requests;
    flow.inqueueSeats += seats;
    this.gauge('apiserver_flowcontrol_current_inqueue_requests', flow.labels, flow.inqueueRequests);
    this.gauge('apiserver_flowcontrol_current_inqueue_seats', flow.labels, flow.inqueueSeats);
    this.level(name).waiting.add(requests);
    this.kinds[Number(isReading(request))]?.waiting.add(requests);
    return flow;
  }

  /** Changes the number of executing requests. */
  private execute(name: string, request: QueuedRequest, requests: number): Flow {
    const flow = this.flow(name, request.flowSchema);
    flow.executingRequests += requests;
    this.gauge(
      'apiserver_flowcontrol_current_executing_requests',
      flow.labels,
      flow.executingRequests,
    );
    this.level(name).executing.add(requests);
    this.kinds[Number(isReading(request))]?.executing.add(requests);
    return flow;
  }

  /** Changes the number of occupied seats. */
  private occupy(name: string, request: QueuedRequest, seats: number): void {
    const flow = this.flow(name, request.flowSchema);
    flow.executingSeats += seats;
    this.gauge('apiserver_flowcontrol_current_executing_seats', flow.labels, flow.executingSeats);
    this.level(name).seats.add(seats);
  }

  /** Divides the requests of both kinds by the capacity of all queues, and by all seats. */
  private divideKinds(): void {
    let capacity = 0;
    let seats = 0;
    for (const { concurrency } of this.levels.values()) {
      if (concurrency === undefined) {
        continue;
      }
      const { desiredNumQueues, queueLengthLimit } = concurrency.queuing;
      capacity += Math.max(0, desiredNumQueues) * queueLengthLimit;
      seats += concurrency.nominalLimit;
    }
    for (const { waiting, executing } of this.kinds) {
      waiting.divideBy(Math.max(1, capacity));
      executing.divideBy(Math.max(1, seats));
    }
  }
}

/**
 * Creates an observer that turns the events of a controller into the metrics of the API server.
 *
 * Add it before the first request, because it does not know earlier ones. As in the API server, a request that times out in
 * its queue counts as `execute="true"` in `request_wait_duration_seconds`.
 *
 * It avoids four counting errors of the released code. If the final seats of a request were reduced, its seats leave
 * `current_inqueue_seats` and `demand_seats` together with the request. `next_discounted_s_bounds` can be negative. The
 * exempt level has its own target. `read_vs_write_current_requests` is finite on a server without queues.
 *
 * @param sink - receives the metrics
 * @param clock - measures the timing histograms: the clock of the controller, or one that is in step with it
 * @returns an observer for {@link ApfController.on}
 *
 * @example
 * ```ts
 * import { ApfController, metricsObserver, requestFromUrl, VirtualClock } from '@kubesem/apf';
 *
 * const clock = new VirtualClock();
 * const apf = new ApfController({ serverConcurrencyLimit: 10, priorityLevels: [], flowSchemas: [], clock });
 * const lines: string[] = [];
 * const line = (name: string, labels: object, value: number) =>
 *   lines.push(`${name.slice('apiserver_flowcontrol_'.length)} ${Object.values(labels).join()} ${value}`);
 * apf.on(metricsObserver({ counter: line, gauge: () => undefined, histogram: line }, clock));
 * const ticket = apf.request(requestFromUrl('GET', '/version', { name: 'jane' }));
 * clock.run(20e6);
 * ticket.done();
 * lines // => [
 * //   'work_estimated_seats catch-all,catch-all 1',
 * //   'dispatched_requests_total catch-all,catch-all 1',
 * //   'request_wait_duration_seconds catch-all,catch-all,true 0',
 * //   'request_execution_seconds catch-all,catch-all,regular 0.02',
 * // ]
 * apf.close();
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol/metrics` v0.37.1.
 */
export function metricsObserver(
  sink: ApfMetricsSink,
  clock: Pick<EventClock, 'nowNs'>,
): ApfMetricsObserver {
  return new MetricsObserver(sink, clock);
}
