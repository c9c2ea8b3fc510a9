import {
  APF_METRICS,
  ApfController,
  type ApfMetricsSink,
  type ApfTicket,
  type MetricLabels,
  metricsObserver,
  type QueuedRequest,
  requestFromUrl,
  VirtualClock,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { configuration, randomNumbers } from '../configuration.js';

const prefix = 'apiserver_flowcontrol_';
const known = new Map(APF_METRICS.map((metric) => [metric.name, metric]));

/** Keeps metrics as a server would show them; an observation of a histogram is a value and how often it was made. */
class Metrics implements ApfMetricsSink {
  readonly values: { [metric: string]: number } = {};
  readonly observations: { [metric: string]: [value: number, times: number][] } = {};

  counter(name: string, labels: MetricLabels, delta: number): void {
    const key = this.key(name, labels, 'counter');
    this.values[key] = (this.values[key] ?? 0) + delta;
  }

  gauge(name: string, labels: MetricLabels, value: number): void {
    this.values[this.key(name, labels, 'gauge')] = value;
  }

  histogram(name: string, labels: MetricLabels, value: number): void {
    this.observe(this.key(name, labels, 'histogram'), value, 1);
  }

  timing(name: string, labels: MetricLabels, value: number, durationNs: number): void {
    this.observe(this.key(name, labels, 'timing-histogram'), value, durationNs);
  }

  sum(name: string): number {
    return Object.entries(this.values)
      .filter(([key]) => key.startsWith(`${name}{`))
      .reduce((total, [, value]) => total + value, 0);
  }

  private observe(key: string, value: number, times: number): void {
    this.observations[key] ??= [];
    this.observations[key]?.push([value, times]);
  }

  private key(name: string, labels: MetricLabels, type: string): string {
    const metric = known.get(name);
    const values = metric?.labels.map((label) => labels[label]) ?? [];
    const isKnown = metric?.type === type && Object.keys(labels).length === values.length;
    if (!isKnown || values.includes(undefined)) {
      throw new Error(`${type} ${name}`);
    }
    return `${name.slice(prefix.length)}{${values.join()}}`;
  }
}

const request = (group: string, method = 'GET', url = '/version') =>
  requestFromUrl(method, url, { name: 'jane', groups: [group] });

/** Three seats for `work`, of which one request waits in the one queue of four places. */
function started(queues = 1) {
  const clock = new VirtualClock();
  const queuing = { queues, handSize: 1, queueLengthLimit: 4 };
  const apf = new ApfController({ clock, serverConcurrencyLimit: 4, ...configuration(queuing) });
  const metrics = new Metrics();
  const observer = metricsObserver(metrics, clock);
  const off = apf.on(observer);
  return { clock, apf, metrics, observer, off };
}

describe('the metrics of', () => {
  test('requests that execute and that wait', () => {
    const { apf, clock, metrics } = started();
    const work = { initialSeats: 2, finalSeats: 1, additionalLatencyNs: 40e6 };
    const first = apf.request(request('team', 'POST'), { work });
    clock.run(7e6);
    const second = apf.request(request('team'), { work });
    expect(metrics.values).toMatchObject({
      'dispatched_requests_total{work,workers}': 1,
      'request_dispatch_no_accommodation_total{work,workers}': 1,
      'current_inqueue_requests{work,workers}': 1,
      'current_inqueue_seats{work,workers}': 2,
      'current_executing_requests{work,workers}': 1,
      'current_executing_seats{work,workers}': 2,
    });
    clock.run(30e6);
    first.done();
    expect(metrics.values).toMatchObject({
      'current_executing_requests{work,workers}': 0,
      'current_executing_seats{work,workers}': 2,
    });
    clock.run(71e6);
    expect(second.state).toBe('executing');
    second.done();
    expect(metrics.values).toMatchObject({
      'dispatched_requests_total{work,workers}': 2,
      'current_inqueue_requests{work,workers}': 0,
      'current_inqueue_seats{work,workers}': 0,
    });
    expect(metrics.observations).toMatchObject({
      'request_queue_length_after_enqueue{work,workers}': [
        [1, 1],
        [1, 1],
      ],
      'work_estimated_seats{work,workers}': [
        [2, 1],
        [2, 1],
      ],
      'request_wait_duration_seconds{work,workers,true}': [
        [0, 1],
        [0.063, 1],
      ],
      'request_execution_seconds{work,workers,regular}': [
        [0.03, 1],
        [0.001, 1],
      ],
    });
    expect(metrics.observations['watch_count_samples{work,workers}']).toBeUndefined();
    apf.close();
  });

  test('requests that are rejected', () => {
    const { apf, clock, metrics } = started();
    for (let i = 0; i < 8; i++) {
      apf.request(request('team'), { timeoutMs: 4000 });
    }
    apf.request(request('strangers'));
    apf.request(request('strangers'));
    clock.run(1e9);
    expect(metrics.values).toMatchObject({
      'rejected_requests_total{work,workers,queue-full}': 1,
      'rejected_requests_total{catch-all,catch-all,concurrency-limit}': 1,
      'rejected_requests_total{work,workers,time-out}': 4,
    });
    const waits = 'request_wait_duration_seconds{work,workers';
    expect(metrics.observations[`${waits},false}`]).toEqual([[0, 1]]);
    // Three that executed at once, and four that timed out.
    expect(metrics.observations[`${waits},true}`]).toEqual([
      ...Array.from({ length: 3 }, () => [0, 1]),
      ...Array.from({ length: 4 }, () => [1, 1]),
    ]);
    apf.close();
  });

  test('exempt requests and watches', () => {
    const { apf, clock, metrics } = started();
    const watch = '/api/v1/pods?watch=1';
    const ticket = apf.request(request('system:masters', 'GET', watch), {
      work: { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0, watches: 17 },
    });
    clock.run(6e6);
    ticket.done();
    expect(metrics.observations).toMatchObject({
      'request_execution_seconds{exempt,exempt,watch}': [[0.006, 1]],
      'watch_count_samples{exempt,exempt}': [[17, 1]],
    });
    expect(
      Object.keys(metrics.observations).filter((key) => key.includes('wait_duration')),
    ).toEqual([]);
    apf.close();
  });

  test('the division of the seats, which is told at once', () => {
    const { apf, metrics } = started();
    expect(metrics.values).toMatchObject({
      'nominal_limit_seats{work}': 3,
      'lower_limit_seats{work}': 3,
      'upper_limit_seats{work}': 7,
      'current_limit_seats{work}': 3,
      'nominal_limit_seats{catch-all}': 1,
      'target_seats{exempt}': 0,
      'demand_seats_high_watermark{work}': 0,
    });
    apf.close();
  });

  test('the demand of the last period', () => {
    const { apf, clock, metrics } = started();
    clock.run(4e9);
    const tickets = [1, 2, 3, 4, 5].map(() => apf.request(request('team')));
    clock.run(6e9);
    for (const ticket of tickets) {
      ticket.done();
    }
    clock.run(10e9);
    expect(metrics.values).toMatchObject({
      'demand_seats_high_watermark{work}': 5,
      'demand_seats_average{work}': 1,
      'demand_seats_stdev{work}': 2,
      'demand_seats_smoothed{work}': 3,
      'target_seats{work}': 3,
      'seat_fair_frac{}': 0,
    });
    apf.close();
  });

  test.each([1, 3])('the progress of the queues in which something waits, of %s', (queues) => {
    const { apf, clock, metrics } = started(queues);
    const [first] = [1, 2, 3, 4, 5].map(() => apf.request(request('team')));
    clock.run(2e9);
    first?.done();
    // Three seats for two seconds; each dispatch charges three milliseconds, and the finish what it really took.
    expect(metrics.values).toMatchObject({
      'current_r{work}': 6,
      'dispatch_r{work}': 6,
      'latest_s{work}': 2.006,
      'next_s_bounds{work,min}': 2.006,
      'next_s_bounds{work,max}': 2.006,
    });
    expect(metrics.values['next_discounted_s_bounds{work,max}']).toBeCloseTo(2.006 - 0.006, 12);
    apf.close();
  });
});

test('timing histograms count for how long what was which part', () => {
  const { apf, clock, metrics, observer } = started();
  clock.run(1000);
  const tickets = [1, 2, 3, 4].map(() => apf.request(request('team')));
  clock.run(1030);
  tickets[0]?.done();
  clock.run(1030 + 50);
  observer.flush();
  observer.flush();
  const held = (key: string) =>
    (metrics.observations[key] ?? []).map(([value, ns]) => `${value.toFixed(3)} ${ns}`);
  expect(held('priority_level_request_utilization{waiting,work}')).toEqual([
    '0.000 1000',
    '0.250 30',
    '0.000 50',
  ]);
  expect(held('priority_level_request_utilization{executing,work}')).toEqual([
    '0.000 1000',
    '1.000 30',
    '1.000 50',
  ]);
  expect(held('priority_level_seat_utilization{executing,work}')).toEqual([
    '0.000 1000',
    '1.000 30',
    '1.000 50',
  ]);
  expect(held('demand_seats{work}')).toEqual(['0.000 1000', '1.333 30', '1.000 50']);
  expect(held('read_vs_write_current_requests{waiting,readOnly}')).toEqual([
    '0.000 1000',
    '0.250 30',
    '0.000 50',
  ]);
  expect(held('read_vs_write_current_requests{executing,readOnly}')).toEqual([
    '0.000 1000',
    '0.750 30',
    '0.750 50',
  ]);
  expect(held('read_vs_write_current_requests{executing,mutating}')).toEqual(['0.000 1080']);
  apf.close();
});

test('the room in which requests wait is that of all queues', () => {
  const { apf, clock, metrics, observer } = started(3);
  for (let i = 0; i < 4; i++) {
    apf.request(request('team'));
  }
  clock.run(50);
  observer.flush();
  // One of three queues of four.
  for (const kind of [
    'priority_level_request_utilization{waiting,work}',
    'read_vs_write_current_requests{waiting,readOnly}',
  ]) {
    expect(metrics.observations[kind]).toEqual([[1 / 12, 50]]);
  }
  apf.close();
});

test('the seats of a level that is gone are not among those of all', () => {
  const { apf, clock, metrics, observer } = started();
  // Rounded up, 4 and 1 seats are those of the level and of catch-all, which has all 4 of them then.
  apf.updateConfig(configuration({ queues: 1, handSize: 1, queueLengthLimit: 4 }, 40));
  apf.updateConfig({ priorityLevels: [], flowSchemas: [] });
  apf.request(request('team'));
  apf.request(request('team', 'BUDGET'));
  apf.request(request('team', 'LISTEN'));
  clock.run(50);
  observer.flush();
  const kind = 'read_vs_write_current_requests{executing,';
  expect(metrics.observations[`${kind}readOnly}`]).toEqual([[0.25, 50]]);
  expect(metrics.observations[`${kind}mutating}`]).toEqual([[0.5, 50]]);
  apf.close();
});

test('a sink without timing histograms gets the rest, and nothing comes after it was taken back', () => {
  const { apf, clock, metrics, off } = started();
  off();
  const all = new Metrics();
  const observer = metricsObserver(
    {
      counter: (...args) => all.counter(...args),
      gauge: (...args) => all.gauge(...args),
      histogram: (...args) => all.histogram(...args),
    },
    clock,
  );
  apf.on(observer);
  apf.request(request('team'));
  clock.run(5);
  observer.flush();
  expect(all.values['dispatched_requests_total{work,workers}']).toBe(1);
  expect(metrics.values['dispatched_requests_total{work,workers}']).toBeUndefined();
  apf.close();
});

test('the metrics add up, whatever happens', () => {
  const clock = new VirtualClock();
  const queuing = { queues: 8, handSize: 2, queueLengthLimit: 3 };
  const apf = new ApfController({ clock, serverConcurrencyLimit: 12, ...configuration(queuing) });
  const metrics = new Metrics();
  const observer = metricsObserver(metrics, clock);
  apf.on(observer);
  const random = randomNumbers(20261122);
  apf.on({
    dispatched: (_, { context }: QueuedRequest) =>
      clock.schedule(random(30e6), () => (context as ApfTicket).done()),
  });
  const groups = ['team', 'strangers', 'system:masters'];
  for (let i = 0; i < 800; i++) {
    const ticket = apf.request(request(groups[random(3)] as string), {
      work: {
        initialSeats: 1 + random(3),
        finalSeats: random(20),
        additionalLatencyNs: random(5e6),
      },
      timeoutMs: 1 + random(200),
    });
    if (random(10) === 0) {
      clock.schedule(random(20e6), () => ticket.cancel());
    }
    if (random(60) === 0) {
      apf.updateConfig(configuration(queuing, 1 + random(40)));
    }
    clock.run(clock.nowNs() + random(6e6));
  }
  clock.run(clock.nowNs() + 60e9);
  observer.flush();
  const [dispatched, rejected] = ['dispatched', 'rejected'].map((word) =>
    metrics.sum(`${word}_requests_total`),
  ) as [number, number];
  expect(rejected).toBeGreaterThan(50);
  expect(dispatched + rejected).toBe(800);
  for (const gauge of ['inqueue', 'executing']) {
    for (const what of ['requests', 'seats']) {
      expect(metrics.sum(`current_${gauge}_${what}`)).toBe(0);
    }
  }
  const times = (pattern: RegExp) =>
    Object.entries(metrics.observations)
      .filter(([key]) => pattern.test(key))
      .flatMap(([, observed]) => observed)
      .reduce((total, [, each]) => total + each, 0);
  expect(times(/^request_execution_seconds/)).toBe(dispatched);
  const exempt = metrics.values['dispatched_requests_total{exempt,exempt}'] as number;
  const timedOut = metrics.values['rejected_requests_total{work,workers,time-out}'] as number;
  expect(times(/^request_wait_duration_seconds.*true/)).toBe(dispatched - exempt + timedOut);
  expect(times(/^request_wait_duration_seconds.*false/)).toBe(rejected - timedOut);
  expect(times(/^demand_seats\{work\}/)).toBe(clock.nowNs());
  expect(times(/^read_vs_write_current_requests\{waiting,readOnly\}/)).toBe(clock.nowNs());
  apf.close();
});
