import {
  APF_METRICS,
  type ApfMetric,
  type ApfMetricsObserver,
  type ApfMetricsSink,
  type ApfObserver,
  type MetricLabels,
  metricsObserver,
} from '@kubesem/apf';

/** The value of a counter or gauge for some labels. */
export interface MetricValue {
  /** Labels of the time series. */
  readonly labels: MetricLabels;
  /** Current value. */
  readonly value: number;
}

/** The observations of a histogram for some labels. */
export interface MetricHistogram {
  /** Labels of the time series. */
  readonly labels: MetricLabels;
  /** Number of observations in each bucket of {@link ApfMetric}, and in one more after the last; not cumulative. */
  readonly counts: readonly number[];
  /** Number of all observations. */
  readonly count: number;
  /** Sum of all observations. */
  readonly sum: number;
}

/** A metric with its time series. */
export interface CollectedMetric {
  /** Name, type, labels and buckets. */
  readonly metric: ApfMetric;
  /** Values of a counter or gauge; empty for a histogram. */
  readonly values: readonly MetricValue[];
  /** Observations of a histogram; empty for a counter or gauge. */
  readonly histograms: readonly MetricHistogram[];
}

/** What has metrics: a gate. */
export interface MetricSource {
  /** Adds an observer of the engine. */
  on(observer: ApfObserver): () => void;
  /** Returns the time in nanoseconds. */
  nowNs(): number;
}

/** Options of {@link GateMetrics}. */
export interface GateMetricsOptions {
  /**
   * Whether to collect also the metrics for experts on fair queuing: the four timing histograms, which count nanoseconds,
   * and the progress of the queues (`current_r`, `dispatch_r`, `latest_s` and the bounds). Off by default, because they
   * cost more at each request than all others together.
   */
  readonly all?: boolean | undefined;
}

/** A time series while it changes. */
interface Series {
  readonly labels: MetricLabels;
  value: number;
  count: number;
  readonly counts: number[];
}

/** Returns a text as it is, but as fast to find as a literal: as the name of a property, it exists once in memory. */
function literal(text: string): string {
  return Object.keys({ [text]: text })[0] as string;
}

/** Names of the metrics for the progress of the queues. */
const PROGRESS = /_(?:current_r|dispatch_r|latest_s|next_s_bounds|next_discounted_s_bounds)$/;

class Family {
  readonly metric: ApfMetric;
  private readonly series: Map<MetricLabels, Series> = new Map();
  private readonly buckets: readonly number[];

  constructor(metric: ApfMetric) {
    this.metric = metric;
    this.buckets = metric.buckets ?? [];
  }

  of(labels: MetricLabels): Series {
    let found = this.series.get(labels);
    if (found === undefined) {
      const counts = this.buckets.map(() => 0);
      found = { labels, value: 0, count: 0, counts: [...counts, 0] };
      this.series.set(labels, found);
    }
    return found;
  }

  observe(labels: MetricLabels, value: number, times: number): void {
    const series = this.of(labels);
    const { buckets } = this;
    let bucket = 0;
    while (bucket < buckets.length && value > (buckets[bucket] as number)) {
      bucket++;
    }
    series.counts[bucket] = (series.counts[bucket] as number) + times;
    series.count += times;
    series.value += value * times;
  }

  collect(): CollectedMetric {
    const { metric } = this;
    const all = [...this.series.values()];
    return metric.buckets === undefined
      ? { metric, values: all.map(({ labels, value }) => ({ labels, value })), histograms: [] }
      : {
          metric,
          values: [],
          histograms: all.map(({ labels, counts, count, value }) => {
            return { labels, counts: [...counts], count, sum: value };
          }),
        };
  }
}

/**
 * The metrics of a gate, with the names of the API server: `apiserver_flowcontrol_…`.
 *
 * A request changes some numbers in memory; everything else happens when the metrics are read. Create the metrics before
 * the first request, because they do not know earlier ones.
 *
 * @example
 * ```ts
 * import { Gate, GateMetrics } from '@kubesem/apf-http';
 *
 * const gate = new Gate({ serverConcurrencyLimit: 10, priorityLevels: [], flowSchemas: [] });
 * const metrics = new GateMetrics(gate);
 * await gate.enter({ request: undefined, method: 'GET', url: '/hello' });
 * const lines = metrics.text().split('\n');
 * lines.filter((line) => line.includes('dispatched')) // => [
 * //   '# HELP apiserver_flowcontrol_dispatched_requests_total API Priority and Fairness: dispatched requests total',
 * //   '# TYPE apiserver_flowcontrol_dispatched_requests_total counter',
 * //   'apiserver_flowcontrol_dispatched_requests_total{priority_level="catch-all",flow_schema="catch-all"} 1',
 * // ]
 * gate.close();
 * ```
 */
export class GateMetrics {
  private readonly families: ReadonlyMap<string, Family>;
  private readonly observer: ApfMetricsObserver;
  private readonly off: () => void;

  /**
   * Starts to collect metrics.
   *
   * @param gate - the gate
   * @param options - which metrics to collect
   */
  constructor(gate: MetricSource, { all = false }: GateMetricsOptions = {}) {
    const metrics = APF_METRICS.filter(({ type, name }) => {
      return all || (type !== 'timing-histogram' && !PROGRESS.test(name));
    });
    this.families = new Map(metrics.map((metric) => [literal(metric.name), new Family(metric)]));
    const family = (name: string) => this.families.get(name) as Family;
    const sink: ApfMetricsSink = {
      counter: (name, labels, delta) => {
        family(name).of(labels).value += delta;
      },
      gauge: (name, labels, value) => {
        family(name).of(labels).value = value;
      },
      histogram: (name, labels, value) => family(name).observe(labels, value, 1),
    };
    const timing: ApfMetricsSink['timing'] = (name, labels, value, durationNs) =>
      family(name).observe(labels, value, durationNs);
    this.observer = metricsObserver(all ? { ...sink, timing } : sink, gate);
    // The engine does not compute what nobody listens to.
    const withoutProgress = { queueChosen: {}, progressed: {} };
    this.off = gate.on(all ? this.observer : Object.create(this.observer, withoutProgress));
  }

  /**
   * Returns all metrics.
   *
   * @returns a copy of the current values
   */
  collect(): CollectedMetric[] {
    this.observer.flush();
    return [...this.families.values()].map((family) => family.collect());
  }

  /**
   * Writes all metrics in the text format of Prometheus.
   *
   * @returns the text, for the content type `text/plain; version=0.0.4; charset=utf-8`
   */
  text(): string {
    return this.collect().map(textOf).join('');
  }

  /** Stops collecting. */
  stop(): void {
    this.off();
  }
}

/**
 * Describes a metric in words.
 *
 * @param metric - the metric
 * @returns its name without prefix, as words
 */
export function helpOf({ name }: ApfMetric): string {
  return `API Priority and Fairness: ${name.replace('apiserver_flowcontrol_', '').replace(/_/g, ' ')}`;
}

function textOf({ metric, values, histograms }: CollectedMetric): string {
  const { name, buckets = [] } = metric;
  const lines = values.map(({ labels, value }) => `${name}${labelText(labels)} ${number(value)}`);
  for (const { labels, counts, count, sum } of histograms) {
    let total = 0;
    buckets.forEach((bound, index) => {
      total += counts[index] as number;
      lines.push(`${name}_bucket${labelText({ ...labels, le: String(bound) })} ${total}`);
    });
    lines.push(`${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`);
    lines.push(`${name}_sum${labelText(labels)} ${number(sum)}`);
    lines.push(`${name}_count${labelText(labels)} ${count}`);
  }
  if (lines.length === 0) {
    return '';
  }
  const type = metric.type === 'timing-histogram' ? 'histogram' : metric.type;
  return `# HELP ${name} ${helpOf(metric)}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
}

const ESCAPES: { readonly [character: string]: string } = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function labelText(labels: MetricLabels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/["\\\n]/g, (each) => ESCAPES[each] as string)}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function number(value: number): string {
  return Number.isFinite(value) ? String(value) : String(value).replace('Infinity', 'Inf');
}
