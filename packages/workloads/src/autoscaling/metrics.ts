import {
  type Fields,
  fields,
  type HorizontalPodAutoscaler,
  type MetricSpec,
  THROW,
} from '@kubesem/core';
import { autoscalerAsV2 } from './autoscaler-v1.js';

/** The metric of an autoscaler without metrics. */
const DEFAULT_METRIC: MetricSpec = {
  type: 'Resource',
  resource: { name: 'cpu', target: { averageUtilization: 80 } },
};

/**
 * Returns the metrics of a HorizontalPodAutoscaler, or the default if it has none: 80 % of the CPU requests.
 *
 * @param autoscaler - the object, of `autoscaling/v2` or `autoscaling/v1`; it is not changed
 * @returns the metrics, in their order
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the metrics have the wrong type
 *
 * @example
 * ```ts
 * import { hpaMetrics } from '@kubesem/workloads';
 *
 * const [metric] = hpaMetrics({ spec: { maxReplicas: 10 } });
 * metric?.resource // => { name: 'cpu', target: { averageUtilization: 80 } }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/autoscaling/v2` v1.37.1, `SetDefaults_HorizontalPodAutoscaler`;
 * `k8s.io/kubernetes/pkg/apis/autoscaling/v1` v1.37.1, `Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler`.
 */
export function hpaMetrics(autoscaler: HorizontalPodAutoscaler): readonly MetricSpec[] {
  const given = autoscalerAsV2(fields(autoscaler, THROW).value);
  return metricFields(fields(given, THROW)).map(({ value }) => value);
}

/** The metrics of an autoscaler of `autoscaling/v2`, or the default. */
export function metricFields(
  autoscaler: Fields<HorizontalPodAutoscaler>,
): readonly Fields<MetricSpec>[] {
  const metrics = autoscaler.at('spec').objects('metrics');
  const initial = { spec: { metrics: [DEFAULT_METRIC] } };
  return metrics.length === 0 ? fields(initial, THROW).at('spec').objects('metrics') : metrics;
}
