import type { Metric, Registry } from 'prom-client';
import {
  type CollectedMetric,
  GateMetrics,
  type GateMetricsOptions,
  helpOf,
  type MetricSource,
} from './gate-metrics.js';

/** What `prom-client` reads of a metric when somebody scrapes the registry. */
interface ScrapedValue {
  readonly metricName: string;
  readonly labels: { readonly [name: string]: string | number };
  readonly value: number;
}

/**
 * Adds the metrics of a gate to a registry of `prom-client`. They are read when somebody scrapes the registry, so a
 * request costs next to nothing.
 *
 * @param gate - the gate; call this before its first request
 * @param registry - the registry, such as `register` of `prom-client`
 * @param options - which metrics to collect
 * @returns the metrics; call `stop` to stop collecting
 *
 * @example
 * ```ts
 * import { Gate } from '@kubesem/apf-http';
 * import { registerMetrics } from '@kubesem/apf-http/prom-client';
 * import { Registry } from 'prom-client';
 *
 * const registry = new Registry();
 * const gate = new Gate({ serverConcurrencyLimit: 10, priorityLevels: [], flowSchemas: [] });
 * registerMetrics(gate, registry);
 * await gate.enter({ request: undefined, method: 'GET', url: '/hello' });
 * (await registry.metrics()).match(/^apiserver_flowcontrol_current_executing_requests.*$/m)?.[0] // => 'apiserver_flowcontrol_current_executing_requests{priority_level="catch-all",flow_schema="catch-all"} 1'
 * gate.close();
 * ```
 */
export function registerMetrics(
  gate: MetricSource,
  registry: Registry,
  options: GateMetricsOptions = {},
): GateMetrics {
  const metrics = new GateMetrics(gate, options);
  // One scrape reads every metric of the registry in the same turn of the event loop: one copy serves them all.
  let copy: ReadonlyMap<string, CollectedMetric> | undefined;
  const collected = (name: string): CollectedMetric => {
    if (copy === undefined) {
      copy = new Map(metrics.collect().map((each) => [each.metric.name, each]));
      queueMicrotask(() => {
        copy = undefined;
      });
    }
    return copy.get(name) as CollectedMetric;
  };
  for (const { metric } of metrics.collect()) {
    const { name } = metric;
    const type = metric.type === 'timing-histogram' ? 'histogram' : metric.type;
    const scraped = {
      name,
      help: helpOf(metric),
      type,
      aggregator: 'sum',
      get: async () => ({
        name,
        help: helpOf(metric),
        type,
        aggregator: 'sum',
        values: scrapedValues(collected(name)),
      }),
      // A registry can reset its metrics, for tests. Those of a gate are those of the engine.
      reset: () => undefined,
    };
    registry.registerMetric(scraped as unknown as Metric);
  }
  return metrics;
}

function scrapedValues({ metric, values, histograms }: CollectedMetric): ScrapedValue[] {
  const { name, buckets = [] } = metric;
  const scraped: ScrapedValue[] = values.map((each) => ({ ...each, metricName: name }));
  for (const { labels, counts, count, sum } of histograms) {
    let total = 0;
    buckets.forEach((le, index) => {
      total += counts[index] as number;
      scraped.push({ metricName: `${name}_bucket`, labels: { ...labels, le }, value: total });
    });
    const infinite = { ...labels, le: '+Inf' };
    scraped.push(
      { metricName: `${name}_bucket`, labels: infinite, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    );
  }
  return scraped;
}
