import type { LabelSelector } from '../meta/label-selector.js';
import type { StringMap, Timestamp } from '../meta/metadata.js';
import type { QuantityInput } from '../meta/quantity-input.js';

/** A value of a custom metric. Source: `k8s.io/metrics/pkg/apis/custom_metrics/v1beta2` v0.37.1. */
export interface MetricValue {
  /** API group and version, such as `custom.metrics.k8s.io/v1beta2`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** Kind; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** The object that it is about. */
  readonly describedObject?: MetricObject | null | undefined;
  /** The metric. */
  readonly metric?: MetricName | null | undefined;
  /** When it was measured. */
  readonly timestamp?: Timestamp | null | undefined;
  /** Length of the interval in which it was measured. */
  readonly windowSeconds?: number | null | undefined;
  /** The value. */
  readonly value?: QuantityInput | null | undefined;
}

/** The object that a custom metric is about. */
export interface MetricObject {
  /** Kind of the object. */
  readonly kind?: string | null | undefined;
  /** Namespace of the object. */
  readonly namespace?: string | null | undefined;
  /** Name of the object. */
  readonly name?: string | null | undefined;
  /** API group and version of the object. */
  readonly apiVersion?: string | null | undefined;
}

/** The name of a custom metric, and which of its values were asked for. */
export interface MetricName {
  /** The name. */
  readonly name?: string | null | undefined;
  /** The selector of the request. */
  readonly selector?: LabelSelector | null | undefined;
}

/** A value of an external metric. Source: `k8s.io/metrics/pkg/apis/external_metrics/v1beta1` v0.37.1. */
export interface ExternalMetricValue {
  /** API group and version, such as `external.metrics.k8s.io/v1beta1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** Kind; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name of the metric. */
  readonly metricName?: string | null | undefined;
  /** Labels of the value. */
  readonly metricLabels?: StringMap | null | undefined;
  /** When it was measured. */
  readonly timestamp?: Timestamp | null | undefined;
  /** Length of the interval in which it was measured. */
  readonly window?: number | null | undefined;
  /** The value. */
  readonly value?: QuantityInput | null | undefined;
}
