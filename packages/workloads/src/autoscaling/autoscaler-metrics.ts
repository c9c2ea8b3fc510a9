import type { ExternalMetricValue, MetricValue, PodMetrics } from '@kubesem/core';

/** The metrics of a namespace, as the three metrics APIs return them. */
export interface AutoscalerMetrics {
  /**
   * Usage of the Pods that the autoscaler scales, from `metrics.k8s.io`. Pods that no longer exist count in average values,
   * also in custom metrics.
   */
  readonly pods?: readonly PodMetrics[] | undefined;
  /**
   * Why `metrics.k8s.io` did not answer the controller, in the words of its client; then `pods` does not count. Without a
   * metrics server: `the server could not find the requested resource (get pods.metrics.k8s.io)`.
   */
  readonly podsError?: string | undefined;
  /** Custom metrics of the Pods and of other objects, from `custom.metrics.k8s.io`. */
  readonly custom?: readonly MetricValue[] | undefined;
  /** External metrics, from `external.metrics.k8s.io`. Those without labels belong to every selector. */
  readonly external?: readonly ExternalMetricValue[] | undefined;
  /** What the APIs answered for each metric of the autoscaler, in its order; it has no other values then. */
  readonly answers?: readonly (MetricAnswer | null | undefined)[] | undefined;
}

/** What a metrics API answered for one metric of an autoscaler. */
export interface MetricAnswer extends Pick<AutoscalerMetrics, 'custom' | 'external'> {
  /** Why there are no values, in the words of the client of the controller. */
  readonly error?: string | undefined;
}
