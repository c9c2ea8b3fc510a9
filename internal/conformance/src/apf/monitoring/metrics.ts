import {
  APF_METRICS,
  type ApfController,
  type ApfMetric,
  type EventClock,
  type MetricLabels,
  metricsObserver,
} from '@kubesem/apf';
import type { Comparison } from '../../harness/comparison.js';
import type { DeviationId } from '../../harness/deviations.js';

const PREFIX = 'apiserver_flowcontrol_';
const METRICS = new Map(APF_METRICS.map((metric) => [metric.name, metric]));

/** Value of a series, or count, sum and cumulative buckets of a histogram. */
type Series = number[];

/** The names of series that were asked for before: sorting the labels of each value takes too long. */
const SERIES_NAMES = new Map<string, string>();

function seriesName(name: string, labels: MetricLabels): string {
  const key = name + JSON.stringify(labels);
  let series = SERIES_NAMES.get(key);
  if (series === undefined) {
    const pairs = Object.entries(labels).map(([label, value]) => `${label}=${value}`);
    series = `${name.slice(PREFIX.length)}{${pairs.sort().join()}}`;
    SERIES_NAMES.set(key, series);
  }
  return series;
}

/** What a metrics library makes of what our observer passes on. */
export class Metrics {
  readonly series = new Map<string, Series>();
  /** Levels that were removed and came back while requests of before still occupied seats. */
  readonly returned = new Set<string>();

  /** Observes a controller; returns what to call at the end. */
  observe(controller: ApfController, clock: EventClock): () => void {
    const observer = metricsObserver(
      {
        counter: (name, labels, delta) => this.#add(name, labels, delta),
        gauge: (name, labels, value) => this.series.set(seriesName(name, labels), [value]),
        histogram: (name, labels, value) => this.#count(name, labels, value, 1),
        timing: (name, labels, value, durationNs) => this.#count(name, labels, value, durationNs),
      },
      clock,
    );
    const stop = controller.on(observer);
    const removed = new Set<string>();
    controller.on({
      removed: (level) => removed.add(level),
      adjusted: (level) => {
        if (removed.delete(level) && this.#occupied(level)) {
          this.returned.add(level);
        }
      },
    });
    return () => {
      observer.flush();
      stop();
    };
  }

  #occupied(level: string): boolean {
    return [...this.series].some(
      ([name, [seats]]) =>
        seats !== 0 &&
        name.startsWith('current_executing_seats{') &&
        name.endsWith(`priority_level=${level}}`),
    );
  }

  #add(name: string, labels: MetricLabels, delta: number): void {
    const series = seriesName(name, labels);
    this.series.set(series, [(this.series.get(series)?.[0] ?? 0) + delta]);
  }

  #count(name: string, labels: MetricLabels, value: number, weight: number): void {
    const { buckets = [] } = METRICS.get(name) as ApfMetric;
    const series = seriesName(name, labels);
    const counts = this.series.get(series) ?? [0, 0, ...buckets.map(() => 0)];
    this.series.set(series, counts);
    counts[0] = (counts[0] as number) + weight;
    counts[1] = (counts[1] as number) + value * weight;
    for (const [index, bound] of buckets.entries()) {
      counts[index + 2] = (counts[index + 2] as number) + (value <= bound ? weight : 0);
    }
  }
}

/** Whether two sums of the same numbers are equal except for rounding. */
function isClose(theirs: number, ours: number): boolean {
  return Object.is(theirs, ours) || Math.abs(theirs - ours) <= 1e-9 * Math.max(1, Math.abs(theirs));
}

/** Whether a series is equal; counts are exact. The last buckets of a histogram may be left out. */
function isSame(theirs: Series, ours: Series): boolean {
  const isHistogram = theirs.length > 1 || ours.length > 1;
  const [count = 0] = theirs;
  return Array.from({ length: Math.max(theirs.length, ours.length) }, (_, index) => {
    const wanted = theirs[index] ?? count;
    const mine = ours[index] ?? 0;
    return isHistogram && index !== 1 ? wanted === mine : isClose(wanted, mine);
  }).every(Boolean);
}

/** The documented difference of a series, if there is one. */
function deviationOf(
  name: string,
  [, sum = 0]: Series,
  { series, returned }: Metrics,
): DeviationId | undefined {
  if (name.startsWith('read_vs_write_current_requests{') && !Number.isFinite(sum)) {
    return 'no-capacity';
  }
  if (name === 'target_seats{priority_level=exempt}') {
    return 'exempt-target';
  }
  const seats = /^(?:priority_level_seat_utilization|demand_seats){.*priority_level=(.*)}$/.exec(
    name,
  );
  if (returned.has(seats?.[1] ?? '')) {
    return 'returned-levels';
  }
  const discounted = /^next_discounted_s_bounds{bound=(?:min|max),(.*)}$/.exec(name);
  const [least = 0] = series.get(`next_discounted_s_bounds{bound=min,${discounted?.[1]}}`) ?? [];
  return least < 0 ? 'negative-bounds' : undefined;
}

/** Compares all series; one that is missing is 0. */
export function compareMetrics(
  theirs: { readonly [series: string]: string },
  ours: Metrics,
  comparison: Comparison,
): void {
  const { series } = ours;
  for (const name of new Set([...Object.keys(theirs), ...series.keys()])) {
    const wanted = (theirs[name] ?? '0').split(' ').map(Number);
    const mine = series.get(name) ?? [0];
    if (!isSame(wanted, mine)) {
      comparison.field(name, wanted.join(' '), mine.join(' '), () =>
        deviationOf(name, wanted, ours),
      );
    }
  }
}
