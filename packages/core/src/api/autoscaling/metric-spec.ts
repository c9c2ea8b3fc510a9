import type { LabelSelector } from '../meta/label-selector.js';
import type { QuantityInput } from '../meta/quantity-input.js';
import type { CrossVersionObjectReference } from './cross-version-object-reference.js';

/** What the number of Pods follows. Source of this and the following: `k8s.io/api/autoscaling/v2` v0.37.1. */
export interface MetricSpec {
  /** `Resource`, `ContainerResource`, `Pods`, `Object` or `External`. */
  readonly type?: string | null | undefined;
  /** A resource that all containers of a Pod use. */
  readonly resource?: ResourceMetricSource | null | undefined;
  /** A resource that one container of a Pod uses. */
  readonly containerResource?: ContainerResourceMetricSource | null | undefined;
  /** A metric of each Pod. */
  readonly pods?: PodsMetricSource | null | undefined;
  /** A metric of another object. */
  readonly object?: ObjectMetricSource | null | undefined;
  /** A metric of something outside of the cluster. */
  readonly external?: ExternalMetricSource | null | undefined;
}

/** The usage of a resource. */
export interface ResourceMetricSource {
  /** Name of the resource. */
  readonly name?: string | null | undefined;
  /** The desired usage. */
  readonly target?: MetricTarget | null | undefined;
}

/** The usage of a resource by a container. */
export interface ContainerResourceMetricSource extends ResourceMetricSource {
  /** Name of the container. */
  readonly container?: string | null | undefined;
}

/** A metric of each Pod. */
export interface PodsMetricSource {
  /** The metric. */
  readonly metric?: MetricIdentifier | null | undefined;
  /** The desired value. */
  readonly target?: MetricTarget | null | undefined;
}

/** A metric of an object. */
export interface ObjectMetricSource extends PodsMetricSource {
  /** The object. */
  readonly describedObject?: CrossVersionObjectReference | null | undefined;
}

/** A metric of something outside of the cluster. */
export interface ExternalMetricSource extends PodsMetricSource {}

/** A metric. */
export interface MetricIdentifier {
  /** Its name. */
  readonly name?: string | null | undefined;
  /** Which of its values count. */
  readonly selector?: LabelSelector | null | undefined;
}

/** The desired value of a metric. */
export interface MetricTarget {
  /** `Utilization`, `Value` or `AverageValue`. */
  readonly type?: string | null | undefined;
  /** The value. */
  readonly value?: QuantityInput | null | undefined;
  /** The value for each Pod. */
  readonly averageValue?: QuantityInput | null | undefined;
  /** The usage in percent of the requests. */
  readonly averageUtilization?: number | null | undefined;
}

/** How fast an autoscaler changes the number of Pods. */
export interface HorizontalPodAutoscalerBehavior {
  /** Rules to add Pods. */
  readonly scaleUp?: HPAScalingRules | null | undefined;
  /** Rules to delete Pods. */
  readonly scaleDown?: HPAScalingRules | null | undefined;
}

/** Rules to change the number of Pods in one direction. */
export interface HPAScalingRules {
  /** Seconds in which earlier results count. */
  readonly stabilizationWindowSeconds?: number | null | undefined;
  /** `Max`, which is the default, `Min` or `Disabled`. */
  readonly selectPolicy?: string | null | undefined;
  /** Limits of the change. */
  readonly policies?: readonly HPAScalingPolicy[] | null | undefined;
  /** Which difference between the current and the desired value is ignored; 0.1 by default. */
  readonly tolerance?: QuantityInput | null | undefined;
}

/** A limit of a change. */
export interface HPAScalingPolicy {
  /** `Pods` or `Percent`. */
  readonly type?: string | null | undefined;
  /** The number of Pods, or the percentage. */
  readonly value?: number | null | undefined;
  /** The seconds in which all changes together must not exceed the value. */
  readonly periodSeconds?: number | null | undefined;
}
