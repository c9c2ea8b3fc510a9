import type { HrTime } from '@opentelemetry/api';
import type {
  AggregationTemporality,
  CollectionResult,
  DataPointType,
  MetricData,
  MetricProducer,
} from '@opentelemetry/sdk-metrics';
import {
  type CollectedMetric,
  GateMetrics,
  type GateMetricsOptions,
  helpOf,
  type MetricSource,
} from './gate-metrics.js';

// The values of the enumerations, so that nothing is imported when the program runs.
const HISTOGRAM = 0 as DataPointType.HISTOGRAM;
const GAUGE = 2 as DataPointType.GAUGE;
const SUM = 3 as DataPointType.SUM;
const CUMULATIVE = 1 as AggregationTemporality;
const DOUBLE = 1;

/** Metrics of a gate as a source for a reader of OpenTelemetry. */
export interface GateMetricProducer extends MetricProducer {
  /** Stops collecting. */
  stop(): void;
}

/**
 * Creates a source of metrics for a reader of OpenTelemetry, such as `PeriodicExportingMetricReader` or
 * `PrometheusExporter`: pass it in the option `metricProducers`. The metrics are read when the reader collects them, so a
 * request costs next to nothing.
 *
 * @param gate - the gate; call this before its first request
 * @param options - which metrics to collect
 * @returns the source
 *
 * @example
 * ```ts
 * import { Gate } from '@kubesem/apf-http';
 * import { metricProducer } from '@kubesem/apf-http/opentelemetry';
 *
 * const gate = new Gate({ serverConcurrencyLimit: 10, priorityLevels: [], flowSchemas: [] });
 * const producer = metricProducer(gate);
 * await gate.enter({ request: undefined, method: 'GET', url: '/hello' });
 * const { resourceMetrics } = await producer.collect();
 * const metrics = resourceMetrics.scopeMetrics[0]?.metrics ?? [];
 * const seats = metrics.find(({ descriptor }) => descriptor.name.endsWith('current_executing_seats'));
 * seats?.dataPoints[0]?.value // => 1
 * gate.close();
 * ```
 */
export function metricProducer(
  gate: MetricSource,
  options: GateMetricsOptions = {},
): GateMetricProducer {
  const metrics = new GateMetrics(gate, options);
  const startTime = hrTime();
  return {
    collect: async (): Promise<CollectionResult> => {
      const endTime = hrTime();
      const data = metrics
        .collect()
        .map((each) => metricData(each, startTime, endTime))
        .filter(({ dataPoints }) => dataPoints.length > 0);
      const scopeMetrics = [{ scope: { name: '@kubesem/apf-http' }, metrics: data }];
      // A reader uses the resource of its own metrics.
      const resource = { attributes: {} } as CollectionResult['resourceMetrics']['resource'];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
    stop: () => metrics.stop(),
  };
}

function hrTime(): HrTime {
  const now = Date.now();
  return [Math.trunc(now / 1000), (now % 1000) * 1e6];
}

function metricData(
  { metric, values, histograms }: CollectedMetric,
  startTime: HrTime,
  endTime: HrTime,
): MetricData {
  const { name, type, buckets = [] } = metric;
  const common = {
    descriptor: { name, description: helpOf(metric), unit: '', valueType: DOUBLE },
    aggregationTemporality: CUMULATIVE,
  };
  const point = <T>(attributes: object, value: T) => {
    return { startTime, endTime, attributes: { ...attributes }, value };
  };
  const numbers = values.map(({ labels, value }) => point(labels, value));
  switch (type) {
    case 'counter':
      return { ...common, dataPointType: SUM, isMonotonic: true, dataPoints: numbers };
    case 'gauge':
      return { ...common, dataPointType: GAUGE, dataPoints: numbers };
    default: {
      const dataPoints = histograms.map(({ labels, counts, count, sum }) =>
        point(labels, {
          buckets: { boundaries: [...buckets], counts: [...counts] },
          sum,
          count,
        }),
      );
      return { ...common, dataPointType: HISTOGRAM, dataPoints };
    }
  }
}
