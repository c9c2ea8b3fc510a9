/** A metric of API Priority and Fairness in the API server. */
export interface ApfMetric {
  /** Full name, such as `apiserver_flowcontrol_rejected_requests_total`. */
  readonly name: string;
  /** Type. A `timing-histogram` counts the nanoseconds that a value spent in each bucket, instead of observations. */
  readonly type: 'counter' | 'gauge' | 'histogram' | 'timing-histogram';
  /** Names of its labels. */
  readonly labels: readonly string[];
  /** Inclusive upper bounds of the buckets of a histogram; one more bucket follows the last. */
  readonly buckets?: readonly number[] | undefined;
  /** Stability level in Kubernetes 1.37. */
  readonly stability: 'ALPHA' | 'BETA';
}

/** Prefix of all metric names. */
const METRIC_PREFIX = 'apiserver_flowcontrol_';

type Row = readonly [
  stability: ApfMetric['stability'],
  type: ApfMetric['type'],
  name: string,
  labels: string,
  buckets?: readonly number[],
];

const DURATIONS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
const LENGTHS = [0, 10, 25, 50, 100, 250, 500, 1000];
const WATCHES = [0, 1, 10, 100, 1000, 10_000];
const SEATS = [1, 2, 4, 8, 16, 32, 64, 100];
const REQUEST_RATIOS = [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1];
const SEAT_RATIOS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];
const DEMANDS = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6];
const READ_RATIOS = [0, 0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

const LEVEL = 'priority_level';
const FLOW = 'priority_level flow_schema';

const rows = (): readonly Row[] => [
  ['BETA', 'counter', 'rejected_requests_total', `${FLOW} reason`],
  ['BETA', 'counter', 'dispatched_requests_total', FLOW],
  ['ALPHA', 'gauge', 'current_r', LEVEL],
  ['ALPHA', 'gauge', 'dispatch_r', LEVEL],
  ['ALPHA', 'gauge', 'latest_s', LEVEL],
  ['ALPHA', 'gauge', 'next_s_bounds', `${LEVEL} bound`],
  ['ALPHA', 'gauge', 'next_discounted_s_bounds', `${LEVEL} bound`],
  ['BETA', 'gauge', 'current_inqueue_requests', FLOW],
  ['ALPHA', 'gauge', 'current_inqueue_seats', FLOW],
  ['ALPHA', 'histogram', 'request_queue_length_after_enqueue', FLOW, LENGTHS],
  ['BETA', 'gauge', 'current_executing_requests', FLOW],
  ['BETA', 'gauge', 'current_executing_seats', FLOW],
  ['BETA', 'histogram', 'request_wait_duration_seconds', `${FLOW} execute`, DURATIONS],
  ['ALPHA', 'histogram', 'request_execution_seconds', `${FLOW} type`, DURATIONS],
  ['ALPHA', 'histogram', 'watch_count_samples', FLOW, WATCHES],
  ['ALPHA', 'counter', 'epoch_advance_total', `${LEVEL} success`],
  ['ALPHA', 'histogram', 'work_estimated_seats', FLOW, SEATS],
  ['ALPHA', 'counter', 'request_dispatch_no_accommodation_total', FLOW],
  ['BETA', 'gauge', 'nominal_limit_seats', LEVEL],
  ['ALPHA', 'gauge', 'lower_limit_seats', LEVEL],
  ['ALPHA', 'gauge', 'upper_limit_seats', LEVEL],
  ['ALPHA', 'gauge', 'demand_seats_high_watermark', LEVEL],
  ['ALPHA', 'gauge', 'demand_seats_average', LEVEL],
  ['ALPHA', 'gauge', 'demand_seats_stdev', LEVEL],
  ['ALPHA', 'gauge', 'demand_seats_smoothed', LEVEL],
  ['ALPHA', 'gauge', 'target_seats', LEVEL],
  ['ALPHA', 'gauge', 'seat_fair_frac', ''],
  ['ALPHA', 'gauge', 'current_limit_seats', LEVEL],
  ['ALPHA', 'timing-histogram', 'priority_level_seat_utilization', `phase ${LEVEL}`, SEAT_RATIOS],
  [
    'ALPHA',
    'timing-histogram',
    'priority_level_request_utilization',
    `phase ${LEVEL}`,
    REQUEST_RATIOS,
  ],
  [
    'ALPHA',
    'timing-histogram',
    'read_vs_write_current_requests',
    'phase request_kind',
    READ_RATIOS,
  ],
  ['ALPHA', 'timing-histogram', 'demand_seats', LEVEL, DEMANDS],
];

/**
 * All metrics of API Priority and Fairness in Kubernetes 1.37, for registration with a metrics library.
 *
 * The documentation still names `request_concurrency_limit` and `request_concurrency_in_use`, which are now
 * `nominal_limit_seats` and `current_executing_seats`. `epoch_advance_total` counts jumps of the progress meter; the meter
 * of this package never jumps, so the metric stays at 0.
 *
 * @example
 * ```ts
 * import { APF_METRICS } from '@kubesem/apf';
 *
 * APF_METRICS.length // => 32
 * APF_METRICS.find(({ name }) => name === 'apiserver_flowcontrol_rejected_requests_total')?.labels // => [
 * //   'priority_level',
 * //   'flow_schema',
 * //   'reason',
 * // ]
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol/metrics` v0.37.1.
 */
export const APF_METRICS: readonly ApfMetric[] = /* @__PURE__ */ (() =>
  rows().map(([stability, type, name, labels, buckets]) => ({
    name: METRIC_PREFIX + name,
    type,
    labels: labels === '' ? [] : labels.split(' '),
    ...(buckets && { buckets }),
    stability,
  })))();
