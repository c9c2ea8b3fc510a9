import type { Condition, KubernetesObject, Timestamp } from '../meta/metadata.js';
import type { CrossVersionObjectReference } from './cross-version-object-reference.js';
import type { HorizontalPodAutoscalerBehavior, MetricSpec } from './metric-spec.js';

/** A HorizontalPodAutoscaler. Source of this and the following: `k8s.io/api/autoscaling/v2` v0.37.1. */
export interface HorizontalPodAutoscaler
  extends KubernetesObject<HorizontalPodAutoscalerSpec, HorizontalPodAutoscalerStatus> {}

/** Desired state of a HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscalerSpec {
  /** The workload that it scales, in its own namespace. */
  readonly scaleTargetRef?: CrossVersionObjectReference | null | undefined;
  /** Minimum number of Pods; absent means 1. */
  readonly minReplicas?: number | null | undefined;
  /** Maximum number of Pods. */
  readonly maxReplicas?: number | null | undefined;
  /** What the number of Pods follows; absent means 80 % of the CPU requests. */
  readonly metrics?: readonly MetricSpec[] | null | undefined;
  /** How fast the number of Pods changes. */
  readonly behavior?: HorizontalPodAutoscalerBehavior | null | undefined;
  /** Target of `autoscaling/v1`: percent of the CPU requests. */
  readonly targetCPUUtilizationPercentage?: unknown;
}

/** Observed state of a HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscalerStatus {
  /** Generation that was observed. */
  readonly observedGeneration?: number | null | undefined;
  /** When the number of Pods was changed. */
  readonly lastScaleTime?: Timestamp | null | undefined;
  /** Number of Pods that was observed. */
  readonly currentReplicas?: number | null | undefined;
  /** Number of Pods that the autoscaler wants. */
  readonly desiredReplicas?: number | null | undefined;
  /** Values of the metrics; not read. */
  readonly currentMetrics?: unknown;
  /** Value of `autoscaling/v1`; not read. */
  readonly currentCPUUtilizationPercentage?: unknown;
  /** Whether the autoscaler can scale, such as `ScaledToZero`. */
  readonly conditions?: readonly (Condition | null)[] | null | undefined;
}
