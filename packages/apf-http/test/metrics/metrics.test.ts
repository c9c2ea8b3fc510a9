import { VirtualClock } from '@kubesem/apf';
import { type Entry, Gate, GateMetrics, type GateOptions } from '@kubesem/apf-http';
import { metricProducer } from '@kubesem/apf-http/opentelemetry';
import { registerMetrics } from '@kubesem/apf-http/prom-client';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { oneSeat } from '../node/server.js';

const arrival = { request: undefined, method: 'GET', url: '/' };

/** A gate on which one request took 30 ms, one executes, one waits, and one was rejected. */
function busy<T>(observe: (gate: Gate) => T): { gate: Gate; observed: T; clock: VirtualClock } {
  const clock = new VirtualClock();
  const options = oneSeat(1) as unknown as GateOptions;
  const gate = new Gate({ ...options, clock });
  const observed = observe(gate);
  const first = gate.enter(arrival) as Entry;
  clock.run(30e6);
  if (first.ok) {
    first.release();
  }
  const entries = [1, 2, 3].map(() => gate.enter(arrival));
  expect(entries.filter((entry) => entry instanceof Promise)).toHaveLength(1);
  return { gate, observed, clock };
}

const flow = 'priority_level="one",flow_schema="all"';
const EXPECTED = [
  `apiserver_flowcontrol_rejected_requests_total{${flow},reason="queue-full"} 1`,
  `apiserver_flowcontrol_dispatched_requests_total{${flow}} 2`,
  `apiserver_flowcontrol_current_inqueue_requests{${flow}} 1`,
  `apiserver_flowcontrol_current_executing_requests{${flow}} 1`,
  `apiserver_flowcontrol_request_execution_seconds_bucket{${flow},type="regular",le="0.02"} 0`,
  `apiserver_flowcontrol_request_execution_seconds_bucket{${flow},type="regular",le="0.05"} 1`,
  `apiserver_flowcontrol_request_execution_seconds_bucket{${flow},type="regular",le="+Inf"} 1`,
  `apiserver_flowcontrol_request_execution_seconds_sum{${flow},type="regular"} 0.03`,
  `apiserver_flowcontrol_request_execution_seconds_count{${flow},type="regular"} 1`,
  'apiserver_flowcontrol_nominal_limit_seats{priority_level="one"} 1',
];

/** The lines in the order of the labels of the API server: `prom-client` puts `le` first. */
function lines(text: string): string[] {
  return text.split('\n').map((line) => line.replace(/\{(le="[^"]+"),(.+)\}/, '{$2,$1}'));
}

test('the metrics as text', () => {
  const { gate, observed } = busy((each) => new GateMetrics(each));
  expect(lines(observed.text())).toEqual(expect.arrayContaining(EXPECTED));
  expect(observed.text()).not.toContain('utilization');
  gate.close();
});

test('the timing histograms count nanoseconds', () => {
  const { gate, observed, clock } = busy((each) => new GateMetrics(each, { all: true }));
  clock.run(50e6);
  const labels = 'phase="executing",priority_level="one"';
  const name = 'apiserver_flowcontrol_priority_level_seat_utilization';
  expect(lines(observed.text())).toContain(`${name}_count{${labels}} 50000000`);
  expect(lines(observed.text())).toContain(`${name}_sum{${labels}} 50000000`);
  gate.close();
});

test('a name with quotes and line breaks is escaped', () => {
  const on = (observer: { adjusted?(name: string, concurrency: never): void }) => {
    observer.adjusted?.('a"\\\n', { queuing: {}, stats: {} } as never);
    return () => undefined;
  };
  const metrics = new GateMetrics({ on, nowNs: () => 0 } as never);
  expect(metrics.text()).toContain('priority_level="a\\"\\\\\\n"');
});

test('prom-client reads the same metrics when it is scraped', async () => {
  const registry = new Registry();
  const { gate } = busy((each) => registerMetrics(each, registry));
  expect(lines(await registry.metrics())).toEqual(expect.arrayContaining(EXPECTED));
  const json = await registry.getMetricsAsJSON();
  expect(json.find(({ name }) => name.endsWith('rejected_requests_total'))).toMatchObject({
    type: 'counter',
    values: [{ labels: { reason: 'queue-full' }, value: 1 }],
  });
  registry.resetMetrics();
  expect(lines(await registry.metrics())).toEqual(expect.arrayContaining(EXPECTED));
  gate.close();
});

class Reader extends MetricReader {
  protected onShutdown = async () => undefined;
  protected onForceFlush = async () => undefined;
}

test('a reader of OpenTelemetry collects the same metrics', async () => {
  const { gate, observed } = busy((each) => metricProducer(each));
  const reader = new Reader({ metricProducers: [observed] });
  const provider = new MeterProvider({ readers: [reader] });
  const { resourceMetrics, errors } = await reader.collect();
  expect(errors).toEqual([]);
  const metrics = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  const find = (name: string) =>
    metrics.find(({ descriptor }) => descriptor.name === `apiserver_flowcontrol_${name}`);
  expect(find('rejected_requests_total')?.dataPoints[0]).toMatchObject({
    attributes: { priority_level: 'one', flow_schema: 'all', reason: 'queue-full' },
    value: 1,
  });
  expect(find('request_execution_seconds')?.dataPoints[0]?.value).toMatchObject({
    count: 1,
    sum: 0.03,
    buckets: { counts: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
  });
  observed.stop();
  await provider.shutdown();
  gate.close();
});
